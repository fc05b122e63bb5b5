package import ScheduleFiles

/// A line of a stream and its number, from 1.
package struct StreamRecord: Sendable {
  /// The number.
  let number: Int
  /// The line.
  let line: LineReader.Line

  /// Numbers a line.
  package init(number: Int, line: LineReader.Line) {
    self.number = number
    self.line = line
  }

  /// The bytes of a document; nil for a line that is too long to be one.
  var bytes: ArraySlice<UInt8>? {
    if case .text(let bytes) = line { bytes } else { nil }
  }

  /// Whether the line is empty, and no record.
  var isBlank: Bool { bytes?.allSatisfy { $0 == 0x20 || $0 == 0x09 } ?? false }
}

extension LineReader {
  /// Calls `work` with the records of the stream, some at a time and on all processors, and `emit`
  /// with the results in order.
  ///
  /// - Throws: `SystemError`.
  mutating func forEachRecord<Output: Sendable>(
    work: @Sendable ([StreamRecord]) -> Output, emit: (Output) -> Void
  ) throws(SystemError) {
    var number = 0
    while let lines = try next() {
      let records = lines.map { line in
        number += 1
        return StreamRecord(number: number, line: line)
      }
      // Pieces small enough to keep all processors busy, large enough not to be felt.
      let pieces = stride(from: 0, to: records.count, by: 64).map {
        Array(records[$0..<min($0 + 64, records.count)])
      }
      for output in ParallelMap.map(pieces, work) { emit(output) }
    }
  }
}
