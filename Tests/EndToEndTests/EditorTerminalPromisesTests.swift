import TestSupport
import TestTraits
import Testing
import CLibrary

/// Points 6, 7, 9, 11 and 12 of the editor's promises: what the terminal gets and gives.
@Suite(.serialized, .waits) struct EditorTerminalPromisesTests {
  @Test(
    "6: the terminal's cursor stands on the active cell",
    arguments: [(80, 24), (120, 40), (40, 12)]
  )
  func cursor(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    let moves = [
      ("", "Mon wake: time"), ("Right", "Mon wake: heat"),
      ("Right", "Mon wake: cool"),
      ("Home Down", rows == 12 ? "Mon leave: time" : "Tue wake: time"),
    ]
    for (keys, status) in moves {
      if !keys.isEmpty { try editor.press(keys) }
      try editor.expect(status)
      #expect(try isCursorBehindBracket(editor), "\(status)")
    }
    try editor.press("Right", showing: "heat")
    try editor.type("64", showing: "[64")
    let lines = try editor.screen.lines()
    let row = try #require(lines.firstIndex { $0.contains("[64") })
    let column = try #require(lines[row].firstRange(of: "[64"))
    let start = lines[row].distance(from: lines[row].startIndex, to: column.lowerBound)
    try editor.expectVariable("cursor_x", "\(start + 3)")
    try editor.expectVariable("cursor_y", "\(row)")
    try editor.expectVariable("cursor_flag", "1")
    try editor.press("Escape", showing: rows == 12 ? "[62]" : "[70]")
    try editor.type(":go", showing: ":go")
    try editor.expectVariable("cursor_x", "3")
    try editor.expectVariable("cursor_y", "\(rows - 2)")
  }

