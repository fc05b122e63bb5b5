import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

/// The mouse, once it was asked for.
@Suite struct MouseTests {
  private static func editor(rows: Int = 24, columns: Int = 80) -> EditorHarness {
    var settings = EditorSettings()
    settings.mouse = true
    return EditorHarness(rows: rows, columns: columns, settings: settings).press("")
  }

  @discardableResult
  private static func send(
    _ editor: EditorHarness, _ action: MouseEvent.Action, _ row: Int, _ column: Int
  ) -> EditorHarness {
    editor.backend.enqueue([.mouse(MouseEvent(action, at: ScreenPoint(row: row, column: column)))])
    return editor.press("")
  }

  @Test("dragging selects from the cell that was pressed") func drag() {
    let editor = Self.editor()
    Self.send(editor, .press, 5, 19)
    #expect(editor.status.hasPrefix("Tuesday wake heat 70"))
    Self.send(editor, .drag, 6, 24)
    Self.send(editor, .drag, 7, 24)
    #expect(editor.status == "6 cells selected")
    editor.press("6 6 Enter")
    #expect(editor.cell("tue.wake.cool") == "66" && editor.cell("thu.wake.cool") == "66")
    // A move ends it, and dragging from beside the table begins nothing.
    #expect(editor.press("Down").status.contains("wake cool"))
    Self.send(editor, .press, 20, 0)
    #expect(!Self.send(editor, .drag, 7, 24).status.contains("selected"))
  }

  @Test(
    "a drag that did not start in the table selects nothing")
  func dragFromElsewhere() {
    let editor = Self.editor()
    Self.send(editor, .press, 10, 19)
    editor.command("view 5+2")
    // On a hint, then onto the first line.
    Self.send(editor, .press, 23, 2)
    Self.send(editor, .drag, 4, 19)
    #expect(!editor.status.contains("selected"))
    editor.press("y")
    Self.send(editor, .press, 10, 19)
    Self.send(editor, .press, 23, 60)
    Self.send(editor, .drag, 4, 19)
    #expect(!editor.press("Esc").status.contains("selected"))
  }

  @Test("a click on another cell accepts a typed value; an invalid one stays in its cell")
  func clickWhileTyping() {
    let editor = Self.editor().press("Right 6 6")
    Self.send(editor, .press, 6, 19)
    #expect(editor.cell("mon.wake.heat") == "66" && editor.status.hasPrefix("Wednesday wake heat"))
    editor.press("6 x")
    Self.send(editor, .press, 7, 19)
    #expect(editor.cell("wed.wake.heat") == "70" && editor.backend.lines[6].contains("[6x"))
  }

  @Test("the wheel steps only the cell under the cursor") func wheel() {
    let editor = Self.editor()
    Self.send(editor, .wheelUp, 5, 19)
    #expect(editor.week == .standard(.fahrenheit))
    Self.send(editor, .press, 5, 19)
    Self.send(editor, .wheelUp, 5, 19)
    Self.send(editor, .wheelDown, 6, 19)
    #expect(editor.cell("tue.wake.heat") == "71" && editor.cell("wed.wake.heat") == "70")
    // In a list it scrolls.
    editor.press("?")
    let first = editor.backend.lines
    Self.send(editor, .wheelDown, 5, 5)
    #expect(editor.backend.lines != first && editor.cell("tue.wake.heat") == "71")
  }

  @Test("a click on a day's name selects its line, on a strip the row in force")
  func daysAndStrips() {
    let editor = Self.editor()
    Self.send(editor, .press, 6, 2)
    #expect(editor.status == "12 cells selected")
    editor.press("Esc Right")
    // Friday's strip at 09:00, and at 02:00, when Thursday's evening is in force.
    let friday = editor.backend.lines.firstIndex { $0.hasPrefix("  Fri ") } ?? 0
    Self.send(editor, .press, friday, 6 + 27)
    #expect(editor.status.hasPrefix("Friday leave "))
    Self.send(editor, .press, friday, 6 + 6)
    #expect(editor.status.hasPrefix("Thursday sleep "))
    Self.send(editor, .press, friday, 2)
    #expect(editor.status.hasPrefix("Friday sleep "))
  }

