import CLibrary
import Dispatch
import Synchronization

/// Working on many inputs at once while their results come in the order of the inputs.
package enum ParallelMap {
  private static let activeProcessors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Calls `work` for inputs on all processors, and `emit` with the results in order.
  ///
  /// A result is emitted as soon as all before it are, also while `next` waits for somebody.
  ///
  /// - Parameters:
  ///   - threads: how many inputs are worked on at a time; nil for as many as there are processors.
  ///   - next: gives the next input; nil behind the last. Called by one thread at a time.
  ///   - weight: how much of the room an input takes, usually 1: what is read, under way and waits for something
  ///     before it, and so the memory, is bounded by three for each thread.
  ///   - work: makes the result of an input, on any thread.
  ///   - emit: takes an input and its result. Called by one thread at a time, while another may be in `next`.
  /// - Throws: what `next` throws, behind the results of all inputs before.
  package static func forEach<Input: Sendable, Output: Sendable, Failure: Error>(
    threads: Int? = nil, next: @escaping () throws(Failure) -> Input?,
    weight: @escaping (Input) -> Int = { _ in 1 }, work: @escaping @Sendable (Input) -> Output,
    emit: @escaping (Input, Output) -> Void
  ) throws(Failure) {
    let threads = max(1, min(threads ?? .max, activeProcessors))
    let line = OrderedLine(room: 3 * threads, next: next, weight: weight, work: work, emit: emit)
    // Where the system gives fewer threads, they do more.
    let others = (1..<threads).compactMap { _ in WorkThread { line.takePart() } }
    line.takePart()
    for thread in others { thread.join() }
    try line.end()
  }

  /// The same for a list whose inputs cost little each.
  ///
  /// `work` takes some at a time, and gives a result for each: more of them after those that gave nothing,
  /// one alone after those that gave much. No more are taken once `isOver` says so.
  package static func forEach<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], size: @escaping (Output) -> Int, isOver: @escaping () -> Bool = { false },
    work: @escaping @Sendable (ArraySlice<Input>) -> [Output],
    emit: @escaping (Input, Output) -> Void
  ) {
    let usual = 8
    guard inputs.count > usual else {
      // One turn, for which starting a thread would take longer than most of its work.
      for (input, output) in zip(inputs, work(inputs[...])) { emit(input, output) }
      return
    }
    // Results are emitted while inputs are taken.
    let count = Atomic(usual)
    var start = 0
    forEach(
      next: { () -> Range<Int>? in
        let end = min(start + count.load(ordering: .relaxed), inputs.count)
        defer { start = end }
        return start < end && !isOver() ? start..<end : nil
      }, work: { range in work(inputs[range]) },
      emit: { range, outputs in
        let most = outputs.map(size).max() ?? 0
        count.store(most == 0 ? 32 : most > 100 ? 1 : usual, ordering: .relaxed)
        for (input, output) in zip(inputs[range], outputs) { emit(input, output) }
      })
  }
}

/// Inputs in a line, and their results, which leave it in order.
///
/// Every thread does the same: it reads an input while no other does, works on it, and emits what is due.
private final class OrderedLine<Input: Sendable, Output: Sendable, Failure: Error>:
  @unchecked Sendable
{
  // One thread at a time is in `next`, and one in `emit`: `reading` and the state see to that.
  private let next: () throws(Failure) -> Input?
  private let weight: (Input) -> Int
  private let work: @Sendable (Input) -> Output
  private let emit: (Input, Output) -> Void

  private struct State {
    /// What is not emitted yet, from the input of this number on; a result is there where the work is done.
    var first = 0
    var line: [(weight: Int, result: (Input, Output)?)] = []
    var isEmitting = false

    /// The first result, if it is there; then it is the caller's to emit.
    mutating func takeDue() -> (Input, Output)? {
      let due = line.first?.result
      isEmitting = due != nil
      return due
    }
  }

  private let state = Mutex(State())
  /// What `next` ended with.
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

  /// Reads, works and emits on this thread, together with all others that take part, until all is done.
  func takePart() {
    while let (number, input) = read() { finish(number, input, work(input)) }
  }

  /// Throws what `next` threw.
  func end() throws(Failure) { try reading.withLock { $0 }?.get() }

  /// The next input and its number, once there is room for it.
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

  /// Takes the result of an input, and emits all that are due, unless another thread is about that.
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
