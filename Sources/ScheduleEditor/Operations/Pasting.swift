import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Fills a block in as one step: over the selected range again and again, or from the cursor on.
  ///
  /// Empty texts leave their cell as it is. What no cell can take is left out and listed.
  mutating func paste(_ block: CellBlock) {
    guard let width = block.lines.map(\.count).max() else {
      message = Message(text: "nothing to paste")
      return
    }
    let selected = selectedLines
    let corner = selected[0][0]
    let (top, left) = (layout.line(of: corner), layout.column(of: corner))
    var changed = week
    var refused: [RefusedText] = []
    var beyond = 0
    for line in 0..<max(selected.count, block.lines.count) {
      let texts = block.lines[line % block.lines.count]
      // A selection that is wider than the block is filled with it again and again.
      let columns = selected[0].count > width ? selected[0].count : texts.count
      for column in 0..<columns where column % width < texts.count {
        let text = texts[column % width]
        guard !text.isEmpty else { continue }
        guard top + line < layout.lineCount, left + column < layout.columnCount else {
          beyond += 1
          continue
        }
        let position = layout.position(atLine: top + line, column: left + column)
        for cell in layout.cells(at: position) {
          do {
            changed[cell] = try value(of: text, for: cell, in: changed, isData: true)
          } catch {
            refused.append(RefusedText(cell: cell, refusal: error))
          }
        }
      }
    }
    let edit = ScheduleEdit(from: week, to: changed)
    let count = CellAddress.all.count { changed[$0] != week[$0] }
    apply(edit, name: .words("paste \(RangeCommands.cells(count))"))
    anchor = nil
    sayPasted(count, refused, beyond: beyond)
  }

  private mutating func sayPasted(_ count: Int, _ refused: [RefusedText], beyond: Int) {
    var text = "pasted \(RangeCommands.cells(count))"
    if beyond > 0 { text += "; \(beyond) beyond the table left out" }
    if let first = refused.first {
      text += "; refused \(refused.count): \(first.cell): \(first.refusal)"
    }
    message = Message(text: text, isProblem: beyond > 0 || !refused.isEmpty)
    // Also a single one whose reason the line would cut off.
    if refused.count > 1 || !refused.isEmpty && text.count > size.columns - 2 {
      showRefusals(refused)
    }
  }
}

/// A text that a cell could not take.
struct RefusedText: Hashable {
  let cell: CellAddress
  let refusal: Refusal
}