  @Test("dragging the left edge of a piece moves its time by quarters of an hour, as one step")
  func dragBoundary() {
    let editor = Self.editor().press("Right")
    let friday = editor.backend.lines.firstIndex { $0.hasPrefix("  Fri ") } ?? 0
    // 72 columns of 20 minutes: Friday's wake begins at 06:00.
    Self.send(editor, .press, friday, 6 + 18)
    #expect(editor.status.hasPrefix("Friday wake heat"))
    Self.send(editor, .drag, friday, 6 + 19)
    #expect(editor.cell("fri.wake.time") == "06:15")
    #expect(editor.editor.screen.grid.drawnRows == [16])
    Self.send(editor, .drag, friday, 6 + 21)
    Self.send(editor, .drag, friday, 6 + 60)
    // Leave begins at 08:00, and a gap of 15 minutes stays.
    #expect(editor.cell("fri.wake.time") == "07:45")
    Self.send(editor, .drag, friday, 6 + 15)
    #expect(editor.cell("fri.wake.time") == "05:00")
    #expect(editor.press("u").week == .standard(.fahrenheit))
    #expect(!editor.editor.state.canUndo)
    // Within a piece nothing is dragged.
    Self.send(editor, .press, friday, 6 + 22)
    Self.send(editor, .drag, friday, 6 + 30)
    #expect(editor.week == .standard(.fahrenheit))
  }

