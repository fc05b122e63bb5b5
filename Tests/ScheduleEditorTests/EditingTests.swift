import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

@Suite struct EditingTests {
  @Test("a committed edit draws its row and no other")
  func aCommittedEditDrawsItsRowAndNoOther() {
    let editor = EditorHarness().press("Down End 8 1")
    #expect(editor.editor.screen.grid.drawnRows == [])
    editor.press("Enter")
    #expect(editor.week[CellAddress(.tuesday, .sleep, .cool)] == .temperature(Temperature(81)))
    #expect(editor.editor.screen.grid.drawnRows == [7])
    // The title, the row, the row of the cursor, the strip of the next morning, the status and the keys.
    #expect(editor.backend.changedLines.last == [0, 5, 6, 15, 22, 23])
    #expect(editor.press("u").editor.screen.grid.drawnRows == [7])
    #expect(editor.backend.changedLines.last == [0, 5, 6, 15, 22, 23])
    #expect(editor.press("r").editor.screen.grid.drawnRows == [7])
    // The star disappears from saved values.
    #expect(editor.press("^s").editor.screen.grid.drawnRows == [7])
    #expect(editor.press("").editor.screen.grid.drawnRows == [])
  }

  @Test("moving and typing draw no row")
  func movingAndTypingDrawNoRow() {
    let editor = EditorHarness().press("")
    let keys = "Down Right Tab Shift-Tab End Home PgDn PgUp 1 2 Backspace Backspace Esc"
    for key in keys.split(separator: " ") {
      #expect(editor.press(String(key)).editor.screen.grid.drawnRows == [], "\(key)")
    }
  }

  @Test("an edit that makes a problem draws the rows that get a mark") func editMakesProblem() {
    let editor = EditorHarness().press("Right Right Right Right")
    // Leave 08:00 becomes 18:00, where return begins: only rows with a mark or a new value.
    editor.press("Left 1 8 : 0 0 Enter")
    #expect(editor.editor.screen.grid.drawnRows == [1, 2])
  }

  @Test(
    "keys change the cell",
    arguments: [
      ("6 4 Enter", "64"), ("Enter Backspace Backspace 6 4 . 5 Enter", "64.5"), ("6 4 Esc", "62"),
      ("F2 ^u 2 0 c Tab", "68"), ("+ +", "64"), ("-", "61"), ("6 4 Down", "64"), ("6 4 Left", "64"),
      ("6 4 Enter u ^r", "64"), ("Del 6 3 Enter", "63"), ("Enter ^a + ^k Esc", "62"),
      ("6 4 Enter u", "62"), ("6 4 Enter u r", "64"), ("6 4 Enter u u u ^y", "64"),
      ("F2 Left Backspace 7 Enter", "72"), ("6 4 ^c", "62"),
    ])
  func keysChangeCell(keys: String, value: String) {
    let editor = EditorHarness().press("Right Right Right Right \(keys)")
    #expect(editor.week[CellAddress(.monday, .leave, .heat)].description == value)
  }

  @Test("a value being typed is saved with the rest; an invalid value stops the save")
  func savesWhatIsTyped() throws {
    let cell = CellAddress(.monday, .leave, .heat)
    let editor = EditorHarness().press("Right Right Right Right 6 4 ^s")
    #expect(editor.saved.map { $0.schedules[0].week[cell].description } == ["64"])
    editor.press("6 x ^s")
    #expect(editor.saved.count == 1 && editor.status.contains("is not a temperature"))
    editor.press("Esc F2 Backspace 5 ^s")
    #expect(editor.saved.map { $0.schedules[0].week[cell].description } == ["64", "65"])
  }

  @Test(
    "times are accepted, or refused without a change",
    arguments: [
      ("6:15␣am Enter", "06:15"), ("6 3 0 p Enter", "18:30"), ("+", "06:15"), ("-", "05:45"),
      ("Enter ^u 2 5 : 9 9 Enter Esc", "06:00"), ("Enter ^u noonish Enter Esc", "06:00"),
      ("Enter ^u Enter Esc", "06:00"), ("t 7 Enter t", "07:00"),
      ("Enter Backspace p Enter", "18:00"), ("6 : 0 7 Enter Up -", "06:00"),
    ])
  func timesTakenRefused(keys: String, value: String) {
    let editor = EditorHarness(clock: .twelveHour).press(keys)
    #expect(editor.week[CellAddress(.monday, .wake, .time)].description == value)
  }

