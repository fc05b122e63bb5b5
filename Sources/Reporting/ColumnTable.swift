import Diagnostics
import TerminalScreen

/// A table of text with columns of minimal width.
package struct ColumnTable: Sendable {
  package var rows: [[String]] = []

  package init() {}

  /// Adds a row; all rows have the same number of texts.
  package mutating func add(_ texts: String...) { rows.append(texts.map(\.printable)) }

  /// The width of the lines in columns.
  package var width: Int { widths.reduce(-2) { $0 + $1 + 2 } }

  private var widths: [Int] {
    (0..<(rows.first?.count ?? 0)).map { column in
      rows.reduce(0) { max($0, $1[column].terminalColumns) }
    }
  }

  /// The lines. Beyond `room` columns, omits columns that are the same in all lines, then the last column.
  package func text(fitting room: Int? = nil) -> String {
    let widths = widths
    var shown = Array(widths.indices)
    let isWide = { room.map { $0 < shown.reduce(-2) { $0 + widths[$1] + 2 } } ?? false }
    for column in 1..<max(1, widths.count - 1)
    where isWide() && Set(rows.dropFirst().map { $0[column] }).count == 1 {
      shown.removeAll { $0 == column }
    }
    if isWide() { shown.removeLast() }
    return rows.map { row in
      var line = ""
      for column in shown {
        let blanks = widths[column] - row[column].terminalColumns + 2
        line += row[column] + String(repeating: " ", count: blanks)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
