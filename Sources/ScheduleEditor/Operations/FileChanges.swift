import Diagnostics
import ScheduleModel
import ScheduleRules
import ScheduleText
import TwoWayTable

/// Changes of the file by other programs, and recovered edits.
extension EditorState {
  /// The name of their step, without the part that they changed.
  static let outsideChanges = "changes by another program"
  /// What follows from undoing them.
  var savingRemoves: String {
    "; saving removes them from the file" + (conflicts.isEmpty ? "" : " once no conflict is left")
  }

  /// Merges the changes of another program as one undo step. Conflicts wait for the user, since a list that opens by
  /// itself would intercept keys meant for the table.
  mutating func adopt(_ change: OutsideChange) {
    drag = nil
    switch change {
    case .same:
      if edited.isFileGone { say("the file is back, unchanged") }
      edited.isFileGone = false
    case .removed:
      edited.isFileGone = true
      say("another program removed the file; saving creates it again", isProblem: true)
    case .unusable(let refusal):
      edited.isFileGone = true
      refuse(refusal)
    case .merged(let merge):
      let shown = schedule
      let index = merge.contents.schedules.index(of: shown.identity)
      let before = edited.saved
      let part = merge.theirs.onlyDifference(from: before)
      // A step also for conflicts alone: undoing it warns that a save removes the values in the file.
      apply(
        merge.contents, showing: index,
        name: .words(Self.outsideChanges + (part.map { " (\($0))" } ?? ""), isOutside: true),
        always: !merge.conflicts.isEmpty)
      note(merge, isRecovery: false, from: edited.isNew ? nil : before)
      edited.didChangeOutside(merge.theirs, from: before)
      guard merge.conflicts.isEmpty else {
        return say(outsideConflicts, isProblem: true, .conflicts)
      }
      guard index != nil else {
        return say(
          "another program removed schedule \(shown.name.quoted()); now showing \(schedule.name.quoted())"
        )
      }
      let isMarked =
        before.unit == merge.theirs.unit && ![shown.week, edited.savedWeekBefore].contains(week)
      say(
        "another program changed "
          + (isMarked ? "the file; its changes are marked <" : part ?? "the file"))
    }
  }

  var conflictCount: String {
    let removals = Set(conflicts.map(\.removedByUs))
    let what = counted(conflicts.count, removals.contains(nil) ? "value" : "schedule")
    let who = conflicts.contains(where: \.isRecovery) ? "the file" : "you"
    return "\(what) that \(who) \(removals == [true] ? "deleted" : "changed")"
  }

  private var outsideConflicts: String {
    let areRemovals = conflicts.allSatisfy { $0.removedByUs == false }
    return "another program \(areRemovals ? "deleted" : "changed") \(conflictCount)"
  }

  /// Opens the list of a crashed session's edits, one line per cell.
  ///
  /// Editing is blocked until the user decides, since new edits would be stored in the same journal.
  mutating func showRecovery(_ edits: Recovery) {
    let lines =
      edits.lines(each: false)
      + edits.merge.conflicts.lines(.recovery).map { "both changed: \($0)" } + edits.skipped
    let title =
      "Recover \(counted(lines.count, "edit")) of a crashed session? ("
      + (edits.isUnchanged ? "" : "the file has changed since; ")
      + "\(host.words(of: edits.journal.header.holder)))"
    let weeks = ComparedWeeks.all(from: edits.before, to: edits.merge.contents)
    let detail = ListDetail(
      compares: { _, _ in weeks }, versions: ("the file", "recovered"),
      hints: [("r", "recover"), ("d", "discard"), ("l", "look"), ("q", "quit")].map(Hint.init),
      wayOut: [])
    open(
      title, detail, abilities: [.delete],
      words: Words([.deleteItem: "Discard all of these edits?"])
    ) { _ in
      lines.enumerated().map { ListItem(id: "\($0)", title: $1) }
    } choose: { state, outcome throws(Refusal) in
      switch outcome {
      case .key(.character("r"), _):
        let recovered = try state.host.recover()
        state.dialogs.closeAll()
        let before = state.edited.saved
        state.apply(recovered.contents, name: .words("recover"))
        state.edited.restoreText()
        if recovered.file != before { state.edited.didChangeOutside(recovered.file, from: before) }
        guard !recovered.merges.isEmpty else { return state.say("recovered, not saved yet", .undo) }
        for merge in recovered.merges { state.note(merge, isRecovery: true) }
        state.say("recovered, except \(state.conflictCount)", isProblem: true, .conflicts)
      case .delete:
        try state.host.discardRecoverableEdits()
        state.dialogs.closeAll()
        state.say("discarded the edits of the crashed session")
      case .key(.character("l"), _):
        state.dialogs.close()
      default: state.refuse(outcome)
      }
    }
  }

  /// The end of a message about saving: `, with 2 errors`; empty without errors.
  var errorNote: String {
    let errors =
      contents.schedules.flatMap { findings(of: $0).findings }.count { $0.severity == .error }
      + calendarProblems.count { $0.severity == .error }
    return errors > 0 ? ", with \(counted(errors, "error"))" : ""
  }

  /// Saves, unless there are undecided conflicts.
  mutating func save(thenQuit quits: Bool) {
    if isHeldElsewhere || readOnlyReason != nil, !allowsEdits() { return mode = .browsing }
    // Conflicts with a file that is gone are decided.
    guard !conflicts.isEmpty, !edited.isFileGone else { return save(.careful, thenQuit: quits) }
    mode = .browsing
    say("not saved: \(outsideConflicts)", isProblem: true, .conflicts)
  }

  /// Saves in a way that the user chose, and quits if that succeeds.
  mutating func save(_ way: SavePolicy, thenQuit quits: Bool) {
    mode = .browsing
    do {
      edited.didSave(try host.save(contents, after: edited.history, way))
      notedConflicts = []
      say("saved \((options.savedName ?? options.fileName).printable)\(errorNote)")
      if quits { request = .quit }
    } catch {
      request = .ring
      switch error {
      case .failed(let refusal): say("not saved: \(refusal)", isProblem: true)
      case .needsChoice(let refusal, let policies):
        mode = .asking(.savePolicy(refusal.reason, policies, thenQuit: quits))
      case .changedOutside(let merge):
        adopt(.merged(merge))
        let again = message?.remedy ?? Remedy(line: "save", words: "saves both")
        if let message { say("not saved: \(message.text)", isProblem: true, again) }
      }
    }
  }
}

extension Contents {
  /// The part in which the document differs from an older version; nil if there are several.
  fileprivate func onlyDifference(from old: Contents) -> String? {
    let differences = ContentsDiff(from: old, to: self, inNewUnit: true).differences
    let parts = differences.map { difference -> String? in
      let name = schedules.count == 1 ? nil : difference.schedule?.quoted()
      switch difference.subject {
      case .unit: return "the unit to \(unit.symbol)"
      case .calendar, .calendarMove: return "the calendar"
      case .schedule, .order: return "the list of schedules"
      case .text(.name, let before, _): return "the name \((before ?? "").quoted())"
      case .cell(let change) where differences.count == 1:
        return (name.map { "\($0) " } ?? "") + "\(change.cell)"
      case .member where difference.schedule == nil: return nil
      case .cell, .text, .member: return name ?? "the schedule"
      }
    }
    return Set(parts).count == 1 ? parts[0] : nil
  }
}
