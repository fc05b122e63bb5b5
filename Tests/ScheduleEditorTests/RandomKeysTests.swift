import ScheduleEditor
import ScheduleFiles
import ScheduleText
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

@Suite struct RandomKeysTests {
  /// A document with members that are not known here, in a layout of its own.
  private static let text: [UInt8] = {
    let names = ["Winter", "Spring", "Summer"]
    let text = CanonicalText.text(
      of: Contents(
        unit: .fahrenheit,
        schedules: names.map { Schedule(name: $0, week: .standard(.fahrenheit)) }))
    return Array(
      String(decoding: text, as: UTF8.self)
        .replacing("\"name\": \"Spring\"", with: "\"x\": [1,  2], \"name\" : \"Spring\"")
        .replacing("\"heat\": 62,", with: "\"heat\":62.0 ,").utf8)
  }()

  private static let words =
    [
      "Up", "Down", "Left", "Right", "Tab", "Shift-Tab", "Enter", "Esc", "Home", "End", "PgUp",
      "PgDn", "Backspace", "Del", "F2", "^u", "^r", "^y", "^s", "^a", "^l", "Shift-Up",
      "Shift-Down", "Shift-Left", "Shift-Right",
    ]
    + Array("+-urRnNtvVypf<>ceL!Hwmz:?hjklgqad0123456789.: JKx/Z").map { "\($0)" }
    .map { $0 == " " ? "␣" : $0 }
  private static let commands = [
    "add X", "duplicate Y", "rename Z", "delete", "unit", "copy mon all", "set all.wake.heat=+1",
    "view list", "view week", "view auto", "view 5+2", "view 7", "clock", "notes some", "notes",
    "shift +15", "fill 66", "level away", "level 66 80", "level", "diff", "diff Spring",
    "export csv a",
    "device evohome", "device none",
    "revert", "undo", "redo", "114", "goto sun 23:00",
  ]

  /// After any keys: no trap, the screen is what a fresh drawing of the state gives; undoing
  /// everything gives the bytes of the file, redoing everything those of the edited document.
  @Test(
    "no sequence of keys breaks screen, history or file",
    arguments: [(1, 3_000), (2, 1_000), (3, 2_000)] as [(UInt64, Int)])
  func survivesAnyKeys(seed: UInt64, count: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var document = try ScheduleDocument(reading: Self.text, file: "a.json")
    let editor = EditorHarness(document.contents, color: seed != 2)
    for number in 0..<Rounds.of(count) {
      enqueueSomething(on: editor, using: &generator)
      guard number % 10 == 9 else { continue }
      editor.press("")
      if number % 100 == 99 {
        editor.resize(
          rows: Int.random(in: 1...60, using: &generator),
          columns: Int.random(in: 1...210, using: &generator))
      }
      let difference = difference(from: editor)
      #expect(difference == nil, "seed \(seed), key \(number): \(difference ?? "")")
      if difference != nil { return }
    }
    // A screen that shows nothing takes no edit, and no undoing either.
    editor.resize(rows: 24, columns: 80)
    editor.press("Esc Esc Esc Esc Esc")
    while editor.outcome == .quit { editor.press("Esc") }
    document.contents = editor.editor.state.contents
    let edited = try document.text(file: "a.json")
    var undone = 0
    while editor.editor.state.canUndo {
      editor.press("u")
      undone += 1
    }
    document.contents = editor.editor.state.contents
    #expect(try document.text(file: "a.json") == Self.text, "seed \(seed)")
    for _ in 0..<undone { editor.press("r") }
    document.contents = editor.editor.state.contents
    #expect(try document.text(file: "a.json") == edited, "seed \(seed)")
    #expect(undone > 10)
  }

  /// A key, mostly; sometimes a command, a paste or the mouse.
  private func enqueueSomething(
    on editor: EditorHarness, using generator: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0:
      let line = Self.commands.randomElement(using: &generator) ?? ""
      editor.backend.enqueue(EditorHarness.events("Esc Esc :"))
      editor.backend.enqueue(line.unicodeScalars.map { .key(.character($0)) })
      editor.backend.enqueue(EditorHarness.events("Enter"))
    case 1:
      let texts = ["6:30\t70\t78\n", "71,80\n72\n", "x\ty\u{7F}\n", "68", "\n\n", ""]
      editor.backend.enqueue([
        .paste(texts.randomElement(using: &generator) ?? "", isCut: false)
      ])
    case 2:
      let place = ScreenPoint(
        row: Int.random(in: -1..<50, using: &generator),
        column: Int.random(in: -1..<130, using: &generator))
      let actions: [MouseEvent.Action] = [.press, .drag, .wheelUp, .wheelDown]
      editor.backend.enqueue([
        .mouse(MouseEvent(actions.randomElement(using: &generator) ?? .press, at: place))
      ])
    default:
      editor.backend.enqueue(
        EditorHarness.events(Self.words.randomElement(using: &generator) ?? "Esc"))
    }
  }

  /// The lines that differ from a fresh drawing of the state.
  private func difference(from editor: EditorHarness) -> String? {
    while editor.outcome == .quit { editor.press("") }
    var state = editor.editor.state
    var fresh = EditorScreen(state, showsUnicode: true, showsColor: editor.backend.showsColor)
    fresh.update(&state)
    for row in 0..<fresh.surface.size.rows {
      if editor.backend.surface.rows[row] != fresh.surface.rows[row] {
        return "\(editor.backend.lines[row]) for \(fresh.surface.lines[row])"
      }
    }
    return fresh.cursor == editor.backend.cursor ? nil : "the cursor"
  }
}
