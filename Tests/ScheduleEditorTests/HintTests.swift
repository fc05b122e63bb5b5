import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// The bar at the bottom names keys that work now.
@Suite struct HintTests {
  /// How each state is reached.
  static let states: [(name: String, keys: String)] = [
    ("browsing", "Right"), ("browsing with an edit", "Right 6 6 Enter"),
    ("browsing a problem", "Right 8 4 Enter Up"), ("typing", "Right 6 6"),
    ("editing", "Right Enter"), ("selecting", "Right 6 6 Enter Up v Down Down"),
    ("selecting with a copy", "Right 6 6 Enter y Up v Down"), ("a question", "Right 6 6 Enter q"),
    ("the form of a row", "Right e"), ("a button of a form", "Right e Tab Tab Tab"),
    ("the question of a form", "L a x ^s e Tab Tab Tab Tab Tab Tab Enter"),
    ("the question of a list", "L a x ^s d"), ("the export form", "X"), ("schedules", "L"),
    ("finding", "L /"),
    ("history", "Right 6 6 Enter H"),
    ("problems", "Right 8 4 Enter !"), ("copying a day", "c"), ("levels", "a"), ("help", "?"),
    ("a comparison", "Right 6 6 Enter D"), ("an explanation", "Right 8 4 Enter Up F1"),
    ("read-only", "Right"), ("selecting, read-only", "Right v Down"),
    ("the command line", ":"), ("a command", ": c o p y ␣"), ("a prefix", "z"),
    ("an empty calendar", "Right 6 6 Enter : c a l e n d a r Enter"),
  ]

  private func hints(_ editor: EditorHarness) -> [(keys: [String], words: String)] {
    let row = editor.backend.size.rows - 1
    var hints: [(keys: [String], words: String)] = []
    var (keys, words) = ("", "")
    func add() {
      let names = keys.split(separator: " ").map(String.init)
      if !names.isEmpty {
        hints.append((names, words.split(separator: " ").joined(separator: " ")))
      }
      (keys, words) = ("", "")
    }
    var wasKey = false
    for cell in editor.backend.surface.rows[row] {
      let isKey = cell.style.role == .accent
      if isKey, !wasKey, !words.isEmpty { add() }
      if isKey { keys += cell.text } else { words += cell.text }
      if cell.text != " " || isKey { wasKey = isKey }
    }
    add()
    return hints
  }

  @Test("each shown key works in each state", arguments: states.indices)
  func work(index: Int) throws {
    let (name, keys) = Self.states[index]
    let start = { EditorHarness(columns: 160, readOnly: name.hasSuffix("read-only")).press(keys) }
    let shown = hints(start())
    #expect(!shown.isEmpty, "\(name)")
    for hint in shown {
      for key in hint.keys.flatMap({ $0 == "0-9" ? ["6"] : [$0] }) {
        let editor = start()
        let before = (editor.backend.surface, editor.backend.cursor, editor.outcome)
        let step = key.count == 1 || Key(name: key) != nil ? key : "no key \(key)"
        editor.press(step)
        let isSame =
          before.0 == editor.backend.surface && before.1 == editor.backend.cursor
          && editor.outcome == before.2
        #expect(!isSame, "\(name): \(key) \(hint.words)")
        #expect(!editor.status.contains("not bound"), "\(name): \(key)")
      }
    }
  }

  @Test("hints show the keys of the settings")
  func settings() throws {
    let text =
      #"{"keys": {"q": null, "^X": null, "^C": null, "?": null, "u": "redo", "F9": "undo"}}"#
    let settings = try EditorSettings(reading: Array(text.utf8), file: "config.json")
    let shown = hints(EditorHarness(columns: 160, settings: settings).press("Right 6 6 Enter"))
      .map { "\($0.keys.joined(separator: " ")) \($0.words)" }
    #expect(!shown.contains("u undo") && shown.contains { $0.hasSuffix(" undo") })
    #expect(!shown.contains { $0.hasPrefix("q ") || $0.hasPrefix("? ") })
  }

