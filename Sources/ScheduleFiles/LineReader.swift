import CLibrary
import JSONText
import Synchronization

/// Reads a stream of lines in bounded memory, some at a time, which can be worked on together.
package final class LineReader {
  private let files = SystemCalls()
  private let descriptor: Int32
  private let closes: Bool
  private let path: String
  /// What was read last: a line whose end was not read yet.
  private var pending: LineChunk
  /// Where the end of that line is, or how far it was looked for.
  private var searched = 0
  private var isPassingOver = false
  private var atEnd = false
  private var nextLine = 1
  /// Chunks that were worked on.
  private let idle = Mutex<[LineChunk]>([])

  private let size: Int
  private let limit: Int
  /// How many bytes are read at a time.
  package static let usualSize = 128 << 10
  /// How many lines are handed out at most: what is said of short lines takes far more memory than they do.
  private static let mostLines = 1024

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - chunk: how many bytes are read at a time.
  ///   - limit: the longest line that is kept, in bytes with a CR at its end.
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
    // A pipe holds 64 KiB, which is little to share out; where it may not hold more, it does not.
    _ = pipe_size_set(descriptor, 1 << 20)
  }

  deinit {
    if closes { try? files.close(descriptor) }
  }

  /// Reads the next lines, at least one; nil at the end of the input.
  ///
  /// LF and CRLF end a line; the last one may have no end.
  ///
  /// - Throws: `FileError`.
  package func next() throws(FileError) -> LineChunk? {
    while !findsEnd() {
      if atEnd { return pending.count > 0 || isPassingOver ? handOutLine(pending.count) : nil }
      try read()
    }
    let first = searched + 1
    if isPassingOver { return handOutLine(first) }
    let (end, lines) = pending.lines(behind: first, atMost: LineReader.mostLines)
    return handOut(lines, end)
  }

  /// Takes back a chunk that was worked on, also while another thread is in `next`.
  package func reuse(_ chunk: LineChunk) {
    // One that grew for a long line is given back to the system.
    if chunk.size == size { idle.withLock { $0.append(chunk) } }
  }

  /// Reads once, behind the bytes that are there already.
  private func read() throws(FileError) {
    if pending.room.isEmpty { pending.grow() }
    let got = try FileError.attempt(
      .read, path,
      try files.retrying(try files.read(descriptor, into: pending.room, at: nil)))
    atEnd = got == 0
    pending.add(got)
  }

  /// Looks for the end of the first line in what was read; drops the beginning of a line that is too long.
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

  /// Hands out the line that ends at `end`, or what stands for it where its beginning was dropped.
  private func handOutLine(_ end: Int) -> LineChunk {
    let chunk = handOut(1, end)
    if isPassingOver { chunk.becomeTooLong() }
    isPassingOver = false
    return chunk
  }

  /// Hands out so many lines, up to `end`; the rest is the beginning of the next chunk.
  private func handOut(_ lines: Int, _ end: Int) -> LineChunk {
    let chunk = pending
    pending = idle.withLock { $0.popLast() } ?? LineChunk(size: size, limit: limit)
    pending.clear()
    if end < chunk.count { pending.takeRest(of: chunk, behind: end) }
    searched = 0
    chunk.firstLine = nextLine
    nextLine += lines
    return chunk
  }
}
