import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// What another program does to the file while the keys go somewhere else than to the table.
@Suite("While something is open, a change of the file by another program")
struct OutsideChangeTests {
  private static let heat = CellAddress(.monday, .wake, .heat)

  /// Winter, Spring and Summer, identified by their heat: 70, 71, 72.
  private static let seasons = Contents(
    unit: .fahrenheit,
    schedules: ["Winter", "Spring", "Summer"].enumerated().map { index, name in
      var week = Week.standard(.fahrenheit)
      week[heat] = .temperature(Temperature(70 + index))
      return Schedule(name: name, week: week)
    })

  /// What the other program leaves.
  private static func without(_ name: String) -> Contents {
    var contents = seasons
    contents.schedules.removeAll { $0.name == name }
    return contents
  }

  private static var withAutumnFirst: Contents {
    var contents = seasons
    contents.schedules.insert(Schedule(name: "Autumn", week: .standard(.fahrenheit)), at: 0)
    return contents
  }

  private static func renamed(_ name: String, _ new: String) -> Contents {
    var contents = seasons
    for index in contents.schedules.indices where contents.schedules[index].name == name {
      contents.schedules[index].name = new
    }
    return contents
  }

  /// The schedules as `Winter 70 (notes)`, in order.
  private func summary(_ editor: EditorHarness) -> [String] {
    editor.editor.state.contents.schedules.map { schedule in
      "\(schedule.name) \(schedule.week[Self.heat])" + (schedule.notes.map { " (\($0))" } ?? "")
    }
  }

  /// The open form of a schedule, the list, its question, a line, a value: later edits are
  /// done to the schedule that it was begun for, or to none.
  static let cases: [(before: String, theirs: Contents, after: String, summary: [String])] = [
    // The form of Summer: they remove Summer, we gave it notes, so that it stays and is asked about.
    (
      "L End e Tab n", without("Summer"), "^s Esc Esc",
      ["Winter 70", "Spring 71", "Summer 72 (n)"]
    ),
    ("L End e Tab n", without("Winter"), "^s Esc Esc", ["Spring 71", "Summer 72 (n)"]),
    (
      "L Home e Tab n", withAutumnFirst, "^s Esc Esc",
      ["Autumn 70", "Winter 70 (n)", "Spring 71", "Summer 72"]
    ),
    (
      "L Home e Tab n", renamed("Winter", "Cold"), "^s Esc Esc",
      ["Cold 70 (n)", "Spring 71", "Summer 72"]
    ),
    // The question whether to delete Summer.
    ("L End d", without("Summer"), "y Esc Esc", ["Winter 70", "Spring 71"]),
    ("L End d", without("Winter"), "y Esc Esc", ["Spring 71"]),
    (
      "L End d", withAutumnFirst, "y Esc Esc", ["Autumn 70", "Winter 70", "Spring 71"]
    ),
    (
      "L End e Tab Tab Tab Tab Right Right Enter", without("Summer"), "y Esc",
      ["Winter 70", "Spring 71"]
    ),
    // The place of Spring in the list.
    ("L Down", without("Winter"), "J Esc Esc", ["Summer 72", "Spring 71"]),
    ("L Down", withAutumnFirst, "d y Esc", ["Autumn 70", "Winter 70", "Summer 72"]),
    // A name being typed for Winter, which is on the screen.
    (
      ": r e n a m e ␣ C o l d", withAutumnFirst, "Enter",
      [
        "Autumn 70", "Cold 70", "Spring 71", "Summer 72",
      ]
    ),
    (
      ": r e n a m e ␣ C o l d", without("Winter"), "Enter Esc",
      [
        "Cold 70", "Spring 71", "Summer 72",
      ]
    ),
    // A value being typed into Winter.
    ("Right 6 6", without("Winter"), "Enter Esc", ["Winter 66", "Spring 71", "Summer 72"]),
    (
      "Right 6 6", withAutumnFirst, "Enter", ["Autumn 70", "Winter 66", "Spring 71", "Summer 72"]
    ),
    // A new schedule after Spring, as a copy of Winter.
    ("L Down a N Tab Space", without("Winter"), "^s Esc Esc", ["Spring 71", "N 70", "Summer 72"]),
    (
      "L Down a N Tab Space", withAutumnFirst, "^s Esc Esc",
      ["Autumn 70", "Winter 70", "Spring 71", "N 70", "Summer 72"]
    ),
    // The form that copies a day of Winter.
    ("c Space", without("Summer"), "^s", ["Winter 70", "Spring 71"]),
  ]

  @Test("leaves the open dialog unchanged", arguments: cases.indices)
  func goesToItsSchedule(index: Int) {
    let (before, theirs, after, wanted) = Self.cases[index]
    let editor = EditorHarness(Self.seasons, schedule: 0).press(before)
    editor.changeFile(to: theirs)
    editor.press(after)
    #expect(summary(editor) == wanted)
  }

