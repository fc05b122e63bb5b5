import TestSupport
import TestTraits
import Testing
import CLibrary

/// The editor and changes of its file.
@Suite(.waits) struct EditorFileTests {
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

  @Test("saving without a change writes nothing and leaves no other files")
  func nothingWritten() throws {
    let document = TestDocument("setpoint new home.json; touch -d 2001-01-01 home.json")
    let editor = try document.edit()
    let list = "ls -li --full-time home.json || ls -liT home.json"
    let before = try document.shell(list)
    try editor.press(Key.save, showing: "no changes to save")
    // An edit that is undone does not count.
    try editor.press("7\r", showing: "unsaved")
    try editor.press("u", showing: "again")
    try editor.press(Key.save, showing: "no changes to save")
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(try document.shell(list) == before)
    #expect(try document.shell("ls -A") == "before.json\nhome.json\n")
  }

  @Test("F changes a wrong unit as one line and one step, as validate --fix --unsafe does")
  func wrongUnit() throws {
    let document = TestDocument(
      #"setpoint new f.json; sed 's/"unit": "F"/"unit": "C"/' f.json >home.json"#)
    #expect(
      try document.shell("setpoint export home.json --to csv 2>&1 | tail -1")
        == "setpoint: home.json: not exported; `setpoint validate --fix --unsafe home.json` changes the unit\n"
    )
    let editor = try document.edit()
    try editor.press("n", showing: "F makes it °F")
    try editor.press("F", showing: "the temperatures are in °F now")
    try editor.save()
    #expect(try document.shell("cmp home.json f.json && echo same") == "same\n")
    try editor.press("u", showing: "undid fix SP305")
    try editor.save()
    #expect(try document.isAsBefore())
  }

