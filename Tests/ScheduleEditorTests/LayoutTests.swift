import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

@Suite struct LayoutTests {
  private func settings(_ name: String) throws -> EditorSettings {
    var settings = EditorSettings()
    let bytes = Fixtures.bytes("layouts/\(name)/layout.json") ?? []
    settings.layout = try WeekLayout(reading: bytes, file: "layout.json")
    return settings
  }

  /// The same week, visibly another table.
  @Test(arguments: ["cool-first", "weekdays", "twelve-hour-list"])
  func aLayoutFileChangesTheTable(name: String) throws {
    let editor = EditorHarness(settings: try settings(name))
    // Not given by the command line here: the layout's own clock counts.
    let text = editor.press("Right 6 6 Enter").backend.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "layouts/\(name)/screen-80x24.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test func columnsMoveWithTheLayoutAndKeepTheirMeaning() throws {
    let editor = EditorHarness(settings: try settings("cool-first")).press("Right 8 0 Enter")
    #expect(editor.cell("mon.wake.cool") == "80")
    #expect(editor.cell("mon.wake.heat") == "70")
    editor.command("goto 134")
    #expect(editor.status.hasPrefix("134 Tue sleep heat"))
  }

  @Test func aSectionOfSeveralDaysIsEditedAsOne() throws {
    let editor = EditorHarness(settings: try settings("weekdays")).press("Right 6 6 Enter")
    #expect(["mon", "tue", "fri"].allSatisfy { editor.cell("\($0).wake.heat") == "66" })
    #expect(editor.cell("sat.wake.heat") == "70")
    editor.press("u")
    #expect(editor.week == .standard(.fahrenheit))
    // Days that differ are not shown as if they were alike.
    editor.command("set wed.wake.heat=69").press("Down")
    #expect(editor.backend.lines[4].hasPrefix(" Weekdays  06:00 *~ "))
    editor.command("goto fri wake heat").press("6 1 Enter")
    #expect(editor.cell("mon.wake.heat") == "61")
    #expect(editor.cell("wed.wake.heat") == "61")
    #expect(editor.press("Up Left").status == "1 Mon wake time 06:00 on 5 days")
    editor.press("e 5 : 0 0 ^s")
    #expect(editor.cell("thu.wake.time") == "05:00")
    #expect(editor.cell("thu.wake.heat") == "61")
  }

  @Test(arguments: [
    (#"{"sections": [{"keys": ["someday"]}]}"#, "not a day"),
    (#"{"sections": "monday"}"#, "expected an array"), ("{", "1:"), ("[]", "expected an object"),
  ])
  func aLayoutThatIsNoneIsRefusedWithItsPlace(text: String, reason: String) {
    let error = #expect(throws: FileProblems.self) {
      try WeekLayout(reading: Array(text.utf8), file: "mine.json")
    }
    let all = (error?.problems ?? []).map { "\($0)" }.joined(separator: "\n")
    #expect(all.hasPrefix("mine.json:1:"))
    #expect(all.contains(reason) || reason == "not a day")
  }

  /// What only the program can know: days, periods, fields, its one setting.
  @Test(arguments: [
    ("\"monday\"", "\"moonday\"", "\"moonday\" is not a day; use monday to sunday"),
    ("\"wake\"", "\"nap\"", "a row stands for one of wake, leave, return, sleep"),
    ("\"key\": \"heat\"", "\"key\": \"hot\"", "\"hot\" is not time, heat or cool"),
    ("\"clock\": 12", "\"clock\": 13", "the setting there is here is clock, 12 or 24"),
    ("\"clock\": 12", "\"clock\": 1e300", "the setting there is here is clock, 12 or 24"),
    ("\"clock\": 12", "\"colour\": 1", "the setting there is here is clock, 12 or 24"),
  ])
  func whatTheWeekDoesNotHaveIsNamed(old: String, new: String, reason: String) {
    let bytes = Fixtures.bytes("layouts/twelve-hour-list/layout.json") ?? []
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: FileProblems.self) {
      try WeekLayout(reading: Array(text.utf8), file: "mine.json")
    }
    #expect(error?.problems.contains { $0.message == reason } == true)
    #expect(error?.problems.allSatisfy { $0.line > 1 } == true)
  }

  @Test func aProblemOfOneDayIsMarkedInTheSectionOfSeveral() throws {
    let editor = EditorHarness(settings: try settings("weekdays"))
    editor.command("set wed.wake.heat=85")
    #expect(editor.backend.lines[4].hasPrefix(" Weekdays [06:00]!~  !78 "))
  }
}
