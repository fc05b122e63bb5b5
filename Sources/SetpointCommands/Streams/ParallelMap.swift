import CLibrary
import Synchronization

/// Working on many inputs at once while their results come in the order of the inputs.
///
/// Every thread does the same: it reads inputs ahead while nobody else does, works on one and emits what is
/// due. None only hands out work, since what is handed on is waited for twice: by who gets it, and
/// by who wants the result.
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
    let threads = min(threads ?? .max, activeProcessors)
    let inputs = OrderedWork(room: 3 * threads, next: next, weight: weight, emit: emit)
    // Where the system gives fewer threads, they do more.
    let others = (1..<threads).compactMap { _ in WorkThread { inputs.takePart(work) } }
    inputs.takePart(work)
    for thread in others { thread.join() }
    try inputs.end()
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
