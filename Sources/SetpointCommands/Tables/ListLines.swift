import Diagnostics
import TerminalScreen

/// Lines of the list. Those of a file are made on any thread; putting all of them into columns is mere copying.
struct ListLines: Sendable {
  /// How many texts stand before the week.
  private static let columns = 5

  /// A text, or the week behind the last.
  private struct Cell {
    /// How many bytes it has, and how many columns of a terminal it takes.
    let (size, width): (Int, Int)
  }

  /// The cells line by line, six each, and their bytes in UTF-8.
  private var cells: [Cell] = []
  private var bytes: [UInt8] = []

  /// Makes no line.
  init() {}

  /// The line that says what the columns are.
  static var heading: ListLines {
    var lines = ListLines()
    lines.add("file", "schedule", "unit", "device", "problems") { $0 += "week".utf8 }
    return lines
  }

  /// Adds a line, whose week `week` writes.
  mutating func add(
    _ file: String, _ schedule: String, _ unit: String, _ device: String, _ problems: String,
    week: (inout [UInt8]) -> Void
  ) {
    if cells.isEmpty {
      cells.reserveCapacity(Self.columns + 1)
      bytes.reserveCapacity(256)
    }
    add(file)
    add(schedule)
    add(unit)
    add(device)
    add(problems)
    let start = bytes.count
    week(&bytes)
    cells.append(Cell(size: bytes.count - start, width: 0))
  }

  private mutating func add(_ text: String) {
    let size = text.utf8.withContiguousStorageIfAvailable { text -> Int? in
      // Most texts are ASCII, and as wide as they have bytes.
      guard text.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
      bytes.append(contentsOf: text)
      return text.count
    }
    if let size, let size {
      cells.append(Cell(size: size, width: size))
    } else {
      let text = text.printable
      bytes += text.utf8
      cells.append(Cell(size: text.utf8.count, width: text.terminalColumns))
    }
  }

  /// Adds the lines of a file.
  mutating func add(_ lines: ListLines) {
    cells += lines.cells
    bytes += lines.bytes
  }

  static func words(_ errors: Int, _ warnings: Int) -> String {
    if errors == 0, warnings == 0 { return "none" }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}

// MARK: Columns

extension ListLines {
  /// The lines in columns, each as wide as its widest text; nothing for the heading alone. A terminal that is too
  /// narrow, with `room` columns, gets no weeks, whose marks mean nothing where they are broken.
  func text(fitting room: Int?) -> [UInt8] {
    guard cells.count > Self.columns + 1 else { return [] }
    let lines = stride(from: 0, to: cells.count, by: Self.columns + 1)
    let widths = (0..<Self.columns).map { column in
      2 + lines.reduce(0) { max($0, cells[$1 + column].width) }
    }
    let marks = 7 * (WeekMarks.minutes.count + 1) - 1
    let showsWeeks = room.map { widths.reduce(marks, +) <= $0 } ?? true
    let most = bytes.count + cells.count / (Self.columns + 1) * (widths.reduce(1, +))
    return [UInt8](unsafeUninitializedCapacity: most) { text, count in
      guard var place = text.baseAddress else { return }
      bytes.withUnsafeBufferPointer { bytes in
        guard var start = bytes.baseAddress else { return }
        for line in lines {
          for column in 0...Self.columns {
            let cell = cells[line + column]
            defer { start += cell.size }
            guard column < Self.columns || showsWeeks else { continue }
            place.initialize(from: start, count: cell.size)
            place += cell.size
            // Nothing stands behind the last column.
            guard column < (showsWeeks ? Self.columns : Self.columns - 1) else { continue }
            let blanks = widths[column] - cell.width
            place.initialize(repeating: UInt8(ascii: " "), count: blanks)
            place += blanks
          }
          place.initialize(to: UInt8(ascii: "\n"))
          place += 1
        }
      }
      count = place - (text.baseAddress ?? UnsafeMutablePointer(place))
    }
  }
}
