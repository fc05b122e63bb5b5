import Diagnostics
import ScheduleEditor
import ScheduleModel
import TerminalScreen
import TestSupport
import Testing

/// The list of the calendar's entries, driven by keys. Today is Tuesday, 24 November 2026, in an even week.
@Suite struct CalendarListTests {
  private static let household: Contents = {
    let names = ["Winter", "Late shift", "Away"]
    var contents = Contents(
      unit: .fahrenheit,
      schedules: names.map { Schedule(name: $0, week: .standard(.fahrenheit, .heat)) })
    contents.calendar = [
      "Winter 10-01..04-30", "Late shift odd mon-fri", "Away 2026-12-24..2027-01-02",
    ].compactMap { try? CalendarEntry($0, schedules: names) }
    contents.calendar[1].members[UnknownMembers.Key(.top, Array("x".utf8))] = UnknownMembers.Value(
      spelling: Array("true".utf8), meaning: Array("true".utf8), order: 0)
    return contents
  }()

  private func editor(rows: Int = 24, columns: Int = 80) -> EditorHarness {
    EditorHarness(Self.household, rows: rows, columns: columns, schedule: 0)
  }

  private func entries(_ editor: EditorHarness) -> [String] {
    editor.editor.state.contents.calendar.map(\.description)
  }

  @Test(
    "the screens are as reviewed",
    arguments: [
      ("calendar-80x24", 24, 80, ""), ("calendar-120x40", 40, 120, "Down Down"),
      ("calendar-40x12", 12, 40, "Down"), ("calendar-22x5", 5, 22, ""),
      ("calendar-form-80x24", 24, 80, "Down Enter"),
      ("calendar-problem-80x24", 24, 80, "a Tab 2 - 3"),
    ])
  func screens(name: String, rows: Int, columns: Int, keys: String) {
    let editor = editor(rows: rows, columns: columns).command("calendar").press(keys)
    let text = editor.backend.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/\(name).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("an entry is added at the end, as one undo step")
  func adds() {
    let editor = editor().command("calendar").press("a Space Space Tab 1 2 - 2 4 Tab Space Tab")
    editor.press("s a t , s u n")
    editor.press("^s")
    #expect(entries(editor).last == "Away 12-24 odd sat-sun")
    #expect(entries(editor).count == 4)
    // The added entry is selected.
    #expect(editor.backend.lines[5].hasPrefix("> 4  Away        12-24 odd sat-sun"))
    #expect(editor.press("u").editor.state.contents == Self.household)
    editor.press("r Esc").command("calendar Late shift 2027-02-01..2027-02-07")
    #expect(entries(editor).last == "Late shift 2027-02-01..2027-02-07")
    editor.press("u u")
    #expect(editor.editor.state.contents == Self.household)
  }

  @Test("an entry is edited in place and keeps its unknown members")
  func edits() {
    let editor = editor().command("calendar").press("Down Enter Tab Tab Space Space ^s")
    #expect(
      entries(editor) == [
        "Winter 10-01..04-30", "Late shift mon-fri", "Away 2026-12-24..2027-01-02",
      ])
    let member = editor.editor.state.contents.calendar[1].members
    #expect(member == Self.household.calendar[1].members)
    #expect(editor.backend.lines[3].hasPrefix("> 2  Late shift  mon-fri"))
    #expect(editor.press("u").editor.state.contents == Self.household)
  }

  @Test("entries are moved and deleted, each as one undo step")
  func movesAndDeletes() {
    let editor = editor().command("calendar").press("J J")
    #expect(entries(editor).map { $0.prefix(4) } == ["Late", "Away", "Wint"])
    #expect(editor.backend.lines[4].hasPrefix("> 3  Winter"))
    editor.press("K d y")
    #expect(entries(editor).map { $0.prefix(4) } == ["Late", "Away"])
    editor.press("u u u u")
    #expect(editor.editor.state.contents == Self.household)
  }

