import Diagnostics
import ScheduleModel
import TwoWayTable

/// A value that both this editor and another program changed; the user has to decide.
struct OpenConflict: Hashable {
  let conflict: MergeConflict
  /// Whether the other side is the edits of a crashed session.
  let isRecovery: Bool
  /// The local schedule; nil for the document, or if the schedule does not exist here.
  let schedule: ScheduleIdentity?
  /// The other side's version of the schedule, in the document's unit.
  let theirs: Schedule?

  var text: String { conflict.text(isRecovery ? .recovery : .editor) }
}

extension EditorState {
  /// Adds the conflicts of a merge with `other`; a newer conflict about the same value replaces an older one.
  mutating func note(_ list: [MergeConflict], _ other: Contents, isRecovery: Bool) {
    let theirs = other.converted(to: contents.unit).schedules
    let matching = ScheduleMatching(from: theirs, to: contents.schedules)
    let new = list.map { conflict in
      let index = conflict.schedule.flatMap { scheduleNames.firstIndex(of: $0) }
      return OpenConflict(
        conflict: conflict, isRecovery: isRecovery,
        schedule: index.map { contents.schedules[$0].identity },
        theirs: index.flatMap { matching.sources[$0] }.map { theirs[$0] })
    }
    conflicts.removeAll { old in
      new.contains { $0.schedule == old.schedule && $0.conflict.subject == old.conflict.subject }
    }
    conflicts += new
  }

  mutating func showConflicts() throws(Refusal) {
    guard let first = conflicts.first else { throw Refusal("no conflicts") }
    let detail = ListDetail(
      compares: { state, id in state.comparison(ofConflict: id) },
      versions: first.isRecovery ? ("edited", "the file's") : ("theirs", "mine"),
      hints: [
        Hint("m", first.isRecovery ? "keep the file's" : "keep mine"),
        Hint("t", first.isRecovery ? "take the edited" : "take theirs"), Hint("Enter", "go to it"),
      ])
    let title =
      first.isRecovery
      ? "The file and the crashed session both changed" : "You and another program both changed"
    open(title, detail, abilities: []) { state in
      state.conflicts.enumerated().map { ListItem(id: "\($0)", title: $1.text) }
    } choose: { state, outcome throws(Refusal) in
      try state.settle(outcome)
    }
  }

  /// The schedule of a conflict: the other side's version and the local one.
  private func comparison(ofConflict id: String?) -> [ComparedWeeks] {
    guard let place = id.flatMap({ Int($0) }), conflicts.indices.contains(place),
      let theirs = conflicts[place].theirs, let index = conflicts[place].schedule.flatMap(index)
    else { return [] }
    return ComparedWeeks.differing(theirs, contents.schedules[index])
  }

  private mutating func settle(_ outcome: ListOutcome) throws(Refusal) {
    guard let place = outcome.id.flatMap({ Int($0) }), conflicts.indices.contains(place) else {
      return dialogs.close()
    }
    let chosen = conflicts[place]
    switch outcome {
    case .open:
      if let id = chosen.schedule { try show(id) }
      if let cell = chosen.conflict.cell { try go(to: cell) }
      return dialogs.close()
    case .key(.character("m"), _): break
    case .key(.character("t"), _): try takeTheirs(chosen)
    default: return
    }
    conflicts.remove(at: place)
    if conflicts.isEmpty { dialogs.close() }
  }

  /// Settles every conflict with the local or the other side's value; leaves conflicts that must be settled by hand.
  mutating func settleAll(takingTheirs: Bool) throws(Refusal) {
    guard !conflicts.isEmpty else { throw Refusal("no conflicts") }
    let count = conflicts.count
    var byHand: [OpenConflict] = []
    for conflict in conflicts where takingTheirs {
      do throws(Refusal) {
        try takeTheirs(conflict)
      } catch {
        byHand.append(conflict)
      }
    }
    conflicts = byHand
    guard byHand.isEmpty else {
      throw Refusal("change by hand, then keep mine: \(byHand[0].text)")
    }
    if takingTheirs {
      say("took theirs for \(counted(count, "value"))", .undo)
    } else {
      say("kept mine for \(counted(count, "value"))")
    }
  }

  /// Sets a cell, name, notes or device to the value of the other side, as one undo step.
  private mutating func takeTheirs(_ chosen: OpenConflict) throws(Refusal) {
    let byHand = Refusal("this must be changed by hand")
    guard let id = chosen.schedule, let theirs = chosen.theirs else { throw byHand }
    let change: (inout Schedule) -> Void
    switch chosen.conflict.subject {
    case .cell(let cell): change = { $0.week[cell] = theirs.week[cell] }
    case .name: change = { $0.name = theirs.name }
    case .notes: change = { $0.notes = theirs.notes }
    case .device: change = { $0.device = theirs.device }
    case .sides:
      change = {
        $0.week = $0.week.with(theirs.week.sides) { theirs.week[$1][$0] ?? Temperature(0) }
      }
    case .member(let key, _): change = { $0.members[key] = theirs.members[key] }
    case .existence, .order, .calendar, .unit, .sameName: throw byHand
    }
    try self.change(id, name: "take theirs: \(chosen.conflict)", change)
  }
}
