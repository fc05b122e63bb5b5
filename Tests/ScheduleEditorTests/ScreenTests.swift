import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

@Suite struct ScreenTests {
  /// Whole screens, compared with files that a person reviewed.
  @Test(
    "the screen is as recorded",
    arguments: [
      ("week-80x24", 24, 80, "Down Right Right Right Right 6 4 Enter"),
      ("week-120x40", 40, 120, "Down Right Right Right Right 6 4 Enter + u"),
      ("week-200x50", 50, 200, "Right 7 2 Enter"), ("week-80x22", 22, 80, "Right"),
      ("week-80x34", 34, 80, "Right"), ("week-60x20", 20, 60, "Right"),
      ("problem-40x12", 12, 40, "Right 8 5 Enter Up"),
      ("problem-28x5", 5, 28, "Right 8 5 Enter Up"), ("list-120x40", 40, 120, "w Down"),
      ("problems-80x24", 24, 80, "Right 8 5 Down 7 9 Down Right 6 0 Enter Tab 2 3 0 0 Enter"),
      ("typing-80x24", 24, 80, "Enter ^u noonish"),
      ("question-80x24", 24, 80, "Right 6 4 Enter q"),
      ("help-80x24", 24, 80, "?"), ("help-40x12", 12, 40, "? Down Down"),
      ("three-periods-64x24", 24, 64, "End"), ("two-periods-50x16", 16, 50, "Right Right Right"),
      ("days-40x24", 24, 40, "Down Down Down"), ("day-40x12", 12, 40, "PgDn End"),
      ("day-28x5", 5, 28, ""), ("small-20x5", 5, 20, ""), ("least-1x1", 1, 1, "6 4 Enter"),
      ("low-80x10", 10, 80, ""), ("low-80x9", 9, 80, ""),
    ])
  func screenReviewed(name: String, rows: Int, columns: Int, keys: String) {
    let editor = EditorHarness(rows: rows, columns: columns).press(keys)
    let text = editor.backend.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/\(name).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  static let sizes = [(24, 80), (40, 120), (60, 200), (16, 60), (12, 40), (5, 22)]

  @Test(
    "the screen is as recorded in °C, with 12 hours, in ASCII, in every theme, and without colour",
    arguments: sizes)
  func variants(rows: Int, columns: Int) {
    let celsius = Contents.standard(.celsius, name: "Winter")
    func editor(theme: String) -> EditorHarness {
      EditorHarness(rows: rows, columns: columns, color: true).command("theme \(theme)")
    }
    for (name, editor, isStyled) in [
      (
        "12h-celsius", EditorHarness(celsius, rows: rows, columns: columns, clock: .twelveHour),
        false
      ),
      ("ascii", EditorHarness(rows: rows, columns: columns, unicode: false), false),
      // These three differ in the colours of themes.txt alone.
      ("own", editor(theme: "dark"), true), ("own", editor(theme: "light"), true),
      ("own", editor(theme: "high-contrast"), true), ("terminal", editor(theme: "terminal"), true),
      ("mono", EditorHarness(rows: rows, columns: columns), true),
    ] {
      editor.press("Down Right 6 6 . 5 Enter")
      let surface = editor.backend.surface
      let text = isStyled ? surface.styledText : surface.text()
      let mismatch = Golden.mismatch(text, "screens/\(name)-\(columns)x\(rows).txt")
      #expect(mismatch == nil, "\(mismatch ?? "")")
    }
  }

  @Test("the colours of the themes are as recorded, in truecolor, 256 and 16 colours")
  func colors() {
    var lines: [String] = []
    for theme in Theme.builtIn where theme != .standard {
      // With fewer than 256 colours, themes of exact ones give way to the terminal's own.
      let depths = [1 << 24, 256] + ([Theme.dark, .light].contains(theme) ? [] : [16])
      // Roles that other tests add follow the 27 of the library.
      for role in StyleRole.allCases.prefix(27) {
        let look = theme[role]
        let shown = depths.map { depth in
          let look = theme.fitting(colors: depth)[role]
          return [look.foreground, look.background].map { color -> String in
            let number = color.number(among: depth)
            return number.map { $0 > 255 ? "\(String($0, radix: 16).dropFirst())" : "\($0)" } ?? "-"
          }.joined(separator: "/")
        }
        lines.append(
          "\(theme.name) \(role.name) \(shown.joined(separator: " "))\(look.emphasis.names)")
      }
    }
    let text = lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/themes.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a terminal without Unicode gets ASCII only") func terminalWithoutUnicode() {
    for (rows, columns) in [(24, 80), (40, 120)] {
      for color in [false, true] {
        let editor = EditorHarness(rows: rows, columns: columns, unicode: false, color: color)
        for keys in ["Right 8 5 Enter", "!", "Esc c", "Esc L", "Esc X", "Esc D", "Esc ?", "Esc :"] {
          let text = editor.press(keys).backend.lines.joined()
          #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(keys) \(text)")
        }
      }
    }
  }

  @Test("a name cannot control the terminal") func hostileName() {
    let contents = Contents(
      unit: .celsius,
      schedules: [Schedule(name: "a\u{1B}[2J\u{202E}b\u{9B}c", week: .standard(.celsius))])
    let editor = EditorHarness(contents).press("")
    #expect(editor.backend.lines[0].hasPrefix(" a?[2J?b?c home.json"))
  }

  @Test("the state survives every size") func survivesEverySize() {
    let editor = EditorHarness().press("PgDn End 7 5")
    let full = editor.backend.lines
    for rows in 1...30 {
      for columns in [1, 2, 19, 25, 27, 28, 40, 44, 45, 61, 62, 78, 79, 80, 200] {
        editor.resize(rows: rows, columns: columns)
        #expect(editor.backend.lines.count == rows)
      }
    }
    editor.resize(rows: 24, columns: 80)
    #expect(editor.backend.lines == full)
  }

  @Test("a form covers the week") func formCoversWeek() {
    let editor = EditorHarness().press("e")
    for _ in 0..<2 {
      #expect(editor.backend.lines[0].hasPrefix(" Winter home.json"))
      #expect(editor.backend.lines[10].hasPrefix("  Sunday "))
      editor.resize(rows: 30, columns: 90)
    }
  }

  @Test("the cursor is after wide text in a cell, in a line and in a form")
  func cursorAfterWideText() throws {
    let editor = EditorHarness().press("F2 ^u 漢 字")
    #expect(editor.backend.lines[4].hasPrefix("  Monday   [漢字"))
    #expect(editor.backend.cursor == ScreenPoint(row: 4, column: 16))
    #expect(editor.press("Left").backend.cursor == ScreenPoint(row: 4, column: 14))
    editor.press("Right 漢 字 漢 字 漢 字")
    let row = editor.backend.surface
    // Scrolled, with the cursor after the last visible character.
    let cursor = try #require(editor.backend.cursor)
    #expect(row[ScreenPoint(row: 4, column: cursor.column - 2)].text == "字")
    editor.press("Esc :").press(String(repeating: "漢 ", count: 60))
    // 78 columns for text, one of them for the cursor: 38 characters before it.
    #expect(editor.backend.cursor == ScreenPoint(row: 22, column: 77))
  }
}

extension Surface {
  /// The text, a letter for the style of each cell that is not plain, and the meaning of the letters.
  fileprivate var styledText: String {
    var styles: Set<Style> = []
    let rows = self.rows.map { $0.map(\.style) }
    for row in rows { styles.formUnion(row) }
    styles.remove(Style(.plain))
    let ordered = styles.map { "\($0.role.name)\($0.emphasis.names)" }.sorted()
    func letter(_ style: Style) -> String {
      ordered.firstIndex(of: "\(style.role.name)\(style.emphasis.names)").map {
        String(UnicodeScalar(UInt8(ascii: $0 < 26 ? "a" : "A") + UInt8($0 % 26)))
      } ?? "."
    }
    let map = rows.map { row in
      var line = row.map(letter).joined()
      while line.last == "." { line.removeLast() }
      return line + "\n"
    }
    let legend = ordered.enumerated().map { index, name in
      "\(UnicodeScalar(UInt8(ascii: index < 26 ? "a" : "A") + UInt8(index % 26))) \(name)\n"
    }
    return text() + "\n" + map.joined() + "\n" + legend.joined()
  }
}

extension Emphasis {
  fileprivate var names: String {
    [
      (Emphasis.bold, " bold"), (.underline, " underline"), (.reverse, " reverse"),
      (.raised, " raised"),
    ].filter { contains($0.0) }.map(\.1).joined()
  }

  @Test("the list marks the heading of today, in sight or at the top") func todayInList() {
    let editor = EditorHarness().press("w")
    #expect(editor.backend.lines.contains { $0.hasPrefix("▸Tuesday") }, "\(editor.backend.lines)")
    // Tuesday's sleep period below its heading.
    editor.command("goto tue sleep").press("Down Down Down Down Down Down Down Down Down Down")
    #expect(editor.backend.lines.count { $0.contains("▸") } <= 1)
  }

  @Test("a long name of a file or a schedule leaves room for the rest of the title")
  func longNames() {
    let long = String(repeating: "a", count: 64)
    let named = EditorHarness(.standard(.fahrenheit, name: long)).press("Right 6 6 Enter")
    #expect(named.backend.lines[0].contains("aa… ● 1"), "\(named.backend.lines[0])")
    let file = EditorHarness(fileName: "\(long).json").press("Right 6 6 Enter")
    #expect(file.backend.lines[0].hasPrefix(" Winter aaaa"), "\(file.backend.lines[0])")
    #expect(file.backend.lines[0].contains("a… ● 1 unsaved"), "\(file.backend.lines[0])")
  }
}