  @Test("waits until the table has the focus, and is reported then")
  func waits() {
    let editor = EditorHarness(Self.seasons, schedule: 0).press("L")
    editor.changeFile(to: Self.without("Summer"))
    #expect(editor.backend.lines.contains { $0.contains("Summer") })
    #expect(editor.backend.watched == nil)
    #expect(editor.press("Esc").status == "another program changed the list of schedules")
    #expect(summary(editor) == ["Winter 70", "Spring 71"])
    #expect(editor.backend.watched == 7)
  }

  @Test("that is undone or redone keeps the schedule on the screen if it changed, too")
  func undoneHere() {
    var theirs = Self.seasons
    for index in 0...1 { theirs.schedules[index].week[Self.heat] = .temperature(Temperature(60)) }
    for (index, name) in [(0, "Winter"), (1, "Spring"), (2, "Winter")] {
      let editor = EditorHarness(Self.seasons, schedule: index)
      editor.press("").changeFile(to: theirs)
      for key in ["u", "r"] {
        #expect(editor.press(key).backend.lines[0].hasPrefix(" \(name) "), "\(index) \(key)")
        editor.command("schedule \(Self.seasons.schedules[index].name)")
      }
    }
  }

  @Test("that removes a schedule with edits is named as such, and nothing can be saved")
  func removedInConflict() {
    let editor = EditorHarness(Self.seasons, schedule: 2).press("Right 6 6 Enter")
    #expect(editor.backend.lines[23].contains("^S save"))
    editor.changeFile(to: Self.without("Summer"))
    #expect(
      editor.status == "another program deleted 1 schedule that you changed; C shows how")
    #expect(!editor.backend.lines[23].contains("^S save"))
    #expect(editor.press("^s").status.hasPrefix("not saved: another program deleted 1 schedule"))
    // The edit is still shown as an edit.
    #expect(
      editor.press("Up").status.hasPrefix("Monday wake heat 66 °F was 72"), "\(editor.status)")
    #expect(
      editor.backend.lines.contains(
        " ! \"Summer\": you edited it, another program deleted it (kept)"))
  }

  @Test("that removes the shown schedule shows another one, with a message")
  func shownScheduleIsGone() {
    let editor = EditorHarness(Self.seasons, schedule: 2).press("")
    editor.changeFile(to: Self.without("Summer"))
    #expect(editor.backend.lines[0].contains("Spring home.json"))
    #expect(editor.status == "another program removed schedule \"Summer\"; now showing \"Spring\"")
  }

  @Test("that concerns one part of the document is reported with that part")
  func namesItsPart() {
    var (other, dated, both) = (Self.seasons, Self.seasons, Self.seasons)
    other.schedules[1].notes = "from October"
    dated.calendar = [CalendarEntry(schedule: "Spring")]
    (both.calendar, both.schedules[1].notes) = (dated.calendar, "from October")
    var renamed = Self.renamed("Summer", "July")
    renamed.schedules[2].notes = "hot"
    var converted = Self.seasons.converted(to: .celsius)
    converted.schedules[1].notes = "from October"
    var cell = Self.seasons
    cell.schedules[1].week[Self.heat] = .temperature(Temperature(60))
    for (contents, part) in [
      (Self.seasons.converted(to: .celsius), "the unit to °C"), (dated, "the calendar"),
      (renamed, "the file"), (converted, "the file"),
      (other, "\"Spring\""), (cell, "\"Spring\" \(Self.heat)"),
      (Self.renamed("Summer", "July"), "the name \"Summer\""), (both, "the file"),
    ] {
      let editor = EditorHarness(Self.seasons, schedule: 0).press("")
      editor.changeFile(to: contents)
      #expect(editor.status == "another program changed \(part)")
      let step = "undid changes by another program" + (part == "the file" ? "" : " (\(part))")
      #expect(editor.press("u").status == "\(step); saving removes them from the file")
    }
  }

  @Test("is merged by a save, even before the table has the focus")
  func savingAsks() {
    let editor = EditorHarness(Self.seasons, schedule: 0).press("Right 6 6 Enter q")
    editor.changeFile(to: Self.without("Summer"))
    editor.press("y")
    #expect(editor.outcome == .endOfInput && editor.editor.state.isModified)
    #expect(editor.status.hasPrefix("not saved: another program changed the list of schedules"))
    #expect(summary(editor) == ["Winter 66", "Spring 71"])
    #expect(editor.press("^s").saved.map(\.schedules.count) == [2])
  }

  @Test("is merged into a renamed schedule, and theirs applies to it")
  func takesTheirs() {
    var theirs = Self.renamed("Spring", "Cold")
    theirs.schedules[1].week[Self.heat] = .temperature(Temperature(60))
    let editor = EditorHarness(Self.seasons, schedule: 1).press("Right 6 6 Enter")
    editor.changeFile(to: theirs)
    editor.press("C t Esc")
    #expect(summary(editor) == ["Winter 70", "Cold 60", "Summer 72"])
  }
}
