import Diagnostics
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
  @Test(
    "a layout file changes the table",
    arguments: ["cool-first", "weekdays", "twelve-hour-list", "choices", "form-in-sections"])
  func layoutFileChanges(name: String) throws {
    let editor = EditorHarness(settings: try settings(name))
    // Not given by the command line here: the layout's own clock counts.
    let text = editor.press("Right 6 6 Enter").backend.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "layouts/\(name)/screen-80x24.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("columns move with the layout and keep their meaning") func columnsMoveLayout() throws {
    let editor = EditorHarness(settings: try settings("cool-first")).press("Right 8 0 Enter")
    #expect(editor.cell("mon.wake.cool") == "80")
    #expect(editor.cell("mon.wake.heat") == "70")
    editor.command("goto 134")
    #expect(editor.status.hasPrefix("Tuesday sleep heat"))
  }

  @Test("the allowed values are those of the layout") func allowedByLayout() throws {
    let editor = EditorHarness(settings: try settings("choices"))
    #expect(editor.command("goto tue leave heat").status.contains("50 to 75 allowed"))
    for (value, isTaken) in [("49", false), ("50", true), ("75", true), ("76", false)] {
      let old = editor.cell("tue.leave.heat")
      #expect(
        (editor.command("set tue.leave.heat=\(value)").cell("tue.leave.heat") == value) == isTaken)
      #expect(isTaken || editor.cell("tue.leave.heat") == old)
    }
    #expect(
      editor.command("goto tue leave time").status.contains("07:00, 08:00 or 16:00 allowed"))
    for value in ["07:00", "08:00", "16:00"] {
      #expect(editor.command("set tue.leave.time=\(value)").cell("tue.leave.time") == value)
    }
    #expect(editor.command("set tue.leave.time=09:00").cell("tue.leave.time") == "16:00")
  }

  @Test("a step goes to the next greater or smaller choice, and is refused at the ends")
  func stepsOfChoices() throws {
    let text = String(decoding: Fixtures.bytes("layouts/choices/layout.json") ?? [], as: UTF8.self)
      .replacing(
        #""number", "min": 50, "max": 75, "step": 0.5"#,
        with: #""choice", "choices": ["72", "60", "66.5"]"#)
    var settings = EditorSettings()
    settings.layout = try WeekLayout(reading: Array(text.utf8), file: "layout.json")
    let editor = EditorHarness(settings: settings).press("Right")
    func heat(after keys: String) -> String { editor.press(keys).cell("mon.wake.heat") }
    #expect(["+", "+", "-", "-", "-"].map(heat) == ["72", "72", "66.5", "60", "60"])
    #expect(editor.status == "there is no step below 60 in the layout")
    #expect(heat(after: "u u u u -") == "66.5")
    // The form of the row steps the same way.
    settings.layout = try WeekLayout(
      reading: Array(
        text.replacing(
          "[{\"key\": \"time\", \"label\": \"Starts at\"}]", with: "[{\"key\": \"heat\"}]"
        ).utf8), file: "layout.json")
    let form = EditorHarness(settings: settings).command("goto mon wake heat").command("=66.5")
    #expect(form.press("e Right ^s").cell("mon.wake.heat") == "72")
    #expect(form.press("e Left Left ^s").cell("mon.wake.heat") == "60")
    #expect(editor.press("Left -").status == "cannot be earlier than 06:00")
    editor.press("+ + + + + +")
    #expect(
      editor.status == "cannot be later than 22:00" && editor.cell("mon.wake.time") == "22:00")
  }

  @Test("a refused step names what limits it: the layout, or the device")
  func limitOfASteps() throws {
    let layout = EditorHarness(device: "evohome", settings: try settings("choices"))
    layout.command("goto mon wake heat").command("=75").press("+")
    #expect(layout.status == "there is no step above 75 in the layout")
    let device = EditorHarness(device: "evohome").command("goto mon wake heat")
    device.command("=95").press("+")
    #expect(device.status == "there is no step above 95 on evohome")
  }

  @Test(
    "where the layout and the rules have no value in common, none is called allowed or nearest",
    arguments: [
      #""number", "min": 50, "max": 75"#, #""number", "min": 50"#, #""number", "max": 5"#,
      #""choice", "choices": ["70", "60"]"#,
    ]) func nothingInCommon(editor: String) throws
  {
    let text = String(decoding: Fixtures.bytes("layouts/choices/layout.json") ?? [], as: UTF8.self)
      .replacing(#""number", "min": 50, "max": 75, "step": 0.5"#, with: editor)
    var settings = EditorSettings()
    settings.layout = try WeekLayout(reading: Array(text.utf8), file: "layout.json")
    let celsius = EditorHarness(.standard(.celsius), columns: 120, settings: settings)
    #expect(
      celsius.press("Right").status.contains("21 °C no value allowed: layout"), "\(celsius.status)")
    celsius.command("set mon.wake.cool=20")
    #expect(!celsius.status.contains("nearest"), "\(celsius.status)")
  }

  @Test("a whole day is pasted with the periods of the layout") func pasteWholeDay() throws {
    let bytes = Fixtures.bytes("layouts/weekdays/layout.json") ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.contains("\"return\"") }
    var settings = EditorSettings()
    settings.layout = try WeekLayout(
      reading: Array(lines.joined(separator: "\n").utf8), file: "layout.json")
    let editor = EditorHarness(settings: settings)
    let day = "Sunday\t6:15\t66\t77\t8:15\t61\t84"
    editor.paste("\(day)\t18:15\t65\t76\t22:15\t60\t83\n")
    #expect(editor.week == .standard(.fahrenheit), "\(editor.status)")
    editor.paste("\(day)\t22:15\t60\t83\n")
    #expect(editor.cell("sun.sleep.heat") == "60" && editor.cell("sun.return.heat") == "70")
  }

  @Test("a section of several days is edited as one") func severalDays() throws {
    let editor = EditorHarness(settings: try settings("weekdays")).press("Right 6 6 Enter")
    #expect(["mon", "tue", "fri"].allSatisfy { editor.cell("\($0).wake.heat") == "66" })
    #expect(editor.cell("sat.wake.heat") == "70")
    editor.press("u")
    #expect(editor.week == .standard(.fahrenheit))
    // Days that differ are not shown as if they were alike.
    editor.command("set wed.wake.heat=69").press("Down")
    #expect(editor.backend.lines[4].hasPrefix("▸ Weekdays  06:00 *~ "))
    editor.command("goto fri wake heat").press("6 1 Enter")
    #expect(editor.cell("mon.wake.heat") == "61")
    #expect(editor.cell("wed.wake.heat") == "61")
    #expect(
      editor.press("Up Left").status == "Monday to Friday wake time 06:00 00:00 to 07:45 allowed")
    editor.press("e 5 : 0 0 ^s")
    #expect(editor.cell("thu.wake.time") == "05:00")
    #expect(editor.cell("thu.wake.heat") == "61")
  }

  @Test(
    "an invalid layout is refused with its place",
    arguments: [
      (#"{"sections": [{"keys": ["someday"]}]}"#, "the layout lacks \"rows\""),
      (#"{"sections": "monday"}"#, "expected an array"), ("{", "mine.json:1:2:"),
      ("[]", "expected an object"),
    ])
  func invalidLayout(text: String, reason: String) {
    let error = #expect(throws: FileProblems.self) {
      try WeekLayout(reading: Array(text.utf8), file: "mine.json")
    }
    let all = (error?.problems ?? []).map(\.summary).joined(separator: "\n")
    #expect(all.hasPrefix("mine.json:1:"))
    #expect(all.contains(reason), "\(all)")
  }

  /// What only the program can know: days, periods, fields, its one setting.
  @Test(
    "unknown days, periods and fields are reported",
    arguments: [
      ("\"monday\"", "\"moonday\"", "\"moonday\" is not a day; use monday to sunday"),
      ("\"wake\"", "\"nap\"", "a row must be one of wake, leave, return, sleep"),
      ("\"key\": \"heat\"", "\"key\": \"hot\"", "\"hot\" is not time, heat or cool"),
      ("\"clock\": 12", "\"clock\": 13", "the only setting is clock: 12 or 24"),
      ("\"clock\": 12", "\"clock\": 1e300", "the only setting is clock: 12 or 24"),
      ("\"clock\": 12", "\"colour\": 1", "the only setting is clock: 12 or 24"),
    ])
  func unknownNames(old: String, new: String, reason: String) {
    let bytes = Fixtures.bytes("layouts/twelve-hour-list/layout.json") ?? []
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: FileProblems.self) {
      try WeekLayout(reading: Array(text.utf8), file: "mine.json")
    }
    #expect(error?.problems.contains { $0.message == reason } == true)
    #expect(error?.problems.allSatisfy { $0.location?.line ?? 0 > 1 } == true)
  }

  @Test("a problem of one day is marked in the section of several") func problemOfOneDay() throws {
    let editor = EditorHarness(settings: try settings("weekdays"))
    editor.command("set wed.wake.heat=85")
    #expect(editor.backend.lines[4].hasPrefix("▸ Weekdays [06:00]!~  !78 "))
  }

  @Test("the form of a layout file is the form of a row: title, order, fields, labels, buttons")
  func rowForm() throws {
    let editor = EditorHarness(settings: try settings("twelve-hour-list")).press("e")
    let lines = editor.backend.lines
    let first = try #require(lines.firstIndex { $0.contains("Setpoint: Monday Wake (°F)") })
    let words = [
      ["Cooling", "78"], ["Heating", "70"], ["Begins", "[6:00a"], ["Keep", "Forget"],
    ]
    var line = first
    for expected in words {
      line = try #require(lines[line...].firstIndex { line in expected.allSatisfy(line.contains) })
    }
    // The field of the cursor's column has the focus.
    editor.press("7 p Tab 8 0 ^s")
    #expect(editor.cell("mon.wake.time") == "19:00" && editor.cell("mon.wake.heat") == "70")
    let one = EditorHarness(settings: try settings("choices")).press("e")
    #expect(one.backend.lines.contains { $0.contains("Starts at") })
    #expect(!one.backend.lines.contains { $0.contains("Heat") })
  }

  @Test("the form of a layout file has its sections, and a rule keeps it from being saved")
  func rowFormSections() throws {
    let editor = EditorHarness(settings: try settings("form-in-sections")).press("e")
    let lines = editor.backend.lines
    let order = [
      "Period: Monday Wake (°F)", "When", "From", "How warm", "At least", "At most", "Take",
    ]
    let places = order.map { word in lines.firstIndex { $0.contains(word) } ?? -1 }
    #expect(places == places.sorted() && !places.contains(-1), "\(places)")
    #expect(!lines.contains { $0.contains("Delete") })
    editor.press("Tab . 5 Tab 6 0 ^s")
    #expect(editor.backend.lines.contains { $0.contains("! heat stays below cool") })
    #expect(editor.cell("mon.wake.cool") == "78")
    editor.press("Tab ^u 8 0 ^s")
    #expect(editor.cell("mon.wake.heat") == "70.5" && editor.cell("mon.wake.cool") == "80")
  }

  @Test("a column refuses values that its editor refuses: typed, pasted, stepped or in a form")
  func columnEditors() throws {
    let editor = EditorHarness(settings: try settings("choices"))
    #expect(editor.press("7 3 0 Enter").status.hasPrefix("\"730\" is not one of 06:00, 07:00"))
    #expect(editor.press("Esc").cell("mon.wake.time") == "06:00")
    #expect(editor.press("7 Enter").cell("mon.wake.time") == "07:00")
    editor.command("set mon.wake.time=7:10")
    #expect(editor.status == "\"7:10\" is not one of 06:00, 07:00, 08:00, 16:00, 18:00, 22:00")
    editor.command("goto mon wake").press(">")
    #expect(editor.status.hasPrefix("\"07:15\" is not one of 06:00, 07:00"))
    editor.press("+")
    #expect(editor.cell("mon.wake.time") == "08:00")
    editor.press("e Space ^s")
    #expect(editor.cell("mon.wake.time") == "16:00")
    editor.command("goto mon wake").paste("07:30")
    #expect(editor.backend.lines[0].hasPrefix(" Refused"))
    #expect(editor.backend.lines[2].hasPrefix("> Monday wake time"))
    editor.press("Esc")
    // Heat is a number from 50 to 75, in steps of 0.5.
    editor.command("goto mon wake heat")
    #expect(editor.command("=76").status == "76 is too large: at most 75")
    #expect(editor.press("Esc 7 4 Enter Up + + +").cell("mon.wake.heat") == "75")
    #expect(editor.status == "there is no step above 75 in the layout")
    #expect(editor.command("=7.25").status == "7.25 is too small: at least 50")
    #expect(
      editor.command("=70.25").status
        == "\"70.25\" is not a temperature with at most one decimal")
    // Its limits are in °F.
    #expect(editor.command("convert C").press("2 1 Enter").cell("mon.wake.heat") == "21")
    let bytes = Fixtures.bytes("layouts/choices/layout.json") ?? []
    let form = String(decoding: bytes, as: UTF8.self)
      .replacing("\"time\", \"label\"", with: "\"heat\", \"label\"")
    var settings = EditorSettings()
    settings.layout = try WeekLayout(reading: Array(form.utf8), file: "layout.json")
    let other = EditorHarness(settings: settings).press("e 2 2 ^s Esc Esc")
    #expect(other.cell("mon.wake.heat") == "70")
    #expect(other.command("convert C").press("e 2 2 ^s").cell("mon.wake.heat") == "22")
  }

  @Test(
    "an impossible layout is refused with its place",
    arguments: [
      (
        "\"editor\": \"time\"", "\"editor\": \"temperature\"",
        "time requires the editor time, or a choice of times"
      ),
      (
        "\"editor\": \"temperature\"", "\"editor\": \"time\"",
        "heat requires the editor temperature, number, or a choice of temperatures"
      ),
      (
        "\"editor\": \"temperature\"",
        "\"editor\": {\"kind\": \"choice\", \"choices\": [\"warm\"]}",
        "\"warm\" is not a temperature with at most one decimal"
      ),
      (
        "\"editor\": \"time\"",
        "\"editor\": {\"kind\": \"choice\", \"choices\": [\"6:00\", \"06:00\"]}",
        "choices names 06:00 twice"
      ),
      ("\"save\"", "\"delete\": \"Remove\", \"save\"", "a row of the week cannot be deleted"),
      ("\"save\"", "\"question\": \"Sure?\", \"save\"", "a row of the week cannot be deleted"),
      (
        "{\"key\": \"time\", \"label\"", "{\"key\": \"time\", \"opens\": true, \"label\"",
        "a field of this form cannot have opens"
      ),
      (
        "\"settings\"", "\"newRows\": true, \"settings\"",
        "newRows is not supported: a week always has four rows"
      ),
      (
        "\"role\": \"warm\"", "\"roles\": {\"70\": \"cool\"}, \"role\": \"warm\"",
        "roles is not supported in a layout of a week"
      ),
      ("\"row\": {", "\"day\": {", "the only form is row"),
      (
        "{\"key\": \"time\", \"label\"", "{\"key\": \"time\", \"editor\": \"number\", \"label\"",
        "time requires the editor time, or a choice of times"
      ),
    ])
  func refusedLayouts(old: String, new: String, reason: String) {
    let bytes = Fixtures.bytes("layouts/twelve-hour-list/layout.json") ?? []
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: FileProblems.self) {
      try WeekLayout(reading: Array(text.utf8), file: "mine.json")
    }
    #expect(
      error?.problems.contains { $0.message == reason && $0.location?.line ?? 0 > 20 } == true)
  }

  @Test("a cell for days with different values lists them")
  func daysThatDiffer() throws {
    let editor = EditorHarness(settings: try settings("weekdays"))
    editor.command("set tue.wake.heat=68").command("goto mon wake heat")
    #expect(editor.status == "Monday to Friday wake heat differs: 70 Mon Wed-Fri, 68 Tue")
    let status = editor.command("save").press("6 6 Enter Up").status
    #expect(status.hasPrefix("Monday to Friday wake heat 66 °F was 70 Mon Wed-Fri, 68 Tue"))
  }

  @Test("narrow screens show the short titles of a layout")
  func shortTitles() throws {
    let editor = EditorHarness(rows: 24, columns: 74).press("")
    #expect(
      editor.backend.lines[2].contains("Sleep") && editor.backend.lines[4].hasPrefix("  Mon["))
    let narrow = EditorHarness(rows: 5, columns: 22).press("")
    #expect(narrow.backend.lines[0].hasPrefix(" W  [06:00] 70   78"))
  }
}
