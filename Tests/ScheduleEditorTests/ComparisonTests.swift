import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

/// Two versions of a week beside each other.
@Suite struct ComparisonTests {
  private static func contents(_ names: String..., unit: TemperatureUnit = .fahrenheit) -> Contents
  {
    Contents(
      unit: unit, schedules: names.map { Schedule(name: $0, week: .standard(unit)) })
  }

  private static func changed(_ contents: Contents, _ paths: [String: String]) -> Contents {
    var contents = contents
    for (path, value) in paths {
      for cell in (try? CellAddress.list(path)) ?? [] {
        contents.schedules[0].week[cell] =
          cell.field == .time
          ? .time(TimeOfDay(value) ?? .midnight)
          : .temperature(Temperature(value) ?? Temperature(0))
      }
    }
    return contents
  }

  private static let summer = changed(
    contents("Summer"),
    ["weekdays.wake.heat": "66", "fri.sleep.time": "23:30", "sun.leave.cool": "80"])

  private static func compared(
    rows: Int = 24, columns: Int = 80, unicode: Bool = true, color: Bool = false
  ) -> EditorHarness {
    let editor = EditorHarness(rows: rows, columns: columns, unicode: unicode, color: color)
    editor.host.others["summer.json"] = summer
    return editor.command("diff summer.json")
  }

  @Test(
    "a comparison is as recorded: two strips for a day that differs, with marked and listed changes",
    arguments: [(24, 80), (12, 40), (40, 120), (5, 28)])
  func reviewed(rows: Int, columns: Int) {
    for (name, editor) in [
      ("diff", Self.compared(rows: rows, columns: columns)),
      ("diff-ascii", Self.compared(rows: rows, columns: columns, unicode: false)),
      ("diff-color", Self.compared(rows: rows, columns: columns, color: true)),
    ] {
      let text =
        name == "diff-color"
        ? editor.backend.surface.text(theme: .dark, colors: 256)
        : editor.backend.lines.map { $0 + "\n" }.joined()
      let mismatch = Golden.mismatch(text, "screens/\(name)-\(columns)x\(rows).txt")
      #expect(mismatch == nil, "\(mismatch ?? "")")
    }
  }

  @Test("it scrolls to its last line and back, and Esc closes it") func scrolls() {
    let editor = Self.compared(rows: 12, columns: 40)
    let first = editor.backend.lines
    #expect(editor.press("End").backend.lines[10].contains("Sunday leave cool 80 → 85"))
    #expect(editor.press("Up").backend.lines != first)
    #expect(editor.press("Home").backend.lines == first)
    let title = EditorHarness(rows: 12, columns: 40).press("").backend.lines[0]
    #expect(editor.press("Esc").backend.lines[0] == title)
    #expect(editor.week == .standard(.fahrenheit) && !editor.editor.state.canUndo)
  }

