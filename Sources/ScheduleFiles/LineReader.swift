import CLibrary
import JSONText

/// Reads lines from a stream in chunks, in bounded memory.
package final class LineReader {
  private let files = SystemCalls()
  private let descriptor: Int32
  private let path: String
  private let limit: Int
  /// Where read(2) puts the bytes.
  private let buffer: UnsafeMutableRawBufferPointer
  /// The bytes that have not been handed out: the start of a line, and more after a read.
  private var pending: [UInt8] = []
  /// How many of them contain no line end.
  private var searched = 0
  private var isPassingOver = false
  private var atEnd = false
  private var nextLine = 1

  /// The number of bytes per read.
  package static let usualSize = 128 << 10
  /// The most lines in a chunk: the findings of short lines need far more memory than the lines.
  private static let mostLines = 1024

  /// Opens the file at `path`, or standard input for `-`; reads `chunk` bytes at a time. `limit` is the longest line
  /// kept, in bytes, including a CR.
  package init(
    _ path: String, chunk: Int = usualSize, limit: Int = JSONLimits.size
  ) throws(FileError) {
    self.path = path
    self.limit = limit
    descriptor =
      path != "-" ? try FileError.attempt(.open, path, try files.open(path, .input)) : 0
    buffer = .allocate(byteCount: chunk, alignment: 16)
    // A pipe holds 64 KiB, too little to share among threads. Failing to enlarge it is harmless.
    _ = pipe_size_set(descriptor, 1 << 20)
  }

  deinit {
    buffer.deallocate()
    if path != "-" { try? files.close(descriptor) }
  }

  /// Reads the next lines, at least one; nil at the end of the input.
  ///
  /// Lines end in LF or CRLF; the last may lack an end.
  package func next() throws(FileError) -> LineChunk? {
    while true {
      if let end = lineEnd(from: searched) { return handOut(upTo: end + 1) }
      // Discard the start of a line that is too long.
      isPassingOver = isPassingOver || pending.count > limit
      if isPassingOver { pending.removeAll() }
      searched = pending.count
      if atEnd { return pending.isEmpty && !isPassingOver ? nil : handOut(upTo: searched) }
      let got = try FileError.attempt(
        .read, path, try files.retrying(try files.read(descriptor, into: buffer, at: nil)))
      atEnd = got == 0
      pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<got]))
    }
  }

  private func lineEnd(from start: Int) -> Int? {
    pending.withUnsafeBytes { LineChunk.lineEnd(in: $0, from: start) }
  }

  /// Returns whole lines, the first up to `first`; for a line that is too long, only its number.
  private func handOut(upTo first: Int) -> LineChunk {
    var (end, lines) = (first, 1)
    while !isPassingOver, lines < Self.mostLines, let next = lineEnd(from: end) {
      (end, lines) = (next + 1, lines + 1)
    }
    let rest = Array(pending[end...])
    pending.removeSubrange(end...)
    defer {
      (pending, searched, isPassingOver) = (rest, 0, false)
      nextLine += lines
    }
    return LineChunk(bytes: isPassingOver ? [] : pending, firstLine: nextLine, limit: limit)
  }
}

/// Some lines of a stream.
package struct LineChunk: Sendable {
  /// Whole lines; empty for a single line that was too long to keep.
  let bytes: [UInt8]
  /// The number of the first line, counted from 1.
  let firstLine: Int
  /// The longest line kept, in bytes, including a CR.
  let limit: Int

  package init(bytes: [UInt8], firstLine: Int = 1, limit: Int = JSONLimits.size) {
    (self.bytes, self.firstLine, self.limit) = (bytes, firstLine, limit)
  }

  package var size: Int { bytes.count }

  /// Calls `body` with the number and the bytes of each line, without its line end; nil for a line that is too long.
  package func forEachLine(_ body: (_ number: Int, _ text: UnsafeRawBufferPointer?) -> Void) {
    if bytes.isEmpty { return body(firstLine, nil) }
    bytes.withUnsafeBytes { bytes in
      var (start, number) = (0, firstLine)
      while start < bytes.count {
        let end = Self.lineEnd(in: bytes, from: start) ?? bytes.count
        let isCRLF = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(isCRLF ? end - 1 : end)])
        body(number, end - start > limit ? nil : line)
        start = end + 1
        number += 1
      }
    }
  }

  /// Returns the offset of the next LF.
  static func lineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
