import CLibrary
import Synchronization

/// Brings journals to the disk beside everything else: fsync may take long, and the user types on.
///
/// What comes while one is on its way is done together.
final class JournalSync: @unchecked Sendable {
  private struct State {
    var journal: JournalFile?
    var isFolderDone = false
    var requested = 0
    var done = 0
    var isAtWork = false
    var failure: CallFailure?
  }

  private let state = Mutex(State())
  /// Only the editor's own thread starts it and waits for it.
  private var thread: WorkThread?

  /// Asks for what `journal` holds now to be brought to the disk, soon.
  func request(_ journal: JournalFile) {
    let isIdle = state.withLock { state in
      if state.journal !== journal { state.isFolderDone = false }
      state.journal = journal
      state.requested += 1
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    guard isIdle else { return }
    thread?.join()
    thread = WorkThread { [self] in work() }
    if thread == nil { work() }
  }

  /// Forgets the journal, which is about to be removed.
  func forget() { state.withLock { $0.journal = nil } }

  /// Why the last attempt failed, told once.
  func takeFailure() -> CallFailure? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Returns when everything asked for so far was attempted.
  func wait() {
    thread?.join()
    thread = nil
  }

  /// Brings to the disk what was asked for, and what is asked for meanwhile.
  private func work() {
    while let (journal, number, isFolderDone) = next() {
      var failure: CallFailure?
      var hasName = isFolderDone
      do throws(CallFailure) {
        try journal.synchronize()
        if !hasName { hasName = journal.synchronizeFolder() }
      } catch {
        failure = error
      }
      state.withLock { state in
        state.failure = failure
        state.done = number
        if failure == nil, state.journal === journal { state.isFolderDone = hasName }
      }
    }
  }

  /// What is to be done; nil at the end of the work.
  private func next() -> (JournalFile, number: Int, isFolderDone: Bool)? {
    state.withLock { state in
      guard let journal = state.journal, state.done < state.requested else {
        state.isAtWork = false
        return nil
      }
      return (journal, state.requested, state.isFolderDone)
    }
  }
}
