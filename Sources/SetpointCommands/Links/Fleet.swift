import CLibrary
import Dispatch
import Synchronization

/// Work with many devices, some of them at a time.
package enum Fleet {
  /// How many devices are dealt with at a time, if nobody says.
  static let usualJobs = 4
  /// The most that are.
  static let mostJobs = 32

  /// Calls `work` for `count` devices, `jobs` at a time, and `emit` with the results in order.
  package static func forEach<Output: Sendable>(
    _ count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Output,
    emit: (Int, Output) -> Void
  ) {
    let board = Board<Output>()
    // Devices are waited for, so that each thread is one of its own, however few processors there are.
    let threads = (0..<min(jobs, count)).compactMap { _ in
      WorkThread {
        while let index = board.takeNext(below: count) { board.put(work(index), at: index) }
      }
    }
    defer { for thread in threads { thread.join() } }
    // Where the system has no thread to spare, this one does all of it.
    if threads.isEmpty {
      while let index = board.takeNext(below: count) { emit(index, work(index)) }
      return
    }
    let progress = LinkProgress()
    for index in 0..<count {
      let output = board.wait(for: index) { done in
        progress.show("waiting for devices, \(done) of \(count) done", of: nil)
      }
      progress.clear()
      emit(index, output)
    }
  }

  /// What is taken and what is done.
  private final class Board<Output: Sendable>: Sendable {
    private struct State {
      var next = 0
      var done: [Int: Output] = [:]
      var doneCount = 0
    }

    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    func takeNext(below count: Int) -> Int? {
      state.withLock { state in
        guard state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func put(_ output: Output, at index: Int) {
      state.withLock {
        $0.done[index] = output
        $0.doneCount += 1
      }
      isDone.signal()
    }

    /// Waits for a result; `watch` is told each second how many there are.
    func wait(for index: Int, watch: (Int) -> Void) -> Output {
      while true {
        if let output = state.withLock({ $0.done.removeValue(forKey: index) }) { return output }
        if isDone.wait(timeout: .now() + 1) == .timedOut { watch(state.withLock(\.doneCount)) }
      }
    }
  }
}
