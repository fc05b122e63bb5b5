import ScheduleFiles

/// A line of a stream and its number, from 1.
package struct StreamRecord: Sendable {
  /// The number.
  let number: Int
  /// The bytes of a document; nil for a line that is too long to be one.
  let bytes: [UInt8]?

  /// Numbers a line.
  package init(number: Int, bytes: [UInt8]?) {
    self.number = number
    self.bytes = bytes
  }

  /// Numbers a line of a chunk.
  init(number: Int, text: UnsafeRawBufferPointer?) {
    self.init(number: number, bytes: text.map { Array($0) })
  }

  /// Whether the line is empty, and no record.
  var isBlank: Bool { bytes?.allSatisfy { $0 == 0x20 || $0 == 0x09 } ?? false }
}

extension LineReader {
  /// Calls `work` with some lines of the stream at a time, on all processors, and `emit` with the
  /// results in order.
  ///
  /// - Throws: `FileError`.
  func forEachChunk<Output: Sendable>(
    work: @escaping @Sendable (LineChunk) -> Output, emit: (Output) -> Void
  ) throws(FileError) {
    try ParallelMap.forEach(
      next: { () throws(FileError) in try next() }, isReady: { isReady },
      // Long lines take memory themselves, many short ones by what is said of them.
      weight: { max(1, $0.size >> 16, $0.lineCount >> 11) }, work: work,
      emit: { (chunk: LineChunk, output: Output) throws(FileError) in
        emit(output)
        reuse(chunk)
      })
  }
}
