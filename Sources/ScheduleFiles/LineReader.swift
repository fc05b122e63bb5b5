import CLibrary
import JSONText
import Synchronization

/// Reads lines from a stream in chunks, in bounded memory.
package final class LineReader {
  private let files = SystemCalls()
  private let descriptor: Int32
  private let closes: Bool
  private let path: String
  /// The last bytes read: the start of a line whose end has not been read.
  private var pending: LineChunk
  /// The end of that line, or the offset searched so far.
  private var searched = 0
  private var isPassingOver = false
  private var atEnd = false
  private var nextLine = 1
  /// Chunks to reuse.
  private let idle = Mutex<[LineChunk]>([])

  private let size: Int
  private let limit: Int
  /// The number of bytes per read.
  package static let usualSize = 128 << 10
  /// The most lines in a chunk: the findings of short lines need far more memory than the lines.
  private static let mostLines = 1024

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - chunk: bytes per read.
  ///   - limit: the longest line kept, in bytes, including a CR.
  /// - Throws: `FileError`.
  package init(
    _ path: String, chunk: Int = usualSize, limit: Int = JSONLimits.size
  ) throws(FileError) {
    self.path = path
    self.limit = limit
    size = chunk
    closes = path != "-"
    descriptor =
      closes ? try FileError.attempt(.open, path, try files.open(path, .input)) : 0
    pending = LineChunk(size: chunk, limit: limit)
    // A pipe holds 64 KiB, too little to share among threads. Failing to enlarge it is harmless.
    _ = pipe_size_set(descriptor, 1 << 20)
  }

  deinit {
    if closes { try? files.close(descriptor) }
  }

  /// Reads the next lines, at least one; nil at the end of the input.
  ///
  /// Lines end in LF or CRLF; the last may lack an end.
  ///
  /// - Throws: `FileError`.
  package func next() throws(FileError) -> LineChunk? {
    while !findsEnd() {
      if atEnd { return pending.count > 0 || isPassingOver ? handOutLine(pending.count) : nil }
      try read()
    }
    let first = searched + 1
    if isPassingOver { return handOutLine(first) }
    let (end, lines) = pending.lines(after: first, atMost: LineReader.mostLines)
    return handOut(lines, end)
  }

  /// Accepts a processed chunk for reuse. Safe to call while another thread is in `next`.
  package func reuse(_ chunk: LineChunk) {
    // Free a chunk that grew for a long line.
    if chunk.size == size { idle.withLock { $0.append(chunk) } }
  }

  /// Reads once and appends the bytes.
  private func read() throws(FileError) {
    if pending.room.isEmpty { pending.grow() }
    let got = try FileError.attempt(
      .read, path,
      try files.retrying(try files.read(descriptor, into: pending.room, at: nil)))
    atEnd = got == 0
    pending.add(got)
  }

  /// Searches for the end of the first line; discards the start of a line that is too long.
  private func findsEnd() -> Bool {
    let rest = UnsafeRawBufferPointer(rebasing: pending.bytes[searched...])
    if let length = LineChunk.lineEnd(in: rest) {
      searched += length
      return true
    }
    isPassingOver = isPassingOver || pending.count > limit
    if isPassingOver { pending.clear() }
    searched = pending.count
    return false
  }

  /// Returns the line that ends at `end`, or a marker if it was too long.
  private func handOutLine(_ end: Int) -> LineChunk {
    let chunk = handOut(1, end)
    if isPassingOver { chunk.becomeTooLong() }
    isPassingOver = false
    return chunk
  }

  /// Returns the given number of lines, up to `end`. The rest begins the next chunk.
  private func handOut(_ lines: Int, _ end: Int) -> LineChunk {
    let chunk = pending
    pending = idle.withLock { $0.popLast() } ?? LineChunk(size: size, limit: limit)
    pending.clear()
    if end < chunk.count { pending.takeRest(of: chunk, after: end) }
    searched = 0
    chunk.firstLine = nextLine
    nextLine += lines
    return chunk
  }
}