  @Test("the question before deleting has the entries of a schedule, and an entry in words")
  func asks() {
    let (schedules, calendar) = (editor().press("L Down d"), editor().command("calendar"))
    #expect(schedules.backend.lines.contains(" Delete \"Late shift\" and 1 calendar entry?"))
    calendar.press("d")
    #expect(calendar.backend.lines.contains(" Delete entry 1, Winter 10-01..04-30?"))
    let narrow = editor(rows: 12, columns: 40).command("rename Winter with the long nights")
    #expect(
      narrow.press("L d").backend.lines.contains(" Delete \"Winter …\" and 1 calendar entry?"),
      "\(narrow.backend.lines)")
  }

  @Test("below the list is the first month in which an entry decides")
  func decidingMonth() {
    var contents = Self.household
    contents.calendar.removeSubrange(1...2)
    contents.calendar.insert(CalendarEntry(schedule: "Away"), at: 0)
    let lines = EditorHarness(contents, schedule: 0).command("calendar").backend.lines
    #expect(lines.contains(" May 2027  * this entry"), "\(lines)")
  }

  @Test("only the strips of a schedule that is due have the current time")
  func currentTime() {
    let editor = editor().press("")
    #expect(editor.backend.lines.contains { $0.contains("▼") })
    #expect(!editor.press("]").backend.lines.contains { $0.contains("▼") || $0.contains("│") })
    #expect(editor.backend.lines.contains { $0.hasPrefix("▸ Tue ") })
  }

  @Test("entries are moved and removed by their numbers, without the list")
  func byNumber() {
    let editor = editor().command("calendar move 1 3")
    #expect(editor.status == "moved the entry Winter 10-01..04-30; u undoes it")
    editor.command("calendar remove 2")
    #expect(editor.status.hasPrefix("deleted the entry Away "), "\(editor.status)")
    let entries = editor.editor.state.contents.calendar
    #expect(entries.map { "\($0)".prefix(4) } == ["Late", "Wint"], "\(editor.status)")
    #expect(
      editor.command("calendar remove 3").status
        == "3 is not an entry; the calendar has entries 1 to 2")
    #expect(editor.press("Esc u u").editor.state.contents == Self.household)
  }

  @Test("a file with several schedules opens on the schedule that is due") func opensOnDue() {
    let editor = EditorHarness(Self.household)
    editor.now = (day: CalendarDay("2026-12-25") ?? .first, time: .midnight)
    editor.press("")
    #expect(editor.backend.lines[4].hasPrefix("> Away") && editor.backend.lines[4].contains("due"))
    #expect(editor.press("Esc").backend.lines[0].hasPrefix(" Away"))
  }

  @Test("Enter on an entry that the takeover from another editor removes or moves")
  func takesOver() {
    let editor = EditorHarness(Self.household, heldBy: "pane A", schedule: 0).command("calendar")
    editor.press("Down Down").host.otherEditor = nil
    var theirs = Self.household
    theirs.calendar.removeLast()
    editor.host.setFile(theirs)
    #expect(
      editor.press("Enter").backend.lines.contains { $0.contains("this entry no longer exists") })
    #expect(editor.editor.state.contents == theirs)
    let other = EditorHarness(Self.household, heldBy: "pane A", schedule: 0).command("calendar")
    other.press("Down").host.otherEditor = nil
    theirs.calendar.swapAt(0, 1)
    other.host.setFile(theirs)
    #expect(other.backend.lines[23] == " / find  : command  Esc back")
    other.press("Enter Tab Tab Space ^s")
    #expect(other.backend.lines[23].hasPrefix(" a add  Enter edit  d delete  J K move  u undo"))
    #expect(entries(other) == ["Late shift even mon-fri", "Winter 10-01..04-30"])
    for (command, title) in [("calendar", "New entry"), ("schedules", "New schedule")] {
      let held = EditorHarness(Self.household, heldBy: "pane A", schedule: 0).command(command)
      for key in ["a", "d"] {
        #expect(held.press(key).status.hasPrefix("read-only: being edited by pane A"))
      }
      held.host.otherEditor = nil
      #expect(held.press("a").backend.lines.contains { $0.contains(title) })
    }
  }

  @Test("on a screen that is too small to edit on, the list changes nothing")
  func tooSmall() {
    let editor = editor(rows: 3, columns: 80).command("calendar").press("d y K a")
    #expect(editor.editor.state.contents == Self.household)
    // The list goes on when the screen is enlarged.
    editor.resize(rows: 24, columns: 80)
    #expect(entries(editor.press("d y")).count == 2)
  }

  @Test("a problem of the calendar in the list of problems leads to that problem")
  func eachProblem() {
    var contents = Self.household
    for name in ["Ada", "Bob"] {
      contents.schedules.append(Schedule(name: name, week: .standard(.fahrenheit, .heat)))
    }
    let editor = EditorHarness(contents, schedule: 0).command("problems").press("Down g")
    #expect(editor.backend.lines.contains { $0.contains("schedule \"Bob\" never applies") })
  }

  @Test("D names a difference of the calendar and of the document's other parts")
  func compares() {
    let editor = editor().command("calendar remove 2").press("D")
    #expect(editor.backend.lines.contains { $0.contains("the calendar differs") })
  }

  @Test("n opens the list of conflicts outside the cells after the calendar")
  func conflictsElsewhere() {
    let editor = editor().command("calendar remove 3").command("calendar move 1 2")
    var theirs = Self.household
    theirs.calendar.removeFirst()
    editor.changeFile(to: theirs)
    #expect(editor.press("n").backend.lines[0].hasPrefix(" Calendar"))
    #expect(editor.press("Esc n").backend.lines[0].contains("both changed"))
    #expect(editor.press("Esc n").backend.lines[0].hasPrefix(" Calendar"))
  }

  @Test("the setpoints in force are those of the schedule that is due")
  func inForce() {
    let editor = editor(rows: 40, columns: 120).command("schedule Away")
    #expect(editor.backend.lines.contains { $0.contains("Now     Tue 17:30  Winter") })
  }

  @Test("the month below the list is that of the selected entry, its days marked")
  func preview() {
    let editor = editor().command("calendar")
    #expect(editor.backend.lines.contains(" November 2026  * this entry"))
    editor.press("End")
    #expect(editor.backend.lines.contains(" December 2026  * this entry"))
    let days = editor.backend.lines.joined(separator: " ").split(separator: " ")
    #expect(days.filter { $0 == "A*" }.count == 8)
  }

  @Test("what the calendar cannot have is refused, and the form stays open")
  func refuses() {
    let editor = editor().command("calendar").press("a Tab 0 2 - 3 0 ^s")
    #expect(editor.backend.lines.contains { $0.contains("\"02-30\" is not a date such as") })
    // The dates accept dates only; spaces may separate days.
    editor.press("^u e v e n Tab Tab s a t , ␣ s u n ^s")
    #expect(editor.backend.lines.contains { $0.contains("\"even\" is not a date such as") })
    #expect(editor.backend.lines.contains { $0.contains("Days      sat-sun") })
    editor.press("Esc Esc a ^s")
    #expect(editor.sentences.contains("! \"Winter\" would override every entry"))
    #expect(editor.backend.lines.count { $0.contains("would override") } == 1)
    #expect(editor.press("Esc Esc").editor.state.contents == Self.household)
    #expect(editor.command("calendar Home 12-24").status.hasPrefix("\"Home\" is not a schedule"))
    let reader = EditorHarness(Self.household, readOnly: true, schedule: 0).command("calendar")
    for keys in ["a", "Enter", "d", "J"] { reader.press(keys) }
    #expect(reader.editor.state.contents == Self.household)
    #expect(reader.command("calendar Away sat").status.hasPrefix("opened read-only"))
  }

  @Test("problems of the calendar are counted, listed, explained and reached")
  func problems() throws {
    let late = "Late shift 10-01..04-30"
    let editor = editor().command("calendar remove 3").command("calendar remove 2")
      .command("calendar \(late)").command("mon.wake.heat=120")
    #expect(editor.backend.lines[0].hasSuffix("  3 problems"))
    editor.press("g g n")
    #expect(editor.status.hasPrefix("Monday wake heat 120 °F"), "\(editor.status)")
    #expect(
      editor.press("n").backend.lines[2].hasPrefix(
        "> 1  Winter      10-01..04-30  ? never applies: later entries override it"))
    // Through the problems of the calendar, and back.
    let away = "schedule \"Away\" never applies"
    #expect(editor.press("Esc n").status == away)
    #expect(editor.press("Esc n").status.hasPrefix("Monday wake heat 120 °F"))
    #expect(editor.press("N").status == away)
    #expect(editor.press("Esc N").status.hasPrefix("calendar entry 1 never applies"))
    let list = editor.press("Esc ! End Up").backend.lines
    #expect(list[3].hasPrefix("> ? calendar entry 1 never applies: later entries"), "\(list)")
    #expect(list[4].hasPrefix("  ? schedule \"Away\" never applies"))
    #expect(editor.press("F").status == "SP606 has no fix; g goes to the calendar")
    #expect(editor.press("Enter").backend.lines[0].hasPrefix(" calendar entry 1 never applies"))
    #expect(editor.press("Esc g d y Esc").backend.lines[0].hasSuffix("  2 problems"))
    editor.command("mon.wake.heat=70").press("F")
    #expect(editor.status == "no problem here; n goes to the calendar")
    #expect(editor.press("! g").backend.lines[0].hasPrefix(" Calendar: "))
    #expect(editor.press("Esc").command("calendar").status == away)
  }

  @Test("F in the list of problems renames the schedule of an entry like validate --fix --unsafe")
  func fixesEntry() {
    var contents = Self.household
    contents.calendar[0].schedule = "Wintr"
    let editor = EditorHarness(contents, schedule: 0).command("problems")
    #expect(editor.press("F1").backend.lines.contains { $0.hasPrefix(" fix: Esc, then F") })
    editor.press("Esc F")
    #expect(editor.editor.state.contents == Self.household)
    #expect(editor.press("u").editor.state.contents == contents)
  }

  @Test("a document without a calendar has an empty list")
  func empty() {
    let editor = EditorHarness().command("calendar")
    #expect(editor.backend.lines[1...3] == ["", "  no entries: \"Winter\" is always due", ""])
    editor.press("a Tab 0 5 - 0 1 . . 0 9 - 3 0 ^s")
    #expect(entries(editor) == ["Winter 05-01..09-30"])
  }

  @Test("due shows the schedule of a day")
  func due() {
    let editor = editor().command("schedule Away").command("due")
    #expect(editor.status == "\"Winter\" is due on 2026-11-24, through 2026-11-29")
    #expect(editor.backend.lines[0].hasPrefix(" Winter"))
    #expect(
      editor.command("due 2026-12-30").status == "\"Away\" is due on 2026-12-30, through 2027-01-02"
    )
    for (typed, day) in [
      ("today", "2026-11-24"), ("TUE", "2026-11-24"), ("tomorrow", "2026-11-25"),
      ("yesterday", "2026-11-23"), ("monday", "2026-11-30"), ("12-30", "2026-12-30"),
      ("11-24", "2026-11-24"),
      ("11-23", "2027-11-23"), ("02-29", "2028-02-29"),
    ] {
      #expect(editor.command("due \(typed)").status.contains("is due on \(day), through"))
    }
    for typed in ["soon", "02-30", "12-5", "tomorrow 17:30"] {
      #expect(
        editor.command("due \(typed)").status
          == "expected a day: today, tomorrow, yesterday, tuesday, 12-24 or 2026-12-24")
    }
    editor.press("Esc L")
    #expect(editor.backend.lines[2].contains("due today"))
  }

  @Test(
    "the title says how long the schedule of today applies, if there is room",
    arguments: [
      (80, "", " Winter home.json · applies through 2026-11-29"), (60, "", " Winter home.json   "),
      (80, "schedule Away", " Away home.json   "),
    ])
  func title(columns: Int, command: String, title: String) {
    let editor = editor(columns: columns)
    if command.isEmpty { editor.press("") } else { editor.command(command) }
    #expect(editor.backend.lines[0].hasPrefix(title), "\(editor.backend.lines[0])")
    // What changes all the time, or never, has no end.
    editor.command("schedule Winter").command("calendar Winter 01-01..12-31")
    #expect(!editor.backend.lines[0].contains("applies"))
  }

  @Test("the end of the current schedule is searched once, not for each key")
  func titleTime() throws {
    var contents = Self.household
    contents.calendar = try (0..<FileFormat.mostEntries).map { number in
      try CalendarEntry("Away \(1700 + number % 200)-12-24", schedules: ["Away"])
    }
    let editor = EditorHarness(contents, schedule: 0)
    editor.press("Right")
    let keys = ThreadTime.of { for _ in 0..<20 { editor.press("Right Left") } }
    let today = try #require(CalendarDay("2026-11-24"))
    let search = ThreadTime.of { _ = contents.lastDay(of: 0, from: today) }
    #expect(keys < 20 * search, "\(keys) ns, \(search) ns")
  }

  @Test(
    "a renamed schedule keeps its entries, a deleted one takes them along, in one step")
  func followsSchedules() {
    let editor = editor().command("rename Cold days")
    #expect(entries(editor).first == "Cold days 10-01..04-30")
    #expect(editor.press("u").editor.state.contents == Self.household)
    // In the list of schedules and its form.
    editor.press("L e ^u C o l d ^s")
    #expect(entries(editor).first == "Cold 10-01..04-30")
    editor.press("u End d y")
    #expect(entries(editor).count == 2)
    #expect(editor.press("u Esc").editor.state.contents == Self.household)
    editor.command("schedule Away").command("delete")
    #expect(editor.status == "Delete \"Away\" and 1 calendar entry?")
    #expect(editor.backend.lines[23] == " y delete  Esc stay")
    #expect(editor.press("Esc").editor.state.contents == Self.household)
    #expect(entries(editor.command("delete").press("y")).count == 2)
    #expect(editor.press("u").editor.state.contents == Self.household)
    #expect(entries(editor.command("delete --with-entries")).count == 2)
    #expect(editor.press("u").editor.state.contents == Self.household)
  }

  @Test("the hints of the list of problems fit the selected one")
  func hintsOfProblems() {
    var contents = Contents.standard(.fahrenheit, name: "Winter")
    contents.calendar = [CalendarEntry(schedule: "Quite another")]
    let editor = EditorHarness(contents).press("!")
    #expect(editor.backend.lines[23].hasPrefix(" Enter explain  g go there  :"))
    contents.calendar = [CalendarEntry(schedule: "Wintr")]
    #expect(EditorHarness(contents).press("!").backend.lines[23].contains("F fix"))
  }
}
