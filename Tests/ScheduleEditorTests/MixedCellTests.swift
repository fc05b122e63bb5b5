import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// A line for several days, which differ in a cell.
@Suite struct MixedCellTests {
  /// Weekdays as one line, Wednesday's wake heat 69; the cursor is on the cell.
  private func mixed() -> EditorHarness {
    EditorHarness().command("view 5+2").command("set wed.wake.heat=69").press("Right")
  }

  private func heats(_ editor: EditorHarness) -> String {
    ["mon", "tue", "wed", "thu", "fri"].map { editor.cell("\($0).wake.heat") }
      .joined(separator: " ")
  }

  @Test(
    "only a typed value changes it",
    arguments: [
      ("Enter Enter", "70 70 69 70 70"), ("F2 Tab", "70 70 69 70 70"),
      ("Enter Esc", "70 70 69 70 70"), ("e ^s", "70 70 69 70 70"),
      ("e Tab ^s", "70 70 69 70 70"), ("Enter 6 8 Enter", "68 68 68 68 68"),
      ("7 0 Enter", "70 70 70 70 70"), ("e 7 0 ^s", "70 70 70 70 70"), ("+", "71 71 70 71 71"),
      ("Enter + 1 Enter", "71 71 70 71 71"),
    ])
  func typing(keys: String, wanted: String) {
    let editor = mixed().press(keys)
    #expect(heats(editor) == wanted)
    #expect(editor.press("u").cell("wed.wake.heat") == (wanted.hasPrefix("70 70 69") ? "70" : "69"))
  }

  @Test("its form marks the different days") func form() {
    #expect(mixed().press("e").backend.lines.contains { $0.contains("the days differ") })
  }

  @Test("it is neither copied nor filled down")
  func copying() {
    let refusal = "cannot copy wake heat of Mon-Fri: the days differ"
    let editor = mixed().press("y")
    #expect(editor.status == refusal)
    #expect(editor.backend.clipboard.isEmpty)
    #expect(editor.press("v Down f").status == refusal)
    #expect(editor.cell("sat.wake.heat") == "70")
    #expect(editor.press("Esc Left y").status == "copied 1 cell")
  }

  @Test("an unchanged text is not an edit in a range either")
  func range() {
    let editor = EditorHarness().command("set tue.wake.heat=69").press("Right v Down Enter Enter")
    #expect(editor.cell("mon.wake.heat") == "70" && editor.cell("tue.wake.heat") == "69")
  }

  private func values(_ editor: EditorHarness, _ path: String) -> String {
    ["mon", "tue", "wed", "thu", "fri"].map { editor.cell("\($0).\(path)") }
      .joined(separator: " ")
  }

  @Test(
    "F fixes all days of a line in the same way, also in the list of problems",
    arguments: ["F", "! F", "w ! F"])
  func fixes(keys: String) {
    let times = EditorHarness().command("view 5+2").command("goto mon leave time")
    times.press("5 : 0 0 Enter Up")
    #expect(times.status.contains("F sets 06:15"))
    // Also if the day of the cursor has a line of its own.
    if keys.hasPrefix("w") { times.command("view 7").press("Up Down") }
    times.press(String(keys.drop { "w ".contains($0) }))
    #expect(values(times, "leave.time") == "06:15 06:15 06:15 06:15 06:15")
    #expect(values(times, "wake.time") == "06:00 06:00 06:00 06:00 06:00")
    var contents = Contents.standard(.fahrenheit)
    for day in Weekday.workdays {
      contents.schedules[0].week[CellAddress(day, .return, .heat)] = .temperature(Temperature(80))
    }
    let levels = EditorHarness(contents).command("view 5+2")
    levels.command("goto mon return cool").press("")
    #expect(levels.status.contains("F sets 83"))
    levels.press(String(keys.drop { "w ".contains($0) }))
    #expect(values(levels, "return.cool") == "83 83 83 83 83")
    #expect(values(levels, "return.heat") == "80 80 80 80 80")
  }

  @Test("the allowed values are those of every day that typing changes")
  func allowed() {
    let times = EditorHarness().command("set wed.leave.time=7:00").command("view 5+2")
    #expect(times.press("").status == "Monday to Friday wake time 06:00 00:00 to 06:45 allowed")
    #expect(times.press("7 : 3 0").status.hasSuffix("; nearest is 06:45"))
    let heats = EditorHarness().command("set thu.wake.cool=64").command("goto mon wake heat")
    heats.press("v Down Down Down Down 7 5")
    #expect(heats.status.contains("Thursday wake heat 75"), "\(heats.status)")
    #expect(heats.status.hasSuffix("; nearest is 61"))
  }
}
