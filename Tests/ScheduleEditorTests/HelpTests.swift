import Diagnostics
import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// What explains itself: help, the list of commands, rules where they are broken.
@Suite struct HelpTests {
  @Test(
    "hints name the keys that are bound, or the command line while it has a key",
    arguments: [
      ("{}", "^S writes the file, ? shows the keys", "?"),
      (#"{"?": null}"#, "^S writes the file, :help shows the keys", ":help"),
      (
        #"{"?": null, ":": null, "^P": null, "F2": "command", "F3": "save", "^S": null}"#,
        "F3 writes the file, F2 help shows the keys", "F2 help"
      ),
      (#"{"?": null, ":": null, "^P": null, "F3": "help"}"#, "F3 shows the keys", "F3"),
      (
        #"{"?": null, ":": null, "^P": null}"#, "Type a value and press Enter; ^S writes the file",
        nil
      ),
    ]) func boundKeys(keys: String, hint: String, help: String?) throws
  {
    let settings = try EditorSettings(
      reading: Array("{\"keys\": \(keys)}".utf8), file: "config.json")
    let editor = EditorHarness(columns: 100, isNew: true, settings: settings).press("Right")
    #expect(editor.backend.lines.contains { $0.contains(hint) }, "\(editor.backend.lines)")
    let isNamed = editor.backend.lines.contains { $0.contains("shows the keys") }
    #expect(isNamed == (help != nil))
    let small = EditorHarness(rows: 2, columns: 40, settings: settings).press("Right")
    #expect(small.backend.lines[0] == "needs 22x5" + (help.map { "  \($0) keys" } ?? ""))
  }

  @Test("help stops at its ends, and one key closes it")
  func ends() {
    let editor = EditorHarness(columns: 120).press("")
    let table = editor.backend.lines
    editor.press("?")
    let first = editor.backend.lines
    #expect(first[0] == " find:")
    #expect(editor.backend.cursor == ScreenPoint(row: 0, column: 7))
    #expect(first[1] == "" && first[3].contains("arrows, h j k l"))
    #expect(first[21].hasPrefix(" 1 of "))
    // The list shows the whole entry.
    #expect(first[22].isEmpty)
    // Enter could only run one of them.
    #expect(first[23] == " Down next  Esc back" && editor.press("Enter").backend.lines == first)
    #expect(editor.press("Up PgUp Home").backend.lines == first)
    #expect(editor.press("PgDn PgUp").backend.lines == first)
    #expect(editor.press("PgDn Down Down PgUp Up Up").backend.lines == first)
    for _ in 0..<20 { editor.press("PgDn") }
    let last = editor.backend.lines
    let count = first[21].dropFirst(6)
    #expect(last[21] == " \(count) of \(count)", "\(last[21])")
    #expect(last != first && editor.press("Down PgDn Home End").backend.lines == last)
    #expect(last[23] == " Enter run  Esc back")
    #expect(editor.press("Esc").backend.lines == table)
    #expect(editor.press("? q").backend.lines == table)
  }

  @Test("Space turns a page until something is typed") func spacePages() {
    let paged = EditorHarness().press("? PgDn").backend.lines
    #expect(EditorHarness().press("? ␣").backend.lines == paged)
    #expect(EditorHarness().press("? d a y ␣").backend.lines[0] == " find: day")
  }

  @Test("help on a narrow screen shows the selected line as a whole") func narrow() {
    let editor = EditorHarness(rows: 12, columns: 40).press("? Down Down Down Down")
    #expect(
      editor.backend.lines[9...10] == [
        " g, g g go to 114, tue wake, problem; g", " g: the top",
      ])
  }

  @Test(
    "help shows commands with many arguments as a whole in 60 columns",
    arguments: [
      ("goto", "DAY TIME | problem"), ("calendar", "|move N M]"),
      ("export", "[drop-cool] [replace]]"),
    ])
  func mediumWidth(name: String, end: String) {
    let editor = EditorHarness(columns: 60).press("? \(name)")
    for _ in 0..<20 where !editor.backend.lines[21].hasPrefix(" \(name) ") { editor.press("Down") }
    #expect(editor.backend.lines[21].hasPrefix(" \(name) "))
    #expect(editor.backend.lines[22].hasSuffix(end), "\(editor.backend.lines[22])")
  }

  @Test("help explains every mark") func legend() {
    let editor = EditorHarness(rows: 120, columns: 200).press("?")
    let text = editor.backend.lines.joined(separator: "\n")
    for words in [
      "breaks a rule", "warns", "• ", "differs from the file", "another program",
      "days in this line", "● ", "unsaved", "seven bands", "strip of today", "under the cursor",
      "cell's number", "hours of a day", "entry applies",
    ] { #expect(text.contains(words), "\(words)") }
  }

  @Test("typing filters help, and Enter runs the selected command, or asks for its words")
  func typeToFind() {
    let editor = EditorHarness().press("? clock")
    #expect(editor.backend.lines[0] == " find: clock")
    #expect(editor.backend.cursor == ScreenPoint(row: 0, column: 12))
    #expect(EditorHarness().press("? clock ^a").backend.cursor == ScreenPoint(row: 0, column: 7))
    #expect(editor.backend.lines[2].contains("12-hour or 24-hour clock"))
    #expect(editor.press("Enter").backend.lines[4].contains("6:00a"))
    #expect(EditorHarness().press("? xyzzy").backend.lines[2] == "  no match")
    let theme = EditorHarness().press("? theme Enter")
    #expect(theme.status.hasPrefix("theme "), "\(theme.status)")
    // The first line has the keys of two commands.
    for (words, line) in [("paste", "paste"), ("previous␣schedule", "previous-schedule")] {
      let help = EditorHarness().press("? \(words)")
      #expect(help.backend.lines.contains { $0.hasPrefix("> \(line)") }, "\(words)")
    }
    let rename = EditorHarness().press("? rename␣this␣schedule Enter")
    #expect(rename.backend.lines[22] == ":rename")
    #expect(rename.press("A t t i c Enter").backend.lines[0].contains("Attic"))
  }

  @Test(": lists the commands with their help and keys; Enter runs the first")
  func palette() {
    let editor = EditorHarness().press(":")
    #expect(editor.backend.lines.contains { $0.contains("save the changes") })
    #expect(editor.backend.lines.contains { $0.contains("more; type to find") })
    editor.press("h i s t")
    #expect(editor.backend.lines[20].contains("history  list the edits"))
    #expect(editor.backend.lines[20].hasSuffix("H │"))
    #expect(editor.press("Enter").status == "nothing was edited yet")
    #expect(EditorHarness().press("^p n o t e Enter").backend.lines[0].contains("Winter"))
    #expect(EditorHarness().press(": r e n a m Enter").backend.lines[22] == ":rename")
    let unknown = EditorHarness().press(": x y z z y Enter")
    #expect(unknown.status == "\"xyzzy\" is not a command; help lists them")
  }

  private static func wrong() -> EditorHarness {
    EditorHarness().command("set sun.wake.cool=71 weekdays.wake.heat=90")
  }

  @Test("the list folds equal days and shows errors first, with their marks") func folded() {
    let editor = Self.wrong().press("!")
    let lines = editor.backend.lines
    #expect(lines[2].hasPrefix("> ! weekdays wake heat 90 is not below cool 78"))
    #expect(lines[2].hasSuffix("SP301 error, 5 times"))
    #expect(lines[3].hasPrefix("  ? ") && lines[3].hasSuffix("SP302 warning"))
    #expect(lines[4].isEmpty)
    // In the table, too.
    let table = Self.wrong().backend.lines
    #expect(table[4].hasPrefix("  Monday   [06:00]!90  !78 "))
    #expect(table[10].contains("?70  ?71"))
  }

  @Test("Enter and F1 explain the rule, as setpoint rule does") func explained() {
    for keys in ["! Enter", "! F1", ": s a t . w a k e . h e a t = 9 0 Enter Home F1"] {
      let editor = EditorHarness(rows: 40).command("set sat.wake.heat=90")
      if keys.hasPrefix(":") { editor.press("PgDn Up Right F1") } else { editor.press(keys) }
      let text = editor.backend.lines.joined(separator: "\n")
      #expect(text.contains("SP301: "), "\(keys)")
      #expect(text.contains("bad:") && text.contains("good:") && text.contains("fix:"))
    }
    #expect(EditorHarness().press("F1").status.hasPrefix("no problem here"))
  }

  @Test(
    "F moves the side that was edited last to the nearest allowed value",
    arguments: [
      ("Right 8 4 Enter Up F", "75", "78", "heat 84 → 75"),
      ("Right 8 4 Enter Up Right F", "75", "78", "heat 84 → 75"),
      ("Right Right 6 9 Enter Up Left F", "70", "73", "cool 69 → 73"),
      ("Right 7 7 Enter Up F", "75", "78", "heat 77 → 75"),
      ("Right 7 8 Enter Up F", "75", "78", "heat 78 → 75"),
      ("Right 6 6 Enter Up Right 6 0 Enter Up F", "66", "69", "cool 60 → 69"),
      ("Right 8 4 Enter ! F Esc", "75", "78", ""),
    ])
  func fixesEditedSide(keys: String, heat: String, cool: String, said: String) {
    let editor = EditorHarness().press(keys)
    #expect(editor.cell("mon.wake.heat") == heat && editor.cell("mon.wake.cool") == cool)
    #expect(editor.status.contains(said.isEmpty ? "" : "fixed Monday wake \(said); u undoes it"))
  }

  @Test("F fixes the problem here, or all equal problems from the list, as one step") func fixed() {
    let editor = EditorHarness().command("set mon.wake.cool=71").press("Right F")
    #expect(editor.status.hasPrefix("fixed"))
    #expect(editor.backend.lines[0].hasSuffix("✓ ok"))
    #expect(editor.press("u").cell("mon.wake.cool") == "71")
    let all = Self.wrong().press("! F")
    #expect(all.status.contains("fixed weekdays wake heat 90 → 75"))
    #expect(all.backend.lines[2].hasPrefix("> ? "))
    #expect(all.cell("fri.wake.cool") == "78" && all.cell("fri.wake.heat") == "75")
    all.press("Esc u")
    #expect(all.cell("fri.wake.cool") == "78" && all.cell("fri.wake.heat") == "90")
    #expect(EditorHarness().press("F").status.hasPrefix("no problem here"))
    for keys in ["Right F", "Right v Down Down Down Down F"] {
      let view = keys.contains("v") ? "view 7" : "view 5+2"
      let several = Self.wrong().command(view).press("Home \(keys)")
      #expect(
        several.cell("mon.wake.heat") == "75" && several.cell("fri.wake.heat") == "75",
        "\(keys): \(several.status)")
    }
    #expect(
      EditorHarness(readOnly: true).press("F").status == "opened read-only; nothing can be changed")
  }

