import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

@Suite struct RangeTests {
  private func heats(_ editor: EditorHarness) -> String {
    ["mon", "tue", "wed", "thu"].map { editor.cell("\($0).wake.heat") }.joined(separator: " ")
  }

  @Test(
    "cells are selected from the keyboard",
    arguments: [
      ("v Down Down", "3 cells selected"), ("Shift-Down Shift-Right", "4 cells selected"),
      ("V", "12 cells selected"), ("^A", "84 cells selected"),
      ("v Down Esc", "Tuesday wake heat 70 °F 45 to 75 allowed"),
      ("v Down v", "Tuesday wake heat 70 °F 45 to 75 allowed"),
      ("Shift-Down Down", "Wednesday wake heat 70 °F 45 to 75 allowed"),
      (
        "v Esc Shift-Down Down", "Wednesday wake heat 70 °F 45 to 75 allowed"
      ), ("v Down y", "copied 2 cells"),
      ("v Down y Left", "Monday wake time 06:00"),
    ])
  func cellsSelectedKeyboard(keys: String, status: String) {
    #expect(EditorHarness().press("Right \(keys)").status.hasPrefix(status))
  }

  @Test(
    "a range is changed and undone as one step",
    arguments: [
      ("v Down Down 6 6 Enter", "66 66 66 70"), ("v Down Down +", "71 71 71 70"),
      ("v Down Enter ^u - 1 Enter", "69 69 70 70"), ("v Down Down -", "69 69 69 70"),
    ])
  func rangeChangedTaken(keys: String, changed: String) {
    let editor = EditorHarness().press("Right \(keys)")
    #expect(heats(editor) == changed)
    editor.press("Esc u")
    #expect(heats(editor) == "70 70 70 70")
    #expect(!editor.editor.state.canUndo)
    editor.press("r")
    #expect(heats(editor) == changed)
  }

  @Test("a range is filled with its first value") func rangeFilledFirst() {
    let editor = EditorHarness().press("Right 6 6 Enter Up v Down Down f")
    #expect(heats(editor) == "66 66 66 70")
    #expect(editor.press("f").status == "nothing to change: the cells are equal already")
    #expect(editor.press("Esc u").status == "undid fill Mon-Wed wake heat")
    #expect(heats(editor) == "66 70 70 70")
  }

  @Test("fill and = set the cells that a typed value sets: those of the cursor's column")
  func rangeFilledTyped() {
    let editor = EditorHarness().press("v Down Right").command("fill 64.5")
    #expect(heats(editor) == "64.5 64.5 70 70")
    #expect(editor.press("Right").command("=79").cell("tue.wake.cool") == "79")
    #expect(heats(editor) == "64.5 64.5 70 70")
    #expect(editor.press("Esc u").status == "undid set Mon-Tue wake cool")
  }

  @Test("copied cells are pasted here and on the terminal's clipboard") func copiedCellsPasted() {
    let editor = EditorHarness().press("Right 6 5 Enter Up Shift-Right y Down v Down p")
    #expect(heats(editor) == "65 65 65 70")
    #expect(editor.backend.clipboard == ["65\t78\n"])
    #expect(editor.press("u").status == "undid paste 4 cells")
    #expect(heats(editor) == "65 70 70 70")
  }

