import ScheduleModel
import TestSupport
import Testing

@Suite struct ScheduleEditTests {
  @Test("undo restores the old week, and redo the new one") func undoingAnyEdit() {
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

  @Test("setting a cell changes only its row") func cellSetAnother() {
    for cell in CellAddress.all {
      var week = Week.standard(.fahrenheit)
      let value: CellValue = cell.field == .time ? .time(.midnight) : .temperature(Temperature(55))
      let edit = ScheduleEdit(setting: [(cell, value)], in: week)
      #expect(edit.rows == [cell.row])
      #expect(edit.rows.map(\.index) == [cell.day.rawValue * 4 + cell.period.rawValue])
      _ = edit.apply(to: &week)
      #expect(week[cell] == value)
      #expect(
        Week.standard(.fahrenheit).changes(to: week).map(\.cell) == [cell])
    }
  }

  @Test("setting a cell to its own value is not an edit") func cellSetOwn() {
    let week = Week.standard(.celsius)
    let values = CellAddress.all.map { (cell: $0, value: week[$0]) }
    #expect(ScheduleEdit(setting: values, in: week).isEmpty)
  }

  @Test("copying a day changes the targets that differ") func copyingDayChanges() {
    var week = Week.standard(.fahrenheit)
    week[CellAddress(.monday, .leave, .heat)] = .temperature(Temperature(60))
    let edit = ScheduleEdit(copying: .monday, to: [.tuesday, .sunday, .monday], in: week)
    #expect(edit.rows == [RowAddress(.tuesday, .leave), RowAddress(.sunday, .leave)])
  }

  @Test("the difference of two scales is shown in the first") func differenceTwoScales() {
    let changes = Week.standard(.fahrenheit).changes(to: .standard(.celsius))
    #expect(changes.first?.description == "Monday wake heat 70 -> 69.8")
  }
}
