import CLibrary
import Dispatch
import Synchronization

/// Processes inputs in parallel and emits the results in order.
package enum ParallelMap {
  package static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Calls `work` for inputs on several threads, and `emit` with the results in order.
  ///
  /// A result is emitted as soon as all before it are, even while `next` blocks.
  ///
  /// - Parameters:
  ///   - threads: the number of parallel inputs.
  ///   - next: returns the next input; nil at the end. Called by one thread at a time.
  ///   - weight: the memory of an input relative to others, usually 1. `room` limits the total weight of inputs and
  ///     results in memory.
  ///   - room: the limit, by default three per thread.
  ///   - work: returns the result of an input, on any thread.
  ///   - emit: receives an input and its result. Called by one thread at a time, while another may be in `next`.
  /// - Throws: what `next` throws, after the results of all inputs before.
  package static func forEach<Input: Sendable, Output: Sendable, Failure: Error>(
    threads: Int, next: @escaping () throws(Failure) -> Input?,
    weight: @escaping (Input) -> Int = { _ in 1 }, room: Int? = nil,
    work: @escaping @Sendable (Input) -> Output, emit: @escaping (Input, Output) -> Void
  ) throws(Failure) {
    let threads = max(1, threads)
    let line = OrderedLine(
      room: room ?? 3 * threads, next: next, weight: weight, work: work, emit: emit)
    // If the system has fewer threads, each does more.
    let others = (1..<threads).compactMap { _ in WorkThread { line.takePart() } }
    line.takePart()
    for thread in others { thread.join() }
    try line.end()
  }
}

/// A queue of inputs and their results, which leave it in order.
///
/// Every thread reads an input while no other does, processes it, and emits the results that are due.
private final class OrderedLine<Input: Sendable, Output: Sendable, Failure: Error>:
  @unchecked Sendable
{
  // One thread at a time is in `next`, and one in `emit`, guarded by `reading` and the state.
  private let next: () throws(Failure) -> Input?
  private let weight: (Input) -> Int
  private let work: @Sendable (Input) -> Output
  private let emit: (Input, Output) -> Void

  private struct State {
    /// The results not emitted yet, from number `first` on; nil while the input is being processed.
    var first = 0
    var line: [(weight: Int, result: (Input, Output)?)] = []
    var isEmitting = false

    /// Removes the first result if it is complete; the caller must emit it.
    mutating func takeDue() -> (Input, Output)? {
      let due = line.first?.result
      isEmitting = due != nil
      return due
    }
  }

  private let state = Mutex(State())
  /// The result of `next` at the end.
  private let reading = Mutex<Result<Void, Failure>?>(nil)
  private let room: Int
  private let free: DispatchSemaphore

  init(
    room: Int, next: @escaping () throws(Failure) -> Input?, weight: @escaping (Input) -> Int,
    work: @escaping @Sendable (Input) -> Output, emit: @escaping (Input, Output) -> Void
  ) {
    (self.room, self.next, self.weight, self.work, self.emit) = (room, next, weight, work, emit)
    free = DispatchSemaphore(value: 0)
    for _ in 0..<room { free.signal() }
  }

  /// Reads, processes and emits on this thread, together with other threads, until all is done.
  func takePart() {
    while let (number, input) = read() { finish(number, input, work(input)) }
  }

  /// Throws what `next` threw.
  func end() throws(Failure) { try reading.withLock { $0 }?.get() }

  /// Returns the next input and its number, once there is room for it.
  private func read() -> (Int, Input)? {
    reading.withLock { end in
      guard end == nil else { return nil }
      free.wait()
      do throws(Failure) {
        guard let input = try next() else {
          end = .success(())
          return nil
        }
        let taken = min(max(weight(input), 1), room)
        for _ in 1..<taken { free.wait() }
        return state.withLock { state in
          state.line.append((taken, nil))
          return (state.first + state.line.count - 1, input)
        }
      } catch {
        end = .failure(error)
        return nil
      }
    }
  }

  /// Stores the result of an input, and emits all that are due unless another thread does.
  private func finish(_ number: Int, _ input: Input, _ output: Output) {
    var due = state.withLock { state in
      state.line[number - state.first].result = (input, output)
      return state.isEmitting ? nil : state.takeDue()
    }
    while let (input, output) = due {
      emit(input, output)
      due = state.withLock { state in
        for _ in 0..<state.line.removeFirst().weight { free.signal() }
        state.first += 1
        return state.takeDue()
      }
    }
  }
}

/// Checks large documents one at a time: each may need most of the permitted memory.
package enum LargeDocuments {
  private static let turn = Mutex(())
  /// The size in bytes from which a document is large: 256 KiB.
  package static let size = 256 << 10

  /// Runs `work` on a text of `count` bytes, exclusively if it is large.
  package static func inTurn<Result: Sendable, Failure: Error>(
    _ count: Int, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard count >= size else { return try work() }
    return try turn.withLock { _ throws(Failure) in
      defer { memory_trim() }
      return try work()
    }
  }
}
