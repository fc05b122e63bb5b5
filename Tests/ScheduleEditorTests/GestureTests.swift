import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// What a hand expects that has used a spreadsheet.
@Suite struct GestureTests {
  @Test(
    "common keys of vi and spreadsheets work as expected",
    arguments: [
      // Repeating, and the top and the bottom.
      ("Right 6 6 Enter .", "tue.wake.heat", "66"), ("Right + Down .", "tue.wake.heat", "71"),
      ("Right 6 6 Enter v Down .", "wed.wake.heat", "66"),
      ("> Down .", "tue.wake.time", "06:15"), ("Right G 6 6 Enter", "sun.wake.heat", "66"),
      ("Right G g g 6 6 Enter", "mon.wake.heat", "66"),
      ("Right g t u e Enter 6 6 Enter", "tue.wake.heat", "66"),
      ("l j 6 6 Enter k k 6 7 Enter", "mon.wake.heat", "67"),
      // Finding.
      ("/ 6 2 Enter 6 1 Enter", "mon.leave.heat", "61"),
      // Editing in place, erasing, copying.
      ("Right F2 Backspace 1 Enter", "mon.wake.heat", "71"),
      ("Right Del 6 6 Tab", "mon.wake.heat", "66"),
      ("Right 6 6 Enter Up y Down p", "tue.wake.heat", "66"),
      ("Right 6 6 Enter u ^Y", "mon.wake.heat", "66"), ("Right 6 6 Esc", "mon.wake.heat", "70"),
      (": w Enter", "mon.wake.heat", "70"), ("Right V 6 6 Enter", "mon.sleep.cool", "66"),
    ])
  func familiar(keys: String, cell: String, value: String) {
    #expect(EditorHarness().press(keys).cell(cell) == value)
  }

  @Test("nothing is repeated before the first edit") func nothingToRepeat() {
    #expect(EditorHarness().press(".").status == "nothing to repeat yet")
  }

  @Test("f fills each column from its first cell") func fill() {
    let editor = EditorHarness().command("set mon.wake.heat=66 mon.wake.cool=80")
    editor.press("Right v Right Down Down f")
    for day in ["mon", "tue", "wed"] {
      #expect(editor.cell("\(day).wake.heat") == "66" && editor.cell("\(day).wake.cool") == "80")
    }
    #expect(editor.cell("thu.wake.heat") == "70")
    #expect(editor.press("u").cell("wed.wake.cool") == "78")
    let row = EditorHarness().press("V f")
    #expect(row.status == "only one line is selected; select more lines to fill")
    #expect(row.week == .standard(.fahrenheit))
  }

  @Test("/ finds the next cell with a value, and wraps around") func find() {
    let editor = EditorHarness().press("/")
    #expect(editor.backend.lines[22] == ":find")
    #expect(editor.press("6 2 Enter").status.hasPrefix("Monday leave heat 62"))
    #expect(editor.press("/ Up Enter").status.hasPrefix("Monday sleep heat 62"))
    #expect(editor.command("find 6 am").status.hasPrefix("Tuesday wake time 06:00"))
    #expect(editor.command("find 06:00").status.hasPrefix("Wednesday wake time 06:00"))
    #expect(editor.press("G $").command("find 85").status.hasPrefix("Monday leave cool 85"))
    #expect(editor.command("find 64").status == "no cell has 64")
    #expect(editor.command("find warm").status.contains("is not a time or a temperature"))
    // Each line of several days is found once.
    let joined = EditorHarness().command("view 5+2").press("g g")
    let days = ["Monday to Friday", "Saturday and Sunday", "Monday to Friday"]
    for found in days.flatMap({ ["\($0) wake", "\($0) return"] }) {
      #expect(joined.command("find 70").status.hasPrefix(found), "\(joined.status)")
    }
  }

