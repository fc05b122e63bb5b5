import Diagnostics
import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// The first minutes, and screens with little room.
@Suite struct SmallScreenTests {
  @Test("a new document is marked, starts on heat with a hint, and is written by the first save")
  func newDocument() {
    let editor = EditorHarness(isNew: true).press("")
    #expect(editor.backend.lines[0].contains("home.json [new]"))
    #expect(editor.backend.lines[4].hasPrefix("  Monday    06:00 [70]"))
    #expect(editor.backend.lines[21].hasPrefix(" Type a value and press Enter"))
    editor.press("^s")
    #expect(editor.saved.count == 1 && editor.status == "saved home.json")
    #expect(!editor.backend.lines[0].contains("[new]"))
    #expect(editor.press("^s").status == "no changes to save")
    #expect(editor.press("q").outcome == .quit)
  }

  @Test(
    "the hint disappears with the first edit, and an unedited week is closed without a question")
  func untilTheFirstEdit() {
    let editor = EditorHarness(isNew: true).press("6 8 Enter")
    #expect(!editor.backend.lines.joined().contains("Type a value"))
    #expect(EditorHarness(isNew: true).press("q").outcome == .quit)
    let typing = EditorHarness(isNew: true).press("6")
    #expect(!typing.backend.lines.joined().contains("Type a value"))
    #expect(EditorHarness().press("").backend.lines[4].hasPrefix("  Monday   [06:00]"))
  }

