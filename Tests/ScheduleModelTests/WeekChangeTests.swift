import ScheduleModel
import Testing

@Suite struct WeekChangeTests {
  @Test("setting a cell changes only that cell") func cellSet() {
    for cell in CellAddress.all {
      var week = Week.standard(.fahrenheit)
      week[cell] = cell.field == .time ? .time(.midnight) : .temperature(Temperature(55))
      #expect(Week.standard(.fahrenheit).changes(to: week).map(\.cell) == [cell])
      #expect(cell.row.index == cell.day.rawValue * 4 + cell.period.rawValue)
    }
  }

  @Test("copying a day changes the targets that differ") func copyingDayChanges() {
    var week = Week.standard(.fahrenheit)
    week[CellAddress(.monday, .leave, .heat)] = .temperature(Temperature(60))
    let copied = week.copying(.monday, to: [.tuesday, .sunday, .monday])
    let changed = week.changes(to: copied).map(\.cell)
    #expect(changed == [.init(.tuesday, .leave, .heat), .init(.sunday, .leave, .heat)])
  }

  @Test("the difference of two scales is shown in the first") func differenceTwoScales() {
    let changes = Week.standard(.fahrenheit).changes(to: .standard(.celsius))
    #expect(changes.first?.description == "Monday wake heat 70 -> 69.8")
  }
}