  @Test("a block from a spreadsheet fills cells as one step, or lists the refused values")
  func blockSpreadsheetFills() {
    let editor = EditorHarness().press("").paste("6:30\t68\t77\r\n7:00\t67\t76\r\n")
    #expect(editor.status == "pasted 6 cells")
    #expect(editor.cell("mon.wake.time") == "06:30")
    #expect(editor.cell("tue.wake.cool") == "76")
    editor.press("u")
    #expect(editor.week == .standard(.fahrenheit))
    editor.paste("6:45, \"69\",lots\nnoon,,75\n")
    #expect(editor.backend.lines[0].hasPrefix(" Refused"))
    #expect(editor.backend.lines[2].contains("Monday wake cool"))
    #expect(editor.backend.lines[3].contains("Tuesday wake time"))
    editor.press("Down Enter")
    #expect(editor.status.hasPrefix("Tuesday wake time 06:00"))
    // All or nothing: the rest might land in wrong columns.
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("a refusal that does not fit the line is listed") func refusalLineCut() {
    let editor = EditorHarness().press("").paste("x\t70\n")
    #expect(editor.backend.lines[0].hasPrefix(" Refused"))
    #expect(editor.backend.lines[2].contains("Monday wake time"))
    editor.press("Esc f")
    #expect(editor.status == "nothing is selected; v starts a selection")
  }

  @Test(
    "a paste without values says so", arguments: ["  \n", "\t\n"])
  func emptyPaste(text: String) {
    let editor = EditorHarness().press("").paste(text)
    #expect(editor.status == "nothing to paste" && editor.week == .standard(.fahrenheit))
  }

  @Test("copied cells keep their temperatures when the unit changes; an edit is not repeated")
  func unitOfRegister() {
    let editor = EditorHarness().press("Right 6 8 Enter Up v Left y Down z u p")
    #expect(editor.cell("tue.wake.heat") == "20" && editor.cell("tue.wake.time") == "06:00")
    editor.press("Right 6 8 Esc").command("unit F")
    #expect(editor.press(".").status == "the last edit was in °C; type it again")
  }

  @Test("a paste is data and never a command") func pasteDataNever() {
    let editor = EditorHarness().press("").paste("q!\n:quit!\n+\n")
    #expect(editor.outcome == .endOfInput && !editor.editor.state.isModified)
    #expect(editor.week == .standard(.fahrenheit))
    editor.press("Esc Right Enter ^u").paste("6\n6")
    #expect(editor.backend.lines[4].contains("[6 6"))
  }

  @Test("a paste beyond the table is refused as a whole") func pasteBeyondTable() {
    let editor = EditorHarness().press("PgDn End").paste("80\t81\n82\n")
    #expect(editor.cell("sun.sleep.cool") == "82")
    #expect(editor.status == "nothing pasted; 2 cells beyond the table")
  }

  @Test("times of a range are shifted") func timesRangeShifted() {
    let editor = EditorHarness().press("v Down > Esc")
    #expect(editor.cell("mon.wake.time") == "06:15")
    #expect(editor.cell("tue.wake.time") == "06:15")
    #expect(editor.cell("wed.wake.time") == "06:00")
    editor.press("^A").command("shift -1h")
    #expect(editor.cell("mon.wake.time") == "05:15")
    #expect(editor.cell("sun.sleep.time") == "21:00")
    #expect(editor.press("Esc u").status == "undid shift 28 periods by -1h")
    // A row would leave the day, so no row is shifted.
    editor.press("^A").command("shift -7h")
    #expect(editor.status == "06:15 -7h would leave the day")
    #expect(editor.cell("sun.sleep.time") == "22:00")
  }

  @Test("a changed cell is marked and can be reverted") func changedCellMarked() {
    let editor = EditorHarness().press("Right 6 6 Enter")
    #expect(editor.backend.lines[4].hasPrefix("  Monday    06:00 *66 "))
    #expect(
      editor.press("Up").status
        == "Monday wake heat 66 °F was 70 · 45 to 75 allowed")
    #expect(editor.press("R").cell("mon.wake.heat") == "70")
    #expect(!editor.editor.state.isModified)
    #expect(editor.press("R").status == "nothing was changed here")
    #expect(editor.press("u").cell("mon.wake.heat") == "66")
  }

  @Test("a cell of a side that the file does not have cannot be reverted alone")
  func revertOtherSide() {
    let week = Week.standard(.fahrenheit, .heat)
    let editor = EditorHarness(
      Contents(unit: .fahrenheit, schedules: [Schedule(name: "A", week: week)]))
    editor.command("sides both 78 85").command("goto mon wake cool").press("R")
    #expect(editor.status == "the sides were changed; sides heat restores them")
    #expect(editor.week.sides == .both && editor.week[RowAddress(.monday, .wake)].cool != nil)
    editor.command("sides heat").press("R")
    #expect(editor.week == week)
  }

