import ScheduleEditor
import ScheduleModel
import Testing
import TwoWayTable

@Suite struct SavingTests {
  @Test("saving writes once and only what changed") func savingWritesOnce() {
    let editor = EditorHarness().press("^s")
    #expect(editor.saved.isEmpty)
    #expect(editor.status == "no changes to save")
    editor.press("Right 6 4 Enter ^s")
    #expect(editor.status == "saved home.json")
    #expect(editor.saved.count == 1)
    editor.press("^s q")
    #expect(editor.saved.count == 1)
    #expect(editor.outcome == .quit)
  }

  @Test("an undone edit leaves nothing to save") func editTakenBack() {
    let editor = EditorHarness().press("Right 6 4 Enter u q")
    #expect(editor.outcome == .quit)
    #expect(editor.saved.isEmpty)
  }

  @Test(
    "quitting asks what to do with changes",
    arguments: [
      ("q y", AppEnding.quit, 1), ("q n", .quit, 0), ("^c Enter", .quit, 1),
      ("q Esc", .endOfInput, 0), ("q x z", .endOfInput, 0),
    ])
  func quittingAsksChanges(keys: String, outcome: AppEnding, saves: Int) {
    let editor = EditorHarness().press("Right 6 4 Enter \(keys)")
    #expect(editor.outcome == outcome)
    #expect(editor.saved.count == saves)
  }

  @Test("the question on quitting says with how many errors a save would leave the document")
  func quittingWithErrors() {
    let editor = EditorHarness().command("set mon.wake.heat=79 tue.wake.heat=79").press("q")
    #expect(editor.status == "Save changes to home.json, with 2 errors?")
    #expect(editor.press("Esc u q").outcome == .quit)
  }

  @Test("a failed save keeps the editor and the edits") func failedSaveKeeps() {
    let editor = EditorHarness()
    editor.saveFailure = "cannot write: no space left on device"
    editor.press("Right 6 4 Enter q y")
    #expect(editor.outcome == .endOfInput && editor.editor.state.isModified)
    #expect(editor.status == "not saved: cannot write: no space left on device")
    #expect(editor.backend.rings == 1)
    editor.saveFailure = nil
    editor.press("q y")
    #expect(editor.outcome == .quit)
    #expect(editor.saved.last?.schedules[0].week == editor.week)
  }

  @Test("a screen that is too small accepts no edit, and shows questions") func screenShowsNothing()
  {
    let editor = EditorHarness().press("Right 6 6 Enter")
    editor.resize(rows: 5, columns: 20)
    editor.press("6 7 Enter + p").paste("68")
    #expect(editor.cell("mon.wake.heat") == "66")
    #expect(editor.cell("tue.wake.heat") == "70")
    editor.press("q")
    #expect(
      editor.backend.lines == [
        "needs 22x5", "Save changes to", "home.json?", " y save n discard", " Esc stay",
      ])
    #expect(editor.press("n").outcome == .quit)
  }

  @Test("the system can end the editor") func systemEndEditor() {
    let editor = EditorHarness().press("6 Esc")
    editor.backend.enqueue([.terminate(signal: 15)])
    #expect(editor.press("").outcome == .terminated(signal: 15))
  }

  @Test("a file that cannot be written is reported at the start, until the first key")
  func notice() {
    let editor = EditorHarness(notice: "the folder is not writable").press("")
    #expect(editor.status == "the folder is not writable")
    #expect(editor.press("Right").status.hasPrefix("Monday wake heat"))
  }

  @Test("^C asks, a second ^C ends, and the edits are kept") func interrupted() {
    let editor = EditorHarness().press("Right 6 6 Enter ^c")
    #expect(editor.outcome != .quit && editor.backend.lines[22] == " Save changes to home.json?")
    #expect(editor.press("^c").outcome == .terminated(signal: 2))
    #expect(editor.saved.isEmpty)
  }

  @Test(
    "the program can be suspended anywhere",
    arguments: ["", "6 8", ": u n", "z", "e", "e 6", "L", "L a", "?", "q"])
  func suspendingWorksWherever(keys: String) {
    let editor = EditorHarness().press("Right 6 6 Enter").press(keys)
    let screen = editor.backend.lines
    editor.press("^z")
    #expect(editor.backend.suspensions == 1)
    #expect(editor.backend.lines == screen)
  }

  @Test("suspending restores the terminal") func suspendingHandsTerminal() {
    #expect(EditorHarness().press("^z ^z").backend.suspensions == 2)
  }

  @Test("the editor reports how it ended with changes") func endingChangesReported() {
    let editor = EditorHarness().press("Right 6 6 Enter")
    editor.backend.enqueue([.terminate(signal: 15)])
    #expect(editor.press("").outcome == .terminated(signal: 15) && editor.editor.state.isModified)
  }
}