  @Test(
    "a refused time is reported and stays in the cell",
    arguments: [
      ("25:99", #""25:99" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm"#),
      ("noonish", #""noonish" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm"#),
      ("", "a time is needed, such as 6:30 or 18:30"),
    ])
  func refusedTimeWhy(text: String, reason: String) {
    let editor = EditorHarness(clock: .twelveHour).press("Enter ^u \(text) Enter")
    #expect(editor.status == reason)
    #expect(editor.week == .standard(.fahrenheit))
    #expect(editor.backend.lines[4].hasPrefix("  Monday   [\(text)"))
    editor.press("Esc")
    #expect(editor.backend.lines[4].hasPrefix("  Monday   [ 6:00a]"))
  }

  @Test("a temperature typed as a time leads to the column of temperatures")
  func temperatureAsTime() {
    let editor = EditorHarness().press("6 8 Enter")
    #expect(
      editor.status == "\"68\" is not a time (HH:MM or 6:30 pm); press Esc and → for heat")
    #expect(editor.press("Esc Right 6 8 Enter").cell("mon.wake.heat") == "68")
  }

  @Test("typing stops at the longest possible value") func typingEndsLongest() {
    let editor = EditorHarness().press(String(repeating: "6 ", count: 64))
    #expect(editor.status.hasPrefix("\"6666"))
    editor.press("6")
    #expect(editor.status == "a value has at most 64 characters")
    #expect(editor.press("^u 7 Enter").cell("mon.wake.time") == "07:00")
  }

  @Test("the reason is shown before the commit") func reasonShownBefore() {
    let editor = EditorHarness().press("Right 8 5")
    #expect(editor.status == "Monday wake heat 85 is not below cool 78; nearest is 75")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("both cells of a problem are marked with a glyph") func bothCellsProblem() {
    let editor = EditorHarness().press("Right 8 5 Enter")
    #expect(editor.backend.lines[4].hasPrefix("  Monday    06:00 !85  !78 "))
    #expect(editor.backend.lines[0].hasSuffix("1 problem"))
    #expect(editor.backend.lines.contains(" ! Monday wake heat 85 is not below cool 78 [SP301]"))
    editor.press("u")
    #expect(editor.backend.lines[0].hasSuffix("✓ ok"))
  }

  @Test("undo names the edit and goes to its cell") func undoUndidGoes() {
    let editor = EditorHarness().press("Down Right 6 4 Enter PgDn u")
    #expect(editor.status == "Tuesday wake heat is 70 again")
    editor.press("r")
    #expect(editor.status == "Tuesday wake heat is 64 again")
    editor.press("u u")
    #expect(editor.status == "nothing to undo")
    // Also where the edit was made from another cell.
    editor.command("goto sun sleep time").command("set mon.wake.heat=66")
    #expect(editor.press("u Esc").status.hasPrefix("Monday wake heat 70 °F"), "\(editor.status)")
    editor.command("goto sun sleep time")
    #expect(editor.press("r Esc").status.hasPrefix("Monday wake heat 66 °F"), "\(editor.status)")
  }

  @Test("no command saves in a read-only session", arguments: ["save", "save-and-quit", "wq", "x"])
  func readOnlySave(command: String) {
    let editor = EditorHarness(readOnly: true, isNew: true).command(command)
    #expect(editor.status == "opened read-only; nothing can be changed")
    #expect(editor.saveWays.isEmpty)
  }

  @Test("nothing changes in a read-only editor") func nothingChangesRead() {
    let editor = EditorHarness(readOnly: true).press("6 4 Enter Right + Enter 1 Del u r")
    #expect(editor.week == .standard(.fahrenheit))
    #expect(editor.status.hasPrefix("opened read-only"))
  }

  /// Below zero a sign is part of a value that is edited in place, or pasted, and no step.
  @Test("temperatures below zero are edited in place and pasted") func temperaturesBelowZero() {
    let editor = EditorHarness(.standard(.celsius)).command("set mon.wake.heat=0")
    editor.command("set mon.wake.heat=-5").press("Right Enter Enter Up")
    #expect(editor.cell("mon.wake.heat") == "-5")
    editor.press("Enter Backspace 7 Enter Up y Down p")
    #expect(editor.cell("mon.wake.heat") == "-7")
    #expect(editor.cell("tue.wake.heat") == "-7")
    editor.press("- 1 Esc").paste("-2.5")
    #expect(editor.cell("tue.wake.heat") == "-2.5")
  }

  @Test(
    "no value is nearest if the other cells leave none",
    arguments: [
      ("set mon.wake.heat=99 mon.wake.cool=60", "mon wake cool"),
      ("set mon.leave.time=19:00 mon.return.time=18:00 mon.sleep.time=17:00", "mon return time"),
    ])
  func noNearest(set: String, cell: String) {
    let editor = EditorHarness().command(set).command("goto \(cell)")
    #expect(!editor.status.contains("nearest") && editor.status.contains("F1 explains"))
  }

  @Test(
    "the status line reports the last result",
    arguments: [
      ("Right 6 8 f Enter", "Tuesday wake heat 70 °F 45 to 75 allowed"),
      ("6 :", "Monday wake time 06:00"),
      ("Right Del 7", "Monday wake heat 70 °F 45 to 75 allowed"),
      ("Right + Right Left", "Monday wake heat 71 °F was 70 · 45 to 75 allowed"),
      ("Right 6 4 Enter u 6 5 Enter r", "nothing to redo"),
      (": = 0 6 : 0 0 Enter u", "nothing to undo"), (": n o t e s Enter u", "nothing to undo"),
      ("Right v Down 6 6 Enter", "2 cells selected"),
      (
        "Right 6 6 Enter v Down u Right",
        "Monday wake cool 78 °F 73 to 99 allowed"
      ),
      ("Down Right 6 4 Enter PgDn u Left", "Tuesday wake time 06:00"),
      (
        "Right 8 5 Enter Up Right",
        "Monday wake cool 78 °F F sets heat 75 · F1 explains"
      ),
      ("w End Down Down", "Monday return cool 78 °F 73 to 99 allowed"),
      ("v Down w", "Tuesday wake time 06:00"),
      ("v Down : g o t o ␣ w e d Enter", "Wednesday wake time 06:00"),
      ("z Esc", "Monday wake time 06:00"),
      ("w w End", "Monday sleep cool 82 °F 65 to 99 allowed"),
      ("F9", "this key is not bound; ? shows the keys"), ("t", "12-hour clock"),
    ])
  func statusLineKeys(keys: String, status: String) {
    #expect(EditorHarness().press(keys).status.hasPrefix(status))
  }

  @Test("repainting draws every row and sets the theme again") func repaintingDrawsEvery() {
    let editor = EditorHarness().press("")
    #expect(editor.backend.theme == nil)
    editor.press("^l")
    #expect(editor.editor.screen.grid.drawnRows == Array(0..<28))
    #expect(editor.backend.theme?.name == Theme.standard.name)
  }

  @Test("the problems of a document are shown at the start") func problemsDocumentThere() {
    var contents = Contents.standard(.fahrenheit, name: "Winter")
    contents.schedules[0].week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(85))
    #expect(EditorHarness(contents).press("").backend.lines[0].hasSuffix("1 problem"))
  }

