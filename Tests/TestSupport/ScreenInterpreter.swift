/// An emulator of an xterm screen in memory.
///
/// Knows what `xterm-256color` and its relatives do; any other sequence is kept in `unknown`, for a
/// test to find empty. The right half of a wide character is a cell of its own, which holds NUL.
package struct ScreenInterpreter {
  /// A character and how it is shown.
  package struct Cell: Hashable, Sendable {
    /// The character.
    package var character: Character = " "
    /// The parameters of SGR in effect, in a canonical order.
    package var rendition: [String] = []

    /// Describes a cell.
    package init(character: Character = " ", rendition: [String] = []) {
      (self.character, self.rendition) = (character, rendition)
    }

    /// The cell as a person sees it: the colour and weight of a blank's text show only in its underline.
    package var look: Cell {
      guard character == " ", !rendition.contains("7"), !rendition.contains("4") else {
        return self
      }
      var visible = self
      visible.rendition.removeAll { !$0.isBackground }
      return visible
    }
  }

  /// The lines.
  package private(set) var cells: [[Cell]]
  /// The cursor's line and column, from 0.
  package private(set) var cursor = (row: 0, column: 0)
  /// The private modes that are on, such as 1049 and 2004; at first those that a
  /// terminal has on: 7, text wraps at the margin, and 25, the cursor is shown.
  package private(set) var modes: Set<Int> = [7, 25]
  /// Whether a sequence showed the cursor.
  package private(set) var hasShownCursor = false
  /// The lines between which text scrolls.
  package private(set) var region: Range<Int>
  /// Whether a program asked for the background.
  package private(set) var isAskedForBackground = false
  /// Sequences that were not understood.
  package private(set) var unknown: [String] = []
  /// Whether erased cells get the background in effect (bce).
  private let erasesInColor: Bool
  /// Whether the cursor leaves the last column at once, and not with the next character (no xenl).
  private let wrapsAtOnce: Bool
  /// How often the screen scrolled by itself.
  package private(set) var scrollCount = 0
  private var rendition: [String: String] = [:] {
    didSet { currentRendition = rendition.values.sorted() }
  }
  private var pending: [UInt8] = []
  private var wraps = false
  private var columns: Int

  /// A blank screen.
  package init(
    rows: Int = 24, columns: Int = 80, erasesInColor: Bool = true, wrapsAtOnce: Bool = false
  ) {
    self.erasesInColor = erasesInColor
    self.wrapsAtOnce = wrapsAtOnce
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    self.columns = columns
    region = 0..<rows
  }

  /// The screen as text, trailing blanks cut.
  package var lines: [String] {
    cells.map { row in
      let end = (row.lastIndex { $0.character != " " } ?? -1) + 1
      var text = ""
      for cell in row[..<end] where cell.character != "\0" { text.append(cell.character) }
      return text
    }
  }

  /// The attributes in effect for the next character.
  package private(set) var currentRendition: [String] = []

  /// Carries out `bytes`.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var rest = pending[...]
    while let length = Self.unitLength(rest) {
      let unit = String(decoding: rest.prefix(length), as: UTF8.self)
      rest = rest.dropFirst(length)
      unit.unicodeScalars.first == "\u{1B}" ? sequence(unit) : character(unit)
    }
    pending = Array(rest)
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
  private static func unitLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    let begin = bytes.startIndex
    guard first == 0x1B else {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return bytes.count >= length ? length : nil
    }
    guard bytes.count > 1 else { return nil }
    if bytes[begin + 1] == UInt8(ascii: "]") || bytes[begin + 1] == UInt8(ascii: "P") {
      return bytes.firstIndex { $0 == 0x07 || $0 == 0x5C }.map { $0 + 1 - begin }
    }
    let isControl = bytes[begin + 1] == UInt8(ascii: "[")
    let start = isControl ? 2 : 1
    return bytes.dropFirst(start).firstIndex { $0 >= (isControl ? 0x40 : 0x30) }
      .map { $0 + 1 - begin }
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
    case let scalar? where Self.isMark(scalar):
      // Of the character before, which may be wide.
      var column = wraps ? cursor.column : cursor.column - 1
      // There is none after a line that wrapped at once.
      guard column >= 0 else { return }
      if cells[cursor.row][column].character == "\0" { column -= 1 }
      let before = String(cells[cursor.row][column].character)
      cells[cursor.row][column].character = Character(before + unit)
    default: print(Character(unit), isWide: unit.unicodeScalars.first.map(Self.isWide) ?? false)
    }
  }

  private mutating func print(_ character: Character, isWide: Bool) {
    if wraps || (isWide && cursor.column == columns - 1) {
      move(column: 0)
      lineFeed()
    }
    let (row, column) = cursor
    let end = column + (isWide ? 2 : 1)
    // The rest of a wide character becomes a blank.
    if cells[row][column].character == "\0", column > 0 { cells[row][column - 1].character = " " }
    if end < columns, cells[row][end].character == "\0" { cells[row][end].character = " " }
    cells[row][column] = Cell(character: character, rendition: currentRendition)
    if isWide { cells[row][column + 1] = Cell(character: "\0", rendition: currentRendition) }
    wraps = end == columns && !wrapsAtOnce && modes.contains(7)
    cursor.column = min(columns - 1, end)
    if end == columns, wrapsAtOnce, modes.contains(7) {
      move(column: 0)
      lineFeed()
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFF01...0xFF60, 0x1F300...0x1F64F:
      true
    default: false
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
      scrollCount += 1
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
    Cell(rendition: erasesInColor ? rendition["background"].map { [$0] } ?? [] : [])
  }
  private var blankLine: [Cell] { Array(repeating: blank, count: columns) }
}

// MARK: Sequences

extension ScreenInterpreter {
  private mutating func sequence(_ unit: String) {
    guard unit.hasPrefix("\u{1B}["), let final = unit.last else {
      switch unit {
      case "\u{1B}(B", "\u{1B})0", "\u{1B}=", "\u{1B}>": break
      // A question about the background, which this terminal does not answer.
      case "\u{1B}]11;?\u{1B}\\": isAskedForBackground = true
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
      case "h":
        modes.formUnion(numbers)
        hasShownCursor = hasShownCursor || numbers.contains(25)
      case "l": modes.subtract(numbers)
      // The shape of the cursor on the Linux console.
      case "c": break
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
    let blank = blank
    for column in range { cells[row][column] = blank }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    if rest.isEmpty { rest = [0] }
    while let number = rest.popFirst() {
      switch number {
      case 0: rendition = [:]
      case 1: rendition["bold"] = "1"
      case 2: rendition["dim"] = "2"
      case 4: rendition["underline"] = "4"
      case 7: rendition["reverse"] = "7"
      case 22: (rendition["bold"], rendition["dim"]) = (nil, nil)
      case 24: rendition["underline"] = nil
      case 27: rendition["reverse"] = nil
      case 10: break
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

extension String {
  fileprivate var isBackground: Bool {
    hasPrefix("48;") || hasPrefix("10") || (count == 2 && hasPrefix("4"))
  }
}
