import CLibrary
import Synchronization

/// Synchronizes journals on a thread, since fsync may take long while the user types.
///
/// Requests that arrive during a synchronization are combined.
final class JournalSync: @unchecked Sendable {
  private struct State {
    var journal: JournalFile?
    var isRequested = false
    var isAtWork = false
    var failure: CallFailure?
  }

  private let state = Mutex(State())
  /// Used only by the editor's thread.
  private var thread: WorkThread?

  /// Requests that the current content of `journal` be written to disk.
  func request(_ journal: JournalFile) {
    let isIdle = state.withLock { state in
      (state.journal, state.isRequested) = (journal, true)
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    guard isIdle else { return }
    thread?.join()
    thread = WorkThread { [self] in work() }
    if thread == nil { work() }
  }

  func forget() { state.withLock { ($0.journal, $0.failure) = (nil, nil) } }

  /// Returns the last failure, and clears it. A later success does not: data may be lost all the same.
  func takeFailure() -> CallFailure? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Waits until all requests were attempted.
  func wait() {
    thread?.join()
    thread = nil
  }

  /// Serves requests until there are none.
  private func work() {
    while let journal = next() {
      do throws(CallFailure) {
        try journal.synchronize()
      } catch {
        state.withLock { if $0.journal === journal { $0.failure = error } }
      }
    }
  }

  /// Takes the next request; nil when there is none.
  private func next() -> JournalFile? {
    state.withLock { state in
      guard let journal = state.journal, state.isRequested else {
        state.isAtWork = false
        return nil
      }
      state.isRequested = false
      return journal
    }
  }
}