  @Test("a save changes only the edited values, in any layout")
  func onlyWhatChanged() throws {
    let document = TestDocument(Self.odd)
    let editor = try document.edit()
    try editor.press(":tue.leave.heat=64\r", showing: "unsaved")
    try editor.save()
    #expect(
      try document.shell("diff before.json home.json") == """
        15c15
        <   "leave" : {"time": "08:00", "heat": 62, "cool": 85.0} },\r
        ---
        >   "leave" : {"time": "08:00", "heat": 64, "cool": 85.0} },\r

        """)
    #expect(
      try document.shell("git diff --no-index --numstat before.json home.json").hasPrefix("1\t1\t"))
    try editor.press("u", showing: "again")
    try editor.save()
    #expect(try document.isAsBefore())
  }

  @Test(
    "a file written beside the document never replaces it, even before the document exists",
    arguments: ["export csv home.json", "export csv ./home.json", "save-copy home.json"])
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

  /// ScheduleDocumentTests has every layout.
  @Test("a save without edits, or with an undone edit, keeps every byte")
  func everyByte() throws {
    let document = TestDocument(
      "cp '\(Fixtures.path("schedules/valid/number-spellings/input.json"))' home.json")
    let editor = try document.edit()
    try editor.press(Key.right, showing: "heat")
    try editor.press(Key.save, showing: "no changes to save")
    try editor.press("+", showing: "unsaved")
    try editor.press("u", showing: "again")
    try editor.press(Key.save, showing: "no changes to save")
    #expect(try document.isAsBefore())
    try editor.press("+", showing: "unsaved")
    try editor.save()
    #expect(try document.shell("diff before.json home.json | grep -c '^<'") == "1\n")
    #expect(try document.savedChanges().hasPrefix("Monday wake heat "))
  }

  @Test("edits of an editor that was killed are listed, recovered and undone")
  func recovery() throws {
    let document = TestDocument()
    let killed = try document.edit()
    try killed.press(Key.right + "64\r", showing: "Tuesday wake heat  70")
    let journal = document.folder.path(".home.json.setpoint-journal")
    // Kept after the picture is drawn: a header and the edit.
    #expect(
      killed.waits { (WholeFile.bytes(journal) ?? []).count(where: { $0 == 0x0A }) >= 2 })
    killed.process.send(signal: SIGKILL)
    #expect(killed.process.waitForEnd() != nil)
    let editor = try document.edit(showing: "a crashed session? (process \(killed.process.id) on ")
    #expect(editor.shows("> Monday wake heat 70 → 64"))
    #expect(editor.shows("r recover  d discard"))
    try editor.press("r", showing: "recovered, not saved yet; u undoes it")
    #expect(editor.shows("[06:00]*64"))
    try editor.press("u", showing: "undid recover")
    try editor.press(Key.save, showing: "no changes to save")
    try editor.press("r", showing: "redid recover")
    try editor.save()
    #expect(try document.savedChanges() == "Monday wake heat 70 -> 64\n")
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
    #expect(!document.folder.names.contains(".home.json.setpoint-journal"))
  }

  @Test("recovering a killed editor's undo of a saved step restores the original bytes")
  func recoveredUndo() throws {
    for command in ["", "setpoint recover home.json --apply"] {
      let document = TestDocument(
        "setpoint new home.json; sed -i '10s/70/70.0/' home.json; grep -c 70.0 home.json")
      let killed = try document.edit()
      try killed.press(Key.right + "64\r", showing: "Tuesday wake heat  70")
      try killed.save()
      try killed.press("u", showing: "Monday wake heat is 70 again")
      let journal = document.folder.path(".home.json.setpoint-journal")
      #expect(
        killed.waits { (WholeFile.bytes(journal) ?? []).count(where: { $0 == 0x0A }) >= 2 })
      killed.process.send(signal: SIGKILL)
      #expect(killed.process.waitForEnd() != nil)
      if command.isEmpty {
        let editor = try document.edit(showing: "r recover  d discard")
        try editor.press("r", showing: "recovered, not saved yet; u undoes it")
        try editor.save()
      } else {
        #expect(try document.shell(command) == "Monday wake heat 64 -> 70\n")
      }
      #expect(try document.isAsBefore(), "\(command)")
      let step = try document.shell("setpoint undo home.json --list | head -1")
      #expect(step.contains(" 20") && step.contains("recover"), "\(step)")
    }
  }

  @Test("a second editor of a file opens it read-only and names the first")
  func secondEditor() throws {
    let document = TestDocument()
    let first = try document.edit()
    let second = try document.edit(showing: "home.json [read-only]")
    try second.press("7", showing: "read-only: being edited by process \(first.process.id) on ")
    second.send("q")
    #expect(second.process.waitForEnd()?.end == .exited(0))
    try first.press("7", showing: "[7")
  }

  @Test("a change by another program appears at once with marks, and both edits are saved")
  func outsideChange() throws {
    let document = TestDocument()
    let editor = try document.edit()
    try editor.press(Key.right + "66\r", showing: "Tuesday wake heat  70")
    _ = try document.shell("setpoint set home.json tue.wake.cool=80 fri.sleep.heat=60")
    #expect(editor.shows("another program changed the file; its changes are marked <"))
    editor.showsRecorded("outside-change-80x24")
    try editor.press(
      Key.right, showing: "Tuesday wake cool  80 °F  another program changed it from 78")
    try editor.save()
    #expect(
      try document.savedChanges() == """
        Monday wake heat 70 -> 66
        Tuesday wake cool 78 -> 80
        Friday sleep heat 62 -> 60

        """)
  }

  @Test("an export over a schedule file can be undone, and none is written over a companion file")
  func exportOverFiles() throws {
    let folder = TemporaryFolder()
    let result = try ShellCommand(
      """
      setpoint new home.json; setpoint new z.json; cp z.json before.json
      printf '%s\\n' 'export ct50 z.json heat replace' 'export csv ""' \
        'export csv .z.json.setpoint-journal' | setpoint edit home.json --prompt
      setpoint undo z.json 2>said; cmp z.json before.json && cat said
      setpoint export home.json --to csv -o .z.json.setpoint-given-up.2 2>said || cat said
      ls -A | grep -c setpoint
      """, in: folder.path)
    let reason = "cannot create: the name is reserved for setpoint's own files"
    #expect(
      result.text == """
        Home, home.json, in degrees Fahrenheit; help lists the commands
        exported to z.json
        Not exported: "": the file name is empty
        Not exported: .z.json.setpoint-journal: \(reason)
        setpoint: undid export
        setpoint: .z.json.setpoint-given-up.2: \(reason)
        0

        """, "\(result.text) \(result.errorText)")
  }
}
