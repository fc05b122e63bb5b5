import TestSupport
import TestTraits
import Testing
import CLibrary

/// Point 13 of the editor's promises, and what happens to the file around an editor.
@Suite(.serialized, .waits) struct EditorFilePromisesTests {
  /// A document with number spellings, members, order and line ends that the program would not write.
  private static let odd = """
    printf '%s\\r\\n' '{"version": 1, "format": "setpoint-schedule",' \
    '\t"vendor": {"b": 1.50, "a": []}, "unit": "F",' '\t"schedules": [ { "days": {' > home.json
    for day in sunday monday tuesday wednesday thursday friday saturday; do
      printf '\\t"%s": {"sleep": {"cool": 8.2e1, "heat": 62.0, "time": "22:00"},\\r\\n' $day
      printf '\\t\\t"wake": {"time":"06:00","heat":70,"cool":78},\\r\\n'
      printf '  "return": {"time": "18:00", "heat": 7e1, "cool": 78},\\r\\n'
      printf '  "leave" : {"time": "08:00", "heat": 62, "cool": 85.0} }'
      [ $day = saturday ] && printf '\\r\\n' || printf ',\\r\\n'
    done >> home.json
    printf '%s\\r\\n' '}, "name": "Odd", "colour": "blue" } ] }' >> home.json
    """

  @Test("13: a save writes only what changed, whatever the file looks like")
  func onlyWhatChanged() throws {
    let editor = try EditorInTmux(given: Self.odd)
    try editor.type(":tue.leave.heat=64", showing: ":tue.leave.heat=64")
    try editor.press("Enter", showing: "[+]")
    try editor.save()
    #expect(
      try editor.shell("diff before.json home.json") == """
        15c15
        <   "leave" : {"time": "08:00", "heat": 62, "cool": 85.0} },\r
        ---
        >   "leave" : {"time": "08:00", "heat": 64, "cool": 85.0} },\r

        """)
    #expect(
      try editor.shell("git diff --no-index --numstat before.json home.json").hasPrefix("1\t1\t"))
    try editor.press("u", showing: "again")
    try editor.save()
    #expect(try editor.shell("cmp before.json home.json && echo same") == "same\n")
  }

  @Test(
    "what is written beside the document never takes its place, also where it is not there yet",
    arguments: [
      "export radiotherm home.json", "export radiotherm ./home.json", "save-copy home.json",
    ])
  func ownPlace(line: String) throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      printf '\(line)\\nmon.wake.heat=71\\nsave\\nquit\\n' | setpoint edit home.json --prompt
      setpoint get home.json mon.wake.heat
      """, in: folder.path)
    #expect(result.text.contains("home.json is the document itself"), "\(result.text)")
    #expect(result.text.hasSuffix("\n71\n"), "\(result.text)")
  }

  @Test(
    "13: a save without an edit, and one with an edit taken back, keep every byte",
    arguments: ["crlf", "tabs", "one-line", "number-spellings", "members-in-another-order"])
  func everyByte(name: String) throws {
    let path = Fixtures.path("schedules/valid/\(name)/input.json")
    let editor = try EditorInTmux(given: "cp '\(path)' home.json")
    try editor.press("Right", showing: "heat")
    try editor.press("C-s", showing: "nothing changed; nothing written")
    try editor.press("+", showing: "[+]")
    try editor.press("u", showing: "again")
    try editor.press("C-s", showing: "nothing changed; nothing written")
    #expect(try editor.shell("cmp before.json home.json && echo same") == "same\n")
    try editor.press("+", showing: "[+]")
    try editor.save()
    let changes = try editor.shell("diff before.json home.json | grep -c '^<'")
    #expect(changes == "1\n")
    #expect(try editor.savedChanges().hasPrefix("monday wake heat "))
  }

  @Test("edits of an editor that was killed are listed, recovered and taken back")
  func recovery() throws {
    let editor = try EditorInTmux()
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.type("64", showing: "[64")
    try editor.press("Enter", showing: "Tue wake: heat 70")
    let journal = editor.folder.path(".home.json.setpoint-journal")
    // Kept behind the painting: a header and the edit.
    #expect(
      try editor.screen.wait { _ in
        (WholeFile.bytes(journal) ?? []).count(where: { $0 == 0x0A }) >= 2
      })
    let id = try #require(try process(of: editor))
    #expect(kill(id, SIGKILL) == 0)
    try editor.expect("Killed")
    // The terminal is as the editor had it: no echo, and Return is not the end of a line.
    try editor.screen.type("stty sane; setpoint edit home.json")
    try editor.press("C-j", showing: "Unsaved edits of process \(id) on ")
    try editor.expect("> monday wake heat 70 -> 64")
    try editor.expect("r recover  d discard")
    try editor.press("r", showing: "recovered; not saved yet, u takes it back")
    try editor.expect("[06:00*64")
    try editor.press("u", showing: "undid recover")
    try editor.press("C-s", showing: "nothing changed; nothing written")
    try editor.press("r", showing: "redid recover")
    try editor.save()
    #expect(try editor.savedChanges() == "monday wake heat 70 -> 64\n")
    try editor.quit()
    #expect(!editor.folder.names.contains(".home.json.setpoint-journal"))
  }

  /// The editor that runs in the terminal: the child of the terminal's shell.
  private func process(of editor: EditorInTmux) throws -> pid_t? {
    let shell = try editor.screen.variable("pane_pid")
    let line = try editor.shell("ps -A -o pid= -o ppid= | awk '$2 == \(shell) { print $1 }'")
    return pid_t(line.filter(\.isNumber))
  }

  @Test("a second editor of a file opens it read-only and says who has it")
  func secondEditor() throws {
    let first = try EditorInTmux()
    let id = try #require(try process(of: first))
    let second = try TmuxScreen("setpoint edit home.json", in: first.folder, socket: "second")
    #expect(try second.wait(for: "home.json [read-only]"))
    try second.type("7")
    #expect(try second.wait(for: "read-only: being edited by process \(id) on "))
    try second.press("q")
    #expect(try second.wait { !$0.contains { $0.contains("[read-only]") } })
    // The first one still has it.
    try first.type("7", showing: "[7")
  }

  @Test("what another program changes meanwhile appears with marks, and both edits are saved")
  func outsideChange() throws {
    let editor = try EditorInTmux()
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.type("66", showing: "[66")
    try editor.press("Enter", showing: "Tue wake: heat 70")
    // Nobody presses a key: the change is seen at once.
    _ = try editor.shell("setpoint set home.json tue.wake.cool=80 fri.sleep.heat=60")
    try editor.expect("another program changed the file; its changes are marked <")
    try editor.expectScreen("outside-change-80x24")
    try editor.press(
      "Right", showing: "Tue wake: cool 80 °F  another program changed it from 78")
    try editor.save()
    #expect(
      try editor.savedChanges() == """
        monday wake heat 70 -> 66
        tuesday wake cool 78 -> 80
        friday sleep heat 62 -> 60

        """)
  }

  @Test("where both changed the same cell, each is decided on")
  func conflict() throws {
    let editor = try EditorInTmux()
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.press("6 6 Enter 6 7 Enter", showing: "Wed wake: heat")
    _ = try editor.shell("setpoint set home.json mon.wake.heat=60 tue.wake.heat=61")
    try editor.expect("both changed")
    try editor.expectScreen("conflict-80x24")
    try editor.press("m t", showing: "Wed wake: heat")
    try editor.save()
    #expect(
      try editor.savedChanges() == "monday wake heat 70 -> 66\ntuesday wake heat 70 -> 61\n")
  }
}
