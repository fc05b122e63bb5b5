import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

@Suite struct EditingTests {
  @Test func aCommittedEditDrawsItsRowAndNoOther() {
    let editor = EditorHarness().press("Down Right Right Right Right 6 4")
    _ = editor.editor.takeDrawnRows()
    editor.press("Enter")
    #expect(editor.week[CellAddress(.tuesday, .leave, .heat)] == .temperature(Temperature(64)))
    #expect(editor.editor.takeDrawnRows() == [1 * 4 + 1])
    // Title, the row, the row the cursor went to, the status: nothing else on the screen.
    #expect(editor.backend.changedLines.last == [0, 5, 6, 22])
  }

  @Test func movingAndTypingDrawNoRow() {
    let editor = EditorHarness().press("")
    _ = editor.editor.takeDrawnRows()
    editor.press("Down Right Tab Shift-Tab End Home PgDn PgUp 1 2 Backspace Backspace Esc")
    #expect(editor.editor.takeDrawnRows().isEmpty)
  }

  @Test func anEditThatMakesAProblemDrawsTheRowsThatGetAMark() {
    let editor = EditorHarness().press("Right Right Right Right")
    _ = editor.editor.takeDrawnRows()
    // Leave 08:00 becomes 18:00, where return begins: only rows with a mark or a new value.
    editor.press("Left 1 8 : 0 0 Enter")
    #expect(editor.editor.takeDrawnRows() == [1, 2])
  }

  @Test(arguments: [
    ("6 4 Enter", "64"), ("Enter Backspace Backspace 6 4 . 5 Enter", "64.5"), ("6 4 Esc", "62"),
    ("F2 ^u 2 0 c Tab", "68"), ("+ +", "64"), ("-", "61"), ("6 4 Down", "64"), ("6 4 Left", "64"),
    ("6 4 Esc ^r Enter", "64"), ("Del 6 3 Enter", "63"), ("Enter ^a + ^k Esc", "62"),
    ("6 4 Enter u", "62"), ("6 4 Enter u r", "64"), ("6 4 Enter u u u ^y", "64"),
  ])
  func keysChangeTheCell(keys: String, value: String) {
    let editor = EditorHarness().press("Right Right Right Right \(keys)")
    #expect(editor.week[CellAddress(.monday, .leave, .heat)].description == value)
  }

  @Test(arguments: [
    ("6:15␣am Enter", "06:15"), ("6 3 0 p Enter", "18:30"), ("+", "06:15"), ("-", "05:45"),
    ("Enter ^u 2 5 : 9 9 Enter Esc", "06:00"), ("Enter ^u noonish Enter Esc", "06:00"),
    ("Enter ^u Enter Esc", "06:00"), ("t 7 Enter t", "07:00"),
  ])
  func timesAreTakenOrRefusedAndTheOldValueStays(keys: String, value: String) {
    let editor = EditorHarness(clock: .twelveHour).press(keys)
    #expect(editor.week[CellAddress(.monday, .wake, .time)].description == value)
  }

  @Test(arguments: [
    ("25:99", #""25:99" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm"#),
    ("noonish", #""noonish" is not a time; use HH:MM, 00:00 to 23:59, or 6:30 pm"#),
    ("", "a time is needed, such as 6:30 or 18:30"),
  ])
  func aRefusedTimeSaysWhyAndStaysInTheCell(text: String, reason: String) {
    let editor = EditorHarness(clock: .twelveHour).press("Enter ^u \(text) Enter")
    #expect(editor.status == reason)
    #expect(editor.week == .standard(.fahrenheit))
    #expect(editor.backend.lines[4].hasPrefix(" Monday    [\(text)"))
    editor.press("Esc")
    #expect(editor.backend.lines[4].hasPrefix(" Monday    [6:00a]"))
  }

  @Test func typingEndsAtTheLongestValue() {
    let editor = EditorHarness().press(String(repeating: "6 ", count: 64))
    #expect(editor.status.hasPrefix("\"6666"))
    editor.press("6")
    #expect(editor.status == "a value has at most 64 characters")
    #expect(editor.press("^u 7 Enter").cell("mon.wake.time") == "07:00")
  }

  @Test func theReasonIsShownBeforeTheCommit() {
    let editor = EditorHarness().press("Right 8 5")
    #expect(editor.status == "monday wake heats to 85 while cooling to 78; nearest is 75")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test func bothCellsOfAProblemAreMarkedWithAGlyph() {
    let editor = EditorHarness().press("Right 8 5 Enter")
    #expect(editor.backend.lines[4].hasPrefix(" Monday     06:00!85  !78 "))
    #expect(editor.backend.lines[0].hasSuffix("1 problem"))
    #expect(editor.backend.lines.contains(" ! monday wake heats to 85 while cooling to 78 [SP301]"))
    editor.press("u")
    #expect(editor.backend.lines[0].hasSuffix("ok"))
  }

  @Test func undoSaysWhatItUndidAndGoesThere() {
    let editor = EditorHarness().press("Down Right 6 4 Enter PgDn u")
    #expect(editor.status == "undid tuesday wake heat 70 -> 64")
    editor.press("r")
    #expect(editor.status == "redid tuesday wake heat 70 -> 64")
    editor.press("u u")
    #expect(editor.status == "nothing to undo")
  }

  @Test func nothingChangesInAReadOnlyEditor() {
    let editor = EditorHarness(readOnly: true).press("6 4 Enter Right + Enter 1 Del u r")
    #expect(editor.week == .standard(.fahrenheit))
    #expect(editor.status.hasPrefix("opened read-only"))
  }

  /// Below zero a sign is part of a value that is edited in place, or pasted, and no step.
  @Test func temperaturesBelowZeroAreEditedInPlaceAndPasted() {
    let editor = EditorHarness(.standard(.celsius)).command("set mon.wake.heat=0")
    editor.command("set mon.wake.heat=-5").press("Right Enter Enter Up")
    #expect(editor.cell("mon.wake.heat") == "-5")
    editor.press("Enter Backspace 7 Enter Up y Down p")
    #expect(editor.cell("mon.wake.heat") == "-7")
    #expect(editor.cell("tue.wake.heat") == "-7")
    editor.press("- 1 Esc").paste("-2.5")
    #expect(editor.cell("tue.wake.heat") == "-2.5")
  }
}
