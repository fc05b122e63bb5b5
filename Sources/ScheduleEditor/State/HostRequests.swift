import Diagnostics
import ScheduleModel
import ScheduleRules

// What the editor asks its host to do.

extension EditorState {
  /// Saves, unless there are undecided conflicts.
  mutating func save(thenQuit quits: Bool) {
    guard !conflicts.isEmpty else { return save(.careful, thenQuit: quits) }
    mode = .browsing
    say("not saved: another program changed \(conflictCount)", isProblem: true, .conflicts)
  }

  /// Saves in a way that the user chose, and quits if that succeeds.
  mutating func save(_ way: SaveWay, thenQuit quits: Bool) {
    mode = .browsing
    do {
      edited.didSave(try host.save(contents, after: edited.history, way))
      conflicts = []
      let errors = problems.count { $0.severity == .error }
      say(
        "saved \((options.savedName ?? options.fileName).printable)"
          + (errors > 0 ? ", with \(counted(errors, "error"))" : ""))
      if quits { request = .quit }
    } catch {
      request = .ring
      switch error {
      case .failed(let refusal): say("not saved: \(refusal)", isProblem: true)
      case .needsChoice(let refusal, let ways):
        mode = .asking(.saveWay(refusal.reason, ways, thenQuit: quits))
      case .changedOutside(let change):
        adopt(change)
        if let message { say("not saved: \(message.text)", isProblem: true, message.remedy) }
      }
    }
  }

  mutating func saveCopy(as path: String) throws(Refusal) {
    try host.saveCopy(contents, to: options.expandingHome(path))
    say("saved a copy as \(path.printable)")
  }

  mutating func writePicture(to path: String) throws(Refusal) {
    try host.writePicture(
      of: schedule, clock: clock, firstDay: layout.firstDay, path: options.expandingHome(path))
    say("wrote a picture to \(path.printable)")
  }

  /// Returns whether edits are allowed, after taking the document over from an editor that has ended; otherwise shows
  /// why not.
  mutating func allowsEdits() -> Bool {
    guard screen.grid != nil else {
      refuse(Refusal("the screen is too small to edit on"))
      return false
    }
    if isHeldElsewhere {
      do {
        try host.takeOver()
      } catch {
        refuse(error)
        return false
      }
      didTakeOver()
      adopt(host.outsideChange(contents))
      if let edits = host.recoverableEdits {
        showRecovery(edits)
        return false
      }
    }
    guard let readOnlyReason else { return true }
    refuse(Refusal(readOnlyReason))
    return false
  }
}
