import TestSupport
import TestTraits
import Testing

/// Points 5, 10 and 14 of the editor's promises: ranges, pasted blocks, the clipboard.
@Suite(.serialized, .waits) struct EditorRangePromisesTests {
  /// Keys that change a range, and what they do.
  struct Change: Sendable, CustomTestStringConvertible {
    let keys: [String]
    let changes: [String]
    let name: String
    var setting = ""
    var keepsSelection = true
    var testDescription: String { keys.joined(separator: " ") }
  }

  static let changes = [
    Change(
      keys: ["Right", "v Down Down", "6 6 Enter"],
      changes: ["mon", "tues", "wednes"].map { "\($0)day wake heat 70 -> 66" }, name: "set 3 cells"),
    Change(
      keys: ["Right", "S-Down S-Down", "+"],
      changes: ["mon", "tues", "wednes"].map { "\($0)day wake heat 70 -> 71" },
      name: "step 3 cells"),
    Change(
      keys: ["Right", "v Down Down", "f"],
      changes: ["tues", "wednes"].map { "\($0)day wake heat 70 -> 66" }, name: "fill 3 cells",
      setting: "mon.wake.heat=66"),
    Change(
      keys: ["Right", "S-Right", "y", "Right Right Right Down", "S-Down", "p"],
      changes: ["tues", "wednes"].flatMap {
        ["\($0)day leave heat 62 -> 70", "\($0)day leave cool 85 -> 78"]
      }, name: "paste 4 cells", keepsSelection: false),
    Change(
      keys: ["S-Down", "'>'"],
      changes: ["mon", "tues"].map { "\($0)day wake time 06:00 -> 06:15" },
      name: "shift 2 times by +15"),
    Change(
      keys: ["S-Down", "'<'"],
      changes: ["mon", "tues"].map { "\($0)day wake time 06:00 -> 05:45" },
      name: "shift 2 times by -15"),
    Change(
      keys: ["c", "Space Down Down Space", "C-s"],
      changes: ["tues", "thurs"].map { "\($0)day wake heat 70 -> 66" },
      name: "copy monday to Tue Thu", setting: "mon.wake.heat=66",
      keepsSelection: false),
  ]

  @Test("5: what changes a range or copies days is one step, and in the file", arguments: changes)
  func ranges(change: Change) throws {
    let editor = try EditorInTmux(
      given: "setpoint new home.json; "
        + (change.setting.isEmpty ? "" : "setpoint set home.json \(change.setting)"))
    for keys in change.keys { try editor.press(keys) }
    try editor.expect("[+]")
    if change.keepsSelection {
      try editor.expect("R revert  Esc end")
      try editor.press("Escape", showing: "0-9 type")
    }
    try editor.save()
    #expect(try editor.savedChanges() == change.changes.map { $0 + "\n" }.joined())
    try editor.press("u", showing: "undid \(change.name)")
    try editor.save()
    #expect(try editor.shell("cmp before.json home.json && echo same") == "same\n")
    try editor.press("u", showing: "nothing to undo")
    try editor.press("r", showing: "redid \(change.name)")
  }

  @Test("5: v and Shift-arrows select the same cells, which are counted and seen")
  func selecting() throws {
    let editor = try EditorInTmux()
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.press("v Down Right", showing: "2 x 2 cells selected")
    let byKey = try highlighted(editor)
    #expect(byKey.count { $0.contains("46m70  ") } == 2, "\(byKey)")
    try editor.expectScreen("5-selected-80x24")
    try editor.press("Escape", showing: "Tue wake: cool")
    try editor.press("Up Left", showing: "Mon wake: heat 70")
    try editor.press("S-Down S-Right", showing: "2 x 2 cells selected")
    #expect(try highlighted(editor) == byKey)
  }

  /// The screen with its emphasis; without colours, which may differ where only a blank has them.
  private func highlighted(_ editor: EditorInTmux) throws -> [String] {
    try editor.screen.coloredLines().map { $0.replacing(#/\x1B\[[39][0-9]m/#, with: "") }
  }

  @Test("10: a pasted block fills cells as one step, and what is refused is listed")
  func paste() throws {
    let editor = try EditorInTmux()
    try editor.screen.paste("6:30\t68\t77\nq!\t:quit\t79\n+\t67\tq\n")
    try editor.expect("Refused")
    try editor.expectScreen("10-refused-80x24")
    // All or nothing: what is left might stand in wrong columns.
    try editor.press("Escape", showing: "no problems")
    try editor.screen.paste("day\ttime\theat\nMonday\t6:30\t68\nTuesday\t6:30\t67\n")
    try editor.expect("pasted 4 cells; titles left out")
    try editor.save()
    #expect(
      try editor.savedChanges() == """
        monday wake time 06:00 -> 06:30
        monday wake heat 70 -> 68
        tuesday wake time 06:00 -> 06:30
        tuesday wake heat 70 -> 67

        """)
    try editor.press("u", showing: "undid paste 4 cells")
    try editor.save()
    #expect(try editor.shell("cmp before.json home.json && echo same") == "same\n")
  }

  @Test("10: a block of comma-separated values does the same")
  func pastedCSV() throws {
    let editor = try EditorInTmux()
    try editor.screen.paste("\"6:45\",69\n,68.5\n")
    try editor.expect("pasted 3 cells")
    try editor.expectScreen("10-csv-80x24")
  }

  @Test("10: a paste is never a command, wherever it lands", arguments: ["", ":", "F2", "z", "L"])
  func pasteIsData(keys: String) throws {
    let editor = try EditorInTmux()
    if !keys.isEmpty { try editor.press(keys) }
    try editor.screen.paste(":quit!\n\u{3}q\nn\n")
    // The editor is still there: it takes this key, and nothing was changed.
    try editor.press("Escape")
    try editor.press("Escape")
    try editor.press("Down", showing: "Tue wake: time 06:00")
    try editor.press("C-s", showing: "nothing changed; nothing written")
  }

  @Test("14: copying is for pasting here and for the terminal's clipboard (OSC 52)")
  func clipboard() throws {
    let editor = try EditorInTmux()
    _ = try editor.screen.tmux("set-option -s set-clipboard on")
    try editor.press("Right", showing: "Mon wake: heat 70")
    try editor.press("S-Right S-Down", showing: "2 x 2 cells selected")
    try editor.press("y", showing: "copied 4 cells")
    let isThere = try editor.screen.wait { _ in
      try editor.screen.tmux("show-buffer") == "70\t78\n70\t78\n"
    }
    #expect(isThere)
    try editor.press("Right Right Right p", showing: "pasted 4 cells")
  }
}
