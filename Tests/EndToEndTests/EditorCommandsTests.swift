import TestSupport
import TestTraits
import Testing

/// The editor's command line, settings, layouts and line mode.
@Suite(.waits) struct EditorCommandsTests {
  @Test("Tab completes after :, with the commands of the program")
  func commandLine() throws {
    let document = TestDocument()
    let editor = try document.edit()
    try editor.press(":cop", showing: ":cop")
    editor.send("\t")
    #expect(editor.shows(":copy", cursor: (22, 6)))
    try editor.press("mon\t", showing: ":copy monday")
    #expect(editor.shows(":copy monday", cursor: (22, 13)))
    try editor.press("week", showing: ":copy monday week")
    editor.showsRecorded("15-completion-80x24")
    try editor.press(Key.clear, showing: "commands")
    try editor.press("set tue.leave.heat=64\r", showing: "08:00 *64 ")
    try editor.press(
      ":copy tuesday weekdays\r", showing: "copied Tuesday to weekdays: 4 rows changed")
    try editor.press(":114\r", showing: "Tuesday leave heat  64 °F  was 62")
    try editor.press(
      ":export radiotherm out.json\r", showing: "the thermostat accepts one program per request")
    try editor.press(":export radiotherm out.json heat\r", showing: "exported to out.json")
    try editor.press(
      ":export radiotherm out.json heat\r", showing: "out.json exists; overwrite it?")
    try editor.press(Key.escape, showing: "leave heat  64")
    try editor.press(":nonsense\r", showing: "\"nonsense\" is not a command")
    try editor.press(Key.escape, showing: "leave heat  64")
    try editor.save()
    #expect(
      try document.savedChanges()
        == ["Mon", "Tues", "Wednes", "Thurs", "Fri"]
        .map { "\($0)day leave heat 62 -> 64\n" }.joined())
    #expect(
      try document.shell(
        """
        setpoint export home.json --to radiotherm --program heat > cli.json
        cmp cli.json out.json
        """
      ).isEmpty)
  }

  @Test("settings bind keys and choose the view; help shows them")
  func settings() throws {
    let document = TestDocument(
      """
      setpoint new home.json; mkdir -p config/setpoint
      echo '{"clock": 12, "keys": {"F5": "set =66", "x x": "copy monday weekdays", "q": null}}' \
        > config/setpoint/config.json
      """)
    let editor = try document.edit(
      ["XDG_CONFIG_HOME": document.folder.path("config")], showing: "[ 6:00a]")
    try editor.press(Key.right + Key.f5, showing: "*66")
    try editor.press("x", showing: "copy a day to other days")
    try editor.press("x", showing: "copied Monday to weekdays")
    try editor.press("q", showing: "this key is not bound; ? shows the keys")
    try editor.press("?", showing: "YOUR OWN KEYS")
    #expect(editor.showsWords("x x copy monday weekdays"))
  }

  @Test("your own themes are chosen by name in the editor, which starts despite others")
  func ownThemes() throws {
    let document = TestDocument(
      """
      setpoint new home.json; mkdir -p .config/setpoint/themes; cd .config/setpoint/themes
      echo '{"name": "Sunset", "roles": {"heading": "red"}}' > dusk.json
      echo '{"name": "dark", "roles": {"warm": "puce"}}' > dark.json; cd - >/dev/null
      """)
    let editor = try document.edit()
    try editor.press(":theme dusk\r", showing: "theme dusk")
    try editor.press(":theme dark\r", showing: "dark.json:1:36: error: roles.warm is")
    try editor.press("\u{15}theme du\t\r", showing: "theme dusk")
  }

  @Test("edit --prompt, which has no colours, starts with a theme in the settings that is missing")
  func themeOfThePrompt() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      setpoint new home.json; mkdir -p .config/setpoint
      echo '{"theme": "none"}' > .config/setpoint/config.json
      echo 'goto 114' | setpoint edit --prompt home.json
      """, in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("Tuesday leave: heat"), "\(result.text)")
  }

  @Test("wrong settings are refused with their place")
  func wrongSettings() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      setpoint new home.json; mkdir -p .config/setpoint
      printf '{"clock": 12,\\n "keys": {"F5": "fly"}}\\n' > .config/setpoint/config.json
      setpoint edit home.json
      """, in: folder.path)
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(
      result.errorText.contains(
        ".config/setpoint/config.json:2:17: error: \"fly\" is not a command; the editor's help lists them"
      ),
      "\(result.errorText)")
  }

  @Test("--layout changes the table: the screen equals that of the in-memory terminal")
  func layouts() throws {
    let name = "weekdays"
    let document = TestDocument("setpoint new home.json --name Winter")
    let editor = try document.edit(
      options: ["--layout", Fixtures.path("layouts/\(name)/layout.json")], showing: "Winter")
    let recorded = String(
      decoding: Fixtures.bytes("layouts/\(name)/screen-80x24.txt") ?? [], as: UTF8.self)
    let lines = recorded.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let expected = ProgramOnPTY.timeless(lines).joined(separator: " ").onlyWords
    editor.send(Key.right + "66\r")
    let isAlike = editor.terminal.receive(on: &editor.screen) {
      // Colours are in the place of the shades that a terminal in memory has.
      ProgramOnPTY.timeless($0.lines).joined(separator: " ").onlyWords == expected
    }
    #expect(isAlike, "\(editor.screen.lines)")
  }

  @Test(
    "edit --prompt runs lines from a pipe, prints results, and exits with 1 after a failure")
  func prompt() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      setpoint new home.json; cp home.json before.json
      printf '%s\\n' 'goto tue leave heat' '=64' 'copy tuesday weekdays' save quit |
        setpoint edit --prompt home.json; echo "status $?"
      setpoint diff before.json home.json
      printf '%s\\n' fly 'set mon.wake.heat=hot' quit! | setpoint edit --prompt home.json
      echo "status $?"
      printf 'rename B\\374ro\\n' | setpoint edit --prompt home.json | tail -n 1
      """, in: folder.path)
    #expect(
      result.text == """
        Home, home.json, in degrees Fahrenheit; help lists the commands
        Tuesday leave: heat 62 °F, allowed 45 to 82
        Tuesday leave: heat 64 °F, was 62, allowed 45 to 82
        copied Tuesday to weekdays: 4 rows changed
        saved home.json
        status 0
        weekdays leave heat 62 -> 64
        Home, home.json, in degrees Fahrenheit; help lists the commands
        Not done: "fly" is not a command; help lists them
        Not done: "hot" is not a temperature with at most one decimal
        status 1
        Not done: the line has a NUL character or a byte that is not UTF-8

        """, "\(result.text)")
    #expect(folder.names == ["before.json", "home.json"])
  }

  @Test("quit! discards edits, also after a failed line")
  func givenUpEditsStayAway() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      setpoint new home.json
      printf '%s\\n' fly mon.wake.heat=66 quit! | setpoint edit --prompt home.json > /dev/null
      echo "status $?"
      ls -A
      setpoint get home.json mon.wake.heat
      """, in: folder.path)
    #expect(result.text == "status 1\nhome.json\n70\n", "\(result.text)")
  }
}

extension String {
  /// The text without shades of bands, and blanks as one.
  fileprivate var onlyWords: String {
    String(map { "·:=░▒▓█".contains($0) ? " " : $0 })
      .split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
  }
}
