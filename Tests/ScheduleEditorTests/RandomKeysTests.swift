import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

@Suite struct RandomKeysTests {
  /// After any keys: no trap, the screen is what a fresh drawing of the state gives, undoing
  /// everything gives the week of the file, redoing everything the edited one.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func anySequenceOfKeysKeepsScreenAndHistoryWhole(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let editor = EditorHarness()
    let words = [
      "Up", "Down", "Left", "Right", "Tab", "Shift-Tab", "Enter", "Esc", "Home", "End", "PgUp",
      "PgDn", "Backspace", "Del", "F2", "^u", "^r", "+", "-", "u", "r", "n", "t", "?", "^s", "h", "j", "k",
      "l", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", ":", "p", "␣", "q", "x",
    ]
    for round in 0..<200 {
      let keys = (0..<50).map { _ in words[Int.random(in: words.indices, using: &generator)] }
      editor.press(keys.joined(separator: " "))
      while editor.outcome == .quit { editor.press("") }
      if round % 20 == 0 {
        editor.resize(
          rows: Int.random(in: 1...40, using: &generator),
          columns: Int.random(in: 1...120, using: &generator))
      }
      let difference = difference(from: editor)
      #expect(difference == nil, "seed \(seed), round \(round): \(difference ?? "")")
      if difference != nil { return }
    }
    editor.press("Esc Esc Esc")
    let edited = editor.week
    var undone = 0
    repeat {
      editor.press("u")
      undone += 1
    } while editor.editor.state.canUndo
    #expect(editor.week == .standard(.fahrenheit), "seed \(seed)")
    for _ in 0..<undone { editor.press("r") }
    #expect(editor.week == edited, "seed \(seed)")
  }

  /// Where the screen is not what drawing the state from nothing gives.
  private func difference(from editor: EditorHarness) -> String? {
    var state = editor.editor.state
    var fresh = EditorScreen(state, showsUnicode: true)
    fresh.update(&state)
    if fresh.cursor != editor.backend.cursor { return "the cursor" }
    for row in 0..<fresh.surface.size.rows {
      let alike = fresh.surface.withRow(row) { wanted in
        editor.backend.surface.withRow(row) { shown in wanted.elementsEqual(shown) }
      }
      if !alike { return "\(editor.backend.lines[row]) for \(fresh.surface.lines[row])" }
    }
    return nil
  }
}
