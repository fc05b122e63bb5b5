import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

@Suite struct CommandLineTests {
  private static let answers: [(line: String, status: String)] = [
    ("114 115", "\"114 115\" is not a tag; use a number such as 104"),
    ("114", "Tuesday leave heat 62 °F 45 to 82 allowed"),
    ("goto tue 17:30", "Tuesday leave time 08:00"),
    ("goto tue 5:30 pm", "Tuesday leave time 08:00"),
    ("goto mon 3:00", "Sunday sleep time 22:00"),
    (
      "goto sat return cool", "Saturday return cool 78 °F 73 to 99 allowed"
    ),
    ("go 634", "Sunday sleep heat 62 °F 45 to 79 allowed"),
    ("goto fri.sleep.heat", "Friday sleep heat 62 °F 45 to 79 allowed"),
    ("sat leave", "Saturday leave time 08:00"),
    ("goto wed", "Wednesday wake time 06:00"),
    ("goto someday", "\"someday\" is not a day or a tag; try 114, tue wake, tue 17:30"),
    ("goto 999", "day 9 of tag 999 is outside 0 (Monday) to 6 (Sunday)"),
    ("goto problem", "no problems"),
    ("nonsense", "\"nonsense\" is not a command; help lists them"),
    ("exprot", "\"exprot\" is not a command; did you mean export?"),
    ("fix", "no problem here"),
    ("set tue.leave.heat", "\"tue.leave.heat\" has no equals sign; expected ADDRESS=VALUE"),
    ("set all.leave.heat=60 tue.leave.heat=64", "Tuesday leave heat is set twice"),
    (
      "set tue.leave.heat=hot",
      "\"hot\" is not a temperature with at most one decimal"
    ),
    ("copy monday", "name the days to copy it to, such as weekdays"),
    (
      "copy monday someday",
      "\"someday\" is not a day; use monday to sunday, tue-fri, weekdays, weekend or all"
    ),
    ("clock 13", "expected 12 or 24"), ("unit K", "expected F or C"),
    ("add \"Home\"", "there is already a schedule \"Home\""),
    ("delete", "cannot delete the only schedule"),
    ("save", "no changes to save"), ("paste", "nothing was copied yet"),
    ("save other.json", "save accepts no arguments: \"other.json\""),
    ("wq other.json", "save-and-quit accepts no arguments: \"other.json\""),
    ("delete Summer", "delete accepts no arguments: \"Summer\""),
    ("set \"a", "a quotation mark is not closed"), ("revert", "nothing was changed here"),
    ("unit F", "the temperatures are in °F already"),
    ("export csv", "expected a device and a file"),
    ("export csv a b", "\"b\" is not heat, cool, round, drop-cool or replace"),
    ("rename \"\"", "a name is needed, such as Winter"),
    ("add\tHome", "there is already a schedule \"Home\""),
    ("rename Home", "the name is unchanged"),
    ("rename Winter", "renamed to \"Winter\"; u undoes it"),
    ("add Winter", "added \"Winter\"; u undoes it"),
    ("duplicate Winter", "duplicated as \"Winter\"; u undoes it"),
    (
      "add 1234567890123456789012345678901234567890123456789012345678901234x",
      "the name has 65 characters; at most 64"
    ),
    ("shift 15", "expected a time step, such as +15 or -1h"),
    ("copy monday to monday", "the days are already equal"),
    ("step sideways", "expected up or down"),
    ("goto mon nap", "\"nap\" is not a time or a period"),
    ("goto mon wake hot", "\"hot\" is not a field; use time, heat or cool"),
    ("mouse maybe", "expected on or off"),
    ("view sideways", "expected week, list, auto, 7, 5+2 or 5+1+1"),
    ("select some", "expected all, line or no argument"), ("   ", "Monday wake time 06:00"),
    ("move bottom", "Sunday wake time 06:00"),
  ]

