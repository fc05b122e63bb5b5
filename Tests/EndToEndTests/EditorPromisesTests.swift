import TestSupport
import TestTraits
import Testing

/// Points 1 to 4 of the editor's promises: typing, what can be typed, rules, undo.
///
/// A test of one of the fifteen points has its number first in its name; the terminal is tmux, or a
/// pseudo-terminal where single bytes count. Screens lie in `fixtures/screens/promises/`.
@Suite(.serialized, .waits) struct EditorTypingPromisesTests {
  @Test(
    "1: typing replaces; Enter, Tab, Shift-Tab and arrows commit and move; F2 edits in place",
    arguments: [(80, 24), (120, 40)])
  func typing(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    try editor.press("Right", showing: "Mon wake: heat 70 °F  allowed 45-75")
    try editor.type("64", showing: "[64")
    try editor.press("Tab", showing: "Mon wake: cool 78 °F  allowed 67-99")
    try editor.type("79", showing: "[79")
    try editor.press("BTab", showing: "Mon wake: heat 64 °F  was 70")
    try editor.type("65", showing: "[65")
    try editor.press("Down", showing: "Tue wake: heat 70")
    try editor.type("66", showing: "[66")
    try editor.press("Up", showing: "Mon wake: heat 65")
    try editor.type("66", showing: "[66")
    try editor.press("Right", showing: "Mon wake: cool 79")
    try editor.press("Left", showing: "Mon wake: heat 66")
    try editor.press("F2 BSpace 8", showing: "[68")
    try editor.press("Enter", showing: "Tue wake: heat 66")
    try editor.press("Enter Home C-k", showing: "[ ")
    try editor.press("5 9 Enter", showing: "Wed wake: heat 70")
    try editor.expectScreen("1-typing-\(columns)x\(rows)")
    try editor.save()
    #expect(
      try editor.savedChanges() == """
        monday wake heat 70 -> 68
        monday wake cool 78 -> 79
        tuesday wake heat 70 -> 59

        """)
  }

  @Test("1: Esc restores, and one key brings the typed text back", arguments: [(80, 24), (40, 12)])
  func escape(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.type("64", showing: "[64")
    try editor.press("Escape", showing: "[70]")
    try editor.expect("Mon wake: heat 70")
    try editor.press("C-r", showing: "[64")
    try editor.press(
      "Enter", showing: rows == 24 ? "Tue wake: heat" : "Mon leave: heat")
    try editor.save()
    #expect(try editor.savedChanges() == "monday wake heat 70 -> 64\n")
  }

  @Test("1: ^S takes the value that is being typed and saves it", arguments: [(80, 24), (40, 12)])
  func savesTyped(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    try editor.type(":4", showing: ":4")
    try editor.press("Enter", showing: "heat 70")
    try editor.type("65", showing: "[65]")
    try editor.save()
    #expect(try editor.savedChanges() == "monday wake heat 70 -> 65\n")
    try editor.quit()
  }

  @Test("2: times are taken as people type them")
  func times() throws {
    let editor = try EditorInTmux()
    let typed = ["6", "630", "6:30", "630p", "18:30", "6 pm", "7:15a"]
    for text in typed {
      try editor.type(text, showing: "[\(text)")
      try editor.press("Enter")
    }
    try editor.press("Right PgUp Left", showing: "Mon wake: time 06:00")
    try editor.press("Down", showing: "Tue wake: time 06:30")
    try editor.press("Enter C-u", showing: "[ ")
    try editor.type("+15", showing: "[+15")
    try editor.press("Enter", showing: "Wed wake: time 06:30")
    try editor.press("Enter C-u", showing: "[ ")
    try editor.type("-1h", showing: "[-1h")
    try editor.press("Enter PgUp", showing: "Mon wake: time 06:00")
    try editor.expectScreen("2-times-80x24")
    try editor.save()
    #expect(
      try editor.shell("setpoint get home.json all.wake.time | cut -f2") == """
        06:00
        06:45
        05:30
        18:30
        18:30
        18:00
        07:15

        """)
  }

  @Test("2: temperatures are absolute, relative or of the other scale, which is said")
  func temperatures() throws {
    let editor = try EditorInTmux()
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.type("68", showing: "[68")
    try editor.press("Enter", showing: "Tue wake: heat 70")
    try editor.type("68.5", showing: "[68.5")
    try editor.press("Enter", showing: "Wed wake: heat 70")
    for (step, next) in [("+1", "Thu"), ("-0.5", "Fri")] {
      try editor.press("Enter C-u", showing: "[ ")
      try editor.type(step, showing: "[\(step)")
      try editor.press("Enter", showing: "\(next) wake: heat 70")
    }
    try editor.type("20c", showing: "[20c")
    try editor.press("Enter", showing: "20c is 68 °F")
    try editor.type("68f", showing: "[68f")
    try editor.press("Enter", showing: "Sun wake: heat 70")
    try editor.save()
    #expect(
      try editor.shell("setpoint get home.json all.wake.heat | cut -f2")
        == "68\n68.5\n71\n69.5\n68\n68\n70\n"
    )
  }

  @Test(
    "3: the reason and the nearest valid value are shown before the commit",
    arguments: [(80, 24), (40, 12)])
  func reasons(columns: Int, rows: Int) throws {
    let editor = try EditorInTmux(columns: columns, rows: rows)
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.type("77", showing: "nearest is 75")
    try editor.expectScreen("3-reason-\(columns)x\(rows)")
    try editor.press("Escape Left", showing: "Mon wake: time 06:00")
    try editor.type("9:00", showing: "nearest is 07:45")
    try editor.press("Escape", showing: "Mon wake: time 06:00")
    // Text that no more typing can make a value is refused at once, with the reason.
    try editor.type("6x", showing: "\"6x\" is not a time")
  }

  @Test("3: a rule between cells marks both, with a glyph and with colour")
  func marks() throws {
    let editor = try EditorInTmux("--theme dark")
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.type("85", showing: "monday wake heats to 85 while cooling to 78; nearest is 75")
    try editor.press("Enter", showing: " Monday     06:00!85  !78 ")
    try editor.expect("1 problem")
    try editor.expectScreen("3-marks-80x24")
    let monday = try editor.screen.coloredLines().first { $0.contains("Monday") } ?? ""
    // Both in the theme's colour for problems.
    #expect(monday.contains("38;5;213m!85  !78"), "\(monday.debugDescription)")
    try editor.press("'!'", showing: "SP301")
    try editor.press("Enter", showing: "The heat setpoint of a period must be below")
    try editor.press("Escape", showing: "g go to the cell")
    try editor.press("g", showing: "monday wake heats to 85 while cooling to 78 [SP301]")
  }

  @Test("4: everything is taken back and made again in named steps")
  func undo() throws {
    let editor = try EditorInTmux()
    try editor.type(":", showing: ":")
    try editor.type("114", showing: ":114")
    try editor.press("Enter", showing: "Tue leave: heat 62")
    try editor.type("64", showing: "[64")
    try editor.press("Enter", showing: "Wed leave: heat 62")
    try editor.type(":rename Summer", showing: ":rename Summer")
    try editor.press("Enter", showing: "Summer · home.json")
    try editor.press("z u", showing: "temperatures to °C")
    try editor.press("u", showing: "undid convert to °C")
    try editor.press("u", showing: "undid rename to \"Summer\"")
    try editor.press("u", showing: "Tuesday leave heat is 62 again")
    try editor.press("u", showing: "nothing to undo")
    try editor.press("C-s", showing: "nothing changed; nothing written")
    try editor.press("r", showing: "Tuesday leave heat is 64 again")
    try editor.press("r", showing: "redid rename to \"Summer\"")
    try editor.press("H", showing: "History")
    try editor.expectScreen("4-history-80x24")
    try editor.press("Escape", showing: "0-9 type")
    try editor.save()
    #expect(try editor.shell("setpoint get home.json 114") == "64\n")
    // After saving too, to what the file held before.
    try editor.press("u", showing: "undid rename")
    try editor.press("u", showing: "Tuesday leave heat is 62")
    try editor.save()
    #expect(try editor.shell("cmp before.json home.json && echo same") == "same\n")
  }
}
