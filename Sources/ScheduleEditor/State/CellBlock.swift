import Diagnostics
import ScheduleModel
import TwoWayTable

/// A block of cells as text: what is copied and pasted.
struct CellBlock: Hashable {
  /// The texts, line by line; lines may differ in length.
  let lines: [[String]]

  /// Takes the range of an editor; times in the form of files, so that any program reads them.
  init(_ state: EditorState) {
    lines = state.selectedLines.map { line in
      line.map { state.week[state.layout.cell(at: $0)].description }
    }
  }

  /// Reads pasted text: tabs part cells, or commas where no tab is; line ends part lines.
  init(pasted text: String) {
    let separator: Character = text.contains("\t") ? "\t" : ","
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines.map { line in
      line.split(separator: separator, omittingEmptySubsequences: false).map(Self.cell)
    }
  }

  /// Tabs between cells, a line end behind every line: what spreadsheets paste.
  var text: String {
    lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// A cell without blanks around it and without the quotes that CSV may put there.
  private static func cell(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.count > 1, text.first == "\"", text.last == "\"" {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}

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
    let corner = layout.place(of: selected[0][0])
    let lines = max(selected.count, block.lines.count)
    let columns = max(selected[0].count, width)
    var changed = week
    var refusals: [Refusal] = []
    var beyond = 0
    for (line, column) in (0..<lines).flatMap({ line in (0..<columns).map { (line, $0) } }) {
      let texts = block.lines[line % block.lines.count]
      guard column % width < texts.count, !texts[column % width].isEmpty else { continue }
      let place = TablePlace(line: corner.line + line, column: corner.column + column)
      guard place.line < layout.lineCount, place.column < layout.columnCount else {
        beyond += 1
        continue
      }
      let text = texts[column % width]
      for cell in layout.cells(at: layout.position(at: place)) {
        do {
          changed[cell] = try changed[cell.row].read(text, for: cell.field, unit: week.unit)
        } catch {
          refusals.append(Refusal(cell: cell, reason: error.reason))
        }
      }
    }
    let edit = ScheduleEdit(from: week, to: changed)
    let count = CellAddress.all.count { changed[$0] != week[$0] }
    perform(edit, name: "paste \(RangeCommands.cells(count))")
    anchor = nil
    report(pasted: count, refusals, beyond: beyond)
  }

  private mutating func report(pasted: Int, _ refusals: [Refusal], beyond: Int) {
    var text = "pasted \(RangeCommands.cells(pasted))"
    if beyond > 0 { text += "; \(beyond) beyond the table left out" }
    if let first = refusals.first {
      text += "; refused \(refusals.count): \(first.cell): \(first.reason)"
    }
    message = Message(text: text, isProblem: beyond > 0 || !refusals.isEmpty)
    // Also a single one whose reason the line would cut off.
    if refusals.count > 1 || !refusals.isEmpty && text.count > size.columns - 2 {
      showRefusals(refusals)
    }
  }
}

/// A text that a cell could not take.
struct Refusal: Hashable {
  let cell: CellAddress
  let reason: String
}
