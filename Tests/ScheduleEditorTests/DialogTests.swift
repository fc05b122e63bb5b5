import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

@Suite struct DialogTests {
  private static let seasons = Contents(
    unit: .fahrenheit,
    schedules: ["Winter", "Spring", "Summer"].map {
      Schedule(
        name: $0, notes: $0 == "Summer" ? "windows open" : nil, week: .standard(.fahrenheit))
    })

  private func names(_ editor: EditorHarness) -> String {
    editor.editor.state.contents.schedules.map(\.name).joined(separator: " ")
  }

  @Test("a document with several schedules opens with their list") func documentSeveralSchedules() {
    let editor = EditorHarness(Self.seasons).press("")
    #expect(editor.backend.lines[0].hasPrefix(" Schedules"))
    editor.press("Down Down Enter")
    #expect(editor.backend.lines[0].hasPrefix(" Summer home.json"))
    #expect(
      EditorHarness(Self.seasons, schedule: 1).press("").backend.lines[0].contains(
        "Spring home.json"))
  }

  @Test("schedules are added, copied, renamed, reordered and deleted") func schedulesAddedCopied() {
    let editor = EditorHarness(Self.seasons).press("a A u t u m n Tab Space Tab n o t e ^s")
    #expect(names(editor) == "Winter Autumn Spring Summer")
    #expect(editor.editor.state.contents.schedules[1].notes == "note")
    editor.press("Home J")
    #expect(names(editor) == "Autumn Winter Spring Summer")
    editor.press("End d")
    #expect(names(editor) == "Autumn Winter Spring Summer")
    editor.press("y")
    #expect(names(editor) == "Autumn Winter Spring")
    editor.press("Esc").command("duplicate Winter 2").command("rename Deep winter")
    #expect(names(editor).contains("Deep winter"))
    editor.command("notes ask Ann")
    #expect(editor.editor.state.contents.schedules.contains { $0.notes == "ask Ann" })
    for _ in 0..<6 { editor.press("u") }
    #expect(editor.editor.state.contents == Self.seasons)
    for _ in 0..<6 { editor.press("r") }
    #expect(names(editor).contains("Deep winter"))
  }

  @Test("schedules of the same name are distinguished") func schedulesSameName() {
    var contents = Self.seasons
    for index in contents.schedules.indices { contents.schedules[index].name = "Home" }
    let editor = EditorHarness(contents).press("Down Down d y")
    #expect(editor.editor.state.contents.schedules.map(\.notes) == [nil, nil])
    editor.press("u End Enter").command("notes \"\"")
    #expect(editor.editor.state.contents.schedules.map(\.notes) == [nil, nil, nil])
    editor.press("u L K")
    #expect(editor.editor.state.contents.schedules.map { $0.notes != nil } == [false, true, false])
  }

  @Test("the form of a new schedule shows its start values as a choice") func newScheduleBegins() {
    let editor = EditorHarness(Self.seasons).press("a Down")
    #expect(editor.backend.lines.contains { $0.contains("[the default week] 1/4") })
    #expect(editor.press("Space").backend.lines.contains { $0.contains("[a copy of Winter] 2/4") })
    let first = EditorHarness().press("L a Down")
    #expect(first.backend.lines.contains { $0.contains("[the default week] 1/2") })
  }

  @Test("undo works in the list of schedules") func undoWorksList() {
    let editor = EditorHarness(Self.seasons).press("d y")
    #expect(names(editor) == "Spring Summer")
    editor.press("u")
    #expect(names(editor) == "Winter Spring Summer")
    #expect(editor.backend.lines[2].contains("Winter"))
    editor.press("r")
    #expect(names(editor) == "Spring Summer")
  }

  @Test("a name that exists already keeps the form open") func nameTakenKeeps() {
    let editor = EditorHarness(Self.seasons).press("a S u m m e r ^s")
    #expect(editor.sentences.contains("! there is already a schedule \"Summer\""))
    editor.press("End 2 ^s")
    #expect(names(editor) == "Winter Summer2 Spring Summer")
  }

  @Test("a form refuses a byte that is not UTF-8, and keeps U+FFFD that a name has")
  func wrongByte() {
    var contents = Self.seasons
    contents.schedules[0].name = "W\u{FFFD}"
    let editor = EditorHarness(contents).press("e End x ^s")
    #expect(names(editor) == "W\u{FFFD}x Spring Summer")
    editor.press("a B").paste("\u{FFFD}ro")
    #expect(editor.sentences.contains("! the text has a NUL character or a byte that is not UTF-8"))
    #expect(names(editor.press("^s")) == "W\u{FFFD}x Spring Summer")
    #expect(names(editor.press("^u B ^s")) == "W\u{FFFD}x B Spring Summer")
  }

  @Test("the form of a row changes it as one step") func formRowChanges() {
    let editor = EditorHarness().press("e 6 : 3 0 Enter 6 8 Enter 7 7 ^s")
    #expect(
      ["time", "heat", "cool"].map { editor.cell("mon.wake.\($0)") } == ["06:30", "68", "77"])
    #expect(editor.press("u").status == "undid details of Monday wake")
    #expect(editor.week == .standard(.fahrenheit))
    editor.press("e 9 9 : 9 9 ^s")
    #expect(editor.backend.lines.contains { $0.contains("\"99:99\" is not a time") })
    editor.press("Esc Esc")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("the form for copying a day copies to the ticked days") func formCopyingDay() {
    let editor = EditorHarness().press("Right 6 6 Enter Up c Space Down Down Space ^s")
    #expect(editor.cell("tue.wake.heat") == "66")
    #expect(editor.cell("wed.wake.heat") == "70")
    #expect(editor.cell("thu.wake.heat") == "66")
    #expect(editor.press("u").cell("thu.wake.heat") == "70")
    #expect(editor.press("c Enter").status.hasPrefix("tick days: Space for one"))
  }

  @Test("the list of problems leads to the cell") func listProblemsLeads() {
    let editor = EditorHarness().press("Right 8 5 Enter : 3 1 4 Enter 9 0 Enter !")
    #expect(editor.backend.lines[0].hasPrefix(" Problems"))
    #expect(editor.backend.lines[3].contains("Thursday leave heat"))
    editor.press("Down g")
    #expect(editor.status.hasPrefix("Thursday leave heat 90 °F F sets 82"))
    #expect(EditorHarness().press("!").status == "no problems here")
  }

  @Test("the list of edits goes back and forth") func listEditsGoes() {
    let editor = EditorHarness().press("Right 6 6 Enter 6 7 Enter 6 8 Enter H")
    #expect(editor.backend.lines[2].contains("Wednesday wake heat 70 → 68"))
    editor.press("End Enter")
    #expect(editor.week == .standard(.fahrenheit))
    editor.press("H Up Up Enter")
    #expect(editor.cell("tue.wake.heat") == "67")
    #expect(editor.cell("wed.wake.heat") == "70")
  }

  @Test("five hundred schedules are scrolled row by row") func fiveHundredSchedules() {
    let many = Contents(
      unit: .celsius,
      schedules: (0..<500).map { Schedule(name: "Zone \($0)", week: .standard(.celsius)) })
    let editor = EditorHarness(many).press("")
    for _ in 0..<60 { editor.press("Down") }
    #expect(editor.backend.lines.contains { $0.hasPrefix("> Zone 60") })
    editor.press("/ Z o n e ␣ 4 9 9 Enter Enter")
    #expect(editor.backend.lines[0].contains("Zone 499 home.json"))
  }

  @Test("nothing can be changed in a read-only editor") func nothingChangedRead() {
    let editor = EditorHarness(Self.seasons, readOnly: true)
      .press("a d y J Enter e c p f > R 5 ^s").command("set mon.wake.heat=50").command("unit C")
      .command("add X").paste("5:00\n")
    #expect(editor.editor.state.contents == Self.seasons)
    #expect(editor.saved.isEmpty)
  }

  @Test("a dialog above the table disappears completely") func aboveTableLeaves() {
    let editor = EditorHarness().press("")
    let before = editor.backend.lines
    for keys in ["e Esc", "c Esc", "L Esc", "? q", "z Esc", ": x Esc", "H", "!"] {
      editor.press("\(keys) Right Left")
      #expect(editor.backend.lines == before, "after \(keys)")
    }
  }

  @Test("the screen belongs to the current schedule") func shownBelongsSchedule() {
    var contents = Self.seasons
    contents.schedules[2].week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(85))
    let editor = EditorHarness(contents, schedule: 0).press("Right 6 6 Enter v Down")
    #expect(
      editor.command("schedule Summer").status
        == "Wednesday wake heat 70 °F 45 to 75 allowed")
    #expect(editor.backend.lines[0].hasSuffix("1 problem"))
    #expect(!editor.backend.lines[4].contains("*"))
    editor.press("u")
    #expect(editor.backend.lines[0].hasPrefix(" Winter home.json"))
    #expect(editor.backend.lines[0].hasSuffix("✓ ok"))
  }

  @Test("a schedule that was moved or renamed is compared with itself") func scheduleMovedRenamed()
  {
    var contents = Self.seasons
    for (index, degrees) in [71, 72, 73].enumerated() {
      contents.schedules[index].week[CellAddress(.monday, .wake, .heat)] =
        .temperature(Temperature(degrees))
    }
    let editor = EditorHarness(contents).press("Home J Enter")
    #expect(names(editor) == "Spring Winter Summer")
    for name in ["Winter", "Spring", "Summer"] {
      editor.command("schedule \(name)").press("End")
      #expect(editor.backend.lines[0].contains(name))
      #expect(!editor.backend.lines[4].contains("*"), "\(name)")
    }
    let renamed = EditorHarness().command("rename Other").press("Right 6 6 Enter Up R")
    #expect(renamed.cell("mon.wake.heat") == "70")
    let converted = EditorHarness().command("unit C")
    #expect(!converted.backend.lines[4].contains("*"))
  }

  @Test("a moved schedule stays on the screen") func movedScheduleStays() {
    let editor = EditorHarness(Self.seasons, schedule: 2).press("L Home J Esc")
    #expect(names(editor) == "Spring Winter Summer")
    #expect(editor.backend.lines[0].hasPrefix(" Summer home.json ●"))
    #expect(editor.press("L Home d y Esc").backend.lines[0].hasPrefix(" Summer home.json ●"))
    #expect(editor.command("delete").backend.lines[0].hasPrefix(" Winter home.json ●"))
  }

  @Test("deleting the first schedule shows the next and the last the one before")
  func deletingFirstSchedule() {
    let first = EditorHarness(Self.seasons, schedule: 0).command("delete")
    #expect(first.backend.lines[0].hasPrefix(" Spring home.json ●"))
    let middle = EditorHarness(Self.seasons, schedule: 1).command("delete")
    #expect(middle.backend.lines[0].hasPrefix(" Summer home.json ●"))
    let last = EditorHarness(Self.seasons, schedule: 2).command("delete")
    #expect(last.backend.lines[0].hasPrefix(" Spring home.json ●"))
    #expect(last.status == "deleted \"Summer\"; u undoes it")
  }

  @Test("a name may not contain control characters") func nameNotHold() {
    let editor = EditorHarness().typeCommand("add a\u{9B}b")
    #expect(editor.editor.state.contents.schedules.count == 1)
  }

  @Test("the form of a schedule changes notes and deletes") func formScheduleChanges() {
    let editor = EditorHarness(Self.seasons).press("End e Tab ^u ^s")
    #expect(editor.editor.state.contents.schedules[2].notes == nil)
    editor.press("Esc").command("notes warm").command("notes")
    #expect(editor.status == "warm")
    editor.command("notes \"\"")
    #expect(editor.editor.state.contents.schedules.allSatisfy { $0.notes == nil })
  }

  @Test("a new schedule can begin as a copy of another") func newScheduleBegin() {
    var contents = Self.seasons
    contents.schedules[1].week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(61))
    let editor = EditorHarness(contents).press("End a N e w Tab Space Space ^s")
    #expect(names(editor) == "Winter Spring Summer New")
    #expect(
      editor.editor.state.contents.schedules[3].week[CellAddress(.monday, .wake, .heat)]
        == .temperature(Temperature(61)))
    #expect(editor.backend.lines.contains { $0.hasPrefix("> New") })
  }

  @Test("the program can be suspended in a list") func programSuspendedList() {
    #expect(EditorHarness(Self.seasons).press("^z").backend.suspensions == 1)
  }

  @Test("a paste goes into the field of a form") func pasteGoesInto() {
    let editor = EditorHarness(Self.seasons).press("a").paste("Autumn").press("^s")
    #expect(names(editor) == "Winter Autumn Spring Summer")
  }

  @Test("undone edits stay in the list of edits") func editsTakenBack() {
    let editor = EditorHarness().press("Right 6 6 Enter u H")
    #expect(editor.backend.lines[2].contains("undone"))
    #expect(editor.backend.lines[3].hasPrefix("> as opened"))
    #expect(editor.press("Up Enter").cell("mon.wake.heat") == "66")
    #expect(EditorHarness().press("H").status == "nothing was edited yet")
  }

  @Test("the form of a row steps from its current values") func formRowTakes() {
    let editor = EditorHarness().press("e + 3 0 Enter + 2 Enter ^s")
    #expect(["time", "heat"].map { editor.cell("mon.wake.\($0)") } == ["06:30", "72"])
  }

  @Test("the device of a schedule is set and removed") func deviceScheduleChosen() {
    let editor = EditorHarness(Self.seasons).press("e Tab Tab c s Enter ^s")
    #expect(editor.editor.state.contents.schedules[0].device == "csv")
    editor.press("e Tab Tab Backspace ^s")
    #expect(editor.editor.state.contents == Self.seasons)
  }

  @Test("undo in a read-only list is refused with the reason") func readOnlyList() {
    let editor = EditorHarness(Self.seasons, readOnly: true).press("u")
    // The title and the message are in bars at the top and the bottom, as above the table.
    #expect(editor.backend.lines[22] == " opened read-only; nothing can be changed")
    for row in [0, 22, 23] {
      let style = editor.backend.surface[ScreenPoint(row: row, column: 79)].style
      #expect(style.emphasis == .raised)
    }
  }

  @Test(
    "a key without a meaning in a list is named as in the table",
    arguments: [
      "Esc L x", "Esc L Tab", "Esc L D", "Right 6 6 Enter H x", "Esc c z",
      "Esc : l e v e l Enter x",
    ])
  func unboundKeys(keys: String) {
    let editor = EditorHarness(Self.seasons).press(keys)
    #expect(editor.backend.lines[22] == " this key is not bound; ? shows the keys")
    #expect(names(editor) == "Winter Spring Summer")
    // The next key replaces the message.
    #expect(!editor.press("Down").backend.lines[22].contains("bound"))
  }

  @Test(
    "a key that edits a list is refused in a read-only one with the reason",
    arguments: ["a", "e", "d"])
  func editingKeys(key: String) {
    let editor = EditorHarness(Self.seasons, readOnly: true).press(key)
    #expect(editor.backend.lines[22] == " opened read-only; nothing can be changed")
    #expect(editor.press("x").backend.lines[22] == " this key is not bound; ? shows the keys")
    #expect(!editor.press("/ x").backend.lines[22].contains("bound"))
  }

  @Test("a read-only list of problems offers no fix") func readOnlyProblems() {
    let editor = EditorHarness(readOnly: true, device: "evohome").press("!")
    #expect(editor.backend.lines[23].contains("Enter explain  g go there  /"))
    let page = editor.press("Enter").backend.lines
    #expect(page.contains(" fix: not here, opened read-only; nothing can be changed"), "\(page)")
  }

  @Test("pasted text is searched for in a list") func pasteListSearched() {
    let editor = EditorHarness(Self.seasons).press("/").paste("Sum").press("Enter Enter")
    #expect(editor.backend.lines[0].hasPrefix(" Summer home.json"))
  }

  @Test("the form of a schedule deletes it after a confirmation") func formScheduleDeletes() {
    let editor = EditorHarness(Self.seasons).press("Down e Tab Tab Tab Tab Right Right Enter")
    #expect(names(editor) == "Winter Spring Summer")
    #expect(editor.press("y").editor.state.contents.schedules.map(\.name) == ["Winter", "Summer"])
  }

  @Test("a form that was opened from a list leaves the list visible around it")
  func formOverAList() {
    let editor = EditorHarness(Self.seasons).press("End e")
    #expect(editor.backend.lines[0].hasPrefix(" Schedules"))
    #expect(editor.backend.lines[2].contains("Winter"))
    #expect(editor.backend.lines.contains { $0.contains("Schedule 3") })
    editor.resize(rows: 22, columns: 70)
    #expect(editor.backend.lines[0].hasPrefix(" Schedules"))
    let list = EditorHarness(Self.seasons, rows: 22, columns: 70).press("End").backend.lines
    #expect(editor.press("Esc").backend.lines == list)
  }

  @Test(
    "an error in a form is shown once and whole, above the bar with the keys",
    arguments: [
      (24, 80, "Down Right e 6 8 x"), (15, 40, "Down Right e 6 8 x"), (24, 80, "L a ^s"),
      (5, 30, "Down Right e 6 8 x"),
    ])
  func formError(rows: Int, columns: Int, keys: String) {
    let editor = EditorHarness(rows: rows, columns: columns).press(keys)
    let error =
      keys.hasPrefix("L")
      ? "Name: a value is needed" : "is not a temperature with at most one decimal"
    #expect(editor.sentences.split(separator: error).count == 2, "\(editor.sentences)")
    let escape = keys.hasPrefix("L") ? "Esc cancel" : "Esc keep "
    #expect(editor.backend.lines[rows - 1].contains(escape))
    if !keys.hasPrefix("L") {
      #expect(editor.press("Esc").backend.lines[rows - 1].contains("Esc cancel"))
    }
  }

  @Test("in colour, a form has no brackets, and a frame that cuts no word") func coloredForm() {
    for keys in ["Right e", "Right e 6", "Right e Tab Tab"] {
      let editor = EditorHarness(color: true).press(keys)
      #expect(!editor.sentences.contains { "[]".contains($0) }, "\(editor.sentences)")
      let frame = editor.backend.lines.filter { $0.contains("│") && $0.contains("day") }
      #expect(!frame.isEmpty && frame.allSatisfy { $0.contains("06:00   │") }, "\(frame)")
    }
    let row = EditorHarness(color: true).press("Right e").backend.surface.rows
    #expect(row.contains { $0.count { $0.style == Style(.cursor) } == 10 })
    let typing = EditorHarness(color: true).press("Right 6").backend.surface
    #expect(typing[ScreenPoint(row: 4, column: 18)].style.emphasis.contains(.underline))
    #expect(!typing.lines[4].contains("["))
  }

  @Test("a question in a list or a form names its keys once") func answersOnce() {
    for (rows, keys) in [
      (24, "L a S Enter ^s d"), (5, "L a S Enter ^s d"),
      (24, "L a S Enter ^s e Tab Tab Tab Tab Tab Tab Enter"),
    ] {
      let text = EditorHarness(rows: rows).press(keys).backend.lines.joined(separator: "\n")
      #expect(text.split(separator: rows > 5 ? "y delete" : "y ").count == 2, "\(text)")
      #expect(text.contains("Delete \"S\""))
    }
  }

  @Test("on the smallest screen, a cut title hides neither a question nor a search") func cutTitle()
  {
    let editor = EditorHarness(rows: 5, columns: 22, device: "evohome").press("! / x y z")
    #expect(editor.backend.lines.contains { $0.contains("nothing found") })
    let list = EditorHarness(rows: 5, columns: 22).command(
      "add \(String(repeating: "L", count: 40))")
    let lines = list.command("schedules").press("d").backend.lines
    #expect(lines.contains { $0.contains("Delete") }, "\(lines)")
  }

  @Test("the list of schedules shows the week of the selected one") func weekBelowTheList() {
    let editor = EditorHarness(Self.seasons, color: true).press("End")
    let lines = editor.backend.lines
    #expect(lines[15].hasPrefix("      0 ") && lines[16].hasPrefix(" Mon   62 / 82"))
    // A whole week, or none.
    let small = EditorHarness(Self.seasons, rows: 14).press("").backend.lines.joined()
    #expect(small.contains("Winter") && !small.contains("Mon"))
  }

  @Test("the end of a selected title that a list cuts is below the list") func endOfTitle() {
    let editor = EditorHarness(device: "evohome").press("!")
    let lines = editor.backend.lines
    #expect(lines[2].contains("…  SP50"))
    #expect(lines[22].contains("use 21 °C (69.8 °F)"), "\(lines)")
  }

  @Test("a schedule added under the name of a deleted schedule is a new schedule")
  func deletedAndAddedAgain() {
    let editor = EditorHarness(Self.seasons, schedule: 0).command("delete").command("add Winter")
    let schedules = editor.editor.state.contents.schedules
    let matching = ScheduleMatching(from: Self.seasons.schedules, to: schedules)
    #expect(schedules.map(\.name) == ["Spring", "Winter", "Summer"])
    #expect(matching.sources == [1, nil, 2])
    editor.command("duplicate Copy")
    let copy = editor.editor.state.contents.schedules[2]
    #expect(copy.name == "Copy" && copy.identity.isNew && copy.identity != schedules[1].identity)
    editor.press("u u u")
    #expect(
      editor.editor.state.contents.schedules.map(\.identity)
        == Self.seasons.schedules.map(\.identity))
  }

  @Test("u undoes a fix in the list of problems")
  func undoneFix() {
    let editor = EditorHarness().command("set mon.wake.heat=80 tue.sleep.cool=55").press("! F")
    #expect(editor.backend.lines[0].hasPrefix(" Problems"))
    #expect(editor.status.hasSuffix("; u undoes it"))
    #expect(editor.backend.lines[23].contains("u undo"))
    editor.press("u")
    #expect(editor.cell("mon.wake.heat") == "80" && editor.cell("tue.sleep.cool") == "55")
    #expect(editor.backend.lines[0].hasPrefix(" Problems"))
  }
}
