import JSONText
import CLibrary

/// Reads a stream of lines in bounded memory, in groups that can be worked on together.
package struct LineReader: ~Copyable {
  /// A line, or what stands for one that is too long to be kept.
  package enum Line: Sendable {
    /// The bytes without their line end; lines of a group share their memory.
    case text(ArraySlice<UInt8>)
    /// A line of more bytes than the limit; they were passed over.
    case tooLong
  }

  private let descriptor: Int32
  private let closes: Bool
  private let path: String
  /// The beginning of a line whose end was not read yet.
  private var pending: [UInt8] = []
  private var isPassingOver = false
  private var atEnd = false

  private let chunk: Int
  private let limit: Int

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - chunk: how many bytes are read at a time; a group of lines is about as large.
  ///   - limit: the longest line that is kept, in bytes with a CR at its end.
  /// - Throws: `SystemError`.
  package init(
    _ path: String, chunk: Int = 4 << 20, limit: Int = JSONLimits.size
  ) throws(SystemError) {
    self.path = path
    self.chunk = chunk
    self.limit = limit
    closes = path != "-"
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(.open, path: path, number: errno) }
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// Reads the next lines, at least one; nil at the end of the input.
  ///
  /// LF and CRLF end a line; the last one may have no end.
  ///
  /// - Throws: `SystemError`.
  package mutating func next() throws(SystemError) -> [Line]? {
    while !atEnd {
      let bytes = try read(behind: pending)
      atEnd = bytes.count == pending.count
      if atEnd { break }
      let lines = split(bytes)
      if !lines.isEmpty { return lines }
    }
    guard !pending.isEmpty || isPassingOver else { return nil }
    let last = line(pending[...])
    pending = []
    return [last]
  }

  /// Cuts `bytes` into lines; what follows the last line end is kept for the next time.
  private mutating func split(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while let end = Self.lineEnd(in: bytes, from: start) {
      lines.append(line(bytes[start..<end]))
      start = end + 1
    }
    isPassingOver = isPassingOver || bytes.count - start > limit
    pending = isPassingOver ? [] : Array(bytes[start...])
    return lines
  }

  /// Makes a line of bytes that are whole.
  private mutating func line(_ bytes: ArraySlice<UInt8>) -> Line {
    defer { isPassingOver = false }
    if isPassingOver || bytes.count > limit { return .tooLong }
    return .text(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
  }

  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer -> Int? in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Reads once, and returns what was read behind the bytes that are there already.
  private func read(behind first: [UInt8]) throws(SystemError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: first.count + chunk) { buffer, count in
      _ = buffer.update(fromContentsOf: first)
      let free = buffer.baseAddress.map { $0 + first.count }
      var got = 0
      repeat {
        got = CLibrary.read(descriptor, free, chunk)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = first.count + max(0, got)
    }
    guard failure == 0 else { throw SystemError(.read, path: path, number: failure) }
    return bytes
  }
}