  @Test("the problem under the cursor is never among the hidden ones") func hereIsListed() {
    let editor = EditorHarness().command(
      "set mon.wake.heat=76 tue.leave.heat=84 wed.return.heat=77 thu.sleep.heat=81")
    for place in ["mon.wake", "tue.leave", "wed.return", "thu.sleep"] {
      let lines = editor.command("go \(place).heat").backend.lines
      let name = lines[22].dropFirst().prefix { $0 != " " }
      #expect(lines[19...21].contains { $0.hasPrefix(" ? \(name)") }, "\(lines)")
    }
  }

  @Test("a single line shows the first problem and the number of the others")
  func oneLineOfProblems() {
    for command in ["device trvzb", "set mon.wake.heat=76 tue.leave.heat=84 wed.return.heat=77"] {
      let editor = EditorHarness(rows: 22).command(command)
      let lines = editor.backend.lines.filter { $0.contains(", ! lists)") }
      #expect(lines.count == 1, "\(editor.backend.lines)")
      #expect(lines.allSatisfy { $0.hasPrefix(" ? ") && $0.contains("heat") }, "\(lines)")
    }
  }

  @Test("the status line offers no key that a form would type") func noKeysForForms() {
    let editor = EditorHarness().press("Right 8 4 Enter Up")
    #expect(editor.status.contains("F sets 75"))
    let lines = editor.press("e").backend.lines
    #expect(!lines.contains { $0.contains("F sets") || $0.contains("F1 explains") }, "\(lines)")
    let ascii = EditorHarness(unicode: false).press("Right e").backend.lines
    #expect(ascii.contains { $0.contains("Monday Wake (F)") }, "\(ascii)")
  }

