import Diagnostics
import TerminalScreen

/// A table of text with columns of minimal width.
struct ColumnTable: Sendable {
  private(set) var rows: [[String]] = []

  /// Adds a row; all rows have the same number of texts.
  mutating func add(_ texts: String...) { rows.append(texts.map(\.printable)) }

  mutating func add(_ other: ColumnTable) { rows += other.rows }

  /// The lines; without the last column if they would be wider than `room` columns.
  func text(fitting room: Int? = nil) -> String {
    guard let count = rows.first?.count else { return "" }
    let widths = (0..<count).map { column in
      rows.reduce(0) { max($0, $1[column].terminalColumns) }
    }
    let isWide = room.map { widths.reduce(2 * (count - 1), +) > $0 } ?? false
    return rows.map { row in
      var line = ""
      for (text, width) in zip(isWide ? row.dropLast() : row[...], widths) {
        line += text + String(repeating: " ", count: width - text.terminalColumns + 2)
      }
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}
