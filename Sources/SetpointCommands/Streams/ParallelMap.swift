import Dispatch

/// Working on many inputs at once while their results come in the order of the inputs.
enum ParallelMap {
  /// Calls `work` for all of `inputs` on all processors, and `emit` with the results in order.
  ///
  /// At most `group` inputs are under way or waiting to be emitted, which bounds the memory.
  static func forEach<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], group: Int = 256, work: @Sendable (Input) -> Output,
    emit: (Input, Output) throws -> Void
  ) rethrows {
    var start = 0
    while start < inputs.count {
      let slice = inputs[start..<min(start + group, inputs.count)]
      for (input, output) in zip(slice, map(Array(slice), work)) { try emit(input, output) }
      start += group
    }
  }

  /// Calls `work` for all of `inputs` on all processors; returns the results in order.
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ work: @Sendable (Input) -> Output
  ) -> [Output] {
    guard inputs.count > 1 else { return inputs.map(work) }
    return [Output](unsafeUninitializedCapacity: inputs.count) { buffer, count in
      // Each iteration writes a place of its own.
      nonisolated(unsafe) let start = buffer.baseAddress
      DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
        start?.advanced(by: index).initialize(to: work(inputs[index]))
      }
      count = inputs.count
    }
  }
}