  @Test("a drag ends when a key or another program changes something, which stays")
  func dragEnds() {
    let editor = Self.editor().press("Right")
    let friday = editor.backend.lines.firstIndex { $0.hasPrefix("  Fri ") } ?? 0
    Self.send(editor, .press, friday, 6 + 18)
    Self.send(editor, .drag, friday, 6 + 19)
    var theirs = Contents.standard(.fahrenheit, name: "Winter")
    theirs.schedules[0].week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(66))
    editor.changeFile(to: theirs)
    Self.send(editor, .drag, friday, 6 + 21)
    #expect(editor.cell("mon.wake.heat") == "66" && editor.cell("fri.wake.time") == "06:15")
    Self.send(editor, .press, friday, 6 + 18)
    Self.send(editor, .drag, friday, 6 + 21)
    editor.press("+")
    Self.send(editor, .drag, friday, 6 + 22)
    #expect(editor.cell("fri.wake.heat") == "71" && editor.cell("fri.wake.time") == "07:00")
    // The drag began on the week of another schedule.
    editor.command("duplicate Summer").command("set tue.wake.heat=65")
    Self.send(editor, .press, friday, 6 + 21)
    editor.press("[")
    Self.send(editor, .drag, friday, 6 + 25)
    #expect(editor.cell("fri.wake.time") == "07:00")
    #expect(editor.press("]").cell("tue.wake.heat") == "65")
  }

  @Test("a click in a form with a wrapped refusal reaches the field under the pointer")
  func clickBelowRefusal() {
    let name = String(repeating: "long name ", count: 5) + "end"
    let editor = Self.editor().command("add \(name)").command("schedules").press("a")
    editor.paste(name).press("Tab ^s")
    #expect(editor.backend.lines.joined().contains("there is already a schedule"))
    let line = editor.backend.lines.firstIndex { $0.contains("Notes") } ?? 0
    Self.send(editor, .press, line, 40).press("x")
    #expect(editor.backend.lines.contains { $0.contains("Notes") && $0.contains("[x") })
  }

  @Test("a click selects an item of a list, and a click on the selected item opens it")
  func lists() {
    let editor = Self.editor().command("duplicate Summer").command("duplicate Away")
    editor.command("schedules")
    #expect(editor.backend.lines[4].hasPrefix("> Away"))
    Self.send(editor, .press, 3, 4)
    #expect(editor.backend.lines[3].hasPrefix("> Summer"))
    // Below the last item, there is nothing to select.
    Self.send(editor, .press, 5, 4)
    #expect(editor.backend.lines[3].hasPrefix("> Summer"))
    Self.send(editor, .press, 3, 20)
    #expect(editor.backend.lines[0].hasPrefix(" Summer "))
    // A click ticks a day.
    editor.press("c")
    Self.send(editor, .press, 4, 4)
    #expect(editor.backend.lines[4].hasPrefix("> [x] "))
    Self.send(editor, .press, 4, 4)
    #expect(editor.backend.lines[4].hasPrefix("> [ ] "))
    // While a question is open, a click answers nothing.
    editor.press("Esc").command("schedules").press("d")
    let asked = editor.backend.lines
    Self.send(editor, .press, 2, 4)
    #expect(editor.backend.lines == asked)
    // In help, a heading is not an entry.
    editor.press("Esc Esc ?")
    let help = editor.backend.lines
    Self.send(editor, .press, 1, 4)
    #expect(editor.backend.lines == help)
    Self.send(editor, .press, 4, 4)
    #expect(editor.backend.lines != help && editor.backend.lines[0] == help[0])
  }

  /// Clicks the beginning of a text on a line, or on the first line that has it.
  private static func click(_ text: String, _ editor: EditorHarness, line row: Int? = nil) {
    let lines = editor.backend.lines
    guard let row = row ?? lines.firstIndex(where: { $0.contains(text) }),
      let range = lines[row].firstRange(of: text)
    else {
      Issue.record("no \(text) in \(lines)")
      return
    }
    send(
      editor, .press, row, lines[row].distance(from: lines[row].startIndex, to: range.lowerBound))
  }

  @Test(
    "a click in a form goes to a field, changes a choice, presses a button", arguments: [24, 9])
  func forms(rows: Int) {
    let editor = Self.editor(rows: rows).command("duplicate Summer").command("schedules")
    editor.press("e")
    Self.click("Setpoints", editor)
    #expect(editor.backend.lines.contains { $0.contains("Setpoints [both]") })
    Self.click("both", editor)
    #expect(editor.backend.lines.contains { $0.contains("Setpoints [heat]") })
    Self.click("Notes", editor)
    editor.press("c o l d")
    // Neither the frame, the blank line nor the table is a part of the form.
    for (row, column) in [(0, 0), (rows - 2, 79)] + (rows == 24 ? [(12, 1)] : []) {
      Self.send(editor, .press, row, column)
      Self.send(editor, .wheelDown, row, column)
    }
    #expect(editor.backend.lines.contains { $0.contains("[cold") })
    Self.click("Set   Cancel", editor)
    #expect(editor.editor.state.contents.schedules[1].notes == "cold")
    #expect(editor.editor.state.contents.schedules[1].week.sides == .heat)
    editor.press("e")
    Self.click("Delete", editor)
    Self.click("y delete", editor, line: rows - 1)
    #expect(editor.editor.state.contents.schedules.map(\.name) == ["Winter"])
    editor.press("e")
    Self.click("Esc cancel", editor, line: rows - 1)
    #expect(editor.backend.lines[0].hasPrefix(" Schedules"))
  }

  @Test("a click in a form above a preview reaches its field") func preview() {
    let editor = Self.editor().command("export")
    Self.click("Round values", editor)
    Self.click("no", editor, line: 2)
    #expect(editor.backend.lines[2].hasPrefix(" Round values [yes]"))
    Self.send(editor, .press, 12, 3)
    Self.click("Cancel", editor)
    #expect(editor.status.hasPrefix("Monday wake time"))
  }

  @Test("hints can be clicked") func hints() {
    let editor = Self.editor()
    func press(_ hint: String) { Self.click(hint, editor, line: 23) }
    press("? help")
    #expect(editor.backend.lines[0].hasPrefix(" find:"))
    press("Esc back")
    editor.press("Right 6 6")
    press("Enter set")
    #expect(editor.cell("mon.wake.heat") == "66")
    press("u undo")
    #expect(editor.cell("mon.wake.heat") == "70")
    // Two keys in one hint: neither.
    press("+ - step")
    #expect(editor.cell("mon.wake.heat") == "70")
    editor.press("6 6 Enter")
    press("q quit")
    #expect(editor.status == "Save changes to home.json?")
    press("n discard")
    #expect(editor.outcome == .quit)
  }

  @Test("dragging an edge out and back leaves the history as before")
  func dragBack() {
    let editor = Self.editor().press("Right + + u")
    let friday = editor.backend.lines.firstIndex { $0.hasPrefix("  Fri ") } ?? 0
    let history = editor.press("H").backend.lines
    editor.press("Esc")
    Self.send(editor, .press, friday, 6 + 18)
    Self.send(editor, .drag, friday, 6 + 19)
    #expect(editor.cell("fri.wake.time") == "06:15")
    Self.send(editor, .drag, friday, 6 + 18)
    #expect(editor.cell("fri.wake.time") == "06:00")
    #expect(editor.press("H").backend.lines == history)
    #expect(editor.press("Esc r").cell("mon.wake.heat") == "72")
  }
}
