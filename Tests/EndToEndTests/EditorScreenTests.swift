import CLibrary
import TestSupport
import TestTraits
import Testing

/// What the terminal gets of the editor, on screens of any size and in any theme.
@Suite(.waits) struct EditorScreenTests {
  private let document = TestDocument()

  @Test(
    "the terminal's cursor is on the active cell", arguments: [(80, 24), (120, 40), (40, 12)])
  func cursor(columns: Int, rows: Int) throws {
    let editor = try document.edit(rows: rows, columns: columns, showing: "0-9 type")
    let below = rows == 12 ? "leave time" : "wake time"
    for (keys, status) in [
      ("", "wake time"), (Key.right, "wake heat"), (Key.right, "wake cool"),
      (Key.home + Key.down, below),
    ] {
      editor.send(keys)
      #expect(isOnBracket(editor, status), "\(status): \(editor.screen.lines)")
    }
    try editor.press(Key.right, showing: "heat")
    try editor.press("64", showing: "[64")
    let row = try #require(editor.screen.lines.firstIndex { $0.contains("[64") })
    let line = editor.screen.lines[row]
    let place = try #require(line.firstRange(of: "[64")).lowerBound
    let column = line.distance(from: line.startIndex, to: place)
    #expect(editor.terminal.receive(on: &editor.screen) { $0.cursor == (row, column + 3) })
    #expect(editor.screen.modes.contains(25))
    try editor.press(Key.escape, showing: rows == 12 ? "[62]" : "[70]")
    editor.send(":go")
    #expect(editor.shows(":go", cursor: (rows - 2, 3)))
  }

  private func isOnBracket(_ editor: ProgramOnPTY, _ status: String) -> Bool {
    editor.terminal.receive(on: &editor.screen) { screen in
      guard screen.lines.contains(where: { $0.joiningWords.contains(status) }),
        let row = screen.lines.firstIndex(where: { $0.contains(#/\[[0-9]/#) }),
        let place = screen.lines[row].firstRange(of: #/\[[0-9]/#)
      else { return false }
      let line = screen.lines[row]
      return screen.cursor == (row, line.distance(from: line.startIndex, to: place.lowerBound) + 1)
    }
  }

  @Test(
    "a screen of any size is complete, and keys change nothing on a screen that is too small",
    arguments: [(80, 24), (120, 40), (40, 12), (20, 5), (1, 1)])
  func sizes(columns: Int, rows: Int) throws {
    let editor = try document.edit(rows: rows, columns: columns, showing: "")
    editor.showsRecorded("9-size-\(columns)x\(rows)")
    // The help shows that the editor has handled the keys before it: a resize overtakes unhandled ones.
    let before = editor.screen.lines[0]
    editor.send(Key.right + "66\r?")
    #expect(editor.terminal.receive(on: &editor.screen) { $0.lines[0] != before })
    editor.send(Key.escape)
    try editor.resize(rows: 24, columns: 80)
    #expect(editor.shows("Mon"))
    if rows <= 5 {
      #expect(!editor.screen.lines[0].contains("unsaved"))
      try editor.press(Key.home + Key.right + Key.pageUp, showing: "Monday wake heat  70")
      try editor.press("66\r", showing: "*66")
    }
    try editor.save()
    #expect(try document.savedChanges() == "Monday wake heat 70 -> 66\n")
    try editor.resize(rows: rows, columns: columns)
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
  }

  @Test("the state survives every size, and the screen is complete again")
  func resizing() throws {
    let editor = try document.edit()
    try editor.press(Key.down + Key.right, showing: "Tuesday wake heat")
    try editor.press("66\r", showing: "unsaved")
    for (columns, rows, text) in [
      (120, 40, "°F  24 h  ✓ no problems"), (40, 12, "Wednesday time"), (20, 5, "needs 22x5"),
    ] {
      try editor.resize(rows: rows, columns: columns)
      #expect(editor.shows(text), "\(editor.screen.lines)")
    }
    try editor.resize(rows: 1, columns: 1)
    #expect(editor.terminal.receive(on: &editor.screen) { $0.lines == ["n"] })
    try editor.resize(rows: 24, columns: 80)
    #expect(editor.shows("Wednesday wake heat  70"))
    editor.showsRecorded("../resized-80x24")
    editor.send("qn")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(try document.isAsBefore())
  }

  @Test("--mouse turns mouse reports on from the start, and leaving turns them off")
  func mouseOption() throws {
    let editor = try document.edit(options: ["--mouse"])
    #expect(editor.screen.modes.isSuperset(of: [1000, 1006]))
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(try editor.unrestored() == nil)
  }

  /// fixtures/screens/themes.txt has the colours of every theme.
  @Test("heat is reddish and cool bluish in the theme that was asked for")
  func colors() throws {
    let editor = try document.edit(options: ["--theme", "light"])
    let row = try #require(editor.screen.lines.firstIndex { $0.contains("Sunday") })
    for (color, value) in [("38;5;124", "70"), ("38;5;25", "78")] {
      let line = editor.screen.cells[row]
      let text = String(line.map(\.character))
      let place = try #require(text.firstRange(of: value)).lowerBound
      let cell = line[text.distance(from: text.startIndex, to: place)]
      #expect(cell.rendition.contains(color), "\(value): \(cell.rendition)")
    }
  }

  @Test(
    "the theme follows the terminal's background until the first key; the answer is not typed text")
  func background() throws {
    let answer = "\u{1B}]11;rgb:fbfb/fafa/f7f7\u{1B}\\"
    let light = try document.edit(options: ["--theme", "default"])
    #expect(light.screen.isAskedForBackground)
    #expect(light.screen.cells[21][79].rendition == ["48;5;234"])
    light.send(answer)
    #expect(
      light.terminal.receive(on: &light.screen) { $0.cells[21][79].rendition == ["48;5;231"] })
    light.send("q")
    #expect(light.process.waitForEnd()?.end == .exited(0))

    let late = try document.edit(options: ["--theme", "default"])
    try late.press(Key.down, showing: "Tuesday wake time  06:00")
    late.send(answer + "\u{1B}]11;rgb:6\r4\r\u{7}")
    try late.press(Key.down, showing: "Wednesday wake time  06:00")
    #expect(late.screen.cells[21][79].rendition == ["48;5;234"])
    late.send("q")
    #expect(late.process.waitForEnd()?.end == .exited(0))
    #expect(try document.isAsBefore())
    #expect(try !document.edit(options: ["--theme", "dark"]).screen.isAskedForBackground)
  }

  @Test("pasted text is never a command, wherever it lands", arguments: ["", ":", "z", "L"])
  func pasteIsData(keys: String) throws {
    let editor = try document.edit()
    editor.send(keys + "\u{1B}[200~:quit!\n\u{3}q\nn\n\u{1B}[201~")
    // The editor is still there: it takes this key, and nothing was changed.
    for _ in 0..<2 { #expect(try editor.reads(Key.escape)) }
    try editor.press(Key.down, showing: "Tuesday wake time  06:00")
    try editor.press(Key.save, showing: "no changes to save")
  }
}