  @Test(
    "no sentence appears twice on a screen",
    arguments: states.map(\.keys).filter { !["?", ":"].contains($0) } + [
      "Right 8 4 Enter", "Right 8 4",
    ])
  func onceOnly(keys: String) {
    for (rows, columns) in [(24, 80), (40, 120), (16, 60), (12, 40), (60, 200)] {
      let lines = EditorHarness(rows: rows, columns: columns).press(keys).backend.lines
      // Three words in a row are a part of a sentence.
      var seen: Set<[Substring]> = []
      for words in lines.map({ $0.split { !$0.isLetter && $0 != "'" } }) where words.count > 3 {
        for start in 0...(words.count - 3) {
          let part = Array(words[start..<(start + 3)])
          guard part.allSatisfy({ $0.count > 1 }), part.contains(where: { $0.count > 4 }),
            Set(part).count == 3, !part.contains("heat"), !part.contains("cool")
          else { continue }
          #expect(seen.insert(part).inserted, "\(rows)x\(columns): \(part.joined(separator: " "))")
        }
      }
    }
  }

  @Test("the hints of a list are the keys that work now, also after it has changed")
  func listHints() {
    for keys in ["L", ": c a l e n d a r Enter"] {
      let editor = EditorHarness(columns: 120).press(keys)
      let last = { editor.backend.lines[23] }
      #expect(!["J K move", "d delete", "u undo"].contains(where: last().contains), "\(last())")
      editor.press(keys == "L" ? "a B ^s" : "a Tab 1 2 - 2 4 ^s").press(keys == "L" ? "L" : "")
      #expect(["d delete", "u undo"].allSatisfy(last().contains), "\(last())")
      #expect(last().contains("J K move") == (keys == "L"), "\(last())")
    }
  }

  @Test("hints use the whole bar, except a column at each end")
  func wholeBar() {
    for (columns, hints) in [(22, " Enter open  Esc back"), (21, " Esc back")] {
      let editor = EditorHarness(rows: 5, columns: columns, readOnly: true).press("L")
      #expect(editor.backend.lines[4] == hints)
    }
  }

