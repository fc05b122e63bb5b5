import TerminalScreen

/// A line of the list: the texts of its columns, how wide they are, and the week behind them.
struct ListRow: Sendable {
  /// The texts one after the other in UTF-8, then the week.
  let bytes: [UInt8]
  /// Where each text ends.
  let ends: [Int]
  let widths: [Int]

  init(_ texts: [String], week: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(week.count) { $0 + $1.utf8.count })
    var (ends, widths) = ([Int](), [Int]())
    ends.reserveCapacity(texts.count)
    widths.reserveCapacity(texts.count)
    for text in texts {
      let start = bytes.count
      bytes += text.utf8
      ends.append(bytes.count)
      // Most texts are ASCII, and as wide as they have bytes.
      let isASCII = bytes.withUnsafeBufferPointer { $0[start...].allSatisfy { $0 < 0x80 } }
      widths.append(isASCII ? bytes.count - start : text.terminalColumns)
    }
    bytes += week
    (self.bytes, self.ends, self.widths) = (bytes, ends, widths)
  }

  static func words(_ errors: Int, _ warnings: Int) -> String {
    if errors == 0, warnings == 0 { return "none" }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}

/// The list as columns, each as wide as its widest text.
struct ListColumns {
  private var rows: [ListRow] = []
  private var widths = [0, 0, 0, 0, 0]
  private var size = 0

  init() {
    add([ListRow(["file", "schedule", "unit", "device", "problems"], week: Array("week".utf8))])
  }

  /// Adds a file's lines.
  mutating func add(_ new: [ListRow]) {
    for row in new {
      for column in 0..<5 { widths[column] = max(widths[column], row.widths[column]) }
      size += row.bytes.count + 1
    }
    rows += new
  }

  /// The rows, below a heading; nothing without a row. A terminal that is too narrow, with `room` columns, gets no
  /// weeks, whose marks mean nothing where they are broken.
  func text(fitting room: Int?) -> [UInt8] {
    guard rows.count > 1 else { return [] }
    let marks = 7 * (WeekMarks.minutes.count + 1) - 1
    let showsWeeks = room.map { widths.reduce(10 + marks, +) <= $0 } ?? true
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: (widths.max() ?? 0) + 2)
    var text: [UInt8] = []
    text.reserveCapacity(size + rows.count * (widths.reduce(0, +) + 10))
    for row in rows {
      var start = 0
      for column in 0..<5 {
        text += row.bytes[start..<row.ends[column]]
        start = row.ends[column]
        guard column < 4 || showsWeeks else { break }
        text += blanks[..<(widths[column] - row.widths[column] + 2)]
      }
      if showsWeeks { text += row.bytes[start...] }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
