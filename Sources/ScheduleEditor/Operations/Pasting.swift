import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// A cell and why it rejects a text.
  private typealias Rejection = (cell: CellAddress, refusal: Refusal)

  /// Pastes a block as one undo step: repeatedly over the selected range, or from the cursor on.
  ///
  /// Empty texts leave their cell unchanged. Headings and day names around the values are skipped. If anything else
  /// does not fit, nothing is pasted, since the rest may be in wrong columns, and the rejected texts are listed. A
  /// block that names its rows is pasted into those.
  mutating func paste(_ pasted: CellBlock) {
    if let values = pasted.namedValues(of: schedule.name, in: week.unit) {
      return paste(values, note: " in the rows that it names")
    }
    let block = pasted.withoutTitles
    guard let width = block.lines.map(\.count).max() else { return say("nothing to paste") }
    let selected = selectedLines
    let corner = selected[0][0]
    let (table, lineWidth) = (layout.table, layout.lineWidth)
    let (top, left) = table.number(of: corner).quotientAndRemainder(dividingBy: lineWidth)
    let lineCount = table.rowCount * table.columns.count / lineWidth
    var values: [(cell: CellAddress, text: String)] = []
    var beyond = 0
    for line in 0..<max(selected.count, block.lines.count) {
      let texts = block.lines[line % block.lines.count]
      // A selection wider than the block is filled repeatedly.
      let columns = selected[0].count > width ? selected[0].count : texts.count
      for column in 0..<columns where column % width < texts.count {
        let text = texts[column % width]
        guard !text.isEmpty else { continue }
        guard top + line < lineCount, left + column < lineWidth else {
          beyond += 1
          continue
        }
        let position = table.position(numbered: (top + line) * lineWidth + left + column)
        values += layout.cells(at: position).map { ($0, text) }
      }
    }
    paste(values, beyond: beyond, note: block == pasted ? "" : "; titles skipped")
  }

  /// Sets cells to texts, unless one of them is rejected or was `beyond` the table.
  private mutating func paste(
    _ values: [(cell: CellAddress, text: String)], beyond: Int = 0, note: String
  ) {
    var changed = week
    var refused: [Rejection] = []
    for (cell, text) in values where !text.isEmpty {
      do {
        changed[cell] = try value(of: text, for: cell, in: changed, isData: true)
      } catch {
        refused.append((cell, error))
      }
    }
    guard refused.isEmpty, beyond == 0 else { return refuse(refused, beyond: beyond) }
    let edit = ScheduleEdit(from: week, to: changed)
    let count = CellAddress.all.count { changed[$0] != week[$0] }
    let cells = counted(count, "cell")
    apply(edit, name: .words("paste \(cells)"))
    anchor = nil
    say(count == 0 ? "the cells have these values already" : "pasted \(cells)\(note)")
  }

  private mutating func refuse(_ refused: [Rejection], beyond: Int) {
    var reasons: [String] = []
    if let first = refused.first {
      let more = refused.count > 1 ? " and \(refused.count - 1) more" : ""
      reasons.append("\(first.cell): \(first.refusal)\(more)")
    }
    if beyond > 0 { reasons.append("\(counted(beyond, "cell")) beyond the table") }
    let text = "nothing pasted; " + reasons.joined(separator: "; ")
    say(text, isProblem: true)
    // Also for a single text if its reason does not fit in the line.
    if refused.count > 1 || !refused.isEmpty && text.count > size.columns - 2 {
      showRefusals(refused)
    }
  }
}