  @Test("an explanation names the key that fixes the problem, if there is a fix")
  func explainsFix() {
    let lines = { EditorHarness(rows: 40).press($0).backend.lines }
    #expect(lines("Right 8 4 Enter Up F1").contains(" fix: Esc, then F"))
    #expect(lines("7 5 0 Enter Up F1").contains(" fix: Esc, then F"))
    var crossed = Contents.standard(.fahrenheit)
    for period in Period.allCases {
      crossed.schedules[0].week[RowAddress(.monday, period)].time = TimeOfDay(minutes: 480)!
    }
    let editor = EditorHarness(crossed, rows: 40).press("Right Right Right F1")
    #expect(editor.backend.lines.contains(" fix: none that causes no other problem"))
    // A page explains a fix only where there is one.
    #expect(!editor.backend.lines.contains { $0.contains("The fix") })
    #expect(
      editor.press("Esc F").status
        == "SP202 has no fix that causes no other problem; type another value")
  }

  @Test("F sets the nearest value also if that shows a warning that the problem hid")
  func fixesBesideHiddenWarning() {
    // 84 is too close to cool; any lower value above wake breaks another rule, as 84 itself does.
    let editor = EditorHarness().command("set mon.leave.heat=84").command("goto mon leave heat")
    #expect(editor.status.hasSuffix("F sets 82 · F1 explains"), "\(editor.status)")
    #expect(editor.press("F").cell("mon.leave.heat") == "82")
    #expect(editor.status == "fixed Monday leave heat 84 → 82; u undoes it")
    let lines = editor.press("Down Up").backend.lines
    #expect(lines.contains { $0.contains("leave heat 82 is above wake 70") }, "\(lines)")
    #expect(
      editor.press("F").status
        == "SP404 has no fix that causes no other problem; type another value")
  }

  @Test("the status line of a problem ends with the fix") func wayOut() {
    let editor = EditorHarness().press("Right 8 4 Enter Up")
    #expect(editor.status == "Monday wake heat 84 °F F sets 75 · F1 explains")
    // Of two times, the one under the cursor moves.
    editor.press("Right Right 5 Enter Up")
    #expect(editor.status == "Monday leave time 05:00 F sets 06:15 · F1 explains")
    let late = EditorHarness().press("9 Enter Up")
    #expect(late.status == "Monday wake time 09:00 F sets 07:45 · F1 explains")
    late.command("convert C")
    #expect(late.press("Down Up").status == "Monday wake time 09:00 F sets 07:45 · F1 explains")
    #expect(late.press("F").status == "fixed Monday wake time 09:00 → 07:45; u undoes it")
    #expect(
      EditorHarness().command("mon.sleep.time=0:30").command("goto mon sleep time")
        .press("F").cell("mon.sleep.time")
        == "23:59")
    // Also without an edit.
    var contents = Contents.standard(.fahrenheit)
    contents.schedules[0].week[RowAddress(.monday, .wake)].time = TimeOfDay(minutes: 540)!
    let file = EditorHarness(contents).command("goto mon leave time")
    #expect(file.status == "Monday leave time 08:00 F sets 09:15 · F1 explains")
    #expect(file.press("F").cell("mon.leave.time") == "09:15")
    // Where no time is allowed, the rule's fix sorts the day, and that of SP404 gives the rows their setpoints again.
    contents.schedules[0].week[RowAddress(.monday, .wake)].time = TimeOfDay(minutes: 1200)!
    let sorted = EditorHarness(contents).command("goto mon leave time")
    #expect(sorted.status == "Monday leave time 08:00 F changes 3 cells · F1 explains")
    for columns in 61...80 {
      sorted.resize(rows: 24, columns: columns)
      #expect(sorted.status.hasSuffix(" · F1 explains"), "\(columns): \(sorted.status)")
    }
    sorted.resize(rows: 24, columns: 80)
    sorted.press("F")
    #expect(sorted.status == "fixed 3 cells; u undoes it")
    #expect(sorted.cell("mon.wake.time") == "08:00" && sorted.cell("mon.return.time") == "20:00")
    #expect(sorted.backend.lines[0].hasSuffix("✓ ok"), "\(sorted.backend.lines[0])")
    // A fix that would cause a problem in another cell is not the first choice.
    for (period, minutes) in zip(Period.allCases, [360, 480, 420, 490]) {
      contents.schedules[0].week[RowAddress(.monday, period)].time = TimeOfDay(minutes: minutes)!
    }
    let close = EditorHarness(contents).command("goto mon return time").press("F")
    #expect(close.command("goto mon sleep time").status.hasPrefix("Monday sleep time 08:10 "))
    #expect(!close.status.contains("SP203") && !close.status.contains("F1"), "\(close.status)")
    // The sentence is on a line of its own, whichever problem is here.
    let several = EditorHarness()
      .command("set tue.wake.heat=80 wed.wake.time=9:00 fri.wake.heat=99.5")
    #expect(
      several.command("goto wed wake time").status
        == "Wednesday wake time 09:00 F sets 07:45 · F1 explains")
    #expect(several.backend.lines[20].hasPrefix(" ! Wednesday leave 08:00 is not after"))
  }

  @Test("small screens show ^S for unsaved edits, and every answer to the question of q")
  func smallBars() {
    let editor = EditorHarness(rows: 20, columns: 40).press("+")
    #expect(editor.backend.lines[19] == " 0-9 type  ^S save  ? help  q quit")
    let tiny = EditorHarness(rows: 12, columns: 22).press("+ q")
    #expect(tiny.backend.lines[11] == " Esc stay")
    #expect(tiny.backend.lines[10] == " y save n discard")
  }
}