  @Test("a typed value is repeated in cells of its kind") func repeatTyped() {
    let editor = EditorHarness().press("Right 6 5 Enter Right v Left .")
    #expect(editor.cell("mon.wake.heat") == "65" && editor.cell("tue.wake.heat") == "65")
    #expect(editor.cell("tue.wake.cool") == "78")
    #expect(editor.paste("61").press("Down .").cell("wed.wake.heat") == "61")
    editor.press("v Down").command("fill 63").press("Esc Down .")
    #expect(editor.cell("thu.wake.heat") == "63" && editor.cell("fri.wake.heat") == "63")
  }

  @Test("a temperature in the other scale is converted, with a message")
  func temperatureOtherScale() {
    let editor = EditorHarness().press("Right 2 0 c Enter")
    #expect(editor.status == "20c is 68 °F")
    #expect(editor.cell("mon.wake.heat") == "68")
  }

  @Test("the nearest value that breaks no rule is shown before the commit")
  func nearestValueBreaks() {
    #expect(
      EditorHarness().press("Right 7 7").status.hasSuffix("; nearest is 75"))
    #expect(
      EditorHarness().press("9 : 0 0").status.hasSuffix("; nearest is 07:45"))
    // A value within the limits has no nearest value.
    #expect(
      EditorHarness().press("Right Right Right Right 7 2").status
        == "Monday leave heat 72 is above wake 70")
  }

  @Test("on a narrow screen, the nearest value comes before the reason") func narrowScreenNearest()
  {
    let editor = EditorHarness(rows: 12, columns: 40).press("Right 7 7")
    #expect(editor.backend.lines[9].hasPrefix(" nearest is 75; "))
  }

  @Test("the hints for a selection fit into eighty columns") func hintsSelectionFit() {
    #expect(EditorHarness().press("v").backend.lines[23].hasSuffix("a level  Esc end"))
  }

  @Test(
    "a paste reports its result",
    arguments: [
      ("Right", "66,,\n", "pasted 1 cell"), ("Right", "", "nothing to paste"),
      (
        "Right", "\"\n", "nothing pasted; a quotation mark is not closed, or text follows it"
      ),
      ("Right", "hot\n", "nothing pasted; Monday wake heat:"),
      ("Right", "\"66\" ,77\r\n66\r\n", "pasted 3 cells"),
      ("Right v Down Down", "66\n", "pasted 3 cells"),
      ("End", "80\t81\n", "nothing pasted; 1 cell beyond the table"),
    ])
  func pasteBecame(keys: String, text: String, status: String) {
    let editor = EditorHarness(columns: 160).press(keys).paste(text)
    #expect(status.hasSuffix(":") ? editor.status.hasPrefix(status) : editor.status == status)
    #expect(!editor.press("Right Left").status.contains("selected"))
  }

  @Test("a command on a range changes the cells that accept it") func doneRangeDone() {
    let typed = EditorHarness().press("Right Shift-Down Shift-Right 8 0 Enter")
    #expect(heats(typed) == "70 70 70 70")
    #expect(["mon", "tue", "wed"].map { typed.cell("\($0).wake.cool") } == ["80", "80", "78"])
    let stepped = EditorHarness().press("Shift-Right +")
    #expect(["time", "heat"].map { stepped.cell("mon.wake.\($0)") } == ["06:00", "71"])
    #expect(stepped.status == "stepped the temperatures, not the times")
    let filled = EditorHarness().press("Shift-Right Shift-Down f")
    #expect(["time", "heat"].map { filled.cell("tue.wake.\($0)") } == ["06:00", "70"])
    let shifted = EditorHarness().command("select line").command("shift 15")
    #expect(shifted.status == "expected a time step, such as +15 or -1h")
  }

  @Test("hints for a selection show its commands")
  func whileCellsSelected() {
    let editor = EditorHarness().press("v")
    #expect(editor.backend.lines[23].hasPrefix(" 0-9 type  + - step  y copy"))
    #expect(editor.press("Esc").backend.lines[23].hasPrefix(" 0-9 type"))
  }

  @Test(
    "a table with a row for each period is refused, and nothing is changed",
    arguments: [
      ("", "schedule,", "Winter,", "\"Winter\" is not a time"),
      ("Right", "schedule,", "Winter,", "the column \"time\" would be in leave heat"),
      ("", "", "", "the line \"tuesday\" does not begin with a day, or repeats one"),
    ])
  func namedRows(keys: String, heading: String, name: String, reason: String) {
    let editor = EditorHarness(columns: 160).press(keys).paste(
      """
      \(heading)day,period,time,heat,cool,unit
      \(name)tuesday,wake,06:15,66,78,F
      \(name)tuesday,leave,08:30,61,85,F

      """)
    let lines = editor.backend.lines
    #expect(lines.contains { $0.contains(reason) }, "\(lines)")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("the work of a paste grows with its cells")
  func pasteIsLinear() {
    let growth = ThreadTime.growth(from: 2500) { count in
      let text = String(repeating: ",", count: count) + String(repeating: "\n", count: count)
      let editor = EditorHarness().paste(text + "64\n")
      #expect(editor.status == "nothing pasted; 1 cell beyond the table")
    }
    #expect(growth < 10)
  }

  @Test(
    "a paste that does not fit is reported wherever text is typed, and no part of a command runs")
  func longPaste() {
    let long = String(repeating: "6", count: 10_001)
    let report = "the pasted text is too long; the rest was dropped"
    func shows(_ keys: String, _ text: String, _ expected: String) -> Bool {
      EditorHarness().press(keys).paste(text).sentences.contains(expected)
    }
    for keys in ["Right 7", ": s c h e d u l e s Enter a", ": s c h e d u l e s Enter /"] {
      #expect(shows(keys, long, report), "\(keys)")
      #expect(!shows(keys, String(long.dropLast(2)), report), "\(keys)")
    }
    let editor = EditorHarness().press(":").paste(
      "tue.wake.heat=66" + String(repeating: " ", count: 9_990) + "0")
    #expect(editor.status == "not pasted: the text is too long")
    #expect(editor.press("Enter").cell("tue.wake.heat") == "70")
    // The next paste removes the report, also in a dialog.
    let form = EditorHarness().press(": s c h e d u l e s Enter a").paste("x", isCut: true)
    #expect(form.backend.lines.contains { $0.contains(report) })
    #expect(!form.paste("y").backend.lines.contains { $0.contains(report) })
  }

  @Test("a paste without its end is reported")
  func aCutPasteIsSaidSo() {
    let editor = EditorHarness().press("Right").paste("71\t79\n", isCut: true)
    #expect(editor.cell("mon.wake.cool") == "79")
    #expect(editor.status == "the pasted text is too long; the rest was dropped")
  }

  @Test(
    "F on a range fixes each problem once, as it does in a cell and in the list of problems",
    arguments: [
      (
        "set tue.leave.time=5:00", "goto tue wake time", "tue.wake.time 05:00, tue.leave.time 06:00"
      ),
      (
        "set tue.return.time=22:00 tue.sleep.time=18:00", "goto tue wake time",
        "tue.return.time 18:00, tue.sleep.time 22:00"
      ),
      (
        "set mon.wake.cool=60", "goto mon wake cool",
        "mon.wake.heat 70, mon.wake.cool 73, mon.leave.heat 62"
      ),
    ])
  func rangeFixed(edit: String, place: String, values: String) {
    let editor = EditorHarness().command(edit).command(place).press("V F")
    for part in values.split(separator: ", ") {
      let words = part.split(separator: " ").map(String.init)
      #expect(editor.cell(words[0]) == words[1], "\(part): \(editor.status)")
    }
    #expect(editor.backend.lines[0].hasSuffix("✓ ok"), "\(editor.backend.lines[0])")
  }
}