  private func isCursorBehindBracket(_ editor: EditorInTmux) throws -> Bool {
    try editor.screen.wait { lines in
      guard let row = lines.firstIndex(where: { $0.contains(#/\[[0-9]/#) }),
        let place = lines[row].firstRange(of: #/\[[0-9]/#)
      else { return false }
      let column = lines[row].distance(from: lines[row].startIndex, to: place.lowerBound) + 1
      return try editor.screen.variable("cursor_x") == "\(column)"
        && editor.screen.variable("cursor_y") == "\(row)"
    }
  }

  @Test("7: saving writes nothing when nothing changed, and nothing is left behind")
  func nothingWritten() throws {
    let editor = try EditorInTmux(given: "setpoint new home.json; touch -d 2001-01-01 home.json")
    let before = try editor.shell("ls -li --full-time home.json || ls -liT home.json")
    try editor.press("C-s", showing: "nothing changed; nothing written")
    // An edit taken back is none.
    try editor.type("7", showing: "[7")
    try editor.press("Enter", showing: "[+]")
    try editor.press("u", showing: "again")
    try editor.press("C-s", showing: "nothing changed; nothing written")
    try editor.quit()
    #expect(try editor.shell("ls -li --full-time home.json || ls -liT home.json") == before)
    #expect(try editor.shell("ls -A") == "before.json\nhome.json\nrc\ntmux\n")
  }

  @Test(
    "9: a screen of any size is whole, and q leaves it",
    arguments: [(80, 24), (120, 40), (40, 12), (20, 5), (1, 1)])
  func sizes(columns: Int, rows: Int) throws {
    let text = rows > 5 ? "0-9 type" : rows == 5 ? "needs 22x5" : ""
    let editor = try EditorInTmux(columns: columns, rows: rows, showing: text)
    try editor.expectScreen("9-size-\(columns)x\(rows)")
    // What is typed on a screen that cannot show it changes nothing.
    try editor.press("Right 6 6 Enter")
    if rows <= 5 {
      // The keys before a suspension were all read at that size.
      try editor.press("C-z")
      try editor.expectVariable("alternate_on", "0")
      try editor.screen.type("fg")
      try editor.press("Enter")
      try editor.expectVariable("alternate_on", "1")
    }
    try editor.screen.resize(columns: 80, rows: 24)
    try editor.expect("Mon")
    if rows <= 5 {
      #expect(try !editor.screen.lines()[0].contains("[+]"))
      try editor.press("Home Right PgUp", showing: "Mon wake: heat 70")
      try editor.press("6 6 Enter", showing: "*66")
    }
    try editor.press("C-s", showing: "saved home.json")
    #expect(try editor.savedChanges() == "monday wake heat 70 -> 66\n")
    try editor.screen.resize(columns: columns, rows: rows)
    try editor.press("q")
    try editor.screen.resize(columns: 80, rows: 24)
    try editor.screen.press("x C-u Enter")
    #expect(try editor.screen.wait { $0.contains { $0.hasPrefix("$") } })
  }

  @Test("9: the state survives every size, and the screen is whole again")
  func resizing() throws {
    let editor = try EditorInTmux()
    try editor.press("Down Right", showing: "Tue wake: heat")
    try editor.type("66", showing: "[66")
    try editor.press("Enter", showing: "[+]")
    for (columns, rows, text) in [
      (120, 40, "°F  24h  ✓ no problems"), (40, 12, "Wednesday  time"), (20, 5, "needs 22x5"),
      (1, 1, "n"),
    ] {
      try editor.screen.resize(columns: columns, rows: rows)
      try editor.expect(text)
    }
    try editor.screen.resize(columns: 80, rows: 24)
    try editor.expect("q quit")
    try editor.expect("Wed wake: heat 70")
    let shown = try editor.screen.lines().prefix(24).map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(EditorInTmux.timeless(shown), "screens/resized-80x24.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
    try editor.quit("q n")
    #expect(try editor.shell("cmp before.json home.json && echo same") == "same\n")
  }

  @Test("9: stopping and going on keeps the edits")
  func stopping() throws {
    let editor = try EditorInTmux()
    try editor.press("Right", showing: "Mon wake: heat")
    try editor.type("67", showing: "[67")
    try editor.press("Enter C-z", showing: "Stopped")
    try editor.screen.type("echo between; fg")
    try editor.press("Enter", showing: "Tue wake: heat 70")
    try editor.press("q y", showing: "between")
    #expect(try editor.shell("setpoint get home.json monday.wake.heat") == "67\n")
  }

  @Test("11: the mouse is the terminal's until asked for; a press goes there, the wheel steps")
  func mouse() throws {
    let editor = try EditorInTmux()
    try editor.expectVariable("mouse_any_flag", "0")
    try editor.screen.send("\u{1B}[<0;36;6M\u{1B}[<0;36;6m")
    try editor.press("Right", showing: "Mon wake: heat")
    try editor.press("m", showing: "mouse on: press goes to a cell, the wheel steps it")
    try editor.expectVariable("mouse_any_flag", "1")
    try editor.expectVariable("mouse_sgr_flag", "1")
    try editor.screen.send("\u{1B}[<0;36;6M")
    try editor.expect("Tue leave: heat 62")
    // The wheel steps the number with the cursor, and no other.
    try editor.screen.send("\u{1B}[<64;36;7M\u{1B}[<0;36;7M\u{1B}[<64;36;7M")
    try editor.expect("Wed leave: heat 63")
    try editor.screen.send("\u{1B}[<65;36;7M\u{1B}[<65;36;7M")
    try editor.expect("Wed leave: heat 61")
    // Dragging selects; beside the table a press does nothing.
    try editor.screen.send("\u{1B}[<32;36;9M")
    try editor.expect("3 x 1 cells selected")
    try editor.screen.send("\u{1B}[<0;36;7M\u{1B}[<0;2;2M")
    try editor.press("z m", showing: "mouse off: the terminal selects text again")
    try editor.expectVariable("mouse_any_flag", "0")
    try editor.press("Left Right", showing: "Wed leave: heat 61")
    try editor.save()
    #expect(try editor.savedChanges() == "wednesday leave heat 62 -> 61\n")
  }

  @Test("11: --mouse asks for it from the start, and leaving gives it back")
  func mouseOption() throws {
    let editor = try EditorInTmux("--mouse")
    try editor.expectVariable("mouse_any_flag", "1")
    try editor.quit()
    try editor.expectVariable("mouse_any_flag", "0")
  }

  @Test(
    "12: heat is red-ish and cool blue-ish in every theme",
    arguments: [
      ("default", "91m", "(94|34)m"), ("light", "38;5;124m", "38;5;25m"),
      ("dark", "38;5;209m", "38;5;117m"), ("high-contrast", "38;5;216m", "38;5;123m"),
    ])
  func colors(theme: String, heat: String, cool: String) throws {
    let editor = try EditorInTmux("--theme \(theme)", environment: "TERM=tmux-256color")
    let row = try #require(try editor.screen.coloredLines().first { $0.contains("Sunday") })
    for (color, value) in [(heat, "70"), (cool, "78")] {
      let pattern = try Regex("\u{1B}\\[([0-9;]*;)?\(color)[ !*<]*\(value)")
      #expect(row.contains(pattern), "\(value): \(row.debugDescription)")
    }
  }

  @Test("12: with NO_COLOR there is no colour, and the selection is still seen")
  func noColor() throws {
    let editor = try EditorInTmux(environment: "NO_COLOR=1 TERM=tmux-256color")
    try editor.press("v Down Right", showing: "2 x 2 cells selected")
    let lines = try editor.screen.coloredLines().joined(separator: "\n")
    #expect(!lines.contains(#/\x1B\[[0-9;]*[349][0-7]m/#), "\(lines.debugDescription)")
    #expect(!lines.contains("38;"))
    #expect(lines.contains(#/\x1B\[(0;)?4m70/#), "the range")
    #expect(lines.contains(#/\x1B\[(0;)?7m(\x1B\[[0-9;]*m)*\[70\]/#), "the cell")
  }

  @Test("12: a locale without UTF-8 gets ASCII", arguments: [(80, 24), (120, 40)])
  func plainText(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(environment: "LC_ALL=C", columns: columns, rows: rows)
    try editor.press("z", showing: "Esc back")
    #expect(try editor.screen.lines().joined().utf8.allSatisfy { $0 < 0x80 })
    try editor.expectScreen("12-ascii-\(columns)x\(rows)")
  }
}
