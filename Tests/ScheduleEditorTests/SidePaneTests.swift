import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

/// The pane of a wide screen.
@Suite struct SidePaneTests {
  @Test("it shows now and next, equal days, edits and the device; the strips, comfort hours")
  func tells() {
    let editor = EditorHarness(rows: 40, columns: 120, device: "csv")
    editor.press("Down Right Right Right Right 6 8 Enter")
    let text = editor.backend.lines[2..<13].joined(separator: "\n")
    for words in [
      "Now     Tue 17:30", "heat 68  cool 85  since 08:00", "next 70  cool 78  18:00 return",
      "Alike   Mon Wed-Sun", "Edits   Tue leave heat 62 → 68", "Device  csv  ✓ fits",
    ] { #expect(text.contains(words), "\(words)") }
    // The day with more comfort has its hours beside its strip.
    let hours = editor.backend.lines[13...].filter { $0.hasSuffix(" h") }.map { $0.suffix(6) }
    #expect(hours == ["  6.0 h".suffix(6), "16.0 h"[...]] + Array(repeating: " 6.0 h", count: 5))
  }

  @Test("edits of an earlier session look like those of this one") func earlierEdits() {
    let contents = Contents.standard(.fahrenheit)
    var history = EditHistory(contents)
    history.add(.init(.words("Tuesday leave heat 62 -> 68"), contents: contents))
    let editor = EditorHarness(contents, rows: 40, columns: 120, history: history).press("")
    #expect(editor.backend.lines.contains { $0.contains("Edits   Tue leave heat 62 → 68") })
  }

  @Test("below 110 columns there is none") func narrow() {
    #expect(
      !EditorHarness(rows: 40, columns: 109).press("").backend.lines.joined().contains("Alike"))
    #expect(
      EditorHarness(rows: 40, columns: 110).press("").backend.lines.joined().contains("Alike"))
  }

  @Test("text that does not fit ends with an ellipsis") func cut() {
    let editor = EditorHarness(
      rows: 40, columns: 110, device: String(repeating: "long ", count: 20))
    #expect(editor.press("").backend.lines.contains { $0.hasSuffix("…") })
  }
}
