import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of the document's schedules.
  mutating func showSchedules() {
    let task = ListTask(
      title: "Schedules",
      hints: options.isReadOnly
        ? "Enter open  / find  Esc back"
        : "Enter open  a add  e edit  d delete  J K reorder  u undo  / find  Esc back",
      items: { $0.scheduleItems },
      choose: { state, outcome throws(CommandError) in
        try state.choose(outcome)
      })
    open(
      task, selected: schedule.name, abilities: options.isReadOnly ? [.find] : .all)
  }

  private var scheduleItems: [ListItem] {
    contents.schedules.map { ListItem(id: $0.name, title: $0.name, detail: $0.notes ?? "") }
  }

  private mutating func choose(_ outcome: ListOutcome) throws(CommandError) -> Bool {
    switch outcome {
    case .open(let name):
      show(schedule: index(of: name))
      return true
    case .add(let name): showNewScheduleForm(after: name.map(index) ?? 0)
    case .edit(let name): showScheduleForm(index(of: name))
    case .delete(let name): try deleteSchedule(index(of: name))
    case .move(let name, let place): moveSchedule(index(of: name), to: place)
    case .key(.character("u")): if allowsEdits() { undo() }
    case .key(.character("r")), .key(.control("y")): if allowsEdits() { redo() }
    case .key, .cancelled: break
    }
    return false
  }

  private func index(of name: String) -> Int { scheduleNames.firstIndex(of: name) ?? 0 }
}
