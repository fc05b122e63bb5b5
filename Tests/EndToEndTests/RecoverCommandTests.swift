import TestSupport
import TestTraits
import Testing
import CLibrary

/// `setpoint recover` after an editor was killed.
@Suite(.waits) struct RecoverCommandTests {
  private let folder = TemporaryFolder()
  private var journal: String { folder.path(".home.json.setpoint-journal") }

  /// Types keys into an editor and kills it when the journal has so many edits, and when the editor has taken over
  /// what `change` made of the file.
  private func kill(after keys: String, edits: Int, change: String? = nil) throws {
    let editor = try edit()
    editor.send(keys)
    let isKept = editor.waits {
      (WholeFile.bytes(journal) ?? []).count(where: { $0 == 0x0A }) > edits
    }
    #expect(isKept)
    if let change {
      _ = try shell(change)
      #expect(editor.shows("another program changed the file"))
    }
    try kill(editor)
  }

  /// Kills an editor after it has written its journal.
  private func kill(_ editor: ProgramOnPTY) throws {
    #expect(editor.rests(for: .milliseconds(200)))
    editor.process.send(signal: SIGKILL)
    #expect(editor.process.waitForEnd()?.end == .killed(signal: SIGKILL))
  }

  private func edit() throws -> ProgramOnPTY {
    let editor = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")],
      environment: ["HOME": folder.path])
    #expect(editor.shows("q quit"))
    return editor
  }

  /// Types `keys`, and then changes the same values with `set`; each is awaited on the screen.
  private func makeConflict(
    in editor: ProgramOnPTY, typing keys: String, showing shown: String,
    setting words: String, reports report: String
  ) throws {
    editor.send(keys)
    #expect(editor.shows(shown))
    _ = try shell("setpoint set home.json \(words)")
    #expect(editor.shows(report))
  }

  private func shell(_ script: String) throws -> ShellCommand {
    try ShellCommand(script, in: folder.path)
  }

  /// Monday wake: heat 70 -> 64, then cool 78 -> 79.
  private static let keys = "\u{1B}OC64\r\u{1B}OA\u{1B}OC79\r"

  @Test("edits are listed and the file stays") func lists() throws {
    _ = try shell("setpoint new home.json; cp home.json before.json")
    try kill(after: Self.keys, edits: 2)
    let result = try shell("setpoint recover home.json; cmp home.json before.json && echo same")
    #expect(result.text == "Monday wake heat 70 -> 64\nMonday wake cool 78 -> 79\nsame\n")
    #expect(
      result.errorText.firstMatch(
        of: #/^setpoint: home.json: 2 edits of process \d+ on \S+ since (\S+ )?\d\d:\d\d\n$/#)
        != nil,
      "\(result.errorText)")
    // Without a name, also those of the working folder.
    let all = try shell("setpoint recover").errorText
    #expect(all.contains("schedule.json: nothing to recover\nsetpoint: home.json: unsaved edits"))
  }

  @Test("edits after a conversion are listed in the new unit, without rounding errors")
  func converted() throws {
    _ = try shell("setpoint new home.json --unit F")
    try kill(after: ":unit C\r\u{1B}OC19\r", edits: 2)
    let lines = "unit F -> C\nMonday wake heat 21.1 -> 19 °C\n"
    #expect(try shell("setpoint recover home.json").text == lines)
    #expect(
      try shell(
        "setpoint recover home.json --format json | tr -d ' \n' | grep -o '\"old\":[^}]*'"
      ).text == "\"old\":\"F\",\"new\":\"C\"\n\"old\":21.1,\"new\":19\n")
    let editor = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")],
      environment: ["HOME": folder.path])
    #expect(editor.shows("> unit F → C") && editor.shows("  Monday wake heat 21.1 → 19"))
    #expect(!editor.screen.lines.contains { $0.contains("every day") })
    editor.send("r")
    #expect(editor.shows("recovered, not saved yet; u undoes it"))
    editor.process.send(signal: SIGKILL)
    #expect(editor.process.waitForEnd()?.end == .killed(signal: SIGKILL))
    #expect(try shell("setpoint recover home.json --apply").text == lines)
    // As when the conversion is redone.
    let undone = "unit C -> F\nMonday wake heat 19 -> 21.1 °C\n"
    #expect(try shell("setpoint undo home.json -n").text == "would undo recover --apply\n" + undone)
    let redone = try shell("setpoint undo home.json; setpoint undo home.json --redo -n")
    #expect(redone.text == "would redo recover --apply\n" + lines)
  }

  @Test("the count of edits stays the same after another program changed the file")
  func countsAfterChange() throws {
    _ = try shell("setpoint new home.json")
    try kill(after: Self.keys, edits: 2, change: "setpoint set home.json sun.wake.cool=79")
    let result = try shell("setpoint recover home.json")
    #expect(result.text == "Monday wake heat 70 -> 64\nMonday wake cool 78 -> 79\n")
    #expect(result.errorText.contains(": 2 edits of process "), "\(result.errorText)")
  }

  @Test("applied edits are in the file and no longer kept") func applies() throws {
    _ = try shell("setpoint new home.json; cp home.json before.json")
    try kill(after: Self.keys, edits: 2)
    let result = try shell(
      """
      setpoint recover home.json --apply; echo $?; setpoint diff before.json home.json
      setpoint recover home.json
      """)
    #expect(
      result.text == """
        Monday wake heat 70 -> 64
        Monday wake cool 78 -> 79
        0
        Monday wake heat 70 -> 64
        Monday wake cool 78 -> 79

        """)
    #expect(result.errorText.hasSuffix("setpoint: home.json: nothing to recover\n"))
    #expect(folder.names == ["before.json", "home.json"])
  }

  @Test("cells in conflict keep the file's values, and the edits stay in the journal")
  func keepsConflicts()
    throws
  {
    _ = try shell("setpoint new home.json")
    try kill(after: Self.keys, edits: 2)
    let result = try shell(
      """
      setpoint set home.json mon.wake.heat=66 sun.wake.heat=69 2>/dev/null
      setpoint recover home.json --apply; echo $?
      setpoint get home.json mon.wake.heat mon.wake.cool sun.wake.heat
      setpoint recover home.json --discard; setpoint recover home.json; echo $?
      """)
    #expect(
      result.text == """
        Monday wake cool 78 -> 79
        1
        monday.wake.heat\t66
        monday.wake.cool\t79
        sunday.wake.heat\t69
        0

        """)
    #expect(
      result.errorText.contains(
        """
        conflict: "Home" Monday wake heat: 70 -> file 66, edited 64 (tag 4)
        setpoint: home.json: recovered, except the edits above; set them by hand, then `setpoint recover \
        home.json --discard`
        setpoint: home.json: discarded 2 edits (--given-up lists them)

        """), "\(result.errorText)")
  }

  @Test("conflicts stay open after the editor was killed, except those that were decided")
  func keepsOpenConflicts() throws {
    _ = try shell("setpoint new home.json")
    let editor = try edit()
    try makeConflict(
      in: editor, typing: Self.keys, showing: "79 ",
      setting: "mon.wake.heat=66 mon.wake.cool=80 sun.wake.heat=69",
      reports: "another program changed 2 values that you changed")
    editor.send("Cm")
    #expect(editor.shows("1 of 1"))
    try kill(editor)
    let result = try shell(
      """
      setpoint recover home.json --apply; echo $?
      setpoint get home.json mon.wake.heat mon.wake.cool sun.wake.heat
      """)
    #expect(
      result.text == """
        Monday wake heat 66 -> 64
        1
        monday.wake.heat\t64
        monday.wake.cool\t80
        sunday.wake.heat\t69

        """)
    #expect(
      result.errorText.contains(
        "conflict: \"Home\" Monday wake cool: 78 -> file 80, edited 79 (tag 2)\n"),
      "\(result.errorText)")
  }

  @Test("an edit back to the value before a conflict is recovered")
  func recoversValueBeforeConflict() throws {
    _ = try shell("setpoint new home.json")
    let editor = try edit()
    try makeConflict(
      in: editor, typing: ":mon.wake.heat=64\r", showing: "64", setting: "mon.wake.heat=66",
      reports: "1 conflict")
    editor.send(":mon.wake.heat=70\r:say-nothing\r")
    #expect(editor.shows("is not a command"))
    try kill(editor)
    let result = try shell(
      "setpoint recover home.json --apply; setpoint get home.json mon.wake.heat")
    #expect(result.text == "Monday wake heat 66 -> 70\n70\n")
  }

  @Test("a deletion in conflict with another program stays in conflict after the editor was killed")
  func keepsDeletion() throws {
    _ = try shell("setpoint new home.json")
    let editor = try edit()
    editor.send(":duplicate Winter\r\u{13}")
    #expect(editor.shows("saved "))
    try makeConflict(
      in: editor, typing: ":delete\r", showing: "deleted \"Winter\"",
      setting: "--schedule Winter mon.wake.heat=66",
      reports: "another program changed 1 schedule that you deleted")
    try kill(editor)
    let result = try shell("setpoint recover home.json; echo $?")
    #expect(result.text == "1\n")
    #expect(
      result.errorText.hasSuffix(
        "conflict: schedule \"Winter\": file changed, edited removed; kept\n"),
      "\(result.errorText)")
  }

  @Test("edits and changes of the file that break a rule only together are applied and listed")
  func brokenTogether() throws {
    _ = try shell("setpoint new home.json")
    try kill(after: "\u{1B}OC75\r", edits: 1)
    let result = try shell(
      """
      setpoint set home.json mon.wake.cool=74; setpoint recover home.json --apply; echo $?
      setpoint get home.json mon.wake.heat mon.wake.cool
      """)
    #expect(
      result.text == """
        Monday wake heat 70 -> 75
        0
        monday.wake.heat\t75
        monday.wake.cool\t74

        """, "\(result.errorText)")
    #expect(
      result.errorText.contains(
        """
        home.json:10:45: error[SP301] Monday wake heat 75 is not below cool 74 (tag 4)
        setpoint: home.json: together the changes break rules

        """), "\(result.errorText)")
  }

  @Test("a dry run discards nothing, neither kept nor discarded edits") func discardsNothing()
    throws
  {
    let result = try shell(
      """
      setpoint new home.json; echo mon.wake.heat=71 | setpoint edit --prompt home.json >said 2>&1; cp .home* kept
      setpoint recover home.json --discard --dry-run && cmp kept .home.json.setpoint-journal && echo kept
      setpoint recover home.json --discard 2>said
      setpoint recover home.json --discard --given-up -n && cmp kept .home.json.setpoint-given-up && echo kept
      """)
    let line = "home.json: would discard 1 edit\nkept\n"
    #expect(result.text == line + line, "\(result.errorText)")
  }

  @Test("the discarded edits of several editors are one JSON array") func listsDiscardedAsArray()
    throws
  {
    let result = try shell(
      """
      setpoint new home.json
      for edit in mon.wake.heat=71 tue.wake.heat=69; do
        echo $edit | setpoint edit --prompt home.json >said 2>&1; setpoint recover home.json --discard 2>>said
      done
      setpoint recover home.json --given-up --format json | tr -d ' \\n' >all
      head -c 2 all; tail -c 2 all; grep -o '"holder"' all | wc -l
      """)
    #expect(result.text == "[{}]2\n", "\(result.errorText)")
  }

  @Test("edits that were undone or reverted leave nothing to recover")
  func reverted() throws {
    let result = try shell(
      """
      setpoint new home.json; setpoint set home.json sun.wake.heat=66 2>said; exec 2>&1
      printf '%s\\n' mon.wake.heat=71 undo | setpoint edit --prompt home.json >said; ls -A | grep -c journal
      mkfifo keys; setpoint edit --prompt home.json <keys >said & exec 3>keys
      printf '%s\\n' mon.wake.heat=71 mon.wake.heat=70 >&3
      await grep -qs ',71,70]' .home.json.setpoint-journal
      kill -KILL $!; wait $! 2>said; exec 3>&-; ls -A | grep -c journal
      setpoint undo home.json; setpoint new home.json --force
      """)
    #expect(
      result.text == """
        0
        1
        setpoint: undid set sun.wake.heat=66
        setpoint: Sunday wake heat 66 -> 70

        """, "\(result.text)")
  }

  @Test("a new document reports kept edits of an earlier document of that name") func newDocument()
    throws
  {
    let result = try shell(
      """
      setpoint new home.json; echo mon.wake.heat=71 | setpoint edit --prompt home.json >/dev/null; rm home.json
      setpoint new home.json; setpoint recover home.json --discard; setpoint new home.json --force
      """)
    #expect(result.status == 0)
    #expect(
      result.errorText.ranges(
        of:
          "home.json: unsaved edits of a crashed editor; `setpoint recover home.json` lists them"
      ).count == 1, "\(result.errorText)")
  }

  /// A file that is opened takes the lowest number that is free, and 2 is where messages go.
  @Test("kept edits are not overwritten by messages if standard streams are closed")
  func closedStreams() throws {
    let result = try shell(
      """
      setpoint new home.json; for closed in '2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
        echo mon.wake.heat=71 | eval "setpoint edit --prompt home.json $closed" >/dev/null
        setpoint recover home.json --each; setpoint recover home.json --discard; setpoint validate home.json; ls -A
      done
      """)
    #expect(
      result.text.split(separator: "\n").filter { !$0.contains("setpoint-given-up") }
        == ["Monday wake heat 70 -> 71", "home.json", "home.json", "home.json"],
      "\(result.text) \(result.errorText)")
  }

  @Test("a document that was never saved is recovered") func recoversNewDocument() throws {
    try kill(after: Self.keys, edits: 1)
    let result = try shell(
      // A new document begins on heat, so that the first key leads to cool.
      "setpoint recover home.json --apply; echo $?; setpoint get home.json mon.wake.cool")
    let lines = "the file does not exist; recovery creates it\nMonday wake cool 78 -> 64\n"
    #expect(result.text == lines + "0\n64\n", "\(result.errorText)")
  }

  @Test("a running editor keeps its edits") func leavesRunningEditor() throws {
    _ = try shell("setpoint new home.json")
    let editor = try edit()
    editor.send("\u{1B}OC64\r")
    #expect(editor.shows("Tuesday wake heat"))
    // The edit is kept after it is drawn, and the journal has a name before it has content.
    #expect(editor.waits { WholeFile.bytes(journal)?.isEmpty == false })
    let result = try shell(
      """
      setpoint recover home.json --discard; echo $?; setpoint recover home.json --apply; echo $?
      setpoint recover home.json; echo $?
      """)
    #expect(result.text == "1\n1\nMonday wake heat 70 -> 64\n0\n", "\(result.errorText)")
    editor.send("\u{13}q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(folder.names == ["home.json"])
  }
}
