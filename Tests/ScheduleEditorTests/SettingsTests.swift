import Diagnostics
import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

@Suite struct SettingsTests {
  @Test("a digit bound in the settings runs its command, alone or in a sequence")
  func digits() throws {
    let text = #"{"keys": {"5": "step up", "6 c": "step down"}}"#
    let settings = try EditorSettings(reading: Array(text.utf8), file: "config.json")
    let editor = EditorHarness(settings: settings).press("Right 5 5 6 c")
    #expect(editor.cell("mon.wake.heat") == "71")
    #expect(editor.press("4 5 Enter").cell("mon.wake.heat") == "45")
  }

  private func settings(_ text: String) throws -> EditorSettings {
    try EditorSettings(reading: Array(text.utf8), file: "config.json")
  }

  @Test("every member is read") func everyMemberRead() throws {
    let settings = try settings(
      #"{"theme": "dark", "clock": 12, "view": "list", "mouse": true, "layout": "mine", "keys": {}}"#
    )
    #expect(settings.theme == "dark")
    #expect(settings.clock == .twelveHour)
    #expect(settings.view == .list)
    #expect(settings.mouse == true)
    #expect(settings.layoutPath == "mine")
    #expect(EditorHarness(settings: settings).press("").backend.reportsMouse)
    let other = try self.settings(#"{"clock": "12", "view": "auto"}"#)
    #expect(other.clock == .twelveHour)
    #expect(other.view == .auto)
  }

  @Test("the view auto overrides the arrangement of a layout") func autoView() throws {
    let bytes = Fixtures.bytes("layouts/twelve-hour-list/layout.json") ?? []
    var settings = EditorSettings()
    settings.layout = try WeekLayout(reading: bytes, file: "layout.json")
    func lines(_ view: ViewChoice?) -> [String] {
      settings.view = view
      return EditorHarness(rows: 50, columns: 200, settings: settings).press("").backend.lines
    }
    #expect(lines(.auto) == lines(.week))
    #expect(lines(nil) == lines(.list) && lines(nil) != lines(.auto))
  }

  @Test("keys and sequences are bound and removed") func keysBoundSequences() throws {
    let settings = try settings(
      #"{"keys": {"F5": "copy monday weekdays", "x x": "set =50", "q": null, "z": "undo"}}"#)
    let editor = EditorHarness(settings: settings).press("Right 6 6 Enter F5")
    #expect(editor.cell("fri.wake.heat") == "66")
    editor.press("x x")
    #expect(editor.cell("tue.wake.heat") == "50")
    #expect(editor.press("q").status == "this key is not bound; ? shows the keys")
    // `z` began sequences before.
    #expect(editor.press("z").cell("tue.wake.heat") == "66")
    let without = EditorHarness(settings: try self.settings(#"{"keys": {"z": null}}"#))
    #expect(without.press("z").status == "this key is not bound; ? shows the keys")
    let other = EditorHarness(
      settings: try self.settings(#"{"keys": {"z": null, "z l": "set =50", "z m": null}}"#))
    #expect(other.press("Right z l").cell("mon.wake.heat") == "50")
    // What began with a key that did something is reached.
    let longer = EditorHarness(settings: try self.settings(#"{"keys": {"u x": "set =50"}}"#))
    #expect(longer.press("Right u x").cell("mon.wake.heat") == "50")
  }

  @Test("help shows your own keys") func ownKeysHelp() throws {
    let editor = EditorHarness(
      rows: 120, settings: try settings(#"{"keys": {"F5": "copy monday weekdays"}}"#))
    editor.press("?")
    #expect(editor.backend.lines[2] == "  YOUR OWN KEYS")
    #expect(
      editor.backend.lines[3].split(separator: " ") == [">", "F5", "copy", "monday", "weekdays"])
    #expect(editor.backend.lines.contains { $0.contains(" goto ") })
  }

  @Test(
    "faults are reported with their place",
    arguments: [
      ("{\n \"clock\": 13}", 2, 11, "clock is the number 13; expected 12 or 24"),
      (
        "{\"view\": \"moon\"}", 1, 10,
        "view is the string \"moon\"; expected \"week\", \"list\" or \"auto\""
      ),
      ("{\"mouse\": 1}", 1, 11, "mouse is the number 1; expected true or false"),
      ("{\"theme\": []}", 1, 11, "theme is an array; expected a string"),
      (
        "{\"keys\": {\"F13\": \"undo\"}}", 1, 11,
        "\"F13\" is not a key; use names such as F5, ^T, Shift-Up, x, or \"z x\""
      ),
      (
        "{\"keys\": {\"F5\": \"fly\"}}", 1, 17,
        "\"fly\" is not a command; the editor's help lists them"
      ),
      (
        "{\"keys\": 1}", 1, 10,
        "keys is the number 1; expected an object such as {\"F5\": \"copy monday weekdays\"}"
      ),
      (
        "{\"them\": \"dark\"}", 1, 2,
        "unknown member \"them\" (did you mean \"theme\"?)"
      ),
      ("{\"clock\": 12, \"clock\": 12}", 1, 15, "\"clock\" appears twice"),
      ("{\"$schema\": 5}", 1, 13, "$schema is the number 5; expected a string"),
      (
        #"{"keys": {"^T": "undo", "^t": "redo"}}"#, 1, 25,
        #""^t" and "^T" cannot both be bound"#
      ),
      (
        #"{"keys": {"z": "save", "z l": "view list"}}"#, 1, 24,
        #""z l" and "z" cannot both be bound"#
      ),
      (
        #"{"keys": {"z l": "view list", "z": null}}"#, 1, 31,
        #""z" and "z l" cannot both be bound"#
      ),
      (
        "{\"clock\": 13, \"mouse\": true, \"mouse\": true}", 1, 11,
        "clock is the number 13; expected 12 or 24"
      ),
      (
        "{\"keys\": {\"z F13\": \"undo\"}}", 1, 11,
        "\"z F13\" is not a key; use names such as F5, ^T, Shift-Up, x, or \"z x\""
      ),
      ("[]", 1, 1, "the settings file is an array; expected an object"),
      ("{\"clock\": 12", 1, 13, ""),
    ])
  func wrongPlace(text: String, line: Int, column: Int, message: String) {
    let problem = #expect(throws: FileProblems.self) { try settings(text) }
    let first = problem?.problems.first
    #expect(first?.location?.line == line)
    #expect(first?.location?.column == column)
    #expect(message.isEmpty || first?.message == message)
  }

  @Test(
    "the name of every key is parsed as that key",
    arguments: [
      "Up", "Shift-PgDn", "^S", "Alt-x", "F12", "Space", "a", "é", "Shift-Tab", "Del", "^\\",
    ])
  func nameKeyRead(name: String) {
    #expect(Key(name: name)?.name == name)
  }

  @Test(
    "an unknown key name is refused",
    arguments: [
      "", "^1", "Shift-x", "F0", "F13", "up", "ab", "^H", "^I", "^J", "^M", "Alt-", " ",
    ])
  func namesNoKey(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test("your theme is used, even if a built-in theme has its name")
  func ownTheme() throws {
    let own = try Theme(
      reading: Array(#"{"name": "dark", "base": "mono"}"#.utf8), file: "dusk.json")
    var settings = EditorSettings()
    settings.add(.success(own), named: "dark")
    #expect(settings.theme(named: "dark") == own)
    #expect(settings.themeNames.count { $0 == "dark" } == 1)
    settings.add(.failure(Refusal("mono.json cannot be read")), named: "mono")
    let editor = EditorHarness(settings: settings).command("theme mono")
    #expect(editor.status == "mono.json cannot be read")
    for _ in settings.themeNames { #expect(editor.command("theme").status != "theme mono") }
  }
}
