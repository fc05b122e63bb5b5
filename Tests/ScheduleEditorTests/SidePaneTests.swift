import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

/// What a wide screen tells beside the table.
@Suite struct SidePaneTests {
  @Test("it tells of now and next, of comfort, of days that are alike, of edits and of the device")
  func tells() {
    let editor = EditorHarness(rows: 40, columns: 120, device: "csv")
    editor.press("Down Right Right Right Right 6 8 Enter")
    let text = editor.backend.lines[2..<13].joined(separator: "\n")
    for words in [
      "Tuesday 17:30", "leave   68   85   since 08:00", "return  70   78   18:00, in 30 min",
      "heat ≥ 68 °F for 52.0 h, mean 64.4", "Mon Wed-Sun, Tue",
      "tuesday leave heat 62 -> 68",
      "csv: every value fits",
    ] { #expect(text.contains(words), "\(words)") }
    // The day with more comfort has its hours beside its strip.
    let hours = editor.backend.lines[13...].filter { $0.contains("heat 62") }.prefix(7).map {
      $0.suffix(5)
    }
    #expect(hours == ["  6.0", " 16.0"] + Array(repeating: "  6.0", count: 5))
  }

  @Test("below 110 columns there is none") func narrow() {
    #expect(
      !EditorHarness(rows: 40, columns: 109).press("").backend.lines.joined().contains("Edits"))
    #expect(
      EditorHarness(rows: 40, columns: 110).press("").backend.lines.joined().contains("Edits"))
  }

  @Test("what does not fit ends with an ellipsis") func cut() {
    let editor = EditorHarness(
      rows: 40, columns: 110, device: String(repeating: "long ", count: 20))
    #expect(editor.press("").backend.lines.contains { $0.hasSuffix("…") })
  }
}
