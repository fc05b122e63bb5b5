import Diagnostics
import ScheduleModel
import TwoWayTable

/// A value that both this editor and another program changed; the user has to decide.
struct OpenConflict: Hashable {
  /// A step of the history, by its place and name, since undone steps can be replaced.
  struct Taking: Hashable {
    let version: Int
    let step: StepName
  }

  let conflict: MergeConflict
  /// Whether the other side is the edits of a crashed session.
  let isRecovery: Bool
  let unit: TemperatureUnit
  /// The local schedule; nil for the document.
  let schedule: ScheduleIdentity?
  /// The other side's document; its schedules have the identities of the local ones.
  var other: Contents
  /// The file before the other program's change; nil if there was none.
  let before: Contents?
  /// The step that took the other side's value, and its place in the history; an undo can revert it.
  var taken: Taking?

  /// The other side's version of the schedule, in the unit of that side.
  var theirs: Schedule? { other.schedules[conflict.schedule] }

  /// The other side's calendar if the conflict is about it, with the names in `contents`; nil if a schedule is missing.
  func calendar(in contents: Contents) -> [CalendarEntry]? {
    switch conflict.subject {
    case .calendar, .calendarOrder, .member(_, entry: .some): break
    default: return nil
    }
    let entries = other.calendar.renamed { name in
      let id = other.schedules.index(named: name).map { other.schedules[$0].identity }
      return contents.schedules[id]?.name
    }
    return entries.count == other.calendar.count ? entries : nil
  }

  func text(in contents: Contents) -> String {
    var conflict = conflict
    conflict.update(to: contents.converted(to: unit))
    return conflict.text(isRecovery ? .recovery : .editor)
  }

  /// Whether this side, not the other, removed a schedule that the other one changed; nil for another conflict.
  var removedByUs: Bool? {
    if case .removal(let byUs) = conflict.subject { byUs } else { nil }
  }
}

extension EditorState {
  /// Adds the conflicts of a merge; a newer conflict about the same value replaces an older one.
  mutating func note(_ merge: ScheduleMerge, isRecovery: Bool, from before: Contents? = nil) {
    let new = merge.conflicts.map { conflict in
      // An earlier recovery restored the schedule with another identity.
      let name = isRecovery ? conflict.scheduleName : nil
      let index =
        contents.schedules.index(of: conflict.schedule)
        ?? name.flatMap(contents.schedules.index(named:))
      return OpenConflict(
        conflict: conflict, isRecovery: isRecovery, unit: merge.contents.unit,
        schedule: index.map { contents.schedules[$0].identity },
        other: merge.theirs, before: before)
    }
    for index in notedConflicts.indices where !isRecovery && !notedConflicts[index].isRecovery {
      let id = notedConflicts[index].conflict.schedule
      if id == nil || merge.theirs.schedules.index(of: id) != nil {
        notedConflicts[index].other = merge.theirs
      }
    }
    notedConflicts.removeAll { old in
      new.contains { $0.schedule == old.schedule && $0.conflict.subject == old.conflict.subject }
    }
    notedConflicts += new
  }

  /// The conflicts that the user still has to decide.
  ///
  /// A conflict is decided once its value is taken, its schedule is deleted, or both copies agree; undoing reopens it.
  var conflicts: [OpenConflict] {
    let history = edited.history
    return notedConflicts.filter { conflict in
      let index = contents.schedules.index(of: conflict.schedule)
      if conflict.removedByUs != nil { return index != nil }
      if let taken = conflict.taken, taken.version <= history.position,
        history.versions[taken.version].name == taken.step
      {
        return false
      }
      guard let index else {
        return conflict.schedule == nil && conflict.calendar(in: contents) != contents.calendar
      }
      guard let cell = conflict.conflict.cell, let theirs = conflict.theirs else { return true }
      return contents.schedules[index].week[cell] != theirs.week.converted(to: contents.unit)[cell]
    }
  }

