import Terminal
import TestSupport
import Testing
import TwoWayTable

/// Every frame is carried out by a terminal in memory and compared cell by cell.
@Suite("The terminal writer")
struct TerminalWriterTests {
  /// A type of terminal, and how the one in memory behaves like it.
  struct Kind: Sendable, CustomTestStringConvertible {
    let type: String
    var colors = 8
    var erasesInColor = true
    var wrapsAtOnce = false
    var unicode = true
    var theme = Theme.terminal
    var testDescription: String {
      "\(type), \(theme.name)\(unicode ? "" : ", ASCII")"
    }
  }

  static let kinds = [
    Kind(type: "xterm-256color", colors: 256),
    Kind(type: "xterm-256color", colors: 256, theme: .highContrast),
    Kind(type: "xterm-256color", colors: 256, unicode: false, theme: .dark),
    Kind(type: "xterm", theme: .light),
    Kind(type: "screen", erasesInColor: false),
    Kind(type: "screen-256color", colors: 256, erasesInColor: false, theme: .highContrast),
    Kind(type: "tmux-256color", colors: 256, theme: .dark),
    Kind(type: "linux", theme: .highContrast),
    Kind(type: "vt100", colors: 0, erasesInColor: false),
    Kind(type: "vt220", colors: 0, erasesInColor: false),
    Kind(type: "ansi", erasesInColor: false, wrapsAtOnce: true),
  ]

  @Test("makes the screen equal to the surface, whatever was there before", arguments: kinds)
  func keepsTheScreen(kind: Kind) throws {
    var generator = SeededGenerator(seed: 5)
    for (rows, columns) in [(24, 80), (5, 20), (3, 2), (1, 1), (7, 33)] {
      let size = ScreenSize(rows: rows, columns: columns)
      var writer = try writer(kind, size)
      var screen = ScreenInterpreter(
        rows: rows, columns: columns, erasesInColor: kind.erasesInColor,
        wrapsAtOnce: kind.wrapsAtOnce)
      screen.feed("\u{1B}[41mwhat was there".utf8)
      let scrolls = screen.scrollCount
      var old: Surface?
      var surface = Surface(size: size)
      for step in 0..<60 {
        change(&surface, using: &generator)
        let cursor =
          Int.random(in: 0..<4, using: &generator) == 0
          ? nil
          : ScreenPoint(
            row: Int.random(in: 0..<rows, using: &generator),
            column: Int.random(in: 0..<columns, using: &generator))
        let bytes = writer.frame(from: old, to: surface, cursor: cursor)
        screen.feed(bytes)
        old = surface
        if let difference = difference(screen, surface, cursor, kind) {
          let sent = String(decoding: bytes, as: UTF8.self).debugDescription
          Issue.record("step \(step), \(size): \(difference), \(sent)")
          return
        }
        if step % 20 == 19 { old = nil }
      }
      #expect(screen.unknown.isEmpty && screen.scrollCount == scrolls, "\(screen.unknown)")
    }
  }

  @Test("sends nothing for the same picture, and one character for a picture that differs in one")
  func sendsTheDifference() throws {
    let size = ScreenSize(rows: 24, columns: 80)
    var writer = try writer(Kind(type: "xterm-256color"), size)
    var surface = Surface(size: size)
    surface.write("06:00 70", at: ScreenPoint(row: 4, column: 12))
    let corner = ScreenPoint(row: 4, column: 18)
    _ = writer.frame(from: nil, to: surface, cursor: corner)
    #expect(writer.frame(from: surface, to: surface, cursor: corner).isEmpty)
    let before = surface
    surface.write("1", at: ScreenPoint(row: 4, column: 19))
    let bytes = writer.frame(
      from: before, to: surface, cursor: ScreenPoint(row: 4, column: 20))
    // The character between is shorter than a way past it.
    #expect(String(decoding: bytes, as: UTF8.self) == "71")
  }

