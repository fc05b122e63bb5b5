import Diagnostics
import ScheduleModel
import ScheduleRules

extension EditorState {
  /// Puts the cursor on a cell.
  mutating func go(to cell: CellAddress) throws(Refusal) {
    guard let position = layout.position(of: cell) else {
      throw Refusal("the layout does not show \(cell)")
    }
    anchor = nil
    self.position = position
  }

  /// Goes to the next cell with a problem of its own, around the end of the table.
  mutating func goToProblem(forwards: Bool) {
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let cells = Set(problems.map(\.cell))
    let found = (1...all.count).lazy
      .map { all[(here + (forwards ? $0 : all.count - $0)) % all.count] }
      .first { cells.contains($0) && layout.position(of: $0) != nil }
    guard let found, let position = layout.position(of: found) else {
      message = Message(text: "no problems")
      return
    }
    anchor = nil
    self.position = position
  }
}