  @Test("] and [ go through the schedules and wrap around; G and $ go to the last line and cell")
  func neighbours() {
    let names = ["Spring", "Summer", "Autumn"]
    let contents = Contents(
      unit: .fahrenheit,
      schedules: names.map { Schedule(name: $0, week: .standard(.fahrenheit)) })
    let editor = EditorHarness(contents, schedule: 0)
    for (key, name) in [("]", "Summer"), ("]", "Autumn"), ("]", "Spring"), ("[", "Autumn")] {
      #expect(editor.press(key).backend.lines[0].hasPrefix(" \(name) "), "\(key)")
    }
    #expect(editor.press("G $").status.hasPrefix("Sunday sleep cool"))
    #expect(
      EditorHarness().press("]").status == "the document has no other schedule; add NAME adds one")
  }

  @Test("after a refusal, the next character starts a new value") func refusedText() {
    let editor = EditorHarness().press("7 2 Enter")
    #expect(editor.status.contains("is not a time"))
    #expect(editor.press("p").backend.lines[4].hasPrefix("  Monday   [p "))
    editor.press("Esc 7 2 Enter")
    #expect(editor.press("7").backend.lines[4].hasPrefix("  Monday   [7"))
    #expect(!editor.backend.lines[4].contains("727"))
    #expect(editor.press("Enter").cell("mon.wake.time") == "07:00")
    // The corrected text continues.
    let mended = EditorHarness().press("7 2 Enter Backspace 3 0 Enter")
    #expect(mended.cell("mon.wake.time") == "07:30")
  }

  @Test("steps stop at the limits with a message") func limits() {
    let editor = EditorHarness().command("set mon.wake.time=00:00").press("-")
    #expect(editor.status == "cannot be earlier than 00:00")
    #expect(
      EditorHarness().command("set mon.sleep.time=23:50").press("End Left Left +").status
        == "cannot be later than 23:59")
    let heat = EditorHarness().command("set mon.wake.cool=98").press("Right Right + + +")
    #expect(heat.cell("mon.wake.cool") == "99" && heat.status == "cannot be higher than 99")
  }

  @Test("c after an edit copies the edited day, with boxes and groups of days")
  func copyEditedDay() {
    let editor = EditorHarness().press("Right Right Right Right 6 6 Enter c")
    #expect(editor.backend.lines[0].hasPrefix(" Copy Monday to"))
    #expect(editor.backend.lines[2] == "> [ ] Tuesday")
    editor.press("w")
    #expect(editor.backend.lines[2].hasPrefix("> [x] Tuesday"))
    #expect(editor.backend.lines[6].contains("[ ] Saturday"))
    editor.press("Space Enter")
    #expect(editor.status == "copied Monday to Wed-Fri: 3 rows changed")
    #expect(
      ["tue", "wed", "fri", "sat"].map { editor.cell("\($0).leave.heat") } == [
        "62", "66", "66", "62",
      ])
    // Another key, and it is the day under the cursor.
    #expect(
      EditorHarness().press("Right 6 6 Enter Down c").backend.lines[0].hasPrefix(
        " Copy Wednesday to"))
    let all = EditorHarness().press("Right 6 6 Enter c a e Enter")
    #expect(all.cell("fri.wake.heat") == "66" && all.cell("sat.wake.heat") == "70")
  }

  @Test(
    "a pasted sheet may have headings and a column of days",
    arguments: [
      "Monday\t6:00 AM\t70\t78\nTuesday\t6:30 AM\t69\t79\n",
      "day\ttime\theat\tcool\nMonday\t6:00\t70\t78\nTuesday\t6:30\t69\t79\n",
      "time\theat\tcool\n6:00\t70\t78\n6:30\t69\t79\n",
    ])
  func sheet(text: String) {
    let editor = EditorHarness().press("").paste(text)
    #expect(editor.status == "pasted 6 cells" + (text.contains("heat") ? "; titles skipped" : ""))
    #expect(editor.week[RowAddress(.tuesday, .wake)].heat == Temperature(69))
    #expect(editor.cell("mon.wake.cool") == "78" && editor.cell("tue.wake.time") == "06:30")
  }

  @Test(
    "a sheet that would go into other columns, or has a line without a day, is refused with the reason",
    arguments: [
      ("time\tcool\theat\n6:00\t78\t70\n", "the column \"cool\" would be in wake heat"),
      ("Cool (F)\tHeat (F)\n78\t70\n", "the column \"cool\" would be in wake time"),
      (
        "\tSleep\t\nDay\tTime\tHeat\nMonday\t22:00\t62\n",
        "the column \"sleep\" would be in wake time"
      ),
      (
        "Mon\t6:00\t70\nTue\t6:00\t70\nMonday\t7:00\t70\n",
        "the line \"Monday\" does not begin with a day, or repeats one"
      ),
      (
        "Monday\t6:00\t70\n\t\t\nAverage\t6:15\t70\n",
        "the line \"Average\" does not begin with a day, or repeats one"
      ),
    ])
  func otherSheet(text: String, reason: String) {
    let editor = EditorHarness().press("").paste(text)
    #expect(editor.status == "nothing pasted; \(reason)")
    #expect(editor.week == .standard(.fahrenheit) && !editor.editor.state.canUndo)
  }

  @Test("a day is not pasted into a line of several days") func daysTogether() {
    let editor = EditorHarness().command("view 5+2").paste("Monday\t6:15\nTuesday\t6:20\n")
    #expect(editor.status == "nothing pasted; the table has no line for Monday alone")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("a sheet with headings of periods, empty lines, seconds and two decimals is pasted")
  func wholeSheet() {
    let sheet = """
      Winter\t\t\t\t\t\t
      \t\t\t\t\t\t
      \tWake\t\t\tLeave\t\t
      Day\tTime\tHeat\tCool\tTime\tHeat\tCool
      Monday\t06:15:00\t69.00\t78.00\t08:30:00\t61.50\t85.00
      \t\t\t\t\t\t
      Sunday\t07:15:00\t68.00\t78.00\t09:30:00\t61.00\t84.00

      """
    let editor = EditorHarness().press("").paste(sheet)
    #expect(editor.status == "pasted 12 cells; titles skipped")
    #expect(editor.cell("mon.wake.time") == "06:15" && editor.cell("mon.leave.heat") == "61.5")
    #expect(editor.cell("sun.leave.time") == "09:30" && editor.cell("sun.leave.cool") == "84")
  }

  @Test(
    "days with all columns are pasted into these days, wherever the cursor is and however the table is arranged",
    arguments: ["view 5+2", "view list", "view week", "go sat.sleep.cool"], [24, 12])
  func wholeDays(command: String, rows: Int) {
    let day = "6:15\t69\t77\t8:30\t61\t85\t17:30\t69\t77\t22:15\t61\t82"
    let editor = EditorHarness(rows: rows, columns: rows == 12 ? 40 : 80).command(command)
    editor.paste("Day\tWake\t\t\tLeave\nTuesday\t\(day)\nSunday\t\(day)\n")
    #expect(editor.status == "pasted 24 cells; titles skipped")
    let (old, new) = (Week.standard(.fahrenheit), editor.week)
    #expect(new.day(.monday) == old.day(.monday) && new.day(.saturday) == old.day(.saturday))
    #expect(new.day(.tuesday) == new.day(.sunday))
    #expect(editor.cell("sun.return.time") == "17:30" && editor.cell("tue.sleep.heat") == "61")
  }

  @Test("a fix breaks no other rule") func fixedWhole() {
    let editor = EditorHarness(.standard(.celsius, name: "Winter")).press("Right 9 0 Enter Up F")
    #expect(editor.cell("mon.wake.heat") == "24.5", "\(editor.status)")
    #expect(editor.press("u").cell("mon.wake.heat") == "90")
  }

  @Test("a pasted line that begins with a day is pasted into that day") func namedDays() {
    var settings = EditorSettings()
    settings.layout = .week.beginning(on: .sunday)
    let editor = EditorHarness(settings: settings).press("Right")
    editor.paste("Monday\t66\nTuesday\t67\n")
    #expect(editor.cell("sun.wake.heat") == "70", "\(editor.status)")
    #expect(editor.cell("mon.wake.heat") == "66" && editor.cell("tue.wake.heat") == "67")
  }

  @Test("CSV with quoted texts is pasted") func csv() {
    let editor = EditorHarness().paste("\"time, \"\"local\"\"\",\"heat\n°F\"\n06:00,66\n")
    #expect(editor.status.hasPrefix("pasted 2 cells") && editor.cell("mon.wake.heat") == "66")
    editor.paste("  \"6:30\",  \"64\"\n  \"6:45\", \"65\"\n")
    #expect(editor.cell("tue.wake.time") == "06:45", "\(editor.status)")
    editor.press("u").paste("66\t\"70\n")
    #expect(
      editor.status == "nothing pasted; a quotation mark is not closed, or text follows it")
  }

  @Test("a pasted sign and decimal comma belong to the value")
  func pastedNumbers() {
    let editor = EditorHarness().press("Right")
    for (text, value) in [("+70\n", "70"), ("68,5", "68.5"), ("67\u{A0}\n", "67")] {
      #expect(editor.paste(text).cell("mon.wake.heat") == value, "\(editor.status)")
    }
    for end in ["\n", "\r\n", "\r"] {
      #expect(editor.paste("66,5\(end)").cell("mon.wake.heat") == "66.5", "\(editor.status)")
      #expect(editor.status == "pasted 1 cell")
      editor.press("u")
    }
    editor.paste("heat\n63,5\n64\n\n65,5\n")
    #expect(editor.status == "pasted 3 cells; titles skipped")
    #expect(editor.cell("tue.wake.heat") == "64" && editor.cell("thu.wake.heat") == "65.5")
    #expect(editor.press("u").paste("65,79\n").cell("mon.wake.cool") == "79")
    #expect(editor.press("u").cell("mon.wake.heat") == "67")
    #expect(editor.press("Left").paste("+15").status.contains("is not a time"))
    #expect(editor.cell("mon.wake.cool") == "78" && editor.cell("mon.wake.time") == "06:00")
    #expect(editor.press("Right").paste("66,80").cell("mon.wake.cool") == "80")
  }

  @Test("a paste that does not fit changes nothing") func allOrNone() {
    let editor = EditorHarness().press("").paste("6:30\t68\n72\t68\n")
    #expect(editor.week == .standard(.fahrenheit))
    #expect(!editor.editor.state.canUndo)
  }

  @Test("weekdays can be edited as one line, and different days are marked") func groups() {
    let editor = EditorHarness().command("set tue.wake.heat=68").command("view 5+2")
    #expect(editor.backend.lines[4].hasPrefix("▸ Weekdays[06:00] *~ "))
    #expect(editor.backend.lines[5].hasPrefix("  Weekend "))
    editor.press("Right 6 6 Enter")
    #expect(editor.cell("mon.wake.heat") == "66" && editor.cell("fri.wake.heat") == "66")
    #expect(editor.cell("sat.wake.heat") == "70")
    #expect(editor.command("view 5+1+1").backend.lines[6].hasPrefix("  Sunday "))
    #expect(editor.command("view 7").backend.lines[10].hasPrefix("  Sunday "))
    let form = EditorHarness().command("view 5+2").press("Down e Down 6 9 ^s")
    #expect(form.cell("sat.wake.heat") == "69" && form.cell("sun.wake.heat") == "69")
    #expect(form.press("H").backend.lines.contains { $0.contains("details of weekend wake") })
    #expect(editor.command("view 6").status == "expected week, list, auto, 7, 5+2 or 5+1+1")
  }
}
