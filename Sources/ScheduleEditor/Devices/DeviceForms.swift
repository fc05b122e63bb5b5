import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the export form with a preview of the changes.
  mutating func showExportForm() {
    let names = DeviceFormats.names
    let (last, sides) = (exportPlan, week.sides)
    let usual = sides == .both ? "heat and cool" : "as usual"
    let known = device?.device?.id ?? last?.device ?? names.first ?? ""
    let values = [
      "device": known, "rounds": "\(last?.rounds ?? false)",
      "dropsCool": "\(sides == .both && last?.dropsCool == true)", "path": last?.path ?? "",
      "program": last?.program.flatMap { sides.isSuperset(of: $0) ? $0.name : nil } ?? usual,
    ]
    var fields = [
      FormField(
        key: "device", label: "Device", editor: DeviceNameEditor(), isRequired: true),
      FormField(key: "rounds", label: "Round values", editor: ToggleEditor()),
      FormField(
        key: "program", label: "Program",
        editor: ChoiceEditor(choices: [usual] + sides.each.map(\.name))),
      FormField(key: "path", label: "File", placeholder: "where to write it", isRequired: true),
    ]
    if sides == .both {
      fields.insert(
        FormField(key: "dropsCool", label: "Drop cool", editor: ToggleEditor()), at: 2)
    }
    let configuration = FormConfiguration(
      title: "Export \(schedule.name.quoted(limit: 24))", saveLabel: "Export", allowsDelete: false)
    open(Form(fields, values: values, configuration: configuration)) { state, form in
      let plan = Self.plan { form.values[$0] }
      guard !plan.device.isEmpty else {
        return ["Devices:"]
          + names.joined(separator: ", ").folded(columns: state.size.columns - 2)
      }
      do throws(Unexported) {
        let output = try state.output(of: plan)
        let count = output.changes.count
        let summary =
          count == 0
          ? "Every value fits; nothing is changed." : "\(counted(count, "cell")) will change:"
        return [summary] + output.lines(naming: state.names(for: plan))
      } catch {
        return ["It does not fit:"] + error.lines
      }
    } finish: { state, outcome throws(Refusal) in
      guard case .saved(let changes) = outcome else { return }
      try state.export(Self.plan { changes[$0] ?? values[$0] }, listsReasons: false)
    }
  }

  /// Carries out `export` with its words; without words, opens the form.
  mutating func export(_ words: [String]) throws(Refusal) {
    guard !words.isEmpty else { return showExportForm() }
    guard words.count > 1 else { throw Refusal("expected a device and a file") }
    var plan = ExportPlan(device: words[0], path: words[1])
    plan.isTyped = true
    for word in words[2...] {
      switch word {
      case "round": plan.rounds = true
      case "drop-cool": plan.dropsCool = true
      case "replace": plan.replaces = true
      case "heat", "cool":
        guard let sides = Sides(word), plan.program ?? sides == sides else {
          throw Refusal("heat and cool exclude each other; export each to a file of its own")
        }
        plan.program = sides
      default: throw Refusal("\(word.quoted()) is not heat, cool, round, drop-cool or replace")
      }
    }
    try export(plan, listsReasons: true)
  }

  /// Exports the schedule if it fits.
  private mutating func export(_ plan: ExportPlan, listsReasons: Bool) throws(Refusal) {
    let output: ExportOutput
    do throws(Unexported) {
      output = try self.output(of: plan)
    } catch {
      let lines = error.lines
      guard lines.count > 1 else { throw Refusal("not exported: \(lines[0])") }
      if listsReasons {
        open(title: "Not exported; it does not fit:", text: lines.joined(separator: "\n"))
      }
      throw Refusal("not exported: \(lines[0]), and \(lines.count - 1) more")
    }
    exportPlan = plan
    write(output, plan)
  }

  private static func plan(_ value: (String) -> String?) -> ExportPlan {
    var plan = ExportPlan(device: value("device") ?? "", path: value("path") ?? "")
    plan.rounds = value("rounds") == "true"
    plan.dropsCool = value("dropsCool") == "true"
    plan.program = value("program").flatMap { Sides($0) }
    return plan
  }

  /// Writes an export, asking before it replaces a file; shows what was written, and what to do with it.
  mutating func write(_ output: ExportOutput, _ plan: ExportPlan) {
    do throws(Refusal) {
      let path = options.expandingHome(plan.path)
      guard try host.export(output.bytes, to: path, replacing: plan.replaces) else {
        return mode = .asking(.replaceFile(output, plan))
      }
    } catch {
      return refuse(error)
    }
    let count = output.changes.count
    let changes = count == 0 ? "" : "; \(counted(count, "cell")) changed"
    let text = "exported to \(plan.path.printable)\(changes)"
    say(text)
    // The form may not have had room for all of them.
    let lines = output.lines(naming: names(for: plan))
    if !lines.isEmpty { open(title: text, text: lines.joined(separator: "\n")) }
  }

  // MARK: Import

  mutating func showImportForm() {
    let last = importPlan
    let unnamed = "as in the file"
    let values = [
      "device": last?.device ?? device?.device?.id ?? "", "path": last?.path ?? "",
      "gaps": last?.gaps ?? "", "fileUnit": last?.fileUnit?.rawValue ?? unnamed,
      "rounds": "\(last?.rounds ?? false)", "dropsPeriods": "\(last?.dropsPeriods ?? false)",
    ]
    let fields = [
      FormField(
        key: "device", label: "Device", editor: DeviceNameEditor(), isRequired: true),
      FormField(key: "path", label: "File", placeholder: "the device's file", isRequired: true),
      FormField(key: "gaps", label: "Gaps", placeholder: "16 or 16/28, where it is off"),
      FormField(
        key: "fileUnit", label: "File unit", editor: ChoiceEditor(choices: [unnamed, "C", "F"])),
      FormField(key: "rounds", label: "Round values", editor: ToggleEditor()),
      FormField(key: "dropsPeriods", label: "Drop periods", editor: ToggleEditor()),
    ]
    let configuration = FormConfiguration(
      title: "Import schedules", saveLabel: "Import", allowsDelete: false)
    open(Form(fields, values: values, configuration: configuration)) { state, outcome in
      guard case .saved(let changes) = outcome else { return }
      func value(_ key: String) -> String { changes[key] ?? values[key] ?? "" }
      var plan = ImportPlan(device: value("device"), path: value("path"))
      plan.gaps = value("gaps")
      plan.fileUnit = TemperatureUnit(rawValue: value("fileUnit"))
      plan.rounds = value("rounds") == "true"
      plan.dropsPeriods = value("dropsPeriods") == "true"
      state.importFile(plan)
    }
  }

  /// Carries out `import` with its words; without words, opens the form.
  mutating func importFile(_ words: [String]) throws(Refusal) {
    guard !words.isEmpty else { return showImportForm() }
    guard words.count > 1 else { throw Refusal("expected a device and a file") }
    var plan = ImportPlan(device: words[0], path: words[1])
    plan.isTyped = true
    for word in words[2...] {
      switch word {
      case "round": plan.rounds = true
      case "drop-periods": plan.dropsPeriods = true
      case "C", "F":
        guard let unit = TemperatureUnit(rawValue: word), plan.fileUnit ?? unit == unit else {
          throw Refusal("C and F exclude each other; a file has one unit")
        }
        plan.fileUnit = unit
      default:
        guard word.hasPrefix("gaps=") else {
          throw Refusal("\(word.quoted()) is not gaps=16, C, F, round or drop-periods")
        }
        plan.gaps = String(word.dropFirst(5))
      }
    }
    importFile(plan)
  }

  /// Adds the imported schedules after the current one, as one undo step.
  private mutating func importFile(_ plan: ImportPlan) {
    // The form opens again with these values.
    importPlan = plan
    var expanded = plan
    expanded.path = options.expandingHome(plan.path)
    let imported: (schedules: [Schedule], notes: [String])
    do {
      imported = try host.schedules(from: expanded, in: contents.unit)
    } catch {
      return refuse(error)
    }
    let (schedules, notes) = imported
    var new = contents
    var names = Set(scheduleNames)
    for (offset, schedule) in schedules.enumerated() {
      let name = ScheduleName.unused(schedule.name, &names)
      new.schedules.insert(.new(name: name, week: schedule.week), at: scheduleIndex + 1 + offset)
    }
    apply(new, showing: scheduleIndex + 1, name: "import \(plan.path.quoted())")
    let what = schedules.count == 1 ? "" : " and \(schedules.count - 1) more"
    let text = "imported \(schedule.name.quoted())\(what)"
    say(text, .undo)
    if !notes.isEmpty { open(title: text, text: notes.joined(separator: "\n")) }
  }
}
