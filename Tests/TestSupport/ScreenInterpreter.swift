/// A terminal's screen in memory: does what the bytes of a program of xterm's kind ask for.
///
/// Knows what ncurses sends for `xterm-256color`; any other sequence is kept in `unknown`, for a test
/// to find empty. Every character is taken to be one column wide.
package struct ScreenInterpreter {
  /// A character and how it is shown.
  package struct Cell: Hashable, Sendable {
    /// The character.
    package var character: Character = " "
    /// The parameters of SGR in effect, in a canonical order.
    package var rendition: [String] = []
  }

  /// The lines.
  package private(set) var cells: [[Cell]]
  /// The cursor's line and column, from 0.
  package private(set) var cursor = (row: 0, column: 0)
  /// The private modes that are on, such as 1049 and 2004; at first those that a
  /// terminal has on: 7, text wraps at the margin, and 25, the cursor is shown.
  package private(set) var modes: Set<Int> = [7, 25]
  /// The lines between which text scrolls.
  package private(set) var region: Range<Int>
  /// Sequences that were not understood.
  package private(set) var unknown: [String] = []
  private var rendition: [String: String] = [:]
  private var pending: [UInt8] = []
  private var wraps = false
  private var columns: Int

  /// A blank screen.
  package init(rows: Int = 24, columns: Int = 80) {
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    self.columns = columns
    region = 0..<rows
  }

  /// The screen as text, trailing blanks cut.
  package var lines: [String] {
    cells.map { row in
      var text = String(row.map(\.character))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The attributes in effect for the next character.
  package var currentRendition: [String] { rendition.values.sorted() }

  /// Carries out `bytes`.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let length = Self.unitLength(pending) {
      let unit = String(decoding: pending[..<length], as: UTF8.self)
      pending.removeFirst(length)
      unit.unicodeScalars.first == "\u{1B}" ? sequence(unit) : character(unit)
    }
  }

  /// Changes the extent as a terminal that keeps its text in the corner.
  package mutating func resize(rows: Int, columns: Int) {
    let old = cells
    self.columns = columns
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    for row in 0..<min(rows, old.count) {
      for column in 0..<min(columns, old[row].count) { cells[row][column] = old[row][column] }
    }
    region = 0..<rows
    cursor = (min(cursor.row, rows - 1), min(cursor.column, columns - 1))
  }

  /// How many bytes the first character or sequence has; nil while it is not whole.
  private static func unitLength(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return bytes.count >= length ? length : nil
    }
    guard bytes.count > 1 else { return nil }
    if bytes[1] == UInt8(ascii: "]") || bytes[1] == UInt8(ascii: "P") {
      return bytes.firstIndex { $0 == 0x07 || $0 == 0x5C }.map { $0 + 1 }
    }
    let isControl = bytes[1] == UInt8(ascii: "[")
    let start = isControl ? 2 : 1
    return bytes.dropFirst(start).firstIndex { $0 >= (isControl ? 0x40 : 0x30) }.map { $0 + 1 }
  }
}

// MARK: Characters

extension ScreenInterpreter {

  private mutating func character(_ unit: String) {
    switch unit.unicodeScalars.first {
    case "\r": move(column: 0)
    case "\n": lineFeed()
    case "\u{8}": move(column: cursor.column - 1)
    case "\u{7}", "\u{F}": break
    default:
      if wraps {
        move(column: 0)
        lineFeed()
      }
      cells[cursor.row][cursor.column] = Cell(
        character: Character(unit), rendition: currentRendition)
      wraps = cursor.column == columns - 1
      cursor.column = min(columns - 1, cursor.column + 1)
    }
  }

  private mutating func move(row: Int? = nil, column: Int? = nil) {
    cursor.row = min(max(0, row ?? cursor.row), cells.count - 1)
    cursor.column = min(max(0, column ?? cursor.column), columns - 1)
    wraps = false
  }

  private mutating func lineFeed() {
    wraps = false
    if cursor.row == region.upperBound - 1 {
      scroll(from: region.lowerBound, by: 1)
    } else {
      move(row: cursor.row + 1)
    }
  }

