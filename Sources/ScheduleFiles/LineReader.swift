import CLibrary
import JSONText

/// Reads a stream of lines in bounded memory, some at a time, which can be worked on together.
package final class LineReader {
  private let files = SystemCalls()
  private let descriptor: Int32
  private let closes: Bool
  private let path: String
  /// What was read last: a line whose end was not read yet.
  private var pending: LineChunk
  /// How far the end of that line was looked for.
  private var searched = 0
  private var isPassingOver = false
  private var atEnd = false
  private var nextLine = 1
  /// Chunks that were worked on.
  private var idle: [LineChunk] = []

  private let size: Int
  private let limit: Int
  /// How many lines are handed out at most: what is said of short lines takes far more memory than they do.
  private static let mostLines = 2048

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - chunk: how many bytes are read at a time.
  ///   - limit: the longest line that is kept, in bytes with a CR at its end.
  /// - Throws: `FileError`.
  package init(
    _ path: String, chunk: Int = 128 << 10, limit: Int = JSONLimits.size
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

  /// Whether more can be read without waiting for it.
  package var isReady: Bool {
    if searched < pending.count { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Reads the next lines, at least one; nil at the end of the input.
  ///
  /// LF and CRLF end a line; the last one may have no end.
  ///
  /// - Throws: `FileError`.
  package func next() throws(FileError) -> LineChunk? {
    while true {
      if let chunk = wholeLines() { return chunk }
      if atEnd { break }
      try read()
    }
    guard pending.count > 0 || isPassingOver else { return nil }
    if isPassingOver { pending.becomeTooLong() }
    isPassingOver = false
    return handOut(behind: pending.count)
  }

  /// Takes back a chunk that was worked on.
  package func reuse(_ chunk: LineChunk) {
    // One that grew for a long line is given back to the system.
    if chunk.size == size { idle.append(chunk) }
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

  /// Hands out the lines whose ends were read; nil when there is none yet.
  private func wholeLines() -> LineChunk? {
    let bytes = pending.bytes
    guard
      let first = LineChunk.lineEnd(in: UnsafeRawBufferPointer(rebasing: bytes[searched...]))
        .map({ $0 + searched })
    else {
      searched = bytes.count
      if isPassingOver || bytes.count > limit { passOver() }
      return nil
    }
    if isPassingOver {
      isPassingOver = false
      let chunk = handOut(behind: first + 1)
      chunk.becomeTooLong()
      return chunk
    }
    return handOut(behind: pending.end(ofLines: LineReader.mostLines))
  }

  /// Drops the beginning of a line that is too long.
  private func passOver() {
    isPassingOver = true
    pending.clear()
    searched = 0
  }

  /// Hands out the pending chunk up to `end`; the rest is the beginning of the next.
  private func handOut(behind end: Int) -> LineChunk {
    let chunk = pending
    pending = idle.popLast() ?? LineChunk(size: size, limit: limit)
    pending.clear()
    if end < chunk.count { pending.takeRest(of: chunk, behind: end) }
    searched = 0
    chunk.number(firstLine: nextLine)
    nextLine += chunk.lineCount
    return chunk
  }
}
