import DeviceFormats
import Diagnostics
import ScheduleEditor
import ScheduleModel
import TestSupport
import Testing
import TwoWayTable

/// The device first: its limits in the table, and the way to it.
///
/// evohome holds heat from 5 to 35 °C in steps of half a degree, at full ten minutes, and no cool; csv holds everything.
@Suite struct DeviceTests {
  private static func contents(device: String?) -> Contents {
    var week = Week.standard(.celsius)
    week[CellAddress(.monday, .wake, .heat)] = .temperature(Temperature(tenths: 213))
    return Contents(
      unit: .celsius, schedules: [Schedule(name: "Winter", device: device, week: week)])
  }

  @Test("the schedule's device decides ranges, steps, marks and the title")
  func member() {
    let editor = EditorHarness(Self.contents(device: "evohome")).press("Right")
    #expect(editor.backend.lines[0].hasSuffix("evohome: 29 do not fit"))
    #expect(
      editor.status == "Monday wake heat 21.3 °C F sets 21.5 · F1 explains")
    #expect(editor.backend.lines[4].hasPrefix("  Monday    06:00 ?21.3?26"))
    editor.press("Down")
    #expect(editor.status == "Tuesday wake heat 21 °C 7 to 24.5 allowed")
    #expect(editor.press("+").cell("tue.wake.heat") == "21.5")
    // Below cool by 1.5, and at most 30 on wiser.
    editor.command("device wiser").command("tue.wake.cool=37").press("")
    #expect(editor.status == "Tuesday wake heat 21.5 °C was 21 · 7 to 30 allowed")
    editor.command("device schedule")
    #expect(editor.press("Left +").cell("tue.wake.time") == "06:10")
    // What it cannot hold is listed, explained and repaired as problems are.
    editor.press("g").press("m o n ␣ w a k e ␣ h e a t Enter F1")
    #expect(editor.backend.lines[2].contains("SP502: the device supports the temperature"))
    #expect(editor.press("Esc F").cell("mon.wake.heat") == "21.5")
    #expect(editor.backend.lines[0].contains("evohome: 28 do not fit"))
    editor.command("tue.wake.cool=26")
    #expect(editor.press("n").status == "Monday wake cool 26 °C F1 explains")
  }

  @Test(":device sets a device or none") func chosen() {
    let editor = EditorHarness(Self.contents(device: nil), device: "evohome").press("")
    #expect(editor.backend.lines[0].contains("evohome: 29 do not fit"))
    editor.command("device none")
    #expect(editor.status == "no device; device NAME sets one")
    #expect(!editor.backend.lines[0].contains("evohome"))
    #expect(editor.command("device").status == "no device; device NAME sets one")
    #expect(editor.command("device csv").status == "csv: every value fits")
    #expect(editor.backend.lines[0].contains("csv: fits"))
    #expect(editor.command("device evohom").status.hasSuffix("did you mean evohome?"))
    #expect(editor.backend.lines[0].contains("csv: fits"))
    #expect(editor.command("device evohome").status == "evohome: 29 of 84 values do not fit")
    #expect(editor.command("device schedule").status.hasPrefix("no device"))
    #expect(!editor.editor.state.canUndo)
    let unknown = EditorHarness(Self.contents(device: "toaster")).press("")
    #expect(unknown.backend.lines[0].contains("toaster: unknown device"))
  }

  @Test("a layout's own step stays") func layoutStep() {
    let editor = EditorHarness(Self.contents(device: "evohome"))
    #expect(editor.press("+").cell("mon.wake.time") == "06:10")
    #expect(editor.press("u Right Down +").cell("tue.wake.heat") == "21.5")
    #expect(
      EditorHarness(Self.contents(device: nil)).press("Right +").cell("mon.wake.heat") == "21.8")
  }

  @Test("the export form shows what would change, group by group", arguments: [(24, 80), (12, 40)])
  func form(rows: Int, columns: Int) throws {
    let editor = EditorHarness(Self.contents(device: "evohome"), rows: rows, columns: columns)
    editor.press("X")
    let mismatch = Golden.mismatch(
      editor.backend.lines.map { $0 + "\n" }.joined(), "screens/export-\(columns)x\(rows).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
    #expect(editor.backend.lines.contains(" Not ready to export:"))
    // Device, Round values, Drop cool, Program, File.
    editor.press("Down Space Down Space Down Down").press("v . j s o n")
    #expect(editor.backend.lines.contains(" 29 cells will change:"))
    #expect(editor.exported.isEmpty)
    editor.press("^s")
    #expect(editor.exported == ["v.json"])
    var options = ExportOptions()
    options.allowances = [.round, .dropCool]
    let format = DeviceFormats.device(named: "evohome")?.format
    let output = try format?.export(editor.week, name: "Winter", options: options)
    #expect(editor.exportedText == output?.bytes)
    // Every cell is listed, however little room the form had.
    #expect(editor.backend.lines[0].hasPrefix(" exported to v.json; 29 cells changed"))
    #expect(editor.backend.lines[2].hasPrefix(" "))
    editor.press("Esc")
    // The next one begins as the last.
    editor.press("X")
    #expect(editor.backend.lines.contains(" 29 cells will change:"))
  }

  @Test("a refused export keeps its form") func refusedExport() {
    let editor = EditorHarness(Self.contents(device: "evohome"))
    editor.exportRefusal = Refusal("cannot write v.json: no space left")
    editor.press("X Down Space Down Space Down Down").press("v . j s o n ^s")
    #expect(editor.sentences.contains("! cannot write v.json: no space left"))
    editor.exportRefusal = nil
    #expect(editor.press("^s").exported == ["v.json"])
  }

  @Test("schedules of a device's file are added in one step; a refused form keeps its values")
  func imports() {
    func names(_ editor: EditorHarness) -> [String] {
      editor.editor.state.contents.schedules.map(\.name)
    }
    let editor = EditorHarness(Self.contents(device: nil))
    func file(isTyped: Bool) -> DeviceFile {
      DeviceFile("evohome", "/home/person/v.json", ["heat=21", "gaps=16"], isTyped: isTyped)
    }
    let week = Week.standard(.fahrenheit, .heat)
    let schedules = ["Winter", "Bath"].map { Schedule(name: $0, week: week) }
    editor.imports[file(isTyped: false)] = (schedules, ["Bath: a note"])
    editor.command("import").press("e v o h o m e Enter").press("~ / v . j s o n ^s")
    #expect(editor.sentences.contains("! not imported: monday has gaps"), "\(editor.sentences)")
    #expect(names(editor) == ["Winter"])
    editor.press("Enter 2 1 Enter 1 6 ^s")
    #expect(editor.backend.lines[0].hasPrefix(" imported \"Winter 2\" and 1 more"))
    #expect(editor.backend.lines.contains { $0.contains("Bath: a note") })
    #expect(names(editor.press("Esc")) == ["Winter", "Winter 2", "Bath"])
    #expect(editor.editor.state.week == week)
    #expect(names(editor.press("u")) == ["Winter"])
    editor.imports[file(isTyped: true)] = (schedules, [])
    editor.command("import evohome ~/v.json heat=21 gaps=16")
    #expect(names(editor.press("Esc")).count == 3)
    #expect(editor.command("import evohome").status == "expected a device and a file")
    #expect(
      editor.command("import evohome v.json off").status
        == "\"off\" is not heat, cool, heat=21, gaps=16, C, F, round or drop-periods")
    #expect(
      editor.command("import ct50 v.json heat cool").status
        == "heat and cool cannot be combined")
    editor.imports[DeviceFile("ct50", "v.json", ["heat"], isTyped: true)] = (schedules, [])
    #expect(editor.command("import ct50 v.json heat").status.hasPrefix("imported"))
  }

  @Test("the import form lists the devices, then names the chosen one, and judges a temperature")
  func importForm() {
    let editor = EditorHarness(Self.contents(device: nil)).command("import")
    let listed = editor.backend.lines
    #expect(listed.contains(" Devices:") && listed.contains { $0.contains("evohome, focuspro") })
    #expect(listed[0].hasPrefix(" Import schedules"))
    #expect(editor.press("e v o").backend.lines.contains { $0.hasPrefix(" evohome and Round") })
    editor.press("Enter Enter h o t")
    #expect(editor.sentences.contains("\"hot\" is not a temperature with at most one decimal"))
    // The heat of a file is in the unit of the document.
    editor.press("^u 2 1 Enter")
    #expect(!editor.sentences.contains("is not a temperature"))
  }

  @Test("F1 shows all changes of an export, even if the form has no room for them")
  func preview() {
    let editor = EditorHarness(Self.contents(device: "evohome"), rows: 12, columns: 40).press("X")
    #expect(editor.backend.lines[10] == " … and 13 more lines; F1 shows all")
    let page = editor.press("F1").backend.lines
    #expect(
      page[0] == " Not ready to export:" && page[2] == " Monday wake heat 21.3 °C is between")
    #expect(page.contains(" every day sleep cool 28 °C would be"))
    #expect(editor.press("Esc").backend.lines[1].hasPrefix(" Device       [evohome"))
    // If nothing of it is visible, the hints name the key.
    let small = EditorHarness(Self.contents(device: "evohome"), rows: 5, columns: 28).press("X")
    #expect(small.backend.lines[4] == " F1 read all  Esc cancel")
    #expect(small.press("F1").backend.lines[0] == " Not ready to export:")
  }

  @Test("Enter goes through the export form, to its button, and exports") func enterExports() {
    let editor = EditorHarness(Self.contents(device: "csv")).press("X Enter Enter Enter Enter")
    #expect(editor.backend.lines[23] == " F1 read all  Enter next  ^S export  Esc cancel")
    #expect(editor.press("w . c s v Enter").backend.lines[7] == " [Export]  Cancel")
    #expect(editor.backend.lines[23] == " F1 read all  Enter press  Tab next  Esc cancel")
    #expect(editor.press("Enter").exported == ["w.csv"])
    let choice = EditorHarness().press("X Down")
    #expect(
      choice.backend.lines[23] == " F1 read all  Space change  Enter next  ^S export  Esc cancel")
  }

  @Test("what the export form cannot ask for is named as a command line") func commandLine() {
    let contents = Contents(
      unit: .fahrenheit,
      schedules: [Schedule(name: "Winter", device: "ecobee", week: .standard(.fahrenheit))])
    let page = EditorHarness(contents).press("X F1").backend.lines
    #expect(page[0] == " Not ready to export:")
    #expect(
      page[2...].joined().contains(
        "download it) (in a shell: `setpoint export FILE --to ecobee`)"))
    let honeywell = EditorHarness(contents).command("export honeywell h.json").backend.lines
    #expect(
      honeywell.joined().contains("in a shell: `setpoint export FILE --to honeywell`"),
      "\(honeywell)")
  }

  @Test("a problem is not cut if there is a line for the rest") func foldedProblem() {
    let editor = EditorHarness(rows: 12, columns: 40).press("X t o a s t e r Tab")
    #expect(
      editor.sentences.contains(
        "! Device: there is no device \"toaster\"; `setpoint formats` lists them"))
    #expect(editor.backend.lines[11].hasSuffix("Esc cancel"))
  }

  @Test("an unknown device is refused with how to list the known ones") func unknownDevice() {
    let editor = EditorHarness().command("device x")
    #expect(editor.status == "there is no device \"x\"; `setpoint formats` lists them")
  }

  @Test("a device is found by its name or a prefix") func deviceNames() {
    let editor = EditorHarness().press("X").press("e v o Tab")
    #expect(editor.backend.lines[1].hasPrefix(" Device        evohome"))
    #expect(editor.press("Up").press("t o a s t e r").backend.lines[9] == " Devices:")
    #expect(editor.backend.lines[10].hasPrefix(" radiotherm, "))
    #expect(editor.press("Tab").backend.lines.contains { $0.contains("there is no device") })
  }

  @Test("an export that does not fit is refused with the reason, and the form stays") func refused()
  {
    let editor = EditorHarness(Self.contents(device: "evohome")).press(
      "X Down Down Down Down v Enter ^s")
    #expect(editor.exported.isEmpty)
    #expect(editor.sentences.contains("! not exported: Monday wake heat 21.3 °C is between"))
    #expect(editor.backend.lines[23].hasSuffix("Esc cancel"))
    #expect(editor.press("Esc").backend.lines[4].hasPrefix("  Monday "))
    // After : all reasons are shown.
    let reasons = editor.command("export evohome v.json round").backend.lines
    #expect(reasons[0] == " Not exported: these values do not fit:")
    #expect(reasons[2].hasPrefix(" every day wake, return cool 26 °C would be lost"))
    #expect(reasons.contains { $0.hasPrefix(" every day sleep cool 28 °C would be lost") })
    editor.press("Esc")
    #expect(
      editor.command("export evohome v.json loosely").status.contains("is not heat, cool, round"))
  }

  @Test("no file is overwritten without a question") func exists() {
    let editor = EditorHarness().press("")
    editor.host.existing = "week.csv"
    editor.command("export csv week.csv")
    #expect(editor.status == "week.csv exists; overwrite it?")
    #expect(editor.press("n Esc").exported.isEmpty)
    editor.host.exportRefusal = Refusal("the disk is full")
    #expect(editor.command("export csv week.csv").press("y").status == "the disk is full")
    editor.host.exportRefusal = nil
    #expect(editor.command("export csv week.csv replace").exported == ["week.csv replace"])
    editor.command("export neohub b.json heat round")
    #expect(editor.backend.lines[0].hasPrefix(" exported to b.json"))
    #expect(editor.backend.lines.contains { $0.hasPrefix(" no thermostat named; pass its name") })
  }

  @Test("line mode reports the device and the values that it cannot store") func spoken() {
    var lines: [String] = []
    var rest = [
      "device evohome", "tue.wake.heat=21.3", "export evohome a.json", "device evohom", "quit!",
    ]
    let options = EditorOptions(fileName: "home.json")
    let contents = Contents.standard(.celsius)
    let mode = LineMode(
      contents, options: options, host: HostDouble(contents),
      readLine: { _, _ in rest.isEmpty ? .end : .line(rest.removeFirst()) },
      write: { lines.append($0) })
    _ = mode.run()
    #expect(lines.contains("evohome: 28 of 84 values do not fit"))
    #expect(lines.contains { $0.hasPrefix("Warning: Tuesday wake heat 21.3 °C is between") })
    // Equal days are described once.
    #expect(lines.count { $0.hasPrefix("Warning: ") } < 6)
    #expect(lines.contains { $0.hasPrefix("Not exported: every day wake") })
    #expect(lines.contains { $0.hasSuffix("did you mean evohome?") })
  }

  @Test("an export of one of several schedules says what it leaves out")
  func exportOfOne() {
    var contents = Contents.standard(.fahrenheit, name: "Home")
    contents.schedules.append(Schedule(name: "Away", week: .standard(.fahrenheit)))
    let editor = EditorHarness(contents, schedule: 0).command("export csv o.csv")
    #expect(
      editor.status
        == "exported to o.csv: \"Home\" alone; `setpoint export` writes the others")
    editor.command("calendar Away sat").command("export csv o.csv")
    #expect(
      editor.status.hasPrefix("exported to o.csv: \"Home\" alone, without the calendar; "))
    editor.press("X").press("^u c s v Tab Tab Tab Tab x")
    #expect(
      editor.backend.lines.contains {
        $0.hasPrefix(" exports \"Home\" alone, without the calendar; ")
      }, "\(editor.backend.lines)")
  }
}
