import Diagnostics
package import ScheduleModel
import TwoWayTable

/// The parameters of an import from a device's file.
package struct ImportPlan: Hashable, Sendable {
  package var device: String
  package var path: String
  /// The setpoints for times without one, `16` or `16/28`; empty to refuse such files.
  package var gaps = ""
  /// The unit of a file that does not name it.
  package var fileUnit: TemperatureUnit?
  /// Whether to round to tenths of a degree and minutes.
  package var rounds = false
  /// Whether to omit the shortest periods beyond four a day.
  package var dropsPeriods = false

  /// Creates an import without loss.
  package init(device: String, path: String) {
    self.device = device
    self.path = path
  }
}

extension EditorState {
  /// Opens the import form.
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
        key: "device", label: "Device", editor: DeviceNameEditor(options.devices), isRequired: true),
      FormField(key: "path", label: "File", placeholder: "the device's file", isRequired: true),
      FormField(key: "gaps", label: "Gaps", placeholder: "16 or 16/28, where it is off"),
      FormField(
        key: "fileUnit", label: "File unit", editor: ChoiceEditor(choices: [unnamed, "C", "F"])),
      FormField(key: "rounds", label: "Round values", editor: ToggleEditor()),
      FormField(key: "dropsPeriods", label: "Drop periods", editor: ToggleEditor()),
    ]
    var configuration = FormConfiguration(title: "Import schedules")
    configuration.saveLabel = "Import"
    configuration.allowsDelete = false
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
    for word in words[2...] {
      switch word {
      case "round": plan.rounds = true
      case "drop-periods": plan.dropsPeriods = true
      case "C", "F": plan.fileUnit = TemperatureUnit(rawValue: word)
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
