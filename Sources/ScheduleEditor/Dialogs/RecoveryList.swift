import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of what a session that died had edited: a line for each cell.
  ///
  /// Nothing can be edited until that is decided, since new edits would be kept in the same place.
  package mutating func showRecovery(_ edits: RecoverableEdits) {
    recoverableEdits = edits
    readOnlyReason = "first decide on the edits of the session that died; :recover lists them"
    let weeks = edits.weeks.map { ComparedWeeks.all(from: $0.file, to: $0.recovered) } ?? []
    let task = ListTask(
      compares: { _, _ in weeks }, versions: ("the file", "recovered"), title: edits.title,
      hints: "r recover  d discard"
        + (weeks.isEmpty ? "" : "  D compare") + "  l look first",
      items: { state in
        (state.recoverableEdits?.lines ?? []).enumerated().map { ListItem(id: "\($0)", title: $1) }
      },
      choose: { _, outcome in
        switch outcome {
        case .key(.character("r")): .ask(.recover)
        case .key(.character("d")): .ask(.discardRecovery)
        case .key(.character("l")): .close
        default: .stay
        }
      })
    open(task, abilities: [])
  }

  /// Opens the list of what this editor and another program both changed, with what that one left.
  mutating func showConflicts(_ conflicts: [(list: [MergeConflict], theirs: Contents)]) {
    self.conflicts = conflicts.flatMap { openConflicts($0.list, $0.theirs, .branches) }
    listConflicts(
      title: "Another program changed the file, and both changed",
      hints: "m keep mine  t take theirs  D compare  Enter go to the cell  Esc keep mine",
      versions: ("theirs", "mine"))
  }

  /// Opens the list of what the file and a session that died both changed, with what that one left.
  mutating func showConflicts(with edits: [(list: [MergeConflict], edited: Contents)]) {
    conflicts = edits.flatMap { openConflicts($0.list, $0.edited, .recovery) }
    listConflicts(
      title: "The file and the session that died both changed",
      hints: "m keep the file's  t take the edited  D compare  Enter go to it  Esc keep the file's",
      versions: ("edited", "the file's"))
  }

  private func openConflicts(
    _ list: [MergeConflict], _ other: Contents, _ sides: MergeConflict.Sides
  ) -> [OpenConflict] {
    let theirs = other.converted(to: contents.unit).schedules
    let matching = ScheduleMatching(from: theirs, to: contents.schedules)
    return list.map { conflict in
      let index = conflict.schedule.flatMap { scheduleNames.firstIndex(of: $0) }
      return OpenConflict(
        conflict: conflict, text: conflict.text(sides),
        schedule: index.map { contents.schedules[$0].identity },
        theirs: index.flatMap { matching.sources[$0] }.map { theirs[$0] })
    }
  }

  private mutating func listConflicts(
    title: String, hints: String, versions: (old: String, new: String)
  ) {
    let task = ListTask(
      compares: { state, selection in state.comparison(ofConflict: selection) },
      versions: versions, title: title, hints: hints,
      items: { state in
        state.conflicts.enumerated().map { ListItem(id: "\($0)", title: $1.text) }
      },
      choose: { state, outcome throws(Refusal) in try state.settle(outcome) })
    open(task, abilities: [])
  }

  /// The schedule that a conflict is about, as the other side left it and as it is here.
  private func comparison(ofConflict selection: Int) -> [ComparedWeeks] {
    guard conflicts.indices.contains(selection), let theirs = conflicts[selection].theirs,
      let index = conflicts[selection].schedule.flatMap(index)
    else { return [] }
    let compared = ComparedWeeks(theirs, contents.schedules[index])
    return compared.isAlike ? [] : [compared]
  }

  private mutating func settle(_ outcome: ListOutcome) throws(Refusal) -> ListTask.Answer {
    guard case .list(let list, _) = dialogs.last, conflicts.indices.contains(list.selection) else {
      return .close
    }
    let chosen = conflicts[list.selection]
    switch outcome {
    case .open:
      if let id = chosen.schedule { try show(id) }
      if let cell = chosen.conflict.cell { try go(to: cell) }
      return .close
    case .key(.character("m")): break
    case .key(.character("t")): try takeTheirs(chosen)
    default: return .stay
    }
    conflicts.remove(at: list.selection)
    return conflicts.isEmpty ? .close : .stay
  }

  /// Gives a cell, a name, notes or a device what the file has, as one step.
  private mutating func takeTheirs(_ chosen: OpenConflict) throws(Refusal) {
    let byHand = Refusal("this must be changed by hand")
    guard let id = chosen.schedule, let theirs = chosen.theirs else { throw byHand }
    let change: (inout Schedule) -> Void
    switch chosen.conflict.subject {
    case .cell(let cell): change = { $0.week[cell] = theirs.week[cell] }
    case .name: change = { $0.name = theirs.name }
    case .notes: change = { $0.notes = theirs.notes }
    case .device: change = { $0.device = theirs.device }
    case .member(let key): change = { $0.members[key] = theirs.members[key] }
    case .existence, .order, .unit, .sameName: throw byHand
    }
    try self.change(id, name: "take theirs: \(chosen.conflict)", change)
  }
}

/// Something that this editor and another program both changed, until that is decided.
struct OpenConflict: Hashable {
  /// What both changed.
  let conflict: MergeConflict
  /// The same in words.
  let text: String
  /// The schedule here; nil for the document, and for a schedule that is not here.
  let schedule: ScheduleIdentity?
  /// That schedule as the other program left it, in the scale of the document.
  let theirs: Schedule?
}