  /// The file with the values from before the open conflicts, so that a recovery finds these again; nil without any.
  ///
  /// A value that is as before again is left out: a recovery would take it for unchanged, and drop it.
  var conflictBase: Contents? {
    var base = edited.saved
    for var conflict in conflicts where !conflict.isRecovery {
      guard let before = conflict.before?.converted(to: base.unit) else { continue }
      if conflict.removedByUs != nil {
        guard let old = removedSchedule(of: conflict, in: before) else { continue }
        let index = base.schedules.index(of: conflict.schedule)
        if let index { base.schedules[index] = old } else { base.schedules.append(old) }
      } else {
        conflict.other = before
        var own = contents
        guard (try? takeTheirs(conflict, in: &own)) != nil, own != contents else { continue }
        _ = try? takeTheirs(conflict, in: &base)
      }
    }
    return base == edited.saved ? nil : base
  }

  /// The earlier version of a schedule that one side removed; nil if the user restored it.
  private func removedSchedule(of conflict: OpenConflict, in before: Contents) -> Schedule? {
    let shown = contents.schedules[conflict.schedule]
    guard conflict.removedByUs == true else {
      let old = before.schedules[conflict.conflict.schedule]
      return shown == old ? nil : old
    }
    guard shown == conflict.theirs else { return nil }
    // The other program's version of a deleted schedule is in the document as another one.
    let gone = before.schedules.filter { contents.schedules[$0.identity] == nil }
    return gone.first { $0.name == shown?.name } ?? gone.first
  }

  /// The document without the schedules that were deleted and are shown only because another program changed them.
  var ownContents: Contents {
    var own = contents
    for conflict in conflicts where !conflict.isRecovery && conflict.removedByUs == true {
      let index = own.schedules.index(of: conflict.schedule)
      guard let index, own.schedules[index] == conflict.theirs else { continue }
      _ = try? own.deleteSchedule(at: index)
    }
    return own
  }

  var conflictsShown: [OpenConflict] { conflicts.filter { $0.schedule == schedule.identity } }

  /// The conflict about a cell of the current position: `in conflict with 66: C decides`; nil without one.
  var conflictHere: String? {
    let cells = layout.cells(at: position)
    let found = conflictsShown.lazy.compactMap { conflict in
      conflict.conflict.cell.map { (cell: $0, theirs: conflict.theirs) }
    }.first { cells.contains($0.cell) }
    guard let (cell, theirs) = found else { return nil }
    let value = theirs?.week.converted(to: week.unit)[cell].text(clock) ?? "none"
    let day = cells.count > 1 ? " on \(cell.day.title)" : ""
    let way = keymap.keyNames["conflicts"].map { ": \($0) decides" } ?? ""
    return "in conflict with \(value)\(day)\(way)"
  }

  mutating func showConflicts() {
    guard let first = conflicts.first else { return say("no conflicts") }
    let (mine, theirs) = first.isRecovery ? ("the file's", "the edited") : ("mine", "theirs")
    let detail = ListDetail(
      compares: { state, id in
        guard let conflict = state.conflict(withID: id), let theirs = conflict.theirs,
          let mine = state.contents.schedules[conflict.schedule]
        else { return [] }
        return ComparedWeeks.differing(theirs, mine)
      }, versions: (theirs, mine),
      hints: [Hint("m", "keep \(mine)"), Hint("t", "take \(theirs)"), Hint("Enter", "go to it")])
    let title =
      first.isRecovery
      ? "The file and the crashed session both changed" : "You and another program both changed"
    open(title, detail, abilities: []) { state in
      state.conflicts.enumerated().map { ListItem(id: "\($0)", title: $1.text(in: state.contents)) }
    } choose: { state, outcome throws(Refusal) in
      guard let chosen = state.conflict(withID: outcome.id) else { return state.dialogs.close() }
      switch outcome {
      case .open:
        if let id = chosen.schedule { try state.show(id) }
        if let cell = chosen.conflict.cell { try state.go(to: cell) }
        return state.dialogs.close()
      case .key(.character("m"), _):
        if chosen.removedByUs == true, let id = chosen.schedule { try state.delete(id) }
        state.notedConflicts.removeAll { $0 == chosen }
        state.say("kept mine")
      case .key(.character("t"), _):
        var new = state.contents
        let name = try state.takeTheirs(chosen, in: &new)
        state.apply(new, name: name)
        state.didTake(chosen)
        let value = chosen.calendar(in: new) == nil ? "theirs" : "the whole calendar"
        // The list has no key for undo, and a schedule that stays is not a step.
        let isUndoable = state.conflicts.isEmpty && chosen.removedByUs != true
        state.say("took \(value)", isUndoable ? .undo : nil)
      default: return state.refuse(outcome)
      }
      if state.conflicts.isEmpty { state.dialogs.close() }
    }
  }