  @Test("? in a list shows the keys; Enter runs a command in the table")
  func helpInLists() {
    let editor = EditorHarness().press("L ?")
    #expect(editor.backend.lines[0] == " find:")
    #expect(editor.press("Esc").backend.lines[0].hasPrefix(" Schedules"))
    #expect(editor.press("? clock Enter").backend.lines[4].contains("6:00a"))
  }

  @Test("a picture is written in the format of its extension") func picture() {
    let editor = EditorHarness(clock: .twelveHour).command("picture week.svg")
    #expect(editor.status == "wrote a picture to week.svg")
    #expect(editor.exported == ["picture week.svg 12"])
    #expect(
      editor.command("picture week.png").status == "the name of a picture ends in .svg or .html")
  }

  @Test("a bracket hides no mark of the next cell") func brackets() {
    let editor = EditorHarness().command("set mon.wake.heat=85")
    #expect(editor.backend.lines[4].hasPrefix("  Monday   [06:00]!85  !78 "))
    #expect(editor.press("Right").backend.lines[4].hasPrefix("  Monday    06:00 !85] !78 "))
  }

  @Test("hints belong to the mode") func hints() {
    let editor = EditorHarness().press("")
    func last(_ keys: String) -> String { editor.press(keys).backend.lines[23] }
    #expect(last("").hasPrefix(" 0-9 type  Enter edit  + - step"))
    #expect(last("Enter") == " Enter set  Tab next  ^U erase  ^S save  Esc keep 06:00")
    #expect(last("Esc q 6").hasSuffix("? help  q quit"))
    #expect(last("Esc + q") == " y save  n discard  Esc stay")
    #expect(last("Esc z") == " Esc back")
    #expect(last("Esc Right 9 9 Enter").contains("n problem"))
    let reader = EditorHarness(readOnly: true).press("").backend.lines[23]
    #expect(!reader.contains("step") && !reader.contains("save") && !reader.contains("undo"))
  }

  @Test("cut text ends with an ellipsis") func ellipses() {
    for columns in [40, 50, 60, 79] {
      let editor = EditorHarness(rows: 20, columns: columns)
        .command("set weekdays.wake.heat=85").press("Right")
      let lines = editor.backend.lines
      for line in [lines[0]] + lines.suffix(4) where line.count >= columns - 1 {
        #expect(
          line.hasSuffix("…") || line.hasSuffix("quit") || line.hasSuffix("]")
            || line == lines[0] && (line.hasSuffix("!") || line.hasSuffix("problems")), "\(line)")
      }
    }
  }
}
