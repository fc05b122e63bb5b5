import Diagnostics
import TerminalScreen

/// A table of text with columns of minimal width.
package struct ColumnTable: Sendable {
  private let rows: [[String]]

  /// A table of rows with the same number of texts.
  package init(_ rows: [[String]]) { self.rows = rows.map { $0.map(\.printable) } }

  /// The width of the lines in columns.
  package var width: Int { widths.reduce(-2) { $0 + $1 + 2 } }

  private var widths: [Int] {
    (0..<(rows.first?.count ?? 0)).map { column in
      rows.reduce(0) { max($0, $1[column].terminalColumns) }
    }
  }

  /// The lines. Beyond `room` columns, cuts long texts, then omits columns that are the same in all lines, except the
  /// one with the heading `kept`, then cuts further, and then omits the last columns. The last column is never cut.
  package func text(fitting room: Int? = nil, keeping kept: String = "") -> String {
    var widths = widths
    var shown = Array(widths.indices)
    func excess() -> Int { room.map { shown.reduce(-2) { $0 + widths[$1] + 2 } - $0 } ?? 0 }
    func cut(to least: Int) {
      while excess() > 0,
        let widest = shown.filter({ $0 < widths.count - 1 }).max(by: { widths[$0] < widths[$1] }),
        widths[widest] > least
      { widths[widest] -= 1 }
    }
    cut(to: 24)
    for column in 1..<max(1, widths.count - 1)
    where excess() > 0 && Set(rows.dropFirst().map { $0[column] }).count == 1 {
      if rows[0][column] != kept { shown.removeAll { $0 == column } }
    }
    cut(to: 16)
    if excess() > 0 { shown.removeLast() }
    cut(to: 8)
    while excess() > 0, let last = shown.dropFirst().last(where: { rows[0][$0] != kept }) {
      shown.removeAll { $0 == last }
    }
    return rows.map { row in
      var line = ""
      for column in shown {
        let text = row[column].cut(to: widths[column], with: "…")
        line += text + String(repeating: " ", count: widths[column] - text.terminalColumns + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