  @Test("D compares with the saved file") func file() {
    let editor = EditorHarness().press("D")
    #expect(editor.status == "nothing differs from home.json")
    editor.press("Right 6 6 Enter D")
    #expect(editor.backend.lines[0] == " - home.json as saved  + Winter here")
    #expect(editor.backend.lines[2].hasPrefix(" Mon -=62 / 82==========*70▓▓▓=62 / 85"))
    #expect(editor.backend.lines[3].hasPrefix("     +=62 / 82==========*66░░░=62 / 85"))
    #expect(editor.backend.lines[4].hasPrefix(" Tue ==62 / 82"))
    #expect(editor.backend.lines.contains("   Monday wake heat 70 → 66"))
    #expect(editor.press("Esc").status.hasPrefix("Tuesday wake"))
    let named = EditorHarness().command("notes for guests").press("D")
    #expect(named.backend.lines[2].hasPrefix(" Mon  ="))
    #expect(named.backend.lines[9] == " notes none → \"for guests\"")
    let added = EditorHarness().command("duplicate Summer").press("D")
    #expect(
      added.status
        == "home.json does not have this schedule yet; compare NAME chooses another")
    #expect(added.press("^s D").status == "nothing differs from home.json")
    #expect(added.press("] Right 6 6 Enter D").backend.lines[0].hasPrefix(" - home.json as saved"))
    #expect(!added.backend.lines.contains { $0.contains("not here") })
  }

  @Test("a strip too narrow for both values shows the changed value") func cool() {
    let lines = EditorHarness().command("set sun.sleep.cool=66").press("D").backend.lines
    #expect(lines[9].hasSuffix("*c82==") && lines[10].hasSuffix("*c66=="), "\(lines)")
    let colored = EditorHarness(color: true).command("set sun.sleep.cool=66").press("D")
    let cell = colored.backend.surface.rows[10].last { $0.text == "6" }
    // In the band of heat, as the whole strip.
    #expect(cell.map { StyleRole.warmScale.contains($0.style.role) } == true)
  }

  @Test("a change by another program waits, and D compares again")
  func changedMeanwhile() {
    let editor = EditorHarness().press("Right 6 6 Enter D")
    editor.changeFile(to: Self.changed(Self.contents("Winter"), ["mon.wake.heat": "64"]))
    #expect(editor.backend.lines.contains("   Monday wake heat 70 → 66"))
    editor.press("D")
    #expect(editor.backend.lines.contains("   Monday wake heat 64 → 66"))
    // The delayed change is merged when the screen closes: both changed the cell.
    #expect(editor.press("Esc").status.hasSuffix("C shows how"))
    // A change of another file, such as the journal beside it, does not count.
    let same = EditorHarness().press("Right 6 6 Enter D")
    same.backend.enqueue([.descriptorReady])
    #expect(same.press("").backend.lines[2].hasPrefix(" Mon -"))
    same.changeFile(to: Self.changed(Self.contents("Winter"), ["tue.wake.heat": "64"]))
    #expect(same.press("Esc").cell("tue.wake.heat") == "64")
    #expect(same.status.contains("another program changed the file"))
  }

  @Test("compare accepts another schedule of the document") func schedule() {
    let two = Self.changed(Self.contents("Winter", "Summer"), ["mon.wake.heat": "64"])
    let editor = EditorHarness(two, schedule: 0).command("diff Summer")
    #expect(editor.backend.lines[0] == " - Summer  + Winter")
    #expect(editor.backend.lines.contains("   Monday wake heat 70 → 64"))
    #expect(
      editor.press("Esc").command("diff Winter").status
        == "\"Winter\" is the schedule on the screen; name another, or a file")
  }

  @Test("schedules that cannot be compared, or differ in more than cells, are reported")
  func sentences() {
    let editor = EditorHarness()
    editor.host.others = [
      "celsius.json": Self.contents("Other", unit: .celsius),
      "several.json": Self.changed(Self.contents("A", "B"), ["sun.wake.heat": "60"]),
      "same.json": Self.changed(Self.contents("Winter", "B"), ["sun.wake.heat": "60"]),
    ]
    #expect(editor.command("diff none.json").status == "there is no file none.json")
    #expect(
      editor.command("diff several.json").status
        == "several.json has 2 schedules; add a name after it: \"A\", \"B\"")
    #expect(
      editor.command("diff several.json C").status
        == "several.json has no schedule \"C\"; it has \"A\", \"B\"")
    #expect(
      editor.command("diff several.json A").backend.lines.contains {
        $0.contains("one of 2 schedules")
      })
    editor.press("Esc").command("diff celsius.json")
    #expect(
      editor.backend.lines.contains(" celsius.json is in °C; its values are shown in °F"))
    editor.press("Esc").command("diff same.json")
    #expect(
      editor.backend.lines.contains(" compared with \"Winter\", one of 2 schedules of same.json"))
  }

  @Test("the list of conflicts shows the strips of both versions, and D shows all") func conflicts()
    throws
  {
    let editor = EditorHarness().press("Right 6 6 Enter")
    editor.changeFile(to: Self.changed(Self.contents("Winter"), ["mon.wake.heat": "64"]))
    editor.press("C")
    #expect(editor.backend.lines[0].contains("both changed"))
    let mine = try #require(editor.backend.lines.firstIndex { $0.hasPrefix("     +") })
    #expect(editor.backend.lines[mine].contains("*66░"))
    #expect(editor.backend.lines[mine - 1].contains("*64░"))
    #expect(editor.press("D").backend.lines[0] == " - theirs  + mine")
    #expect(editor.press("Esc t").cell("mon.wake.heat") == "64")
  }

  @Test("the list of recovered edits shows the strips before and after them") func recovery() {
    let editor = EditorHarness()
    editor.host.recovered = Self.changed(Self.contents("Winter"), ["mon.wake.heat": "66"])
    editor.press("")
    #expect(editor.backend.lines[21].hasPrefix(" Mon -=62 / 82==========*70▓▓▓"))
    #expect(editor.backend.lines[22].hasPrefix("     +=62 / 82==========*66░░░"))
    #expect(editor.press("D").backend.lines[0] == " - the file  + recovered")
    #expect(editor.backend.lines.contains("   Monday wake heat 70 → 66"))
  }

  @Test("the form for copying shows the resulting days") func copy() {
    let editor = EditorHarness().press("Right 6 6 Enter c")
    #expect(!editor.backend.lines.contains { $0.contains("*") })
    editor.press("Space")
    let days = editor.backend.lines.filter { $0.contains("*") }
    #expect(days.count == 2 && days[0].hasPrefix(" Tue -") && days[1].contains("*66░"))
    #expect(editor.press("w").backend.lines.filter { $0.contains("*") }.count == 8)
    #expect(editor.press("Esc").cell("tue.wake.heat") == "70")
  }

  @Test("a file in another scale differs even with equal numbers") func otherScale() {
    let editor = EditorHarness().command("unit C").press("D")
    #expect(editor.backend.lines.contains { $0.contains("home.json is in °F") })
  }

  @Test("changes are listed in the chosen clock") func clock() {
    let editor = EditorHarness(clock: .twelveHour).command("set all.wake.time=0:00").press("D")
    #expect(
      editor.backend.lines.contains {
        $0.contains("every day wake time 6:00a → 12:00a")
      }, "\(editor.backend.lines)")
    #expect(!editor.backend.lines.contains { $0.contains("06:00 → 00:00") })
  }

  @Test("notes are shown in one line, with signs for line breaks; long ones have a page")
  func notesInOneLine() {
    func editor(_ notes: String, unicode: Bool = true) -> EditorHarness {
      var contents = Contents.standard(.fahrenheit, name: "Winter")
      contents.schedules[0].notes = notes
      return EditorHarness(contents, unicode: unicode)
    }
    let notes = "call Ann\r\nat\t9"
    #expect(editor(notes).command("notes").status == "call Ann⏎at 9")
    #expect(editor(notes, unicode: false).command("notes").status == "call Ann\\nat 9")
    let compared = editor(notes).command("notes x").press("D").backend.lines
    #expect(compared.contains(" notes \"call Ann⏎at 9\" → \"x\""), "\(compared)")
    let long = editor(Array(repeating: "word", count: 60).joined(separator: " ") + " end")
    #expect(long.command("notes").backend.lines[0].hasPrefix(" Notes"))
    #expect(long.backend.lines.contains { $0.hasSuffix("word end") })
  }
}
