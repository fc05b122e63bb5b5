import ScheduleModel
import TestSupport
import Testing

@Suite struct ScheduleEditTests {
  @Test func undoingAnyEditGivesTheOldWeekAndRedoingTheNewOne() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<500 {
      let old = Week.random(unit: .fahrenheit, using: &generator)
      let new = Week.random(unit: .fahrenheit, using: &generator)
      let mixed = old.mapRows { Bool.random(using: &generator) ? old[$0] : new[$0] }
      var week = old
      let inverse = ScheduleEdit(from: old, to: mixed).apply(to: &week)
      #expect(week == mixed, "seed 1, round \(round)")
      let redo = inverse.apply(to: &week)
      #expect(week == old, "seed 1, round \(round)")
      _ = redo.apply(to: &week)
      #expect(week == mixed, "seed 1, round \(round)")
    }
  }

  @Test func aCellSetToAnotherValueChangesItsRowOnly() {
    for cell in CellAddress.all {
      var week = Week.standard(.fahrenheit)
      let value: CellValue = cell.field == .time ? .time(.midnight) : .temperature(Temperature(55))
      let edit = ScheduleEdit(setting: [(cell, value)], in: week)
      #expect(edit.rows == [cell.row])
      #expect(edit.rows.map(\.index) == [cell.day.rawValue * 4 + cell.period.rawValue])
      _ = edit.apply(to: &week)
      #expect(week[cell] == value)
      #expect(
        ScheduleDiff(from: .standard(.fahrenheit), to: week).changes.map(\.cell) == [cell])
    }
  }

  @Test func aCellSetToItsOwnValueIsNoEdit() {
    let week = Week.standard(.celsius)
    let values = CellAddress.all.map { (cell: $0, value: week[$0]) }
    #expect(ScheduleEdit(setting: values, in: week).isEmpty)
  }

  @Test func copyingADayChangesTheTargetsThatDiffer() {
    var week = Week.standard(.fahrenheit)
    week[CellAddress(.monday, .leave, .heat)] = .temperature(Temperature(60))
    let edit = ScheduleEdit(copying: .monday, to: [.tuesday, .sunday, .monday], in: week)
    #expect(edit.rows == [RowAddress(.tuesday, .leave), RowAddress(.sunday, .leave)])
  }

  @Test func theDifferenceOfTwoScalesIsShownInTheFirst() {
    let diff = ScheduleDiff(from: .standard(.fahrenheit), to: .standard(.celsius))
    #expect(diff.changes.first?.description == "monday wake heat 70 -> 69.8")
  }
}