  private func conflict(withID id: String?) -> OpenConflict? {
    let (index, conflicts) = (id.flatMap { Int($0) }, conflicts)
    return index.flatMap { conflicts.indices.contains($0) ? conflicts[$0] : nil }
  }

  /// A deleted schedule that stays is decided at once: that is not a step to undo.
  private mutating func didTake(_ conflict: OpenConflict) {
    guard let index = notedConflicts.firstIndex(of: conflict) else { return }
    let (version, step) = (edited.history.position, edited.history.current.name)
    if conflict.removedByUs == true {
      notedConflicts.remove(at: index)
    } else {
      notedConflicts[index].taken = .init(version: version, step: step)
    }
  }

  /// Settles every conflict with the local or the other side's value, as one undo step; leaves those to settle by hand.
  mutating func settleAll(takingTheirs: Bool) throws(Refusal) {
    guard !conflicts.isEmpty else { throw Refusal("no conflicts") }
    let values = counted(conflicts.count, "value")
    var new = contents
    var taken: [OpenConflict] = []
    for conflict in conflicts {
      if takingTheirs {
        if (try? takeTheirs(conflict, in: &new)) != nil { taken.append(conflict) }
      } else if conflict.removedByUs == true,
        let index = new.schedules.index(of: conflict.schedule)
      {
        _ = try new.deleteSchedule(at: index)
      }
    }
    if !takingTheirs { notedConflicts = [] }
    let isSame = new == contents
    apply(new, name: .words(takingTheirs ? "take theirs" : "keep mine"))
    for conflict in taken { didTake(conflict) }
    if !takingTheirs { return say("kept mine for \(values)") }
    if let left = conflicts.first {
      throw Refusal("set the value by hand, then keep mine: \(left.text(in: contents))")
    }
    say("took theirs for \(values)", isSame ? nil : .undo)
  }

  /// Sets a value to that of the other side, in the current unit; returns the name of the step.
  private func takeTheirs(
    _ chosen: OpenConflict, in new: inout Contents
  ) throws(Refusal) -> StepName {
    // The list may have cut it.
    let value = chosen.conflict.theirs.map { " (\($0.printable))" } ?? ""
    let byHand = Refusal("cannot take theirs\(value); set it by hand, then keep mine")
    if let calendar = chosen.calendar(in: new) {
      try new.setCalendar(calendar)
      return .words("take their calendar")
    }
    guard let index = new.schedules.index(of: chosen.schedule) else { throw byHand }
    var name = StepName.words("take theirs: \(chosen.text(in: new))")
    switch chosen.removedByUs {
    case true: return name
    case false: return .words("take theirs: delete \(try new.deleteSchedule(at: index).quoted())")
    case nil: break
    }
    guard let theirs = chosen.theirs else { throw byHand }
    var schedule = new.schedules[index]
    let week = theirs.week.converted(to: new.unit)
    switch chosen.conflict.subject {
    case .cell(let cell):
      for sides in [schedule.week.sides, week.sides] {
        if let side = cell.field.side, !sides.contains(side) { throw .absent(side) }
      }
      name = .value(cell, from: schedule.week[cell], to: week[cell])
      schedule.week[cell] = week[cell]
    case .name: schedule.name = try freshName([theirs.name], except: schedule.identity)
    case .notes: schedule.notes = theirs.notes
    case .device: schedule.device = theirs.device
    case .sides:
      schedule.week = schedule.week.with(week.sides) { week[$1][$0] ?? Temperature(0) }
    case .member(let key, _): schedule.members[key] = theirs.members[key]
    case .removal, .nothingLeft, .order, .calendar, .calendarOrder, .unit, .sameName: throw byHand
    }
    let old = new
    new.schedules[index] = schedule
    new.followSchedules(of: old)
    return name
  }
}