  /// The first line of each command is typed, and draws the screen at each key.
  @Test("a command works or reports why not", arguments: answers.indices)
  func refusedCommands(index: Int) {
    let (line, status) = Self.answers[index]
    let word = { (line: String) in line.prefix { $0 != " " } }
    let isFirst = !Self.answers[..<index].contains { word($0.line) == word(line) }
    let editor = EditorHarness(.standard(.fahrenheit, name: "Home"))
    _ = isFirst ? editor.typeCommand(line) : editor.command(line)
    #expect(editor.status.hasPrefix(status), "\(line)")
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("the commands of the command line work here") func commandLineVerbs() {
    let editor = EditorHarness().command("set tue.leave.heat=64 weekend.wake.time=7:30")
    #expect(editor.cell("tue.leave.heat") == "64")
    #expect(editor.cell("sun.wake.time") == "07:30")
    editor.command("copy tuesday weekdays,sunday")
    #expect(editor.status == "copied Tuesday to Mon-Fri, Sun: 6 rows changed")
    #expect(editor.cell("fri.leave.heat") == "64")
    editor.command("tue.leave.heat=+1")
    #expect(editor.cell("tue.leave.heat") == "65")
    editor.command("export csv out.csv")
    #expect(editor.exported == ["out.csv"])
    #expect(editor.status == "exported to out.csv")
    #expect(editor.command("save-copy b.json").status == "saved a copy as b.json")
    #expect(editor.exported.last == "copy b.json")
    #expect(editor.command("add \" \"").status == "a name is needed, such as Winter")
    editor.command("wq")
    #expect(editor.outcome == .quit)
    #expect(editor.saved.count == 1)
  }

  @Test("Enter runs a command only after the beginning of its name, and otherwise completes it")
  func partOfCommand() {
    let editor = EditorHarness().command("tue wake heat=67").command("tue wake heat 68")
    #expect(editor.cell("tue.wake.heat") == "68")
    editor.command("set Tuesday wake heat to 69").command("copy tuesday to thursday and friday")
    #expect(["tue", "thu", "fri"].map { editor.cell("\($0).wake.heat") } == ["69", "69", "69"])
    #expect(editor.command("set to to").status.hasPrefix("\"to\" is not an address"))
    #expect(editor.command("set to 60").status.hasPrefix("\"to\" is not an address"))
    editor.command("set sat.wake.heat=66 sun.wake.heat=66").command("undo")
    #expect(editor.status == "undid set weekend wake heat")
    #expect(editor.press(": ! Enter").outcome != .quit, "\(editor.status)")
    #expect(editor.press("^u c h a n g e s Enter").backend.lines[22] == ":save")
    #expect(editor.saved.isEmpty)
    #expect(editor.press("Enter").saved.count == 1)
  }

  @Test("a kind of device is found among the commands and among their words")
  func kindOfDevice() {
    let editor = EditorHarness().press(": r a d i a t o r ␣ v a l v e")
    let found = editor.backend.lines.filter { $0.contains("device") }
    #expect(found.count == 3, "\(found)")
    #expect(editor.press("Enter").backend.lines[22] == ":export")
    editor.press("^u d e v i c e ␣ r a d i a t o r")
    let lines = editor.backend.lines
    #expect(lines.contains { $0.contains(#/ sonoff-trvzb +SONOFF TRVZB radiator valves/#) })
    #expect(!lines.contains { $0.contains("ecobee") })
    #expect(editor.press("Tab").backend.lines[22] == ":device sonoff-trvzb")
    // A name of its own before a part of a title.
    #expect(
      editor.press("^u d e v i c e ␣ h a Tab").backend.lines[22] == ":device home-assistant")
  }

  @Test("Tab completes shortened paths") func shortenedPaths() {
    let editor = EditorHarness().press(": s e t Space t u e . l . h Tab")
    #expect(editor.backend.lines[22] == ":set tuesday.leave.heat=")
  }

  @Test("Tab completes a schedule's name that is typed without quotes")
  func unquotedName() {
    let editor = EditorHarness().command("duplicate Schedule 49").command("duplicate Schedule 5")
    editor.press(": s c h e d u l e ␣ S c h e d u l e ␣ 4 Tab")
    #expect(editor.backend.lines[22] == ":schedule Schedule 49")
    #expect(editor.press("Enter").backend.lines[0].hasPrefix(" Schedule 49 "))
  }

