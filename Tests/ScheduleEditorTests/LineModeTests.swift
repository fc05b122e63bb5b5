import Diagnostics
import ScheduleEditor
import ScheduleModel
import TerminalScreen
import TestSupport
import Testing
import TwoWayTable

@Suite struct LineModeTests {
  /// Runs lines; returns the output, the ending and the saved text. Another program changes the file to `theirs` while
  /// the line `66` is read.
  private func run(
    _ lines: [String], _ contents: Contents = .standard(.fahrenheit), theirs: Contents? = nil,
    options: EditorOptions = EditorOptions(fileName: "home.json"),
    _ prepare: (EditorHarness) -> Void = { _ in }
  ) -> (said: [String], outcome: AppEnding, failures: Int, saved: [Contents]) {
    var rest = lines[...]
    var said: [String] = []
    let host = EditorHarness(contents)
    prepare(host)
    let mode = LineMode(
      contents, options: options, host: host.host,
      readLine: { _, _ in
        if rest.first == "66", let theirs { host.host.setFile(theirs) }
        return rest.popFirst().map { .line($0) } ?? .end
      }, write: { said.append($0) })
    let outcome = mode.run()
    return (said, outcome, mode.failureCount, host.saved)
  }

  @Test("the same commands edit the same week") func sameCommandsEdit() {
    let result = run([
      "goto tue leave heat", "64", "", "copy tuesday wednesday", "undo", "save", "quit",
    ])
    #expect(
      result.said == [
        "Home, home.json, in degrees Fahrenheit; help lists the commands",
        "Tuesday leave: heat 62 °F, allowed 45 to 82",
        "Tuesday leave: heat 64 °F, was 62, allowed 45 to 82",
        "Tuesday leave: heat 64 °F, was 62, allowed 45 to 82",
        "copied Tuesday to Wednesday: 1 row changed",
        "undid copy Tuesday to Wednesday", "saved home.json",
      ])
    #expect(result.outcome == .quit)
    #expect(
      result.saved.first?.schedules[0].week[CellAddress(.tuesday, .leave, .heat)].description
        == "64")
  }

  @Test("a layout wider than a screen can be edited") func wideLayout() throws {
    let bytes = Fixtures.bytes("layouts/twelve-hour-list/layout.json") ?? []
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("\"width\": 8", with: "\"width\": 40")
    var options = EditorOptions(fileName: "home.json")
    options.settings.layout = try WeekLayout(reading: Array(text.utf8), file: "layout.json")
    let result = run(["tue.leave.heat=66", "save"], options: options)
    #expect(result.saved.count == 1, "\(result.said)")
  }

  @Test("a row and a value set the field that the value fits, or name those that it could be")
  func valueOfRow() {
    let said = run([
      "mon wake 6:30", "weekend wake 7:00", "tue leave 9:15 am", "wed wake 66", "wed wake 6",
      "wed wake 25:00", "tue wake heat 90", "fix", "say problems", "sides heat", "thu wake 66",
    ]).said
    for line in [
      "Monday wake: time 06:30, was 06:00, allowed 00:00 to 07:45",
      "weekend wake time 06:00 -> 07:00; undo reverts it",
      "Tuesday leave time 08:00 -> 09:15; undo reverts it",
      "Not done: \"66\" could be heat or cool; type wed wake heat 66",
      "Not done: \"6\" could be time, heat or cool; type wed wake heat 6",
      "Not done: \"25:00\" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm",
      "no problem here; next-problem goes to Tuesday wake heat",
      "Thursday wake heat 70 -> 66; undo reverts it",
    ] {
      #expect(said.contains(line), "\(line)")
    }
  }

  @Test("problems of the calendar are reported and listed")
  func calendarProblems() {
    let said = run([
      "duplicate Away", "calendar Away mon", "calendar Home 01-01..12-31", "say problems",
      "next-problem",
    ]).said
    let warning =
      "Warning: calendar entry 1 never applies: later entries override it, rule SP606"
    #expect(said.contains(warning))
    #expect(said.suffix(5).first == "One problem.", "\(said)")
    #expect(said.last == "calendar entry 1 never applies: later entries override it")
    #expect(said.contains("\(warning)."))
    #expect(
      said.contains("1  Away  mon: ? never applies: later entries override it"))
  }

  @Test("a problem of the calendar is said once, whatever the number of its entry")
  func calendarProblemsOnce() {
    let said = run([
      "duplicate Away", "calendar Away sat", "calendar Away mon", "calendar Home 01-01..12-31",
      "calendar remove 1",
    ]).said
    #expect(said.count { $0.hasPrefix("Warning: calendar entry") } == 2, "\(said)")
  }

  @Test("the schedule that is left after a deletion is named; a typed value is repeated")
  func namesTheNext() {
    let said = run([
      "duplicate Summer", "previous-schedule", "delete", "66:00", "6:30", "@104",
      "66", "goto wed", "repeat",
    ]).said
    #expect(said.contains("deleted \"Home\"; undo reverts it") && said.contains("Schedule Summer"))
    #expect(said.last == "Wednesday wake: heat 66 °F, allowed 45 to 75")
  }

  @Test("blanks before a value do not make it a tag", arguments: [" 66", "\t66", "  66 "])
  func indentedValue(line: String) {
    #expect(
      run(["@104", line]).said.last == "Tuesday wake: heat 66 °F, was 70, allowed 45 to 75")
  }

  @Test("nothing in a name acts on the terminal")
  func namesArePrintable() {
    let name = "\u{1B}]52;c;YQ==\u{7}\u{202E}"
    let contents = Contents.standard(.fahrenheit, name: name)
    let said = run(["schedules", "show", "duplicate B", "rename \u{9B}31m", "quit!"], contents).said
    #expect(said.count > 5)
    for line in said {
      #expect(
        !line.unicodeScalars.contains {
          $0 != " " && $0.properties.generalCategory == .control || $0 == "\u{202E}"
        }, "\(line.debugDescription)")
    }
  }

  @Test("failed commands are reported and counted") func cannotDoneCounted() {
    let result = run(["fly", "set mon.wake.heat=hot", "edit", "copy", "mouse", "quit", "@114"])
    #expect(result.failures == 5)
    #expect(result.said.contains("Not done: \"fly\" is not a command; help lists them"))
    #expect(
      result.said.contains(
        "Not done: \"hot\" is not a temperature with at most one decimal"))
    #expect(result.outcome == .quit)
  }

  @Test("quit with changes is refused") func quittingChangesGoes() {
    let result = run(["=7", "quit", "quit!"])
    #expect(result.said.contains("Not done: there are unsaved changes; use save or quit!"))
    #expect(result.outcome == .quit)
    #expect(result.saved.isEmpty)
    #expect(run(["=7"]).outcome == .endOfInput)
    #expect(run(["=7", "save-and-quit"]).saved.count == 1)
  }

  @Test("lists and the week are printed") func listsWeekRead() {
    let result = run(["mon.wake.heat=85", "problems", "history", "schedules", "show", "help"])
    #expect(
      result.said.contains("Error: Monday wake heat 85 is not below cool 78, rule SP301"))
    #expect(result.said.contains("! Monday wake heat 85 is not below cool 78: SP301 error"))
    #expect(result.said.contains("Monday wake heat 70 -> 85: now"))
    #expect(result.said.contains { $0.hasPrefix("Tue-Sun ") })
    #expect(result.said.contains { $0.hasPrefix("copy [DAY DAYS…]: ") })
    #expect(result.said.contains("undo: undo the last edit"))
    #expect(!result.said.contains { $0.hasPrefix("theme ") })
  }

  @Test("a message is not repeated") func notAgain() {
    #expect(run(["edit", "@114"]).failures == 1)
    #expect(run(["mon.wake.heat=85", "@114"]).said.count { $0.hasPrefix("Error: ") } == 1)
    #expect(run(["yank"]).said.contains("06:00"))
    #expect(run(["select line", "yank", "goto mon leave", "paste"]).failures == 1)
    var several = Contents.standard(.fahrenheit)
    several.schedules.append(Schedule(name: "Other", week: .standard(.fahrenheit)))
    #expect(run(["@114"], several).said.count == 2)
  }

  @Test("a failed save is reported") func cannotSavedKept() {
    let failed = run(["=7", "save-and-quit"]) { $0.saveFailure = "no space left" }
    #expect(failed.said.contains("Not saved: no space left"))
    #expect(failed.outcome == .endOfInput)
    let asked = run(["=7", "save"]) {
      $0.saveProblems = [.needsChoice(Refusal("the file has 2 names"), [.inPlace])]
    }
    #expect(asked.said.contains("Not saved: the file has 2 names"))
    let unkept = run(["=7"]) { $0.recordProblem = "no space left" }
    #expect(unkept.said.contains("Note: no space left"))
    let null = run(["notes a\0b", "save"])
    let reason = "Not done: the line has a NUL character or a byte that is not UTF-8"
    #expect(null.said.contains(reason) && null.saved.isEmpty)
    // Once, although each line tries again; also if a line itself fails.
    let note = "Note: no space left"
    let lines = ["=7", "=8", "fly", "=7", "save", "=9"]
    let often = run(lines) { ($0.recordFailure, $0.saveFailure) = ("no space left", "no") }
    #expect(often.said.count { $0 == note } == 1, "\(often.said)")
  }

  /// Another program sets Monday's wake heat to 60 while `66` is typed.
  private func runWithConflict(_ lines: [String]) -> (said: [String], failures: Int, heat: [String])
  {
    let heat = CellAddress(.monday, .wake, .heat)
    var theirs = Contents.standard(.fahrenheit)
    theirs.schedules[0].week[heat] = .temperature(Temperature(60))
    let result = run(lines, theirs: theirs)
    return (
      result.said, result.failures, result.saved.map { $0.schedules[0].week[heat].description }
    )
  }

  @Test("changes of the file are reported before the next prompt") func changedFile() {
    let changed = runWithConflict(["@104", "66", "quit!"]).said
    #expect(changed.last == "Note: another program changed the file; its changes are marked <")
    let conflict = runWithConflict(["@4", "66", "quit!"])
    #expect(conflict.failures == 0)
    #expect(
      conflict.said.last
        == "Note: another program changed 1 value that you changed; conflicts shows how")
    let removed = run(["66", "66", "quit!"]) { $0.host.change = .removed }
    #expect(removed.said.count { $0.hasPrefix("Note: another program removed the file") } == 1)
  }

  @Test(
    "commands that ask for words on a screen name them",
    arguments: [
      ("find", "Not done: missing arguments: find VALUE"),
      (
        "goto",
        "Not done: missing arguments: goto TAG | DAY [PERIOD [FIELD]] | DAY TIME | problem"
      ),
    ])
  func needsWords(line: String, answer: String) {
    #expect(run([line]).said.dropFirst().first == answer)
  }

  @Test(
    "a command alone tells the state",
    arguments: [
      ("schedule", "Home: current"), ("schedules", "Home: current"), ("sides", "sides both"),
      ("notes", "the schedule has no notes"), ("device", "no device; device NAME sets one"),
      ("level", "70 / 78  comfort: 14 rows: wake, return"), ("conflicts", "no conflicts"),
      ("problems", "no problems here"), ("history", "nothing was edited yet"),
      ("calendar", "no entries: \"Home\" is always due"),
    ])
  func tellsState(line: String, answer: String) {
    let result = run([line])
    #expect(result.said.dropFirst().first == answer && result.failures == 0, "\(result.said)")
  }

  @Test("a save with a conflict fails with a message, and waits for mine or theirs")
  func savingConflict() {
    let unsaved =
      "Not saved: another program changed 1 value that you changed; conflicts shows how"
    let conflict = runWithConflict(["@4", "66", "save", "save", "quit!"])
    #expect(conflict.failures == 2)
    #expect(conflict.heat.isEmpty)
    #expect(conflict.said.count { $0 == unsaved } == 2)
    let listed = runWithConflict(["@4", "66", "say problems", "conflicts", "quit!"]).said
    #expect(listed.contains("In conflict: 1 value that you changed; conflicts lists them."))
    #expect(listed.contains("\"Home\" Monday wake heat: 70 -> you 66, the file 60 (tag 4)"))
    #expect(runWithConflict(["@4", "66", "save", "mine", "save", "quit"]).heat == ["66"])
    #expect(
      runWithConflict(["@4", "66", "save", "theirs", "mon.wake.cool=79", "save", "quit"]).heat == [
        "60"
      ])
    #expect(run(["mine", "theirs", "conflicts"]).failures == 2)
  }

  @Test("say week describes the table completely")
  func weekIsSaid() {
    let said = run(["say week", "say problems"]).said.dropFirst()
    #expect(
      said.joined(separator: "\n") == """
        The week of Home, in degrees Fahrenheit.
        Every day:
        From 06:00, wake: heat to 70, cool to 78.
        From 08:00, leave: heat to 62, cool to 85.
        From 18:00, return: heat to 70, cool to 78.
        From 22:00, sleep: heat to 62, cool to 82, until the next morning.
        No problems.
        """)
  }

  @Test("equal days are described together")
  func daysAreGrouped() {
    let said = run([
      "weekend.wake.time=7:30", "fri.sleep.time=23:30", "say week", "say weekend", "say day",
      "say fri",
    ]).said
    #expect(
      said.filter { $0.hasSuffix(":") } == [
        "Monday to Thursday:", "Friday:", "Saturday and Sunday:", "Monday:", "Friday:",
      ])
    #expect(
      said[1...2] == [
        "weekend wake time 06:00 -> 07:30; undo reverts it",
        "Friday sleep time 22:00 -> 23:30; undo reverts it",
      ])
    #expect(said.contains { $0.hasPrefix("Not done: cannot say \"weekend\"") })
    #expect(
      run(["set mon,wed,sat.wake.heat=60", "say week"]).said.contains(
        "Monday, Wednesday and Saturday:"))
    var fromSunday = EditorOptions(fileName: "home.json")
    fromSunday.settings.layout = .week.beginning(on: .sunday)
    #expect(
      run(["sun.wake.heat=60", "say week"], options: fromSunday).said.filter { $0.hasSuffix(":") }
        == ["Sunday:", "Monday to Saturday:"])
  }

  @Test("say now and say problems print sentences")
  func momentAndProblemsAreSaid() {
    let said = run(["say now", "mon.wake.heat=85", "say problems", "clock 12", "now"]).said
    #expect(
      said[1...2] == [
        "Tuesday, 17:30: leave since 08:00, heat to 62, cool to 85.",
        "Next, in 30 minutes: return at 18:00, heat to 70, cool to 78.",
      ])
    // The clock is advanced before the next change.
    let skipped = run(["say now", "now"]) { $0.skippedMinutes = 30 }.said
    #expect(skipped[2].hasPrefix("Next, in 0 minutes: return at 18:00"))
    #expect(said.contains("One problem."))
    #expect(said.contains("Error: Monday wake heat 85 is not below cool 78, rule SP301."))
    #expect(said.contains("Next, in 30 minutes: return at 6:00p, heat to 70, cool to 78."))
  }

  @Test("a value sets the cell, @ goes to a tag, and an equal value is reported")
  func valuesAlone() {
    let lines = ["@114", "64", "+1", "65", "@111", "7:45", "830 am", "set 111=8:30", "@999"]
    let said = run(lines + ["quit!"]).said
    #expect(
      said.dropFirst() == [
        "Tuesday leave: heat 62 °F, allowed 45 to 82",
        "Tuesday leave: heat 64 °F, was 62, allowed 45 to 82",
        "Tuesday leave: heat 65 °F, was 62, allowed 45 to 82",
        "Tuesday leave: heat 65 °F, was 62, allowed 45 to 82",
        "Tuesday leave: time 08:00, allowed 06:15 to 17:45",
        "Tuesday leave: time 07:45, was 08:00, allowed 06:15 to 17:45",
        "Tuesday leave: time 08:30, was 08:00, allowed 06:15 to 17:45",
        "nothing changed",
        "Not done: day 9 of tag 999 is outside 0 (Monday) to 6 (Sunday)",
      ])
  }
}
