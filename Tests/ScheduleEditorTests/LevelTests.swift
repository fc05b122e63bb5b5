import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// Pairs of heat and cool, given to ranges.
@Suite struct LevelTests {
  @Test("a lists the pairs in use, and sets one in the selected rows as one step") func list() {
    let editor = EditorHarness().press("Right Right Right Right v Down Down a")
    #expect(editor.backend.lines[0].hasPrefix(" Level for 3 rows"))
    #expect(editor.backend.lines[2] == "> 70 / 78  comfort  14 rows: wake, return")
    #expect(editor.backend.lines[3] == "  62 / 85  away     7 rows: leave")
    #expect(editor.backend.lines[4] == "  62 / 82  sleep    7 rows: sleep")
    // The result for the days is shown below.
    #expect(editor.backend.lines.filter { $0.contains("*70") }.count == 3)
    editor.press("Enter")
    #expect(editor.status == "comfort for 3 rows; u undoes it")
    #expect(
      ["mon", "tue", "wed", "thu"].map { editor.cell("\($0).leave.cool") } == [
        "78", "78", "78", "85",
      ])
    #expect(editor.press("u").week == .standard(.fahrenheit))
    #expect(!editor.editor.state.canUndo)
  }

  @Test("a level can be named, or a pair typed") func named() {
    let editor = EditorHarness().command("level sleep")
    #expect(editor.cell("mon.wake.heat") == "62" && editor.cell("mon.wake.cool") == "82")
    #expect(editor.command("level 20c 80").cell("mon.wake.heat") == "68")
    #expect(
      editor.command("level 68 80").status
        == "nothing to change: these rows are already set to 68/80")
    #expect(editor.command("level warm").status.hasPrefix("there is no level \"warm\"; use "))
    #expect(editor.command("level 68 warm").status.contains("warm"))
    #expect(EditorHarness(readOnly: true).press("a").status.contains("read-only"))
  }
}
