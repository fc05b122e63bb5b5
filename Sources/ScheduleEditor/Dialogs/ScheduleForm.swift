import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens a form for a new schedule behind another: what it is called, and what its week begins as.
  mutating func showNewScheduleForm(after previous: ScheduleIdentity?) {
    let standard = "the default week"
    let sources = [standard] + scheduleNames.map { "a copy of \($0)" }
    let models = contents.schedules.map(\.identity)
    let fields = [
      FormField(key: "name", label: "Name", isRequired: true),
      FormField(key: "from", label: "Begins as", editor: ChoiceEditor(choices: sources)),
      FormField(key: "notes", label: "Notes"),
    ]
    var configuration = FormConfiguration(title: "New schedule")
    configuration.saveLabel = "Add"
    let placeholders = ["name": "Summer", "from": standard, "notes": "who it is for, why"]
    let form = Form(fields, values: placeholders, mode: .add, configuration: configuration)
    open(form) { state, outcome throws(Refusal) in
      guard case .saved(let changes) = outcome else { return nil }
      let name = try state.freshName([changes["name"] ?? ""])
      let source = sources.firstIndex(of: changes["from"] ?? standard) ?? 0
      var schedule =
        source == 0
        ? Schedule.new(name: name, week: .standard(state.contents.unit))
        : state.contents.schedules[try state.currentIndex(of: models[source - 1])]
          .copy(named: name)
      if let notes = changes["notes"], !notes.isEmpty { schedule.notes = notes }
      let index = previous.flatMap(state.index) ?? state.contents.schedules.count - 1
      state.insert(schedule, after: index, name: "add \(name.quoted())")
      return nil
    }
  }

  /// Opens a form for the name, the notes and the device of a schedule.
  mutating func showScheduleForm(_ id: ScheduleIdentity) throws(Refusal) {
    let index = try currentIndex(of: id)
    let schedule = contents.schedules[index]
    let fields = [
      FormField(key: "name", label: "Name", isRequired: true),
      FormField(key: "notes", label: "Notes"),
      FormField(
        key: "device", label: "Device", editor: DeviceNameEditor(options.devices),
        placeholder: "whose limits hold"),
    ]
    var configuration = FormConfiguration(title: "Schedule \(index + 1)")
    configuration.allowsDelete = contents.schedules.count > 1
    configuration.deleteQuestion = "Delete \(schedule.name.quoted(limit: 24))?"
    let form = Form(
      fields,
      values: [
        "name": schedule.name, "notes": schedule.notes ?? "", "device": schedule.device ?? "",
      ], configuration: configuration)
    open(form) { state, outcome throws(Refusal) in
      switch outcome {
      case .cancelled, .opened: break
      case .deleted: try state.delete(id)
      case .saved(let changes):
        var name = schedule.name
        if let new = changes["name"] { name = try state.freshName([new], except: id) }
        try state.change(id, name: "describe \(name.quoted())") { schedule in
          schedule.name = name
          if let notes = changes["notes"] { schedule.notes = notes.isEmpty ? nil : notes }
          if let device = changes["device"] { schedule.device = device.isEmpty ? nil : device }
        }
      }
      return nil
    }
  }
}