  /// The terminal in memory shows each scalar apart, and gives joiners a column: the worst there is.
  @Test(
    "keeps the neighbours of a cluster in place, however wide a terminal draws it",
    arguments: ["xterm-256color", "vt100"])
  func clustersKeepTheirNeighbours(type: String) throws {
    let size = ScreenSize(rows: 2, columns: 40)
    var writer = try writer(Kind(type: type), size)
    var screen = ScreenInterpreter(rows: 2, columns: 40)
    var old: Surface?
    let family = "👩‍👩‍👧"
    let texts = [
      "ab\(family)cd 1️⃣ef", "ab\(family)cx 1️⃣ef", "ab\(family)cx 1️⃣", "abcx 1️⃣ef", "abzzcx --ef",
      "ab👩\u{200D}cx", "ab👩‍👩\u{200D}cx",
      String(repeating: "-", count: 36) + family + "x", String(repeating: "-", count: 38) + family,
    ]
    for text in texts {
      var surface = Surface(size: size)
      surface.write(text, at: ScreenPoint(row: 0, column: 0))
      surface.write("next", at: ScreenPoint(row: 1, column: 0))
      let bytes = writer.frame(from: old, to: surface, cursor: nil)
      let whole = surface.lines[0].contains(family) && !text.hasSuffix("-" + family)
      #expect(!whole || old != nil || String(decoding: bytes, as: UTF8.self).contains(family))
      let sent = String(decoding: bytes, as: UTF8.self).unicodeScalars
      for (scalar, next) in zip(sent, sent.dropFirst()) where scalar == "\u{200D}" {
        #expect(next.properties.isEmoji && next.value > 0x7F, "a joiner at the end: \(text)")
      }
      screen.feed(bytes)
      old = surface
      for (column, cell) in surface.rows[0].enumerated() {
        guard let byte = cell.text.utf8.first, cell.text.utf8.count == 1 else { continue }
        let shown = screen.cells[0][column].character
        #expect(shown == Character(Unicode.Scalar(byte)), "\(text), \(column)")
      }
      #expect(screen.lines[1].hasPrefix("next"), "\(text)")
    }
  }

  private static func point(_ row: Int, _ column: Int) -> ScreenPoint {
    ScreenPoint(row: row, column: column)
  }

  @Test("erases blanks to the end of a row, and moves within a row by its column")
  func isShort() throws {
    let size = ScreenSize(rows: 24, columns: 80)
    var writer = try writer(Kind(type: "xterm-256color"), size)
    var surface = Surface(size: size)
    surface.write(String(repeating: "x", count: 80), at: Self.point(6, 0))
    _ = writer.frame(from: nil, to: surface, cursor: Self.point(6, 12))
    let before = surface
    surface.clear(row: 6, columns: 10..<80)
    #expect(writer.frame(from: before, to: surface, cursor: Self.point(6, 0)).count <= 12)
    let erased = surface
    surface.write("ab", at: Self.point(6, 70))
    let next = writer.frame(from: erased, to: surface, cursor: Self.point(6, 72))
    #expect(String(decoding: next, as: UTF8.self) == "\u{1B}[71Gab")
  }

