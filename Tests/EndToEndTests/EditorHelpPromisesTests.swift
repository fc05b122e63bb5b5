import TestSupport
import TestTraits
import Testing

/// Point 15 of the editor's promises: help where you are, and one set of verbs; then what a person
/// can set up: settings, layouts, the line mode.
@Suite(.serialized, .waits) struct EditorHelpPromisesTests {
  @Test(
    "15: hints stand below, ? lists all keys, and F1 explains problems",
    arguments: [(80, 24), (40, 12)])
  func help(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    try editor.press("F1", showing: "no problem here")
    try editor.press("?", showing: "In the table")
    try editor.expectScreen("15-help-\(columns)x\(rows)")
    try editor.press(String(repeating: "PgDn ", count: 20))
    try editor.expect("suspend")
    try editor.press("Escape", showing: "0-9 type")
  }

  @Test("15: a prefix key shows what can follow", arguments: [(80, 24), (40, 12)])
  func prefix(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    try editor.press("z", showing: "one of these keys")
    try editor.expectScreen("15-prefix-\(columns)x\(rows)")
    try editor.press("c", showing: "12h")
    try editor.press("z", showing: "one of these keys")
    try editor.press("Escape", showing: "0-9 type")
  }

  @Test("15: Tab completes behind :, and the verbs are those of the program")
  func commandLine() throws {
    let editor = try EditorInTmux()
    try editor.type(":cop", showing: ":cop")
    try editor.press("Tab")
    try editor.expectVariable("cursor_x", "6")
    try editor.type("mon", showing: ":copy mon")
    try editor.press("Tab", showing: ":copy monday")
    try editor.expectVariable("cursor_x", "13")
    try editor.type("week", showing: ":copy monday week")
    try editor.expectScreen("15-completion-80x24")
    try editor.press("C-u", showing: "Tab: ")
    try editor.type("set tue.leave.heat=64", showing: ":set tue.leave.heat=64")
    try editor.press("Enter", showing: "08:00*64 ")
    try editor.type(":copy tuesday weekdays", showing: ":copy tuesday weekdays")
    try editor.press("Enter", showing: "copied tuesday to weekdays: 4 rows changed")
    try editor.type(":114", showing: ":114")
    try editor.press("Enter", showing: "Tue leave: heat 64 °F  was 62")
    try editor.type(":export radiotherm out.json", showing: "out.json")
    try editor.press("Enter", showing: "exported to out.json")
    // What there is to do with it covers the screen, in the words of the editor.
    try editor.expect("in one request; Program heat and Program")
    try editor.press("Escape", showing: "Tue leave:")
    try editor.type(":export radiotherm out.json", showing: ":export radiotherm out.json")
    try editor.press("Enter", showing: "out.json is there already; replace it?")
    try editor.press("Escape", showing: "heat 64")
    try editor.type(":nonsense", showing: ":nonsense")
    try editor.press("Enter", showing: "there is no command \"nonsense\"; Tab lists them")
    try editor.save()
    #expect(
      try editor.savedChanges()
        == ["mon", "tues", "wednes", "thurs", "fri"]
        .map { "\($0)day leave heat 62 -> 64\n" }.joined())
    #expect(
      try editor.shell("setpoint export radiotherm home.json > cli.json; cmp cli.json out.json")
        .isEmpty)
  }

  @Test("settings bind keys and choose the view; they are in the help")
  func settings() throws {
    let editor = try EditorInTmux(
      given: """
        setpoint new home.json; mkdir -p config/setpoint
        echo '{"clock": 12, "keys": {"F5": "set =66", "x x": "copy monday weekdays", "q": null}}' \
          > config/setpoint/config.json
        """, environment: "XDG_CONFIG_HOME=$PWD/config")
    try editor.expect("[6:00a]")
    try editor.press("Right F5", showing: "*66")
    try editor.press("x", showing: "one of these keys")
    try editor.press("x", showing: "copied monday to weekdays")
    try editor.press("q", showing: "key not bound; ? shows the keys")
    try editor.press("?", showing: "In the table")
    try editor.expect("Your own keys")
    try editor.expect("x x copy monday weekdays")
  }

  @Test("settings that are wrong are refused with their place")
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
        ".config/setpoint/config.json:2:17: error: there is no command \"fly\"; Tab lists them"),
      "\(result.errorText)")
  }

  /// The screens are those that the in-memory terminal shows.
  @Test(
    "a layout file changes the table", arguments: ["cool-first", "weekdays", "twelve-hour-list"])
  func layouts(name: String) throws {
    let layout = Fixtures.path("layouts/\(name)/layout.json")
    let editor = try EditorInTmux(
      "--layout '\(layout)'", given: "setpoint new home.json --name Winter")
    try editor.press("Right 6 6 Enter", showing: "[+]")
    let recorded = Fixtures.bytes("layouts/\(name)/screen-80x24.txt") ?? []
    let expected = EditorInTmux.timeless(String(decoding: recorded, as: UTF8.self))
    let isAlike = try editor.screen.wait { lines in
      // Colours stand for the shades that a terminal in memory has.
      let shown = lines.prefix(24).map { $0 + "\n" }.joined()
      return EditorInTmux.timeless(shown).onlyWords == expected.onlyWords
    }
    let shown = try editor.screen.lines().joined(separator: "\n")
    #expect(isAlike, "\(shown)")
  }

  @Test(
    "edit --prompt takes lines from a pipe, says what it does, and its status tells of failures")
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
      """, in: folder.path)
    #expect(
      result.text == """
        Home, home.json, in degrees Fahrenheit; help lists the commands
        Tuesday leave: heat 62 °F, allowed 45 to 82
        Tuesday leave: heat 64 °F, was 62, allowed 45 to 82
        copied tuesday to weekdays: 4 rows changed
        saved home.json
        status 0
        weekdays leave heat 62 -> 64
        Home, home.json, in degrees Fahrenheit; help lists the commands
        Not done: there is no command "fly"; help lists them
        Not done: "hot" is not a temperature; use a number with at most one decimal
        status 1

        """, "\(result.text)")
    #expect(folder.names == ["before.json", "home.json"])
  }

  @Test("quit! gives edits up, also after a line that could not be carried out")
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