  @Test("Tab completes commands and their words") func tabCompletesCommands() {
    let editor = EditorHarness().press(": c o p Tab m o n Tab w e e k d Tab")
    #expect(editor.backend.lines[22] == ":copy monday weekdays")
    #expect(editor.backend.cursor == ScreenPoint(row: 22, column: 22))
    editor.press("^u s Tab Tab")
    #expect(editor.backend.lines[22] == ":step")
    #expect(editor.backend.lines[23].contains("Tab complete"))
    editor.press("Shift-Tab")
    #expect(editor.backend.lines[22] == ":set")
    #expect(editor.press("Esc").backend.lines[22].hasPrefix(" Monday wake"))
  }

  @Test(
    "Tab offers no second word to a command that refuses it",
    arguments: [
      "device radiotherm", "rename Late", "step up", "select all", "clock 12", "view week",
      "convert C", "mouse on", "shift +15", "delete --with-entries", "level away", "sides heat",
      "goto problem", "theme dark",
    ])
  func tabAfterTheLastWord(line: String) {
    let keys = line.map { $0 == " " ? "␣" : String($0) }.joined(separator: " ")
    let editor = EditorHarness().command("rename Late shift").press(": \(keys) ␣ Tab")
    #expect(editor.backend.lines[22] == ":\(line)")
    #expect(editor.press("^u r e n a m e ␣ Tab").backend.lines[22] == ":rename \"Late shift\"")
  }

  @Test(
    "Tab completes file names for commands that accept a file",
    arguments: ["diff", "save-copy", "export csv"])
  func tabCompletesFiles(command: String) {
    func typed(_ keys: String) -> String {
      let editor = EditorHarness().press(":").press(
        command.map(String.init).joined(separator: " ")
          .replacing("   ", with: " ␣ "))
      return editor.press("␣ \(keys)").backend.lines[22]
    }
    #expect(typed("s u m Tab") == ":\(command) summer.json")
    // A folder's files follow at once, and a blank in a name is quoted.
    #expect(typed("m y Tab Tab") == ":\(command) \"my rooms/attic.json\"")
    #expect(typed("s u m Tab s u m Tab") == ":\(command) summer.json sum")
  }

