import Dispatch
import Synchronization

/// Brings journals to the disk beside everything else: fsync may take long, and the user types on.
///
/// What comes while one is on its way is done together.
final class JournalSync: Sendable {
  private struct State {
    var journal: JournalFile?
    var isFolderDone = false
    var requested = 0
    var done = 0
    var failure: CallFailure?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "journal")

  /// Asks for what `journal` holds now to be brought to the disk, soon.
  func request(_ journal: JournalFile) {
    state.withLock { state in
      if state.journal !== journal { state.isFolderDone = false }
      state.journal = journal
      state.requested += 1
    }
    queue.async { [weak self] in self?.work() }
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
  func wait() { queue.sync {} }

  private func work() {
    let (journal, number, done, isFolderDone) = state.withLock {
      ($0.journal, $0.requested, $0.done, $0.isFolderDone)
    }
    guard let journal, done < number else { return }
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
      if failure == nil { state.done = max(state.done, number) }
      if failure == nil, state.journal === journal { state.isFolderDone = hasName }
    }
  }
}
