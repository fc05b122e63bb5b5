import Diagnostics
import ScheduleModel
import TwoWayTable

/// A value that this editor and another program both changed, until the user decides.
struct OpenConflict: Hashable {
  /// What both changed.
  let conflict: MergeConflict
  /// The conflict in words.
  let text: String
  /// Whether the edits of a session that died are the other side.
  let isRecovery: Bool
  /// The schedule here; nil for the document, and for a schedule that is not here.
  let schedule: ScheduleIdentity?
  /// That schedule as the other side left it, in the scale of the document.
  let theirs: Schedule?
}

extension EditorState {
  /// Remembers conflicts of a merge, which left `other`; a newer conflict replaces one about the same value.
  mutating func note(_ list: [MergeConflict], _ other: Contents, _ sides: ConflictSides) {
    let theirs = other.converted(to: contents.unit).schedules
    let matching = ScheduleMatching(from: theirs, to: contents.schedules)
    let new = list.map { conflict in
      let index = conflict.schedule.flatMap { scheduleNames.firstIndex(of: $0) }
      return OpenConflict(
        conflict: conflict, text: conflict.text(sides == .editor ? .editor : .recovery),
        isRecovery: sides == .recovery,
        schedule: index.map { contents.schedules[$0].identity },
        theirs: index.flatMap { matching.sources[$0] }.map { theirs[$0] })
    }
    conflicts.removeAll { old in
      new.contains { $0.schedule == old.schedule && $0.conflict.subject == old.conflict.subject }
    }
    conflicts += new
  }

  /// The two kinds of conflict.
  enum ConflictSides {
    /// With a program that changed the file.
    case editor
    /// With the edits of a session that died.
    case recovery
  }

  /// Opens the list of values that this editor and another program both changed.
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
      ? "The file and the session that died both changed" : "You and another program both changed"
    open(title, detail, abilities: []) { state in
      state.conflicts.enumerated().map { ListItem(id: "\($0)", title: $1.text) }
    } choose: { state, outcome throws(Refusal) in
      try state.settle(outcome)
    }
  }

  /// The schedule that a conflict is about, as the other side left it and as it is here.
  private func comparison(ofConflict id: String?) -> [ComparedWeeks] {
    guard let place = id.flatMap({ Int($0) }), conflicts.indices.contains(place),
      let theirs = conflicts[place].theirs, let index = conflicts[place].schedule.flatMap(index)
    else { return [] }
    let compared = ComparedWeeks(theirs, contents.schedules[index])
    return compared.isAlike ? [] : [compared]
  }

  private mutating func settle(
    _ outcome: ListOutcome
  ) throws(Refusal) -> DialogAnswer<EditorRequest> {
    guard let place = outcome.id.flatMap({ Int($0) }), conflicts.indices.contains(place) else {
      return .close
    }
    let chosen = conflicts[place]
    switch outcome {
    case .open:
      if let id = chosen.schedule { try show(id) }
      if let cell = chosen.conflict.cell { try go(to: cell) }
      return .close
    case .key(.character("m"), _): break
    case .key(.character("t"), _): try takeTheirs(chosen)
    default: return .stay
    }
    conflicts.remove(at: place)
    return conflicts.isEmpty ? .close : .stay
  }

  /// Keeps what is here in every conflict, or takes what the other side left; a conflict that must be settled by
  /// hand stays.
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
    let values = count == 1 ? "1 value" : "\(count) values"
    if takingTheirs {
      say("took theirs for \(values)", .undo)
    } else {
      say("kept mine for \(values)", isProblem: false)
    }
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
    case .sides:
      change = {
        $0.week = $0.week.with(theirs.week.sides) { theirs.week[$1][$0] ?? Temperature(0) }
      }
    case .member(let key): change = { $0.members[key] = theirs.members[key] }
    case .existence, .order, .unit, .sameName: throw byHand
    }
    try self.change(id, name: "take theirs: \(chosen.conflict)", change)
  }
}
