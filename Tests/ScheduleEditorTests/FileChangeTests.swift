import Diagnostics
import ScheduleEditor
import ScheduleModel
import ScheduleText
import Testing
import TwoWayTable

@Suite struct FileChangeTests {
  private static let base = Contents.standard(.fahrenheit, name: "Winter")

  /// The document with cells changed, `mon.wake.heat=66`.
  private func edited(_ assignments: String...) -> Contents {
    var contents = Self.base
    for assignment in assignments {
      let parts = assignment.split(separator: "=")
      for cell in (try? CellAddress.list(parts[0])) ?? [] {
        contents.schedules[0].week[cell] = .temperature(Temperature(parts[1]) ?? Temperature(0))
      }
    }
    return contents
  }

  private func changeOutside(_ editor: EditorHarness, to theirs: Contents) {
    let merge = ScheduleMerge(base: Self.base, ours: editor.editor.state.contents, theirs: theirs)
    editor.change = .merged(merge)
    editor.backend.enqueue([.descriptorReady])
    editor.press("")
  }

  @Test("a change while the file was opened is shown") func showsChangeDuringOpening() {
    let editor = EditorHarness(Self.base)
    editor.change = .removed
    #expect(editor.press("").status == "another program removed the file; saving creates it again")
  }

  @Test("the journal contains every shown edit and nothing else") func everyPaintedEdit() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter Left Right 6 7 Enter u")
    #expect(
      editor.records == [
        Self.base, edited("mon.wake.heat=66"), edited("mon.wake.heat=66", "tue.wake.heat=67"),
        edited("mon.wake.heat=66"),
      ])
    #expect(editor.backend.watched == 7)
  }

  @Test("the edits of a session that died are recovered as one undoable step")
  func editsSessionDied() {
    let editor = EditorHarness(Self.base)
    editor.recovered = edited("mon.wake.heat=66")
    editor.press("")
    #expect(
      editor.backend.lines[0].hasPrefix(
        " Recover 1 edit of a crashed session? (the file has changed since; a crash)"))
    #expect(editor.backend.lines[2] == "> Monday wake heat 70 → 66")
    editor.press("r")
    #expect(editor.status == "recovered, not saved yet; u undoes it")
    #expect(editor.cell("mon.wake.heat") == "66")
    #expect(editor.editor.state.isModified)
    #expect(editor.press("u").week == .standard(.fahrenheit))
  }

  @Test("conflicts with that session are decided cell by cell")
  func recoveredConflicts() {
    let editor = EditorHarness(Self.base)
    let merge = ScheduleMerge(
      base: edited("mon.wake.heat=71"), ours: Self.base,
      theirs: edited("mon.wake.heat=66", "mon.wake.cool=79"))
    (editor.recovered, editor.recoveredMerges) = (merge.contents, [merge])
    editor.press("r")
    #expect(editor.status == "recovered, except 1 value that the file changed; C shows how")
    editor.press("C")
    #expect(editor.backend.lines[0].contains("The file and the crashed session both changed"))
    #expect(editor.backend.lines[2].contains("Monday wake heat: 71 → file 70, edited 66"))
    editor.press("t")
    #expect(editor.cell("mon.wake.heat") == "66")
    #expect(editor.cell("mon.wake.cool") == "79")
    editor.press("u u")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test(
    "after a look at the file, the status line names the open decision, and q in the list quits")
  func looksFirst() {
    let editor = EditorHarness(Self.base)
    editor.recovered = edited("mon.wake.heat=66")
    #expect(editor.press("").backend.lines[23].hasPrefix(" r recover  d discard  l look  q quit"))
    editor.press("l Down")
    #expect(editor.status == "unsaved edits of a crashed session; r lists them")
    #expect(editor.backend.lines[23].hasPrefix(" r recover"))
    #expect(editor.press("r").backend.lines[0].hasPrefix(" Recover 1 edit of a crashed session?"))
    #expect(editor.press("d").backend.lines[23] == " y discard  Esc stay")
    #expect(editor.press("Esc q").outcome == .quit && !editor.hasDiscarded)
  }

  @Test("a conflict of an earlier recovery about a removed schedule is decided")
  func earlierRemoval() {
    var changed = Self.base
    changed.schedules.append(.new(name: "Summer", week: .standard(.fahrenheit)))
    let both = changed
    changed.schedules[1].week[RowAddress(.monday, .wake)].heat = Temperature(61)
    let merge = ScheduleMerge(base: both, ours: Self.base, theirs: changed)
    let editor = EditorHarness(Self.base)
    editor.recovered = merge.contents
    // A later recovery has restored it from another journal.
    editor.recovered?.schedules[1].identity = .found()
    editor.recoveredMerges = [merge]
    #expect(
      editor.press("r").status.hasPrefix("recovered, except 1 schedule that the file deleted"))
    #expect(editor.press("C m").editor.state.contents.schedules.map(\.name) == ["Winter"])
  }

  @Test("what must be decided first names the bound key") func boundRecovery() throws {
    let settings = try EditorSettings(
      reading: Array(#"{"keys": {"F4": "recover"}}"#.utf8), file: "config.json")
    let editor = EditorHarness(Self.base, settings: settings)
    editor.recovered = edited("mon.wake.heat=66")
    editor.press("l Right 5 5 Enter")
    #expect(editor.status.hasSuffix("the crashed session first (F4)"))
  }

  @Test("recovered edits can be discarded or decided later") func givenUpDecided() {
    let editor = EditorHarness(Self.base)
    editor.recovered = edited("mon.wake.heat=66")
    editor.press("l Right 5 5 Enter")
    #expect(editor.status.hasSuffix("the crashed session first (:recover)"))
    #expect(editor.week == .standard(.fahrenheit))
    editor.command("recover").press("d n")
    #expect(!editor.hasDiscarded)
    editor.press("d y")
    #expect(editor.hasDiscarded)
    editor.press("5 5 Enter")
    #expect(editor.cell("mon.wake.heat") == "55")
    #expect(editor.command("recover").status == "nothing to recover")
    // With several schedules, their list is below the edits.
    var two = Self.base
    two.schedules.append(two.schedules[0].copy(named: "Summer"))
    let several = EditorHarness(two)
    several.recovered = edited("mon.wake.heat=66")
    #expect(several.press("").backend.lines[0].hasPrefix(" Recover 1 edit"))
    #expect(several.press(": c l o c k").backend.lines[22] == ":clock")
    // That list changes nothing before the user has decided.
    let looking = EditorHarness(two)
    looking.recovered = edited("mon.wake.heat=66")
    looking.press("l")
    #expect(looking.backend.lines[23] == " Enter open  / find  : command  Esc back")
    looking.press("a e d y J u r")
    #expect(looking.backend.lines[2...3] == ["> Winter", "  Summer"])
    looking.press("Enter").command("recover").press("r")
    #expect(looking.status == "recovered, not saved yet; u undoes it")
    looking.command("schedules")
    #expect(looking.backend.lines[23].contains("a add  e edit"))
  }

  @Test("a change by another program is merged and marked") func anotherProgramChanged() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter")
    changeOutside(editor, to: edited("tue.wake.cool=80"))
    #expect(editor.status == "another program changed the file; its changes are marked <")
    #expect(editor.backend.lines[4].hasPrefix("  Monday    06:00 *66   78 "))
    #expect(editor.backend.lines[5].hasPrefix("▸ Tuesday   06:00 [70] <80 "))
    #expect(editor.editor.screen.grid.drawnRows == [4])
    // A later change keeps the marks of the first.
    changeOutside(editor, to: edited("tue.wake.cool=80", "wed.wake.cool=79"))
    #expect(editor.backend.lines[5].hasPrefix("▸ Tuesday   06:00 [70] <80 "))
    #expect(editor.backend.lines[6].contains("<79"))
    #expect(
      editor.press("Right").status
        == "Tuesday wake cool 80 °F another program changed it from 78"
    )
    editor.press("^s")
    let saved = edited("mon.wake.heat=66", "tue.wake.cool=80", "wed.wake.cool=79")
    #expect(editor.saved == [saved])
    #expect(!editor.backend.lines[5].contains("<"))
  }

  @Test("a value that both changed is decided cell by cell") func bothChangedDecided() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter 6 7 Enter 6 8 Enter")
    changeOutside(
      editor, to: edited("mon.wake.heat=60", "tue.wake.heat=61", "wed.wake.heat=68"))
    #expect(editor.status == "another program changed 2 values that you changed; C shows how")
    // Letters meant for the table decide nothing.
    #expect(editor.press("t").cell("mon.wake.heat") == "66")
    editor.press("C")
    #expect(editor.backend.lines[0].hasPrefix(" You and another program both changed"))
    #expect(editor.backend.lines[23].hasPrefix(" m keep mine  t take theirs"))
    #expect(
      editor.backend.lines[2]
        == "> \"Winter\" Monday wake heat: 70 → you 66, the file 60 (tag 4)")
    #expect(!editor.backend.lines.contains { $0.contains("wednesday") })
    // Nothing can be saved before that.
    let bar = editor.press("Esc q").backend.lines[22...23]
    #expect(
      bar == [" 2 conflicts; discard 2 edits and quit?", " y discard  C conflicts  Esc stay"])
    // As in every question, n changes nothing.
    #expect(editor.press("n").outcome == .endOfInput && editor.cell("mon.wake.heat") == "66")
    #expect(editor.press("q C").backend.lines[0].hasPrefix(" You and another program"))
    #expect(editor.saved.isEmpty)
    editor.press("m t")
    #expect(editor.backend.lines[0].hasPrefix(" Winter home.json ●"))
    #expect(["mon", "tue", "wed"].map { editor.cell("\($0).wake.heat") } == ["66", "61", "68"])
    #expect(editor.press("u").cell("tue.wake.heat") == "67")
  }

  @Test("with a conflict, y leaves without saving") func leavesConflict() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter")
    editor.changeFile(to: edited("mon.wake.heat=60"))
    #expect(editor.press("q n q Enter").outcome == .endOfInput)
    #expect(editor.press("y").outcome == .quit && editor.saved.isEmpty)
  }

  @Test("a narrow screen shows the end of the selected conflict below the list") func narrow() {
    let editor = EditorHarness(Self.base, rows: 12, columns: 40).press("Right 6 6 Enter")
    editor.changeFile(to: edited("mon.wake.heat=60"))
    let lines = editor.press("C").backend.lines
    #expect(lines.contains { $0.contains("the file 60") }, "\(lines)")
  }

  @Test("a value in conflict is marked until it is decided, in the table, the title and the status")
  func markedConflict() {
    let editor = EditorHarness(Self.base).command("set mon.wake.heat=66 tue.wake.heat=90")
    changeOutside(editor, to: edited("mon.wake.heat=65"))
    editor.command("convert C").command("go mon.wake.heat")
    #expect(editor.backend.lines[0].hasSuffix("  1 conflict  1 problem"))
    #expect(editor.backend.lines[4].hasPrefix("  Monday    06:00 !18.9]"))
    #expect(editor.status.hasPrefix("Monday wake heat 18.9 °C in conflict with 18.3: C decides"))
    #expect(editor.press("F").status == "in conflict with 18.3: C decides")
    #expect(editor.press("n").status.hasPrefix("Tuesday wake heat"))
    #expect(editor.press("n").status.hasPrefix("Monday wake heat"))
    let listed = editor.press("! Down").backend.lines
    #expect(listed.contains { $0 == "> ! in conflict: 1 value that you changed" })
    #expect(editor.press("Enter").backend.lines[0].hasPrefix(" You and another program"))
    editor.press("Esc").command("go mon.wake.heat").press("u C t")
    #expect(editor.backend.lines[0].hasSuffix("24 h  1 problem"))
    #expect(editor.press("Up").cell("mon.wake.heat") == "65")
    #expect(editor.press("u").backend.lines[0].hasSuffix("  1 conflict  1 problem"))
    editor.command("view 5+2").command("go mon.wake.heat")
    #expect(editor.status.contains("in conflict with 65 on Monday: C decides"))
  }

  @Test("n goes on to the problems and conflicts of other schedules")
  func problemsElsewhere() {
    var base = Self.base
    base.schedules.append(Schedule(name: "Summer", week: .standard(.fahrenheit)))
    let editor = EditorHarness(base, schedule: 0).command("set mon.wake.heat=66")
    var theirs = base
    theirs.schedules[0].week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(65))
    changeOutside(editor, to: theirs)
    editor.command("schedule Summer")
    let other = "n goes to Monday wake heat of \"Winter\""
    #expect(editor.press("F").status == "no problem here; \(other)")
    #expect(editor.press("!").backend.lines[0].hasPrefix(" You and another program"))
    editor.press("Esc")
    editor.command("set tue.wake.heat=90")
    #expect(editor.press("n").status.hasPrefix("Tuesday wake heat"))
    #expect(editor.press("n").backend.lines[0].hasPrefix(" Winter "))
    #expect(editor.status.hasPrefix("Monday wake heat 66 °F in conflict with 65"))
    #expect(editor.press("N").backend.lines[0].hasPrefix(" Summer "))
  }

  @Test("a conflict is decided for good, by either side, unless the decision is undone")
  func decidedForGood() {
    for way in ["C t", ": t h e i r s Enter", "6 5 Enter Up"] {
      let editor = EditorHarness(Self.base).command("set mon.wake.heat=66")
      changeOutside(editor, to: edited("mon.wake.heat=65"))
      editor.command("go mon.wake.heat").press(way)
      #expect(editor.backend.lines[0].hasSuffix("✓ ok"), "\(way)")
      #expect(editor.press("u").backend.lines[0].hasSuffix("  1 conflict"), "\(way)")
      editor.press("r").command("set mon.wake.heat=67 tue.wake.heat=67")
      #expect(
        editor.backend.lines[0].hasSuffix(way.hasPrefix("6") ? "1 conflict" : "✓ ok"), "\(way)")
    }
    // The other program comes round.
    let editor = EditorHarness(Self.base).command("set mon.wake.heat=66")
    changeOutside(editor, to: edited("mon.wake.heat=65"))
    changeOutside(editor, to: edited("mon.wake.heat=66"))
    #expect(editor.backend.lines[0].hasSuffix("✓ ok"))
    // The schedule is deleted.
    let other = EditorHarness(Self.base).command("set mon.wake.heat=66")
    changeOutside(other, to: edited("mon.wake.heat=65"))
    other.command("duplicate Summer").command("schedule Winter").command("delete").press("y")
    #expect(other.backend.lines[0].hasSuffix("✓ ok"), "\(other.status)")
    #expect(other.press("u").backend.lines[0].hasSuffix("  1 conflict"))
  }

  @Test("theirs is taken in the unit of the document, and undone in one step")
  func theirsInUnit() {
    let editor = EditorHarness(Self.base).command("set mon.wake.heat=66 tue.wake.heat=67")
    changeOutside(editor, to: edited("mon.wake.heat=59", "tue.wake.heat=50"))
    editor.command("convert C").command("theirs")
    #expect(editor.status == "took theirs for 2 values; u undoes it")
    #expect(editor.cell("mon.wake.heat") == "15" && editor.cell("tue.wake.heat") == "10")
    editor.press("u")
    #expect(editor.cell("mon.wake.heat") == "18.9" && editor.cell("tue.wake.heat") == "19.4")
  }

  @Test(
    "undoing what took theirs opens the conflicts again",
    arguments: ["C t t", ": t h e i r s Enter"])
  func undoneDecision(keys: String) {
    let editor = EditorHarness(Self.base).command(
      "set mon.wake.heat=66 tue.wake.heat=67 sun.wake.heat=69")
    changeOutside(editor, to: edited("mon.wake.heat=60", "tue.wake.heat=61"))
    if keys == "C t t" {
      // The list, which stays open for the second one, has no key for undo.
      #expect(editor.press("C t").status == "took theirs")
      #expect(editor.press("t").status == "took theirs; u undoes it")
      editor.press("u u ^s")
    } else {
      editor.press(keys).press("u ^s")
    }
    #expect(
      editor.status
        == "not saved: another program changed 2 values that you changed; C shows how")
    #expect(editor.saved.isEmpty)
    editor.press("r").press(keys == "C t t" ? "r" : "").press("^s")
    #expect(
      editor.saved
        == [edited("mon.wake.heat=60", "tue.wake.heat=61", "sun.wake.heat=69")])
  }

  @Test(
    "a schedule that one side removed and the other changed is decided",
    arguments: ["mine", "theirs", "C m", "C t"], [true, false])
  func removedSchedule(way: String, byUs: Bool) {
    var both = Self.base
    both.schedules.append(.new(name: "Summer", week: .standard(.fahrenheit)))
    var changed = both
    changed.schedules[1].week[RowAddress(.monday, .wake)].heat = Temperature(61)
    let editor = EditorHarness(both)
    if byUs {
      editor.command("schedule Summer").command("delete").command("notes Kept")
      editor.changeFile(to: changed)
    } else {
      editor.command("schedule Summer").command("set mon.wake.heat=61")
      editor.command("schedule Winter").command("notes Kept")
      editor.changeFile(to: Self.base)
    }
    // Until then, a save is refused, quitting asks, and a crash keeps what was done here.
    #expect(editor.press("^s").saved.isEmpty)
    #expect(editor.press("q").status == "1 conflict; discard 1 edit and quit?", "\(editor.status)")
    #expect(editor.press("Esc").records.last?.schedules.count == (byUs ? 1 : 2))
    if !byUs, ["theirs", "C t"].contains(way) {
      if way == "theirs" { editor.command(way) } else { editor.press(way) }
      let name = way == "theirs" ? "" : ": delete \"Summer\""
      #expect(editor.press("u").status == "undid take theirs" + name)
      #expect(editor.press("^s").saved.isEmpty)
    }
    if way.contains("C") { editor.press(way) } else { editor.command(way) }
    let (number, undo) = (way.contains("C") ? "" : " for 1 value", byUs ? "" : "; u undoes it")
    let isMine = ["mine", "C m"].contains(way)
    #expect(editor.status == (isMine ? "kept mine" + number : "took theirs" + number + undo))
    let isRemoved = byUs == ["mine", "C m"].contains(way)
    let names = isRemoved ? ["Winter"] : ["Winter", "Summer"]
    #expect(editor.press("^s").saved.last?.schedules.map(\.name) == names, "\(editor.status)")
  }

  @Test("keeping mine removes their schedule, not a renamed schedule that has its name now")
  func renamedToRemoved() {
    var both = Self.base
    both.schedules.append(.new(name: "Summer", week: .standard(.fahrenheit)))
    let editor = EditorHarness(both).command("schedule Summer").command("delete")
    editor.command("rename Summer").command("set mon.wake.heat=66")
    both.schedules[1].week[RowAddress(.monday, .wake)].heat = Temperature(61)
    editor.changeFile(to: both)
    let saved = editor.command("mine").press("^s").saved.last?.schedules
    #expect(saved?.map(\.name) == ["Summer"], "\(editor.status)")
    #expect(saved?[0].week[RowAddress(.monday, .wake)].heat == Temperature(66))
  }

  @Test("a conflict stays with its schedule where both copies gave two schedules one name")
  func sameNewName() {
    var both = Self.base
    both.schedules.append(.new(name: "Summer", week: .standard(.fahrenheit)))
    let editor = EditorHarness(both).command("set mon.wake.heat=65")
    editor.command("schedule Summer").command("rename X").command("set mon.wake.heat=66")
    both.schedules[0].name = "X"
    both.schedules[1].week[RowAddress(.monday, .wake)].heat = Temperature(61)
    editor.changeFile(to: both)
    let status = editor.command("theirs").status
    #expect(status.hasSuffix("\"X\" exists in each copy; the second is now \"X 2\""), "\(status)")
    let saved = editor.command("mine").press("^s").saved.last?.schedules
    #expect(saved?.map(\.name) == ["X", "X 2"])
    let heat = saved?.map { $0.week[RowAddress(.monday, .wake)].heat }
    #expect(heat == [Temperature(65), Temperature(61)])
  }

  @Test("schedules stay the same when a step of an earlier session is undone")
  func undoneIdentities() {
    var before = Self.base
    before.schedules.append(.new(name: "Summer", week: .standard(.fahrenheit)))
    before.schedules[1].week[RowAddress(.monday, .wake)].heat = Temperature(61)
    var now = before
    now.schedules[0].notes = "edited"
    var history = EditHistory(text: CanonicalText.text(of: before))
    history.add(.init(.words("set"), contents: now))
    let editor = EditorHarness(now, history: history).command("undo")
    for line in ["schedule Winter", "rename X", "schedule Summer", "rename Winter", "schedule X"] {
      editor.command(line)
    }
    editor.command("rename Summer")
    var theirs = now
    theirs.schedules[0].week[RowAddress(.tuesday, .wake)].heat = Temperature(57)
    editor.changeFile(to: theirs)
    let schedules = editor.editor.state.contents.schedules
    #expect(schedules.map(\.name) == ["Summer", "Winter"])
    let heat = schedules.map { $0.week[RowAddress(.tuesday, .wake)].heat }
    #expect(heat == [Temperature(57), Temperature(70)])
  }

  @Test("undoing past values of another program that were in conflict says so")
  func undonePastConflict() {
    let editor = EditorHarness(Self.base).command("set mon.wake.heat=66")
    changeOutside(editor, to: edited("mon.wake.heat=60"))
    let status = editor.press("C m u").status
    #expect(status.hasPrefix("undid changes by another program ("))
    #expect(status.hasSuffix("); saving removes them from the file"))
    #expect(editor.press("u").status == "Monday wake heat is 70 again")
    // While the conflict is open, a save is refused.
    let undecided = EditorHarness(Self.base).command("set mon.wake.heat=66")
    changeOutside(undecided, to: edited("mon.wake.heat=60"))
    #expect(undecided.press("u").status.hasSuffix("from the file once no conflict is left"))
    #expect(undecided.press("^s").saved.isEmpty)
  }

  @Test("a change by another program does not end what can be undone of earlier sessions")
  func endOfHistory() {
    var history = EditHistory(text: CanonicalText.text(of: edited("sun.wake.heat=60")))
    history.add(.init(.words("set"), text: CanonicalText.text(of: Self.base)))
    let editor = EditorHarness(Self.base, history: history)
    editor.changeFile(to: edited("mon.wake.heat=66"))
    #expect(editor.press("u").cell("mon.wake.heat") == "70")
    #expect(editor.press("u").status == "undid set")
    #expect(editor.cell("sun.wake.heat") == "60")
    #expect(editor.press("u").status == "nothing to undo")
    #expect(
      editor.press("^s").saved.last?.schedules[0].week[RowAddress(.sunday, .wake)].heat
        == Temperature(60))
  }

  @Test("a value of theirs is named by its cell when it is undone") func undoneTheirs() {
    let editor = EditorHarness(Self.base).command("set mon.wake.heat=66")
    changeOutside(editor, to: edited("mon.wake.heat=60"))
    #expect(editor.press("C t u").status == "Monday wake heat is 66 again")
  }

  @Test("a name of theirs that another schedule has is not taken") func takenName() {
    var theirs = Self.base
    theirs.schedules[0].name = "Ice"
    let editor = EditorHarness(Self.base).command("rename Frost").command("duplicate Ice")
    changeOutside(editor, to: theirs)
    editor.press("C t")
    #expect(editor.status == "there is already a schedule \"Ice\"")
    #expect(editor.editor.state.contents.schedules.map(\.name) == ["Frost", "Ice"])
    #expect(editor.press("m ^s").saved.count == 1)
  }

  @Test("their calendar is taken as a whole, with the names of the schedules here")
  func calendarOfTheirs() throws {
    func dated(_ dates: String) throws -> Contents {
      var contents = Self.base
      try contents.setCalendar([CalendarEntry("Winter \(dates)", schedules: ["Winter"])])
      return contents
    }
    let editor = EditorHarness(try dated("10-01..04-30"))
    editor.command("calendar").press("Enter Tab ^u 1 1 - 0 1 . . 0 3 - 3 1 ^s Esc")
    editor.command("rename Frost").changeFile(to: try dated("09-01..05-31"))
    #expect(editor.press("C t").status == "took the whole calendar; u undoes it")
    #expect(editor.editor.state.contents.calendar.map(\.description) == ["Frost 09-01..05-31"])
    #expect(editor.press("u C").backend.lines[2].hasPrefix("> calendar entry 1: "))
    #expect(editor.press("Esc").command("theirs").press("^s").saved.count == 1)
  }

  @Test("theirs that has no place any more stays a conflict") func theirsWithoutPlace() {
    let editor = EditorHarness(Self.base).command("set mon.wake.cool=80")
    changeOutside(editor, to: edited("mon.wake.cool=79"))
    editor.command("sides heat").press("C t")
    #expect(
      editor.status == "the schedule has no cool setpoints (set sides to both)")
    #expect(editor.press("Esc ^s").saved.isEmpty)
  }

  @Test("a save never overwrites another program's change unseen") func saveOverAnother() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter")
    let theirs = edited("tue.wake.cool=80")
    let merge = ScheduleMerge(base: Self.base, ours: edited("mon.wake.heat=66"), theirs: theirs)
    editor.saveProblems = [.changedOutside(merge)]
    editor.press("q y")
    #expect(editor.outcome == .endOfInput && editor.editor.state.isModified)
    #expect(editor.status.hasPrefix("not saved: another program changed the file"))
    #expect(editor.saved.isEmpty)
    editor.press("q y")
    #expect(editor.outcome == .quit)
    #expect(editor.saved == [edited("mon.wake.heat=66", "tue.wake.cool=80")])
  }

  @Test("a failed save is reported rather than edits that cannot be kept") func saveFailsTold() {
    let editor = EditorHarness(Self.base).press("")
    editor.recordFailure = "cannot keep edits for recovery: no space left on device"
    editor.saveFailure = "cannot write: no space left on device"
    editor.press("Right 6 6 Enter")
    #expect(editor.status == "cannot keep edits for recovery: no space left on device")
    #expect(editor.press("^s").status == "not saved: cannot write: no space left on device")
    #expect(editor.press("Up").status.hasPrefix("Monday wake heat 66"))
    editor.recordFailure = nil
    editor.press("Down")
    editor.recordFailure = "cannot keep edits for recovery: no space left on device"
    #expect(editor.press("6 8 Enter").status.hasPrefix("cannot keep edits"))
  }

  @Test("edits that cannot be kept are tried again with the next key, not because of their attempt")
  func attemptsEnd() {
    let editor = EditorHarness(Self.base).press("")
    editor.recordFailure = "cannot keep edits for recovery: no space left on device"
    editor.press("Right 6 6 Enter")
    func attempts(_ act: () -> Void) -> Int {
      let before = editor.recordAttempts
      act()
      return editor.recordAttempts - before
    }
    let usual = attempts { editor.press("") }
    editor.backend.enqueue([.descriptorReady, .descriptorReady])
    #expect(attempts { editor.press("") } == usual)
    editor.recordFailure = nil
    #expect(attempts { editor.press("Up") } > 0)
    #expect(editor.records.last == editor.editor.state.contents)
  }

  @Test("a file that another program broke counts as unsaved") func fileBrokenKept() {
    let editor = EditorHarness(Self.base).press("")
    editor.change = .unusable(Refusal("another program changed the file, which is not a schedule"))
    editor.backend.enqueue([.descriptorReady])
    #expect(editor.press("").status.hasPrefix("another program changed the file"))
    #expect(editor.press("q").status == "Save changes to home.json?")
  }

  @Test("a missing file that comes back as it was is not an unsaved change") func fileBack() {
    let editor = EditorHarness(Self.base).press("")
    for change in [OutsideChange.removed, .same] {
      editor.change = change
      editor.backend.enqueue([.descriptorReady])
      editor.press("")
    }
    #expect(editor.status == "the file is back, unchanged")
    #expect(editor.press("q").outcome == .quit)
  }

  @Test("a missing file is reported and written again") func fileGoneWritten() {
    let editor = EditorHarness(Self.base).press("")
    editor.change = .removed
    editor.backend.enqueue([.descriptorReady])
    #expect(editor.press("").status == "another program removed the file; saving creates it again")
    #expect(editor.press("q").status == "Save changes to home.json?")
    #expect(editor.backend.lines[23] == " y save  n discard  Esc stay")
    #expect(editor.press("Esc ^s").status == "saved home.json")
    #expect(editor.saved == [Self.base])
    #expect(editor.press("q").outcome == .quit)
  }

  @Test("a save counts the errors of every schedule")
  func errorsElsewhere() {
    var contents = Self.base
    contents.schedules.append(Schedule(name: "Summer", week: .standard(.fahrenheit)))
    for day in Weekday.allCases {
      contents.schedules[1].week[CellAddress(day, .sleep, .cool)] = .temperature(
        Temperature("98.9") ?? Temperature(0))
    }
    let editor = EditorHarness(contents).press("Esc").command("unit C")
    #expect(editor.press("q").status == "Save changes to home.json, with 7 errors?")
    #expect(editor.press("Esc ^s").status == "saved home.json, with 7 errors")
  }

  @Test("a conflict with a file that is gone does not keep the editor from writing it")
  func conflictFileGone() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter")
    changeOutside(editor, to: edited("mon.wake.heat=61"))
    #expect(editor.press("^s").status.hasPrefix("not saved: another program changed 1 value"))
    editor.change = .removed
    editor.backend.enqueue([.descriptorReady])
    #expect(editor.press("").status == "another program removed the file; saving creates it again")
    #expect(editor.press("^s").status == "saved home.json")
    #expect(editor.saved == [edited("mon.wake.heat=66")])
    #expect(editor.press("q").outcome == .quit)
  }

  @Test("a change that another program takes back is not said to be marked")
  func changeTakenBack() {
    let editor = EditorHarness(Self.base).press("")
    let changed = edited("mon.wake.heat=61", "tue.wake.heat=61")
    changeOutside(editor, to: changed)
    #expect(editor.status == "another program changed the file; its changes are marked <")
    editor.change = .merged(ScheduleMerge(base: changed, ours: changed, theirs: Self.base))
    editor.backend.enqueue([.descriptorReady])
    #expect(editor.press("").status == "another program changed the schedule")
    #expect(!editor.backend.lines.contains { $0.contains("<") })
  }

  @Test(
    "a file with hard links is saved as the user chooses",
    arguments: [
      ("i", [SavePolicy.careful, .inPlace]), ("b", [.careful, .breakLinks]), ("Esc", [.careful]),
    ])
  func fileSeveralNames(key: String, ways: [SavePolicy]) {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter")
    editor.saveProblems = [
      .needsChoice(Refusal("the file has 2 hard links"), [.inPlace, .breakLinks])
    ]
    editor.press("^s")
    #expect(editor.status == "the file has 2 hard links; save anyway?")
    #expect(editor.backend.lines[23] == " i write into it  b break the link  Esc stay")
    editor.press("x \(key)")
    #expect(editor.saveWays == ways)
    #expect(editor.saved.count == ways.count - 1)
    #expect(editor.status.hasPrefix(ways.count > 1 ? "saved home.json" : "Tuesday wake heat"))
  }

  @Test(
    "on a narrow screen, a question has its end, every answer and the way out",
    arguments: [(10, 40), (8, 30), (8, 24), (6, 22)])
  func narrowQuestion(rows: Int, columns: Int) {
    var settings = EditorSettings()
    settings.mouse = true
    let editor = EditorHarness(Self.base, rows: rows, columns: columns, settings: settings)
    editor.press("Right 6 6 Enter")
    let problem = SaveProblem.needsChoice(
      Refusal("the file has 2 hard links"), [.inPlace, .breakLinks])
    editor.saveProblems = [problem, problem]
    editor.press("^s")
    let lines = editor.backend.lines
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("links; save anyway? i write into it b break the link Esc"), "\(lines)")
    #expect(lines[rows - 1].hasSuffix("Esc stay"), "\(lines)")
    // A click presses the key of a hint in each of the lines.
    let row = lines.firstIndex { $0.contains("b break") } ?? 0
    let column = lines[row].hasPrefix(" b") ? 1 : 17
    let click = MouseEvent(.press, at: ScreenPoint(row: row, column: column))
    editor.handle([.mouse(click)])
    #expect(editor.saveWays == [.careful, .breakLinks])
    #expect(editor.press("Esc ^s n").saveWays.count == 3)
  }

  @Test("a failure to recover, discard or keep edits is reported") func cannotRecoveredGiven() {
    let editor = EditorHarness(Self.base)
    editor.recovered = edited("mon.wake.heat=66")
    editor.recoveryProblem = "the journal is gone"
    editor.press("r")
    #expect(editor.status == "not recovered: the journal is gone")
    editor.press("d y")
    #expect(editor.status == "not discarded: the journal is gone")
    #expect(
      editor.backend.lines[0].hasPrefix(
        " Recover 1 edit of a crashed session? (the file has changed since; a crash)"))
    let other = EditorHarness(Self.base).press("")
    other.recordProblem = "no space left"
    #expect(other.press("").status == "no space left")
  }

  @Test("a conflict leads to its cell, with their value in the document's scale")
  func conflictLeadsCell() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter Down 6 7 Enter")
    changeOutside(editor, to: edited("mon.wake.heat=60", "wed.wake.heat=61"))
    editor.press("C Down Enter")
    #expect(editor.press("Right Left").status.hasPrefix("Wednesday wake heat 67"))
  }

  @Test("a change by another program keeps the shown schedule")
  func anotherProgramChangedLeaves() {
    let base = Contents(
      unit: .fahrenheit,
      schedules: ["Winter", "Summer"].map { Schedule(name: $0, week: .standard(.fahrenheit)) })
    var theirs = base
    theirs.schedules[0].notes = "theirs"
    let editor = EditorHarness(base, schedule: 1).press("")
    editor.change = .merged(ScheduleMerge(base: base, ours: base, theirs: theirs))
    editor.backend.enqueue([.descriptorReady])
    #expect(editor.press("").backend.lines[0].hasPrefix(" Summer"))
    let died = EditorHarness(base, schedule: 1)
    died.recovered = theirs
    #expect(died.press("r").backend.lines[0].hasPrefix(" Summer home.json ●"))
  }

  @Test("their notes and device are merged into a schedule that is not shown")
  func notesDeviceTaken() {
    let base = Contents(
      unit: .fahrenheit,
      schedules: ["Winter", "Summer"].map { Schedule(name: $0, week: .standard(.fahrenheit)) })
    var theirs = base
    theirs.schedules[1].notes = "theirs"
    theirs.schedules[1].device = "radiotherm"
    let editor = EditorHarness(base, schedule: 0)
    editor.press("L Down e Tab m i n e Tab c s v ^s Esc")
    #expect(editor.editor.state.contents.schedules[1].device == "csv")
    let merge = ScheduleMerge(base: base, ours: editor.editor.state.contents, theirs: theirs)
    editor.change = .merged(merge)
    editor.backend.enqueue([.descriptorReady])
    editor.press("").press("C Enter")
    #expect(editor.backend.lines[0].hasPrefix(" Summer home.json ●"))
    editor.press("C t t")
    #expect(editor.editor.state.contents == theirs)
  }

  @Test("only offered answers are accepted") func wayNotOffered() {
    let editor = EditorHarness(Self.base).press("Right 6 6 Enter")
    editor.saveProblems = [.needsChoice(Refusal("the file has 2 names"), [.breakLinks])]
    #expect(editor.press("^s i").saveWays == [.careful])
  }

  @Test("their name is merged, and their temperatures in the scale of the document")
  func nameTakenTemperatures() {
    let base = Self.base
    var theirs = base
    theirs.schedules[0].name = "Theirs"
    let editor = EditorHarness(base).command("rename Ours")
    let merge = ScheduleMerge(base: base, ours: editor.editor.state.contents, theirs: theirs)
    editor.change = .merged(merge)
    editor.backend.enqueue([.descriptorReady])
    #expect(editor.press("").press("C t").backend.lines[0].contains("Theirs home.json"))
    let celsius = EditorHarness(Self.base).command("unit C").command("set mon.wake.heat=20")
    let ours = celsius.editor.state.contents
    let file = edited("mon.wake.heat=59")
    celsius.change = .merged(ScheduleMerge(base: Self.base, ours: ours, theirs: file))
    celsius.backend.enqueue([.descriptorReady])
    #expect(celsius.press("").press("C t").cell("mon.wake.heat") == "15")
  }

  @Test("a read-only editor follows the file")
  func viewerFollows() {
    let editor = EditorHarness(Self.base, readOnly: true).press("Right")
    editor.changeFile(to: edited("mon.wake.heat=66"))
    #expect(editor.cell("mon.wake.heat") == "66")
    #expect(editor.status == "another program changed the file; its changes are marked <")
    #expect(editor.press("5").status == "opened read-only; nothing can be changed")
    #expect(editor.press("q").outcome == .quit)
  }

  @Test("the end of the other editor is reported, and the next edit takes over")
  func takesOver() {
    let editor = EditorHarness(Self.base, heldBy: "process 7").press("Right 5")
    #expect(editor.status == "read-only: being edited by process 7")
    editor.host.setFile(edited("tue.wake.heat=66"))
    editor.otherEditor = nil
    editor.backend.enqueue([.descriptorReady])
    editor.press("")
    #expect(
      editor.status == "the other editor has closed the file; press Enter, or edit, to take over")
    #expect(editor.backend.lines[0].contains("[read-only]"))
    editor.press("6 5 Enter")
    #expect(editor.cell("mon.wake.heat") == "65" && editor.cell("tue.wake.heat") == "66")
    #expect(!editor.backend.lines[0].contains("[read-only]"))
    editor.press("^s")
    #expect(editor.saved == [edited("mon.wake.heat=65", "tue.wake.heat=66")])
    // Enter does nothing else.
    let idle = EditorHarness(Self.base, heldBy: "process 7").freed().press("Right Enter")
    #expect(idle.status == "the other editor has closed the file; you can edit it")
    #expect(idle.press("6 2 Enter").cell("mon.wake.heat") == "62")
    // Also a typed command, a paste and a line of the line mode.
    #expect(
      EditorHarness(Self.base, heldBy: "process 7").freed().command("set mon.wake.heat=65")
        .cell("mon.wake.heat") == "65")
    #expect(
      EditorHarness(Self.base, heldBy: "process 7").freed().paste("06:30")
        .cell("mon.wake.time") == "06:30")
  }

  @Test("edits of a crashed editor are decided before any new edit")
  func takesOverWhatDied() {
    let editor = EditorHarness(Self.base, heldBy: "process 7").press("Right")
    editor.recovered = edited("mon.wake.heat=66")
    editor.otherEditor = nil
    editor.press("5")
    #expect(
      editor.backend.lines[0].hasPrefix(
        " Recover 1 edit of a crashed session? (the file has changed since; a crash)"))
    editor.press("r 5 5 Enter")
    #expect(editor.cell("mon.wake.heat") == "55")
  }

  @Test("an editor and the program around it end together")
  func nothingLeaks() {
    weak var editor: Editor?
    weak var host: HostDouble?
    do {
      let harness = EditorHarness().press("Right 6 6 Enter L e Esc Esc")
      (editor, host) = (harness.editor, harness.host)
      #expect(editor != nil && host != nil)
    }
    #expect(editor == nil && host == nil)
  }

  @Test("the list of conflicts shows the value that m keeps, in the unit of the others")
  func valueSinceConflict() {
    let editor = EditorHarness(Self.base).press("Right +")
    editor.changeFile(to: edited("mon.wake.heat=60"))
    editor.press("7 5 Enter C")
    let line = "> \"Winter\" Monday wake heat: 70 → you 75, the file 60 (tag 4)"
    #expect(editor.backend.lines[2] == line)
    editor.press("Esc").command("convert C").press("C")
    #expect(editor.backend.lines[2] == line)
    #expect(editor.press("m").cell("mon.wake.heat") == "23.9")
  }
}
