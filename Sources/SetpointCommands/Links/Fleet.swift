import CLibrary
import Dispatch
import Synchronization

/// Runs operations on many devices in parallel.
package enum Fleet {
  /// The default number of parallel devices.
  static let usualJobs = 4
  /// The maximum number of parallel devices.
  static let mostJobs = 32

  /// Calls `work` for `count` devices, `jobs` at a time, and `emit` with the results in order.
  package static func forEach<Output: Sendable>(
    _ count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Output,
    emit: (Int, Output) -> Void
  ) {
    let board = Board<Output>()
    // Threads mostly wait for devices, so their number is independent of the processors.
    let threads = (0..<min(jobs, count)).compactMap { _ in
      WorkThread {
        while let index = board.takeNext(below: count) { board.put(work(index), at: index) }
      }
    }
    defer { for thread in threads { thread.join() } }
    // Without threads, do all the work here.
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

  /// The next index and the results.
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

    /// Waits for a result; calls `watch` every second with the number of results.
    func wait(for index: Int, watch: (Int) -> Void) -> Output {
      while true {
        if let output = state.withLock({ $0.done.removeValue(forKey: index) }) { return output }
        if isDone.wait(timeout: .now() + 1) == .timedOut { watch(state.withLock(\.doneCount)) }
      }
    }
  }
}
