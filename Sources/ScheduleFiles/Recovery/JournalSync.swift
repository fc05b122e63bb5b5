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
    /// How often the queue was asked and has not begun.
    var queued = 0
    var done = 0
    var failure: CallFailure?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "journal")

  /// Asks for what `journal` holds now to be brought to the disk, soon.
  func request(_ journal: JournalFile) {
    let isIdle = state.withLock { state in
      if state.journal !== journal { state.isFolderDone = false }
      state.journal = journal
      state.requested += 1
      return state.queued == 0
    }
    // The queue makes a thread where it has none at work.
    guard !isIdle || SpareThreads.areThere(1) else { return queue.sync { work() } }
    state.withLock { $0.queued += 1 }
    queue.async { [weak self] in
      self?.state.withLock { $0.queued -= 1 }
      self?.work()
    }
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