  @Test("only pictures and folders are completed after picture") func tabCompletesPictures() {
    let editor = EditorHarness().press(": p i c t u r e ␣ s u m Tab")
    #expect(editor.backend.lines[22] == ":picture sum")
    #expect(editor.press("^w m y Tab").backend.lines[22] == ":picture \"my rooms/")
    #expect(
      EditorHarness().press(": p i c t u r e ␣ w Tab").backend.lines[22] == ":picture week.svg")
  }

  @Test("a refused line stays with the reason above it, and the next keys edit it")
  func refusedStays() {
    let editor = EditorHarness().press(": c o p y ␣ m o n ␣ w e k Enter")
    #expect(editor.backend.lines[22] == ":copy mon wek")
    #expect(editor.backend.lines[21].hasPrefix(" \"wek\" is not a day"))
    #expect(editor.backend.lines[23].hasPrefix(" Enter run"))
    #expect(editor.press("y").backend.lines[22] == ":copy mon weky")
    #expect(!editor.backend.lines[21].contains("is not a day"))
    #expect(editor.press("^w w e e k e n d Enter").status == "the days are already equal")
    #expect(editor.press(": n o n s e n s e Enter Esc").backend.lines[22].hasPrefix(" Monday wake"))
    // Who types `:` again begins a new line.
    #expect(editor.press(": n o n s e n s e Enter : s a v").backend.lines[22] == ":sav")
    let narrow = EditorHarness(rows: 12, columns: 40).command("copy munday weekdays")
    #expect(narrow.status == "\"munday\" is not a day; use monday to sunday")
    // The message suggests a key.
    #expect(EditorHarness().command("fill").press("v").status == "1 cell selected")
  }

  @Test("Up recalls earlier lines") func linesTypedBefore() {
    let editor = EditorHarness().command("clock 12").command("goto sun")
    editor.press(": Up Up")
    #expect(editor.backend.lines[22] == ":clock 12")
    editor.press("Down")
    #expect(editor.backend.lines[22] == ":goto sun")
    editor.press("Down Backspace")
    #expect(editor.status.hasPrefix("Sunday wake time"))
  }

  @Test("a long line scrolls, and pasted text is inserted") func longLineScrolls() {
    let editor = EditorHarness(columns: 40).press(":")
    editor.paste("notes " + String(repeating: "x", count: 60) + "\ny")
    #expect(editor.backend.lines[22].hasSuffix("xx y"))
    #expect(editor.backend.cursor == ScreenPoint(row: 22, column: 38))
    editor.press("Enter")
    #expect(editor.editor.state.contents.schedules[0].notes?.hasSuffix("xx y") == true)
  }

  @Test("a command that changes several cells prints the change, or the number of cells")
  func changedCells() {
    #expect(
      EditorHarness().command("all.all.heat=+1").status == "28 cells changed; u undoes it")
    #expect(
      EditorHarness().command("set mon.wake.heat=70 tue.wake.heat=66").status
        == "Tuesday wake heat 70 → 66; u undoes it")
    #expect(
      EditorHarness().command("clock 12").command("all.wake.time=7").status
        == "every day wake time 6:00a → 7:00a; u undoes it")
    #expect(
      EditorHarness().press("^A").command("shift +15").status
        == "shifted 28 periods by +15 min; u undoes it")
    #expect(EditorHarness().command("tue.leave.heat=64").status.hasPrefix("Monday wake time"))
  }

  @Test("converting there and back restores the values that were not edited in between")
  func convertedBack() {
    let editor = EditorHarness().command(
      "set all.wake.heat=70.1 all.leave.heat=76 all.leave.cool=81")
    let before = editor.week
    editor.press("z u").command("set mon.wake.heat=20").press("z u")
    #expect(
      editor.status == "converted 56 temperatures to °F, unedited values restored; u undoes it")
    #expect(editor.cell("mon.wake.heat") == "68")
    #expect(editor.command("set mon.wake.heat=70.1").week == before)
  }

  @Test("units are converted as one step that reports rounding") func convertedUnits() {
    let editor = EditorHarness().command("unit C")
    #expect(editor.status == "converted 56 temperatures to °C, 56 rounded; u undoes it")
    #expect(editor.cell("mon.wake.heat") == "21.1")
    #expect(editor.backend.lines[0].contains("°C"))
    #expect(
      editor.press("Right").status.hasPrefix("Monday wake heat 21.1 °C was 70 °F · 7 to"))
    editor.press("u")
    #expect(editor.editor.state.contents == .standard(.fahrenheit, name: "Winter"))
    let exact = EditorHarness(
      Contents(
        unit: .celsius,
        schedules: [
          Schedule(
            name: "Exact",
            week: Week(unit: .celsius) { _ in
              Setpoint(time: .midnight, heat: Temperature(20), cool: Temperature(25))
            })
        ]))
    #expect(
      exact.command("unit").status
        == "converted 56 temperatures to °F, none rounded; u undoes it")
  }

  @Test("the mouse is off until asked for") func mouseIsOff() {
    let editor = EditorHarness().press("")
    let press = TerminalEvent.mouse(MouseEvent(.press, at: ScreenPoint(row: 5, column: 36)))
    let wheel = TerminalEvent.mouse(MouseEvent(.wheelUp, at: ScreenPoint(row: 5, column: 36)))
    editor.backend.enqueue([press])
    #expect(editor.press("").status.hasPrefix("Monday wake time"))
    #expect(!editor.backend.reportsMouse)
    editor.press("m")
    #expect(editor.backend.reportsMouse)
    editor.backend.enqueue([press])
    #expect(
      editor.press("").status == "Tuesday leave heat 62 °F 45 to 82 allowed")
    editor.backend.enqueue([wheel])
    #expect(editor.press("").cell("tue.leave.heat") == "63")
    editor.press("Left v Up")
    editor.backend.enqueue([press])
    #expect(
      editor.press("").status
        == "Tuesday leave heat 63 °F was 62 · 45 to 82 allowed")
    editor.press("Left F2")
    editor.backend.enqueue([press])
    #expect(editor.press("").status.hasPrefix("Tuesday leave heat"))
    #expect(!editor.press("z m").backend.reportsMouse)
  }

  @Test("a list is the same for every way to open it") func sameList() {
    var settings = EditorSettings()
    settings.view = .list
    let wanted = EditorHarness(settings: settings).press("PgDn PgDn PgDn Down").backend.lines
    for keys in ["w", "z w", ": v i e w ␣ l i s t Enter"] {
      let editor = EditorHarness().press(keys).press("PgDn PgDn PgDn Down")
      #expect(editor.backend.lines == wanted, "\(keys)")
    }
  }

  @Test("themes are changed while running") func themeChanges() {
    let editor = EditorHarness().command("theme dark")
    #expect(editor.backend.theme?.name == "dark")
    #expect(
      editor.command("theme pink").status.hasPrefix("there is no theme \"pink\"; use default"))
    #expect(editor.command("theme \"\"").status.hasPrefix("there is no theme \"\"; use default"))
    editor.press("Esc z t")
    #expect(editor.backend.theme?.name != "dark")
  }

  @Test(
    "a command starts where the one before it ended",
    arguments: [
      ("114", "go wed", "Wednesday leave heat 62 °F 45 to 82 allowed"),
      ("goto sun", "move top", "Monday wake time 06:00"),
      ("set tue.wake.heat=66", "clock 24", "24-hour clock"),
    ])
  func commandGoesBefore(first: String, second: String, status: String) {
    #expect(EditorHarness().command(first).command(second).status.hasPrefix(status))
  }

  @Test("a command without its arguments stays in the prompt, so that no typed text runs as keys")
  func promptStays() {
    for name in ["duplicate", "rename", "add"] {
      let editor = EditorHarness().press(": \(name.map(String.init).joined(separator: " ")) Enter")
      #expect(editor.backend.lines[22] == ":\(name)")
      #expect(!editor.backend.lines[19].contains("needs"))
      #expect(editor.press("Enter").backend.lines[19].contains("\(name) needs NAME"))
      editor.press("C o o l ␣ - 7 Enter")
      #expect(editor.editor.state.contents.schedules.contains { $0.name == "Cool -7" })
      #expect(editor.cell("mon.wake.heat") == "70")
    }
    let editor = EditorHarness().press(": c e l s i u s")
    #expect(editor.backend.lines[23].hasPrefix(" Enter :convert  Tab complete"))
    #expect(editor.press("Enter").backend.lines[22] == ":convert")
    #expect(editor.press("^u v a c a t i o n").backend.lines.contains { $0.contains("calendar ") })
  }

  @Test("a completed line can be continued") func completedTyped() {
    let editor = EditorHarness().command("rename Deep winter").press(": s c h e d u l e ␣ Tab")
    #expect(editor.backend.lines[22] == ":schedule \"Deep winter\"")
    editor.press("^u s Shift-Tab")
    #expect(editor.backend.lines[22] == ":suspend")
    editor.press("^u s Tab ^u u n d Tab")
    #expect(editor.backend.lines[22] == ":undo")
    #expect(editor.backend.cursor == ScreenPoint(row: 22, column: 6))
    editor.press("^u u n d o Tab")
    #expect(editor.backend.cursor == ScreenPoint(row: 22, column: 6))
    editor.press("^u g o t o ␣")
    #expect(editor.backend.lines[23].hasPrefix(" Enter run  Tab complete"))
    editor.press("^u s Tab").paste("x")
    #expect(editor.press("Tab").backend.lines[22] == ":setx")
    editor.press("^u s e t ␣ t u e . w a k e . h Tab")
    #expect(editor.backend.lines[22] == ":set tuesday.wake.heat=")
    editor.press("^u s e t ␣ t u e s d a y . w a k e . h Tab 6 6 Enter")
    #expect(editor.cell("tue.wake.heat") == "66")
  }

  @Test("the keys that can follow are listed, and the list disappears") func keysThatFollow() {
    let editor = EditorHarness().press("")
    let before = editor.backend.lines
    editor.press("z")
    #expect(editor.backend.lines[22] == before[22])
    let keys = editor.backend.lines.compactMap { line in
      ["c", "m", "t", "u", "w"].first { line.hasPrefix("│ \($0)  ") }
    }
    #expect(keys == ["c", "m", "t", "u", "w"])
    // Where the list has no room, or would cover a part of the status, the status has the keys.
    for (rows, columns) in [(5, 22), (8, 34), (12, 40)] {
      let small = EditorHarness(rows: rows, columns: columns).press("Right 8 4 Enter Up z")
      #expect(
        small.backend.lines.contains { $0.contains("z, then c, m,") }, "\(small.backend.lines)")
      #expect(!small.backend.lines.contains { $0.contains("type to find") })
    }
    // A single line shows the command that Enter runs.
    let single = EditorHarness(rows: 8, columns: 34).press(": e x p")
    #expect(single.backend.lines[3].contains("commands, 1 of 2"))
    #expect(single.backend.lines[4].hasPrefix("│ export "))
    #expect(editor.paste("06:00\n").status == "the cells have these values already")
    #expect(
      editor.press("Right").status == "Monday wake heat 70 °F 45 to 75 allowed"
    )
    #expect(editor.press("Left").backend.lines == before)
  }

  @Test("Down keeps a new line") func downKeepsLine() {
    let editor = EditorHarness().command("goto sun").press(": g o Down")
    #expect(editor.backend.lines[22] == ":go")
    #expect(editor.press("Up Down").backend.lines[22] == ":go")
    editor.press("Esc").command("goto su").command("clock 12").command("clock 12")
    #expect(editor.press(": Up Up").backend.lines[22] == ":goto su")
    #expect(editor.press("^u Up ^w ^w Up").backend.lines[22] == ":clock 12")
    #expect(editor.press("^u s Tab ^u Up Up Tab").backend.lines[22] == ":goto sunday")
  }

  @Test("Up recalls only lines that begin as the line does, so that / Up Enter deletes nothing")
  func recalledBeginnings() {
    let editor = EditorHarness().command("add B").command("add C").press("/ 6 2 Enter")
    editor.command("delete").press("/ Up")
    #expect(editor.backend.lines[22] == ":find 62")
    #expect(editor.press("Up Enter").editor.state.contents.schedules.count == 2)
    #expect(editor.press("g Up").backend.lines[22] == ":goto")
    #expect(editor.press("^u d e l Up").backend.lines[22] == ":delete")
  }

  @Test("a view that does not fit is reported") func viewTooWide() {
    let editor = EditorHarness(rows: 7).command("view week")
    #expect(editor.backend.lines.contains(" Mon: the screen is too small for that"))
    #expect(!editor.command("view auto").backend.lines.contains { $0.contains("too small") })
  }

  @Test("Tab completes a word whose quote is still open")
  func tabInsideAQuote() {
    let editor = EditorHarness().command("rename Deep winter")
    editor.press(": s c h e d u l e ␣ \" D e Tab")
    #expect(editor.backend.lines[22] == ":schedule \"Deep winter\"")
    editor.press("^u s c h e d u l e ␣ \" D e e p ␣ w Tab")
    #expect(editor.backend.lines[22] == ":schedule \"Deep winter\"")
    #expect(editor.press("^u \" s a v e - c Tab").backend.lines[22] == ":save-copy")
  }

  @Test("Tab completes names with quotes and backslashes so that the line reads them back")
  func quotedNames() {
    for name in ["The \"big\" one", "a\\", "\"", "\\\"x y"] {
      let two = Contents(
        unit: .fahrenheit,
        schedules: ["Winter", name].map { Schedule(name: $0, week: .standard(.fahrenheit)) })
      let line = EditorHarness(two, schedule: 0).press(": s c h e d u l e ␣ Tab Tab Enter")
      #expect(line.backend.lines[0].contains("\(name) home.json"), "\(line.status)")
    }
  }

  @Test("Tab completes an assignment at the beginning of a line")
  func assignmentCompletes() {
    #expect(EditorHarness().press(": t u e . w . h Tab 6 6 Enter").cell("tue.wake.heat") == "66")
  }

  @Test("commands read ~ as the home folder") func home() {
    let editor = EditorHarness().command("save-copy ~/week.json")
    #expect(editor.host.exported == ["copy /home/person/week.json"])
    editor.command("picture ~/week.svg")
    #expect(editor.host.exported.last == "picture /home/person/week.svg 24")
  }

  @Test(": in the list of schedules applies to the selected schedule")
  func commandFromList() {
    let two = Contents(
      unit: .fahrenheit,
      schedules: ["Winter", "Summer"].map { Schedule(name: $0, week: .standard(.fahrenheit)) })
    let editor = EditorHarness(two).press("Down : r e n a m e ␣ x Enter")
    #expect(editor.editor.state.contents.schedules.map(\.name) == ["Winter", "x"])
  }

  @Test("undoing a delete in the list of schedules selects the restored schedule")
  func undoneDelete() {
    let three = Contents(
      unit: .fahrenheit,
      schedules: ["A", "B", "C"].map { Schedule(name: $0, week: .standard(.fahrenheit)) })
    let editor = EditorHarness(three).press("Down d y u")
    #expect(editor.backend.lines.contains("> B"))
  }

  @Test("grouping days keeps the first day of the week") func groupingKeepsFirstDay() {
    var settings = EditorSettings()
    settings.layout = WeekLayout.week.beginning(on: .sunday)
    let editor = EditorHarness(settings: settings).command("view 5+2")
    #expect(editor.backend.lines[4].hasPrefix("  Weekend"))
    editor.command("view 7")
    #expect(editor.backend.lines[4].hasPrefix("  Sunday"))
    #expect(editor.command("view 5+1+1").backend.lines[4].hasPrefix("  Sunday"))
  }

  @Test("the most wanted commands are listed first") func soughtFirst() {
    let lines = EditorHarness(rows: 40).press(":").backend.lines
    let names = ["save", "export", "copy", "compare", "device", "convert", "theme", "picture"]
    let first = lines.firstIndex { $0.contains(" save ") } ?? 0
    for (index, name) in names.enumerated() { #expect(lines[first + index].contains(" \(name) ")) }
    // Also among the commands that begin with the typed letters.
    for (typed, name) in [("e x", "export"), ("s", "save"), ("c o", "copy")] {
      let shown = EditorHarness().press(": \(typed)").backend.lines
      let frame = shown.firstIndex { $0.contains("─ commands ─") } ?? 0
      #expect(shown[frame + 1].hasPrefix("│ \(name) "), "\(shown[frame + 1])")
    }
  }

  @Test(
    "Enter goes to a day or a tag if it is first in the list, and otherwise runs the first command",
    arguments: [
      ("s a", "save", "no changes to save"), ("S A", "save", "no changes to save"),
      ("t u", "tu", "Tuesday wake time"), ("w e", "we", "Wednesday wake time"),
      ("f r", "fr", "Friday wake time"), ("s a t", "sat", "Saturday wake time"),
      ("s u n", "sun", "Sunday wake time"), ("1 2 4", "124", "Tuesday return heat"),
      ("= 1 2", "=12", "Monday wake time 12:00"),
    ])
  func firstInList(keys: String, first: String, status: String) {
    let editor = EditorHarness().press(": \(keys)")
    let frame = editor.backend.lines.firstIndex { $0.contains("─ commands ─") } ?? 0
    #expect(editor.backend.lines[frame + 1].hasPrefix("│ \(first) "))
    #expect(editor.backend.lines[23].hasPrefix(" Enter run"))
    editor.press("Enter")
    #expect(editor.status.contains(status), "\(editor.status)")
  }

  @Test("an option that is also a device's name is not described as the device")
  func optionLikeDevice() {
    let editor = EditorHarness().press("").press(
      ": e x p o r t ␣ c s v ␣ o . c s v ␣")
    #expect(editor.backend.lines.contains { $0.hasPrefix("│ round ") })
    #expect(!editor.backend.lines.contains { $0.contains("evohome") })
  }

  @Test("a read-only document offers only commands that it carries out") func readOnlyCommands() {
    let editor = EditorHarness(readOnly: true).press(":")
    func listed() -> [Substring] {
      editor.backend.lines.filter { $0.hasPrefix("│ ") }.compactMap {
        $0.split(separator: " ").dropFirst().first
      }
    }
    #expect(listed().prefix(4) == ["export", "compare", "device", "theme"])
    #expect(editor.press("c o").status == ":co")
    #expect(listed().prefix(3) == ["compare", "command", "conflicts"])
    #expect(editor.press("Tab").status.hasPrefix(":com"))
    #expect(editor.press("Esc z").backend.lines.contains { $0.hasPrefix("│ t ") })
    #expect(!editor.backend.lines.contains { $0.hasPrefix("│ u ") })
    #expect(
      editor.press("Esc").command("copy").status == "opened read-only; nothing can be changed")
    // Another editor may end.
    #expect(
      EditorHarness(heldBy: "pane A").press(":").backend.lines.contains { $0.contains("│ save ") })
  }
}
