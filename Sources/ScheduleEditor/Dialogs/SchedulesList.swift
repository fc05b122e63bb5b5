import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of schedules.
  mutating func showSchedules() {
    let canEdit = readOnlyReason == nil
    var hints = [Hint("Enter", "open")]
    if canEdit {
      hints += [Hint("a", "add"), Hint("e", "edit"), Hint("d", "delete")]
      if contents.schedules.count > 1 { hints.append(Hint("J K", "move")) }
      if canUndo { hints.append(Hint("u", "undo")) }
    }
    let detail = ListDetail(
      schedule: { state, id in try? state.schedule(withID: id) }, hints: hints)
    open(
      "Schedules", detail, selected: "\(schedule.identity)", abilities: canEdit ? .all : .find
    ) { state in
      let due = try? state.contents.scheduleIndex(dueOn: state.options.today())
      return state.contents.schedules.enumerated().map { index, schedule in
        let isDue = index == due && !state.contents.calendar.isEmpty
        let parts = [isDue ? "due today" : nil, schedule.notes].compactMap(\.self)
        return ListItem(
          id: "\(schedule.identity)", title: schedule.name, detail: parts.joined(separator: "; "))
      }
    } choose: { state, outcome throws(Refusal) in
      try state.choose(outcome)
    }
  }

  private mutating func choose(_ outcome: ListOutcome) throws(Refusal) {
    switch outcome {
    case .open(let id):
      try show(schedule(withID: id))
      dialogs.close()
    case .add(let id): showNewScheduleForm(after: try id.map(schedule(withID:)))
    case .edit(let id): try showScheduleForm(schedule(withID: id))
    case .delete(let id): try delete(schedule(withID: id))
    case .move(let id, let place): try move(schedule(withID: id), to: place)
    case .key(.character("u"), _): if allowsEdits() { undo() }
    case .key(.character("r"), _), .key(.control("y"), _): if allowsEdits() { redo() }
    case .key, .cancelled: break
    }
  }

  private func schedule(withID id: String) throws(Refusal) -> ScheduleIdentity {
    guard let found = contents.schedules.first(where: { "\($0.identity)" == id }) else {
      throw Refusal("this schedule no longer exists")
    }
    return found.identity
  }
}
