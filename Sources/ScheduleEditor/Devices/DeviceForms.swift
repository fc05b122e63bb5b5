import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  mutating func showExportForm() {
    let (last, sides) = (exportFile, week.sides)
    let said = last?.words ?? []
    let usual = sides == .both ? "heat and cool" : "as usual"
    let values = [
      "device": device?.device?.id ?? last?.device ?? "", "round": "\(said.contains("round"))",
      "drop-cool": "\(sides == .both && said.contains("drop-cool"))", "path": last?.path ?? "",
      "program": sides.each.map(\.name).first(where: said.contains) ?? usual,
    ]
    var fields = [
      FormField(
        key: "device", label: "Device", editor: ReadTextEditor.deviceName, isRequired: true),
      FormField(key: "round", label: "Round values", editor: ToggleEditor()),
      FormField(
        key: "program", label: "Program",
        editor: ChoiceEditor(choices: [usual] + sides.each.map(\.name))),
      FormField(key: "path", label: "File", placeholder: "the file to write", isRequired: true),
    ]
    if sides == .both {
      fields.insert(FormField(key: "drop-cool", label: "Drop cool", editor: ToggleEditor()), at: 2)
    }
    let configuration = FormConfiguration(
      title: "Export \(schedule.name.quoted(limit: 24))", saveLabel: "Export")
    let file = { (values: [String: String]) in
      let program = values["program"].flatMap { Sides($0)?.name }
      return DeviceFile(values, words: ["round", "drop-cool"], [program])
    }
    open(Form(fields, values: values, configuration: configuration)) { state, form in
      state.preview(of: file(form.values))
    } save: { state, changes throws(Refusal) in
      try state.export(to: file(values.merging(changes) { $1 }))
    }
  }

  /// Previews an export below its form: the changes, why it does not fit, or all devices if none is named.
  private func preview(of file: DeviceFile) -> [String] {
    guard !file.device.isEmpty, let options = try? file.exportOptions() else {
      return ["Devices:", DeviceFormats.names.joined(separator: ", ")]
    }
    do throws(Unexported) {
      let output = try output(for: file, options)
      let count = output.changes.count
      let summary =
        count == 0
        ? "Every value fits; nothing will change." : "\(counted(count, "cell")) will change:"
      let part = partExported.map { "exports \($0)" }
      return [summary, part].compactMap(\.self) + lines(of: output, for: file)
    } catch {
      return ["Not ready to export:"] + error.lines
    }
  }

  mutating func export(to file: DeviceFile) throws(Refusal) {
    let options = try file.exportOptions()
    let output: ExportOutput
    do throws(Unexported) {
      output = try self.output(for: file, options)
    } catch {
      // The form shows them itself.
      if file.isTyped, error.lines.count > 1 {
        open(
          title: "Not exported: these values do not fit:", text: error.lines.joined(separator: "\n")
        )
      }
      throw Refusal("not exported: \(error.summary)")
    }
    exportFile = file
    try write(output, to: file, replacing: file.words.contains("replace"))
  }

  /// Writes an export, asking before it replaces a file; shows what was written, and what to do with it.
  mutating func write(
    _ output: ExportOutput, to file: DeviceFile, replacing: Bool
  ) throws(Refusal) {
    let path = options.expandingHome(file.path)
    guard try host.export(output.bytes, to: path, replacing: replacing) else {
      return mode = .asking(.replaceFile(output, file))
    }
    let count = output.changes.count
    let changes = count == 0 ? "" : "; \(counted(count, "cell")) changed"
    let part = partExported.map { ": \($0)" } ?? ""
    let text = "exported to \(file.path.printable)\(changes)\(part)"
    say(text)
    // The form may not have had room for all of them.
    let lines = lines(of: output, for: file)
    if !lines.isEmpty { open(title: text, text: lines.joined(separator: "\n")) }
  }

  /// What an export leaves out of a document with several schedules; nil for one with a single schedule.
  private var partExported: String? {
    guard contents.schedules.count > 1 else { return nil }
    let dates = contents.calendar.isEmpty ? "" : ", without the calendar"
    return "\(schedule.name.quoted()) alone\(dates); `setpoint export` writes the others"
  }

  mutating func showImportForm() {
    let last = importFile
    let said = last?.words ?? []
    let unnamed = "as in the file"
    let level = { (key: String) in
      said.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) } ?? ""
    }
    // With its type: the compiler takes seconds to find it.
    let values: [String: String] = [
      "device": last?.device ?? device?.device?.id ?? "", "path": last?.path ?? "",
      "heat": level("heat"), "gaps": level("gaps"),
      "unit": said.first { TemperatureUnit(rawValue: $0) != nil } ?? unnamed,
      "program": said.first { Sides($0) != nil } ?? unnamed,
      "round": "\(said.contains("round"))", "drop-periods": "\(said.contains("drop-periods"))",
    ]
    let (on, off) = contents.unit == .celsius ? ("21", "16, or 16/28") : ("70", "61, or 61/82")
    let fields = [
      FormField(
        key: "device", label: "Device", editor: ReadTextEditor.deviceName, isRequired: true),
      FormField(key: "path", label: "File", placeholder: "the device's file", isRequired: true),
      FormField(
        key: "heat", label: "Heat", editor: TemperatureEditor(unit: contents.unit),
        placeholder: "setpoint if the file has none: \(on)"),
      FormField(key: "gaps", label: "Gaps", placeholder: "setpoint while off: \(off)"),
      FormField(
        key: "unit", label: "File unit", editor: ChoiceEditor(choices: [unnamed, "C", "F"])),
      FormField(
        key: "program", label: "Program",
        editor: ChoiceEditor(choices: [unnamed, "heat", "cool"])),
      FormField(key: "round", label: "Round values", editor: ToggleEditor()),
      FormField(key: "drop-periods", label: "Drop periods", editor: ToggleEditor()),
    ]
    let configuration = FormConfiguration(title: "Import schedules", saveLabel: "Import")
    open(Form(fields, values: values, configuration: configuration)) { state, form in
      let device = DeviceFormats.device(named: form.values["device"] ?? "")
      return device.map { [$0.profile.title] } ?? state.preview(of: DeviceFile("", ""))
    } save: { state, changes throws(Refusal) in
      let values = values.merging(changes) { $1 }
      let levels = ["heat", "gaps"].map { key in
        values[key].flatMap { $0.isEmpty ? nil : "\(key)=\($0)" }
      }
      let named = ["unit", "program"].map { values[$0] == unnamed ? nil : values[$0] }
      try state.importSchedules(
        of: DeviceFile(values, words: ["round", "drop-periods"], levels + named))
    }
  }

  /// Adds the imported schedules after the current one, as one undo step.
  mutating func importSchedules(of file: DeviceFile) throws(Refusal) {
    // The form opens again with these values.
    importFile = file
    var expanded = file
    expanded.path = options.expandingHome(file.path)
    let (schedules, notes) = try host.schedules(of: expanded, in: contents.unit)
    var new = contents
    var names = Set(scheduleNames)
    for (offset, schedule) in schedules.enumerated() {
      let name = ScheduleName.unused(schedule.name, &names)
      new.schedules.insert(.new(name: name, week: schedule.week), at: scheduleIndex + 1 + offset)
    }
    apply(new, showing: scheduleIndex + 1, name: .words("import \(file.path.quoted())"))
    let what = schedules.count == 1 ? "" : " and \(schedules.count - 1) more"
    let text = "imported \(schedule.name.quoted())\(what)"
    say(text, .undo)
    if !notes.isEmpty { open(title: text, text: notes.joined(separator: "\n")) }
  }
}

extension DeviceFile {
  /// The values of a form: its toggles, whose keys are the arguments of the commands, and the values of other fields.
  fileprivate init(_ values: [String: String], words toggles: [String], _ others: [String?]) {
    self.init(
      values["device"] ?? "", values["path"] ?? "",
      toggles.filter { values[$0] == "true" } + others.compactMap(\.self))
  }
}