  /// Takes lines out at `row`, or puts them in for a negative count, above the region's end.
  private mutating func scroll(from row: Int, by count: Int) {
    for _ in 0..<abs(count) where region.contains(row) {
      cells.remove(at: count > 0 ? row : region.upperBound - 1)
      cells.insert(blankLine, at: count > 0 ? region.upperBound - 1 : row)
    }
  }

  /// A blank has the background's colour and no other attribute.
  private var blank: Cell {
    Cell(rendition: rendition["background"].map { [$0] } ?? [])
  }
  private var blankLine: [Cell] { Array(repeating: blank, count: columns) }
}

// MARK: Sequences

extension ScreenInterpreter {
  private mutating func sequence(_ unit: String) {
    guard unit.hasPrefix("\u{1B}["), let final = unit.last else {
      switch unit {
      case "\u{1B}(B", "\u{1B})0", "\u{1B}=", "\u{1B}>": break
      case "\u{1B}M" where cursor.row == region.lowerBound: scroll(from: cursor.row, by: -1)
      case "\u{1B}M": move(row: cursor.row - 1)
      default: unknown.append(unit)
      }
      return
    }
    let body = unit.dropFirst(2).dropLast()
    let numbers = body.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    if body.hasPrefix("?") {
      switch final {
      case "h": modes.formUnion(numbers)
      case "l": modes.subtract(numbers)
      default: unknown.append(unit)
      }
    } else if final == "m" {
      select(numbers)
    } else {
      control(final, numbers, unit)
    }
  }

  private mutating func control(_ final: Character, _ numbers: [Int], _ unit: String) {
    let first = numbers.first ?? 0
    let count = max(1, first)
    let (row, column) = cursor
    switch final {
    case "H": move(row: count - 1, column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "G": move(column: count - 1)
    case "d": move(row: count - 1)
    case "A": move(row: row - count)
    case "B": move(row: row + count)
    case "C": move(column: column + count)
    case "D": move(column: column - count)
    case "K":
      erase(row, first == 0 ? column..<columns : first == 1 ? 0..<(column + 1) : 0..<columns)
    case "X": erase(row, column..<min(columns, column + count))
    case "J":
      if first != 1 {
        for line in (row + 1)..<max(row + 1, cells.count) { cells[line] = blankLine }
      }
      if first != 0 { for line in 0..<row { cells[line] = blankLine } }
      erase(row, first == 0 ? column..<columns : first == 1 ? 0..<(column + 1) : 0..<columns)
    case "P":
      cells[row].removeSubrange(column..<min(columns, column + count))
      while cells[row].count < columns { cells[row].append(blank) }
    case "@":
      let inserted = Array(repeating: blank, count: min(count, columns - column))
      cells[row].insert(contentsOf: inserted, at: column)
      cells[row].removeLast(inserted.count)
    case "L": scroll(from: row, by: -count)
    case "M": scroll(from: row, by: count)
    case "S": scroll(from: region.lowerBound, by: count)
    case "T": scroll(from: region.lowerBound, by: -count)
    case "b": for _ in 0..<count { character(String(cells[row][column - 1].character)) }
    case "r":
      region = (count - 1)..<min(cells.count, numbers.count > 1 ? numbers[1] : cells.count)
      move(row: 0, column: 0)
    case "t", "l", "h": break
    default: unknown.append(unit)
    }
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    for column in range { cells[row][column] = blank }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    if rest.isEmpty { rest = [0] }
    while let number = rest.popFirst() {
      switch number {
      case 0: rendition = [:]
      case 1: rendition["bold"] = "1"
      case 4: rendition["underline"] = "4"
      case 7: rendition["reverse"] = "7"
      case 30...37, 90...97: rendition["foreground"] = "\(number)"
      case 40...47, 100...107: rendition["background"] = "\(number)"
      case 39: rendition["foreground"] = nil
      case 49: rendition["background"] = nil
      case 38, 48:
        let color = rest.prefix(rest.first == 5 ? 2 : 4)
        rest = rest.dropFirst(color.count)
        rendition[number == 38 ? "foreground" : "background"] =
          ([number] + color).map { "\($0)" }.joined(separator: ";")
      default: unknown.append("SGR \(number)")
      }
    }
  }
}
