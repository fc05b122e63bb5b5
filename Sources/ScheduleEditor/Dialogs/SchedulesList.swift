import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of the document's schedules.
  mutating func showSchedules() {
    let task = ListTask(
      title: "Schedules",
      hints: readOnlyReason != nil
        ? "Enter open  / find  Esc back"
        : "Enter open  a add  e edit  d delete  J K reorder  u undo  / find  Esc back",
      items: { $0.scheduleItems },
      choose: { state, outcome throws(CommandError) in
        try state.choose(outcome)
      })
    open(
      task, selected: scheduleIDs[scheduleIndex], abilities: readOnlyReason != nil ? [.find] : .all)
  }

  private var scheduleItems: [ListItem] {
    zip(scheduleIDs, contents.schedules).map { id, schedule in
      ListItem(id: id, title: schedule.name, detail: schedule.notes ?? "")
    }
  }

  /// What tells the schedules apart in a list: their names, and a number where a file has the same
  /// name again.
  private var scheduleIDs: [String] {
    var seen: [String: Int] = [:]
    return scheduleNames.map { name in
      let count = seen[name, default: 0]
      seen[name] = count + 1
      return count == 0 ? name : "\(name)\u{0}\(count)"
    }
  }

  private mutating func choose(_ outcome: ListOutcome) throws(CommandError) -> Bool {
    switch outcome {
    case .open(let id):
      show(schedule: index(of: id))
      return true
    case .add(let id): showNewScheduleForm(after: id.map(index) ?? 0)
    case .edit(let id): showScheduleForm(index(of: id))
    case .delete(let id): try deleteSchedule(index(of: id))
    case .move(let id, let place): moveSchedule(index(of: id), to: place)
    case .key(.character("u")): if allowsEdits() { undo() }
    case .key(.character("r")), .key(.control("y")): if allowsEdits() { redo() }
    case .key, .cancelled: break
    }
    return false
  }

  private func index(of id: String) -> Int { scheduleIDs.firstIndex(of: id) ?? 0 }
}