  @Test("names the first column to a terminal that is not of ECMA-48") func otherAddresses() throws
  {
    let size = ScreenSize(rows: 24, columns: 80)
    var writer = try writer(Kind(type: "vt52", colors: 0), size)
    let before = Surface(size: size)
    _ = writer.frame(from: nil, to: before, cursor: Self.point(4, 12))
    var surface = before
    surface.write("a", at: Self.point(20, 0))
    let bytes = writer.frame(from: before, to: surface, cursor: nil)
    // Row and column are sent as characters, the first one as a blank.
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}Y4 a")
  }

  private static let hasExactColors = (try? Terminfo(type: "xterm-direct", output: -1)) != nil

  @Test(
    "uses exact colours if the terminal supports them",
    .enabled(if: hasExactColors, "the terminal type xterm-direct is not installed"))
  func directColor() throws {
    let theme = Theme(name: "exact") { role in
      role == .warm ? ThemeEntry(.exact(0xFF8700)) : ThemeEntry()
    }
    let terminfo = try Terminfo(type: "xterm-direct", output: -1)
    let size = ScreenSize(rows: 2, columns: 10)
    var writer = TerminalWriter(
      terminfo, theme: theme, showsUnicode: true, size: size, width: { _ in 1 })
    var surface = Surface(size: size)
    surface.write("70", at: Self.point(0, 0), style: Style(.warm))
    let text = String(decoding: writer.frame(from: nil, to: surface, cursor: nil), as: UTF8.self)
    #expect(text.contains("38;2;255;135;0"), "\(text)")
  }

  @Test("refuses a terminal type without cursor addressing, and an unknown type")
  func refuses() {
    #expect(throws: TerminalError.typeIsTooSimple("dumb")) {
      try Terminfo(type: "dumb", output: -1)
    }
    #expect(throws: TerminalError.typeIsUnknown("no-such-type")) {
      try Terminfo(type: "no-such-type", output: -1)
    }
  }

  private func writer(_ kind: Kind, _ size: ScreenSize) throws -> TerminalWriter {
    TerminalWriter(
      try Terminfo(type: kind.type, output: -1), theme: kind.theme, showsUnicode: kind.unicode,
      size: size, width: { Unicode.Scalar($0)?.terminalColumns ?? 1 })
  }

  /// Writes texts, clears stretches, changes single cells.
  private func change(_ surface: inout Surface, using generator: inout SeededGenerator) {
    let texts = [
      "06:00 70  78", "a", "漢字", "e\u{301}é", "    ", "°F · 24h", "Monday", "x漢y", "漢\u{301}",
      String(repeating: "=", count: 90), String(repeating: " ", count: 90),
    ]
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = ScreenPoint(
        row: Int.random(in: 0..<surface.size.rows, using: &generator),
        column: Int.random(in: -3..<surface.size.columns, using: &generator))
      let style = Style(
        StyleRole.allCases.randomElement(using: &generator) ?? .plain,
        Emphasis(rawValue: UInt8.random(in: 0..<16, using: &generator) & 7))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        surface.clear(row: place.row, columns: place.column..<(place.column + 30), style: style)
      case 1: surface.clear(row: place.row)
      default:
        surface.write(texts.randomElement(using: &generator) ?? "", at: place, style: style)
      }
    }
  }

  /// The cells that differ from the surface.
  private func difference(
    _ screen: ScreenInterpreter, _ surface: Surface, _ cursor: ScreenPoint?, _ kind: Kind
  ) -> String? {
    for row in 0..<surface.size.rows {
      let wanted = surface.rows[row].map { expected($0, kind) }
      for (column, cell) in screen.cells[row].enumerated() {
        let isLast = row == surface.size.rows - 1 && column == surface.size.columns - 1
        // A terminal that would scroll keeps a blank there.
        if isLast, kind.wrapsAtOnce { continue }
        // There, half of a wide character is a question mark.
        let isCut = kind.wrapsAtOnce && row == surface.size.rows - 1
        if isCut, column == surface.size.columns - 2, wanted[column + 1].character == "\0" {
          if cell.character != "?" { return "\(row),\(column): \(cell) for half of a character" }
          continue
        }
        // The mark of a character in the last column finds the cursor on the next line.
        if kind.wrapsAtOnce, column >= surface.size.columns - 2 || column == 0 { continue }
        if cell.look != wanted[column].look {
          return "\(row),\(column): \(cell) for \(wanted[column])"
        }
      }
    }
    if let cursor, screen.cursor != (cursor.row, cursor.column) { return "\(screen.cursor)" }
    return nil
  }

  private func expected(_ cell: SurfaceCell, _ kind: Kind) -> ScreenInterpreter.Cell {
    // With few colours, those of a theme with exact ones are the terminal's own.
    let theme = kind.theme.fitting(colors: kind.colors)
    let entry = theme[cell.style.role]
    let emphasis = cell.style.emphasis.union(entry.emphasis)
    var rendition: [String] = []
    if emphasis.contains(.bold) { rendition.append("1") }
    if emphasis.contains(.underline) { rendition.append("4") }
    if emphasis.contains(.reverse) { rendition.append("7") }
    // Their ncv: no underlined text in colour.
    if ["linux", "ansi"].contains(kind.type),
      entry.background != .standard || entry.foreground != .standard,
      !(emphasis.contains(.reverse) && entry.background == .standard)
    {
      rendition.removeAll { $0 == "4" }
    }
    if !emphasis.contains(.reverse) || entry.background != .standard {
      if let color = entry.foreground.number(among: kind.colors == 0 ? 8 : kind.colors) {
        rendition.append(Self.parameter(color, base: 30))
      }
      if let color = entry.background.number(among: kind.colors == 0 ? 8 : kind.colors) {
        rendition.append(Self.parameter(color, base: 40))
      }
    }
    var text = cell.text
    if text.isEmpty {
      text = kind.unicode ? "\0" : " "
    } else if !kind.unicode, let first = text.unicodeScalars.first {
      text = first.isASCII ? String(first) : "?"
    }
    return .init(character: Character(text), rendition: rendition.sorted())
  }

  private static func parameter(_ color: Int, base: Int) -> String {
    color < 8 ? "\(base + color)" : color < 16 ? "\(base + 52 + color)" : "\(base + 8);5;\(color)"
  }
}
