import CLibrary
import Dispatch
import ScheduleFiles
import Synchronization

/// Working on many inputs at once while their results come in the order of the inputs.
enum ParallelMap {
  /// How many inputs of usual weight may be under way, or wait for one before them.
  private static let usualRoom = 3 * activeProcessors
  private static let activeProcessors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// A result to come.
  private final class Slot<Output: Sendable>: Sendable {
    private let output = Mutex<Output?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func fill(_ output: Output) {
      self.output.withLock { $0 = output }
      isThere.signal()
    }

    func wait() -> Output? {
      isThere.wait()
      return output.withLock { $0.take() }
    }
  }

  /// Calls `work` for inputs on all processors, and `emit` with the results in order.
  ///
  /// - Parameters:
  ///   - room: how many inputs may be worked on at a time; nil for as many as keep all processors busy.
  ///   - next: gives the next input; nil behind the last.
  ///   - isReady: whether `next` gives one without waiting for somebody; if not, all results are
  ///     emitted first.
  ///   - weight: how much of the room an input takes, usually 1: what is under way and waits, and so
  ///     the memory, is bounded by it.
  ///   - work: makes the result of an input, on any thread.
  ///   - emit: takes an input and its result.
  /// - Throws: what `next` or `isReady` throws, behind the results of all inputs before.
  static func forEach<Input: Sendable, Output: Sendable, Failure: Error>(
    room: Int? = nil, next: () throws(Failure) -> Input?,
    isReady: (() throws(Failure) -> Bool)? = nil,
    weight: (Input) -> Int = { _ in 1 }, work: @escaping @Sendable (Input) -> Output,
    emit: (Input, Output) -> Void
  ) throws(Failure) {
    var pending: [(input: Input, slot: Slot<Output>)] = []
    var load = 0
    let room = room ?? usualRoom
    let hasThreads = SpareThreads.areThere(activeProcessors)
    func emitFirst() {
      let (input, slot) = pending.removeFirst()
      load -= weight(input)
      if let output = slot.wait() { emit(input, output) }
    }
    // Also where the rest cannot be had.
    defer { while !pending.isEmpty { emitFirst() } }
    while true {
      while !pending.isEmpty {
        if load < room, try isReady?() ?? true { break }
        emitFirst()
      }
      guard let input = try next() else { return }
      let slot = Slot<Output>()
      pending.append((input, slot))
      load += weight(input)
      if hasThreads {
        DispatchQueue.global().async { slot.fill(work(input)) }
      } else {
        slot.fill(work(input))
      }
    }
  }

  /// The same for a list whose inputs cost little each.
  ///
  /// `work` takes some at a time, and gives a result for each: more of them after those that gave nothing,
  /// one alone after those that gave much.
  static func forEach<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], size: @Sendable (Output) -> Int,
    work: @escaping @Sendable (ArraySlice<Input>) -> [Output], emit: (Input, Output) -> Void
  ) {
    var start = 0
    var count = 8
    guard inputs.count > count else {
      // One turn, for which starting a thread would take longer than most of its work.
      for (input, output) in zip(inputs, work(inputs[...])) { emit(input, output) }
      return
    }
    forEach(
      next: { () -> Range<Int>? in
        let end = min(start + count, inputs.count)
        defer { start = end }
        return start < end ? start..<end : nil
      }, work: { range in work(inputs[range]) },
      emit: { range, outputs in
        let most = outputs.map(size).max() ?? 0
        count = most == 0 ? 32 : most > 100 ? 1 : 8
        for (input, output) in zip(inputs[range], outputs) { emit(input, output) }
      })
  }
}