  @Test("a step is half a degree in Celsius") func stepHalfDegree() {
    let editor = EditorHarness(.standard(.celsius, name: "Winter")).press("Right +")
    #expect(editor.cell("mon.wake.heat") == "21.5")
  }

  @Test("the search for problems wraps around") func nextPreviousProblem() {
    let editor = EditorHarness().command("set tue.wake.heat=85 fri.wake.heat=86 sun.wake.heat=87")
    let places = ["n", "n", "n", "n", "N", "N", "N"].map { key -> String in
      editor.press("\(key) Left Right")
      return editor.status.prefix { $0 != " " }.lowercased()
    }
    #expect(
      places == ["tuesday", "friday", "sunday", "tuesday", "sunday", "friday", "tuesday"])
    #expect(editor.press("v Down n v").status == "1 cell selected")
  }

  @Test("a change of the clock redraws every row") func anotherClockShown() {
    let editor = EditorHarness().press("t")
    for line in 4...10 { #expect(editor.backend.lines[line].contains("6:00a")) }
    let form = EditorHarness(clock: .twelveHour).press("e").backend.lines
    #expect(form.contains { $0.contains(/Begins at[^│]*6:00a/) })
    // The sentences of the rules, too.
    let problem = EditorHarness(clock: .twelveHour)
    let reason = "Monday leave 8:00a is not after wake 9:00p"
    #expect(problem.press("9 p").status == reason + "; nearest is 7:45a")
    for keys in ["Enter", "!", "Enter"] {
      #expect(problem.press(keys).backend.lines.contains { $0.contains(reason) })
    }
  }

  @Test("the last problem that fits is listed, not counted") func lastProblemFits() {
    let editor = EditorHarness()
    var value = 80
    for day in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
      for period in ["wake", "return"] {
        // Alike on no two days, or they would be one line.
        value += 1
        editor.command("set \(day).\(period).heat=\(value)")
        #expect(!editor.backend.lines.contains { $0.contains("and 1 more") })
      }
    }
    #expect(editor.backend.lines.contains { $0.contains("more; ! lists them") })
  }

  @Test("undo and redo report the value of the cell")
  func undoSaysTheValue() {
    let editor = EditorHarness().press("Right 6 6 Enter u")
    #expect(editor.status == "Monday wake heat is 70 again")
    #expect(editor.press("r").status == "Monday wake heat is 66 again")
    editor.press("Left 6 3 0 p Enter").command("clock 12").press("u")
    #expect(editor.status == "Monday wake time is 6:00a again")
    #expect(editor.press("v Down Right 5 Enter u").status == "undid set Mon-Tue wake heat")
  }

  @Test("one step from a time is the same in the table, in its form and in the library")
  func oneStep() {
    for minutes in stride(from: 0, to: 1440, by: 85) {
      let time = TimeOfDay(wrapping: minutes).description
      for (count, line, key) in [(1, "step up", "Shift-Up"), (-1, "step down", "Shift-Down")] {
        let stepped = TimeEditor().step(time, by: count) ?? time
        let grid = EditorHarness().command("set mon.wake.time=\(time)").command(line)
        #expect(grid.cell("mon.wake.time") == stepped, "\(line) from \(time)")
        let form = EditorHarness().command("set mon.wake.time=\(time)").press("e \(key) ^s")
        #expect(form.cell("mon.wake.time") == stepped, "\(key) from \(time)")
      }
    }
  }

  @Test("an empty field of a row's form is reported in plain words")
  func emptyFieldOfRow() {
    let editor = EditorHarness().press("e Del ^s")
    #expect(editor.sentences.contains("Begins at: a value is needed"), "\(editor.sentences)")
  }
}
