import Diagnostics
package import ScheduleModel
import TwoWayTable

/// What becomes of the file: saved by this editor, changed by others, recovered.
extension EditorState {
  /// Takes note that the file now holds what the editor does.
  package mutating func didSave() {
    setSaved(contents)
    mode = .browsing
    message = Message(text: "saved \(options.fileName.printable)")
  }

  /// Takes note that nothing was saved, and why.
  package mutating func didNotSave(_ outcome: SaveOutcome, thenQuits: Bool) {
    mode = .browsing
    switch outcome {
    case .saved: break
    case .failed(let reason): message = Message(text: "not saved: \(reason)", isProblem: true)
    case .needsChoice(let reason, let ways):
      mode = .asking(.saveWay(reason, ways, thenQuit: thenQuits))
    case .changedOutside(let change):
      adopt(change)
      if let found = message?.text {
        message = Message(text: "not saved yet: \(found)", isProblem: true)
      }
    }
  }

  /// Takes over what other programs made of the file, as one step that can be taken back; what both
  /// changed is listed, to be decided cell by cell.
  package mutating func adopt(_ change: OutsideChange) {
    switch change {
    case .none: return
    case .removed:
      isFileGone = true
      message = Message(
        text: "another program removed the file; saving writes it anew", isProblem: true)
    case .unusable(let reason): message = Message(text: reason, isProblem: true)
    case .merged(let merge, let file):
      let before = savedContents
      setSaved(file, before: before)
      let name = schedule.name
      let index = merge.contents.schedules.firstIndex { $0.name == name } ?? 0
      perform(merge.contents, showing: index, name: "changes by another program")
      let text = "another program changed the file"
      guard merge.conflicts.isEmpty else {
        // The list says it; a message would hide what its keys do.
        message = nil
        showConflicts(merge.conflicts, file)
        return
      }
      message = Message(text: "\(text); its changes are marked <")
    }
  }

  /// Takes over the document with the edits of a session that died, as one step.
  package mutating func didRecover(_ recovered: Contents) {
    endRecovery()
    perform(recovered, showing: min(scheduleIndex, recovered.schedules.count - 1), name: "recover")
    message = Message(text: "recovered; not saved yet, u takes it back")
  }

  /// Takes note that those edits were given up, or why that failed.
  package mutating func didDiscardRecovery(failure: String?) {
    if let failure {
      message = Message(text: "not discarded: \(failure)", isProblem: true)
      return
    }
    endRecovery()
    message = Message(text: "the edits of the session that died are given up")
  }

  private mutating func endRecovery() {
    recoverableEdits = nil
    readOnlyReason = options.readOnlyReason
    dialogs.popToRoot()
  }
}