  @Test("below 60 columns a ribbon shows which day it is, and sentences take two lines")
  func narrow() {
    let editor = EditorHarness(rows: 12, columns: 40).press("Right 8 5 Enter Up")
    #expect(editor.backend.lines[1] == "  M  T  W  T  F  S  S")
    #expect(
      editor.backend.surface[ScreenPoint(row: 1, column: 2)].style.emphasis.contains(.reverse))
    #expect(editor.backend.lines[9] == " Monday wake heat 85 is not below cool")
    #expect(editor.backend.lines[10] == " 78 [SP301]  F sets 75 · F1 explains")
    editor.press("PgDn")
    #expect(
      editor.backend.surface[ScreenPoint(row: 1, column: 5)].style.emphasis.contains(.reverse))
    #expect(editor.backend.lines[11].contains("?"))
  }

  @Test(
    "28x5 names the day in every message", arguments: ["", "Right 8 5 Enter Up", "u", "^s"])
  func namesTheDay(keys: String) {
    let editor = EditorHarness(rows: 5, columns: 28).press("PgDn \(keys)")
    let status = editor.backend.lines[3...].joined()
    #expect(status.contains("Tue") || status.contains("tue"), "\(status)")
  }

  @Test("28x5 shows the keys that copy a day")
  func copiesADay() {
    let editor = EditorHarness(rows: 5, columns: 28).press("c")
    #expect(editor.backend.lines[4] == " Space tick  Esc back")
    let wider = EditorHarness(rows: 12, columns: 40).press("c")
    #expect(wider.backend.lines[11] == " Space tick  Enter copy  Esc back")
  }

  @Test("40x12 shows how many values do not fit the device, and why as a whole")
  func misfits() {
    let editor = EditorHarness(rows: 12, columns: 40, device: "honeywell").press("0 5 3 7 Enter Up")
    #expect(editor.backend.lines[0].contains(" 1 does not fit"), "\(editor.backend.lines[0])")
    let lines = editor.press("F1").backend.lines
    #expect(!lines.contains { $0.hasSuffix("…") }, "\(lines)")
    // As in the list of problems.
    #expect(lines.contains { $0.contains("(warning)") }, "\(lines)")
  }

  @Test("22x5 shows the keys that recover and discard edits") func recovery() {
    let editor = EditorHarness(rows: 5, columns: 22)
    var contents = Contents.standard(.fahrenheit)
    contents.schedules[0].week[RowAddress(.monday, .wake)].heat = Temperature(66)
    editor.recovered = contents
    let last = editor.press("").backend.lines.last ?? ""
    #expect(last.contains("r recover") && last.contains("d discard"), "\(last)")
  }

  @Test("28x5 shows all answers of a question, which is not about the day") func smallQuestion() {
    let editor = EditorHarness(rows: 5, columns: 28).press("PgDn")
    let table = editor.press("+").backend.lines
    let lines = editor.press("q").backend.lines
    #expect(
      lines[2...] == [table[2], " Save changes to home.json?", " y save n discard Esc stay"],
      "\(lines)"
    )
    #expect(Array(editor.press("Esc").backend.lines[..<4]) == Array(table[..<4]))
    editor.host.existing = "week-of-the-house.csv"
    let replaced = editor.command("export csv week-of-the-house.csv").backend.lines
    #expect(replaced.last == " y replace  Esc stay" && !replaced.contains { $0.contains("Tue") })
  }

  @Test("a long question has its end, and n is an answer to each") func longQuestion() {
    func text(_ editor: EditorHarness) -> String {
      editor.backend.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
    for count in [50, 75, 200] {
      let editor = EditorHarness()
      let path = "/tmp/\(String(repeating: "a", count: count)).csv"
      editor.host.existing = path
      editor.command("export csv \(path)")
      #expect(text(editor).contains(#/ /tmp/a+[^ ]* exists; overwrite it\? y replace Esc stay$/#))
      #expect(editor.press("n").status.hasPrefix("Monday wake time") && editor.exported.isEmpty)
    }
    let editor = EditorHarness(rows: 8, columns: 24).press("Right 8 5 Enter q")
    #expect(text(editor).contains("with 1 error? y save n discard Esc stay"), "\(text(editor))")
  }

  @Test("the titles of columns are shown before a blank line", arguments: [47, 80])
  func columnTitles(columns: Int) {
    let low = EditorHarness(rows: 12, columns: columns).press("").backend.lines
    #expect(low[1].contains(" Wake ") && low[2].contains("time  heat cool"), "\(low)")
    let high = EditorHarness(rows: 13, columns: columns).press("").backend.lines
    #expect(high[1].isEmpty && high[3].contains("time  heat cool"), "\(high)")
  }

  @Test("22x5 names the cell, whose value the table shows")
  func narrowest() {
    let editor = EditorHarness(rows: 5, columns: 22)
    for keys in ["", "Right", "Down", "Down Left"] {
      let status = editor.press(keys).backend.lines[4]
      #expect(status.hasPrefix(" Mon ") && !status.contains("…"), "\(status)")
    }
    #expect(editor.backend.lines[4] == " Mon return time     ?")
  }

  @Test("a status is cut with a mark, also where a part of it ends at the edge")
  func markOfCutStatus() {
    let editor = EditorHarness(rows: 5, columns: 22, readOnly: true)
    #expect(editor.press("6").backend.lines[4] == " read-only; nothing… ?")
    let plain = EditorHarness(rows: 5, columns: 22, readOnly: true, unicode: false)
    #expect(plain.press("6").backend.lines[4] == " read-only; nothing. ?")
  }

  @Test("the unsaved changes are counted, however long the file's name is")
  func unsaved() {
    let titles = [28, 40, 80].map { columns in
      EditorHarness(rows: 12, columns: columns).press("Right 8 5 Enter").backend.lines[0]
    }
    #expect(titles[0].hasPrefix(" Winter ● 1 unsaved "))
    #expect(titles[1].hasPrefix(" Winter home.json ● 1  "))
    #expect(titles[2].hasPrefix(" Winter home.json ● 1 unsaved  "))
    // Also a name that does not fit leaves room for the mark.
    for columns in [28, 40, 80] {
      let editor = EditorHarness(rows: 12, columns: columns)
      editor.command("rename " + String(repeating: "日本語の名前", count: 8))
      #expect(editor.backend.lines[0].contains(#/[^…]… +● /#), "\(editor.backend.lines[0])")
    }
  }

  @Test("the unsaved changes of all schedules are counted") func unsavedInAll() {
    let two = Contents(
      unit: .fahrenheit,
      schedules: ["Home", "Winter"].map { Schedule(name: $0, week: .standard(.fahrenheit)) })
    let editor = EditorHarness(two, schedule: 0).press("Right 6 6 Enter ] 6 5 Enter 6 4 Enter")
    #expect(editor.backend.lines[0].contains("● 3 unsaved"), "\(editor.backend.lines[0])")
    #expect(editor.press("[").backend.lines[0].contains("● 3 unsaved"))
    // A new schedule has no cells in the file.
    #expect(editor.command("duplicate Summer").backend.lines[0].contains("● 3 unsaved"))
  }

  @Test("a long message is over the table, but not over the cursor")
  func longMessage() {
    let editor = EditorHarness(rows: 5, columns: 28).command("sun.sleep.cool=61").press("F")
    #expect(
      editor.backend.lines[3...] == [" Mon: no problem here; n", " goes to Sunday sleep heat ?"])
    editor.press("Down Down Down F")
    #expect(editor.backend.lines[3].hasPrefix(" Sleep "))
    #expect(editor.backend.lines[4].contains("…"))
  }

  @Test("read-only is in the title where the file's name has no room")
  func readOnlyTitle() {
    let editor = EditorHarness(rows: 15, columns: 40, readOnly: true).press("")
    #expect(editor.backend.lines[0].hasPrefix(" Winter [read-only] "))
  }

  @Test("the title of a page takes two lines if it has to")
  func pageTitle() {
    let editor = EditorHarness(rows: 12, columns: 40).press("Right 8 5 Enter Up F1")
    #expect(
      editor.backend.lines[..<3] == [
        " Monday wake heat 85 is not below cool", " 78", " SP301: heat below cool (error)",
      ])
  }

  @Test("the question about changes fits on 40 columns") func question() {
    let editor = EditorHarness(rows: 12, columns: 40).press("+ q")
    #expect(editor.backend.lines[10] == " Save changes to home.json?")
    #expect(editor.backend.lines[11] == " y save  n discard  Esc stay")
  }

  @Test(
    "the key for help is shown at every size with room for it",
    arguments: [(24, 80), (12, 40), (9, 80), (5, 28), (4, 28), (3, 24), (1, 20)])
  func helpInSight(rows: Int, columns: Int) {
    let editor = EditorHarness(rows: rows, columns: columns)
    for keys in ["", "Right 8 5 Enter Up", "v Right"] {
      let text = editor.press(keys).backend.lines.joined(separator: "\n")
      let isSelecting = keys.hasPrefix("v")
      #expect(text.contains("?") || isSelecting && text.contains("Esc end"), "\(keys): \(text)")
    }
    #expect(editor.press("Esc ?").backend.lines[0].hasPrefix(" find:"))
  }
}
