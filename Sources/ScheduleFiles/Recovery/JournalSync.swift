import Synchronization
import CLibrary

/// Brings journals to the disk beside everything else: fsync may take long, and the person types on.
///
/// The thread sleeps in read(2) until there is something to do; what comes meanwhile is done together.
final class JournalSync: Sendable {
  private struct State {
    var journal: JournalFile?
    var isFolderDone = false
    var requested = 0
    var done = 0
    var failure: CallFailure?
  }

  private let state = Mutex(State())
  private let wakeUp: Int32

  /// Starts the thread; nil when the system has none to give.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (sleep, wakeUp) = (ends[0], ends[1])
    self.wakeUp = wakeUp
    let isStarted = BlockingThread.start { [weak self] in
      var byte: UInt8 = 0
      while true {
        let count = read(sleep, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1, let self else { break }
        self.work()
      }
      close(sleep)
    }
    if !isStarted {
      close(sleep)
      close(wakeUp)
      return nil
    }
  }

  deinit { close(wakeUp) }

  /// Asks for what `journal` holds now to be brought to the disk, soon.
  func request(_ journal: JournalFile) {
    state.withLock { state in
      if state.journal !== journal { state.isFolderDone = false }
      state.journal = journal
      state.requested += 1
    }
    var byte: UInt8 = 1
    _ = write(wakeUp, &byte, 1)
  }

  /// Forgets the journal, which is about to be removed.
  func forget() { state.withLock { $0.journal = nil } }

  /// Whether everything asked for so far is on the disk.
  var isDone: Bool { state.withLock { $0.done == $0.requested } }

  /// Why the last attempt failed, told once.
  func takeFailure() -> CallFailure? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  private func work() {
    let (journal, number, isFolderDone) = state.withLock {
      ($0.journal, $0.requested, $0.isFolderDone)
    }
    guard let journal, !state.withLock({ $0.done >= number }) else { return }
    var failure: CallFailure?
    do throws(CallFailure) {
      try journal.synchronize()
      if !isFolderDone { journal.synchronizeFolder() }
    } catch {
      failure = error
    }
    state.withLock { state in
      state.failure = failure
      if failure == nil { state.done = max(state.done, number) }
      if failure == nil, state.journal === journal { state.isFolderDone = true }
    }
  }
}
