import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of what a session that died had edited: a line for each cell.
  ///
  /// Nothing can be edited until that is decided, since new edits would be kept in the same place.
  package mutating func showRecovery(_ edits: RecoverableEdits) {
    recoverableEdits = edits
    readOnlyReason = "first decide on the edits of the session that died; :recover lists them"
    let task = ListTask(
      title: edits.title,
      hints: "r recover  d discard  l look at the file first",
      items: { state in
        (state.recoverableEdits?.lines ?? []).enumerated().map { ListItem(id: "\($0)", title: $1) }
      },
      choose: { state, outcome in
        switch outcome {
        case .key(.character("r")): state.pending = .recover
        case .key(.character("d")): state.pending = .discardRecovery
        case .key(.character("l")): return true
        default: break
        }
        return false
      })
    open(task, abilities: [])
  }

  /// Opens the list of what this editor and another program both changed.
  mutating func showConflicts(_ conflicts: [MergeConflict], _ file: Contents) {
    self.conflicts = conflicts
    let task = ListTask(
      title: "Another program changed the file, and both changed",
      hints: "m keep mine  t take theirs  Enter go to the cell  Esc keep mine",
      items: { state in
        state.conflicts.enumerated().map { ListItem(id: "\($0)", title: "\($1)") }
      },
      choose: { state, outcome throws(CommandError) in
        try state.choose(outcome, file)
      })
    open(task, abilities: [])
  }

  private mutating func choose(
    _ outcome: ListOutcome, _ file: Contents
  ) throws(CommandError) -> Bool {
    switch outcome {
    case .open(let id):
      guard let conflict = conflict(id) else { return false }
      if let name = conflict.schedule, let index = scheduleNames.firstIndex(of: name) {
        show(schedule: index)
      }
      if let cell = conflict.cell { try go(to: cell) }
      return true
    case .key(.character("m")): return settle()
    case .key(.character("t")):
      if let conflict = selectedConflict { take(conflict, from: file) }
      return settle()
    default: return false
    }
  }

  /// Drops the selected conflict; true when none is left.
  private mutating func settle() -> Bool {
    if let index = selectedConflictIndex { conflicts.remove(at: index) }
    return conflicts.isEmpty
  }

  private func conflict(_ id: String) -> MergeConflict? {
    Int(id).flatMap { conflicts.indices.contains($0) ? conflicts[$0] : nil }
  }

  private var selectedConflictIndex: Int? {
    guard case .list(let list, _) = dialogs.top, conflicts.indices.contains(list.selection) else {
      return nil
    }
    return list.selection
  }

  private var selectedConflict: MergeConflict? { selectedConflictIndex.map { conflicts[$0] } }

  /// Gives a cell, a name, notes or a device what the file has, as one step.
  private mutating func take(_ conflict: MergeConflict, from file: Contents) {
    let theirs = file.converted(to: contents.unit)
    guard let name = conflict.schedule, let index = scheduleNames.firstIndex(of: name),
      let source = ScheduleMatching(from: theirs.schedules, to: contents.schedules)
        .sources[index]
    else {
      message = Message(text: "this must be changed by hand", isProblem: true)
      return
    }
    let other = theirs.schedules[source]
    var new = contents
    switch conflict.subject {
    case .cell(let cell): new.schedules[index].week[cell] = other.week[cell]
    case .name: new.schedules[index].name = other.name
    case .notes: new.schedules[index].notes = other.notes
    case .device: new.schedules[index].device = other.device
    case .member(let key): new.schedules[index].members[key] = other.members[key]
    case .existence, .order, .unit, .sameName:
      message = Message(text: "this must be changed by hand", isProblem: true)
      return
    }
    perform(new, showing: scheduleIndex, name: "take theirs: \(conflict)")
  }
}
