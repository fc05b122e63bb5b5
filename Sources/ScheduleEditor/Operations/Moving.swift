import Diagnostics
import ScheduleModel
import ScheduleRules

extension EditorState {
  /// Moves the cursor to a cell.
  mutating func go(to cell: CellAddress) throws(Refusal) {
    if let side = cell.field.side, !week.sides.contains(side) { throw .absent(side) }
    guard let position = layout.position(of: cell) else {
      throw Refusal("the layout does not show \(cell)")
    }
    anchor = nil
    self.position = position
  }

  /// Goes to the next cell with a value, wrapping around.
  mutating func find(_ text: String) throws(Refusal) {
    // A plain number is a temperature.
    let time = Temperature(text) == nil ? TimeOfDay(text).map(CellValue.time) : nil
    guard let value = time ?? Temperature(text).map(CellValue.temperature) else {
      throw Refusal("\(text.quoted()) is not a time or a temperature; try 64 or 6:30")
    }
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let others = all[(here + 1)...] + all[...here]
    guard
      let found = others.first(where: { week[$0] == value && layout.position(of: $0) != nil })
    else { throw Refusal("no cell has \(value.text(clock))") }
    try go(to: found)
  }

  /// Goes to the next cell with a problem of its own, wrapping around.
  mutating func goToProblem(forwards: Bool) {
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let cells = Set(problems.map(\.cell))
    let found = (1...all.count).lazy
      .map { all[(here + (forwards ? $0 : all.count - $0)) % all.count] }
      .first { cells.contains($0) && layout.position(of: $0) != nil }
    guard let found, let position = layout.position(of: found) else { return say("no problems") }
    anchor = nil
    self.position = position
  }
}
