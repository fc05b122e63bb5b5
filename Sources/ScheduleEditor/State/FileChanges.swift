import Diagnostics
import ScheduleModel
import TwoWayTable

/// What becomes of the file: saved by this editor, changed by others, recovered.
extension EditorState {
  /// Takes note that the file now holds what the editor does.
  package mutating func didSave() {
    edited.setSaved(contents, before: nil)
    mode = .browsing
    message = Message(text: "saved \(options.fileName.printable)")
  }

  /// Takes note that nothing was saved, and why.
  package mutating func didNotSave(_ problem: SaveProblem, thenQuits: Bool) {
    mode = .browsing
    switch problem {
    case .failed(let refusal): say("not saved: \(refusal)", isProblem: true)
    case .needsChoice(let refusal, let ways):
      mode = .asking(.saveWay(refusal.reason, ways, thenQuit: thenQuits))
    case .changedOutside(let change):
      adopt(change)
      if let found = message?.text { say("not saved yet: \(found)", isProblem: true) }
    }
  }

  /// Takes over what other programs made of the file, as one step that can be taken back; what both
  /// changed is listed, to be decided cell by cell.
  package mutating func adopt(_ change: OutsideChange) {
    switch change {
    case .none: return
    case .removed:
      edited.isFileGone = true
      say("another program removed the file; saving writes it anew", isProblem: true)
    case .unusable(let refusal): refuse(refusal)
    case .merged(let merge, let file):
      let shown = schedule
      let index = merge.contents.schedules.firstIndex { $0.identity == shown.identity }
      let before = edited.saved
      apply(
        merge.contents, showing: index ?? min(scheduleIndex, merge.contents.schedules.count - 1),
        name: "changes by another program")
      edited.setSaved(file, before: before)
      guard merge.conflicts.isEmpty else {
        // The list says it; a message would hide what its keys do.
        message = nil
        showConflicts([(merge.conflicts, file)])
        return
      }
      message = Message(
        text: index == nil
          ? "another program removed \(shown.name.quoted()); this is \(schedule.name.quoted())"
          : "another program changed the file; its changes are marked <")
    }
  }

  /// Takes over the document with the edits of a session that died, as one step.
  package mutating func didRecover(_ recovered: EditsTakenOver) {
    endRecovery()
    let before = edited.saved
    let contents = recovered.contents
    apply(contents, showing: min(scheduleIndex, contents.schedules.count - 1), name: "recover")
    if recovered.file != before { edited.setSaved(recovered.file, before: before) }
    message = Message(text: "recovered; not saved yet, u takes it back")
    guard !recovered.conflicts.isEmpty else { return }
    message = nil
    showConflicts(with: recovered.conflicts)
  }

  /// Takes note that those edits were given up.
  package mutating func didDiscardRecovery() {
    endRecovery()
    message = Message(text: "the edits of the session that died are given up")
  }

  private mutating func endRecovery() {
    recoverableEdits = nil
    readOnlyReason = options.isHeldElsewhere && !isHeldElsewhere ? nil : options.readOnlyReason
    dialogs = []
  }
}

// MARK: Another editor

extension EditorState {
  /// Says that the editor has ended because of which this one only looks on.
  mutating func sayOtherEditorEnded() {
    say("the other editor has ended; Enter or the next edit takes over", isProblem: false)
  }

  /// Takes note that this editor has the document now.
  mutating func didTakeOver() {
    isHeldElsewhere = false
    readOnlyReason = nil
    say("the other editor has ended; this one edits now", isProblem: false)
  }
}
