import JSONText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a stream of lines in bounded memory, in groups that can be worked on together.
package struct LineReader: ~Copyable {
  /// A line, or what stands for one that is too long to be kept.
  package enum Line: Sendable {
    /// The bytes without their line end.
    case text([UInt8])
    /// A line of more than `JSONLimits.size` bytes; its bytes were passed over.
    case tooLong
  }

  private let descriptor: Int32
  private let closes: Bool
  private let path: String
  private var pending: [UInt8] = []
  private var isPassingOver = false
  private var atEnd = false

  /// How many bytes are read at a time, 1 MiB: a group of lines is about as large.
  private static let chunk = 1 << 20

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// - Throws: `SystemError`.
  package init(_ path: String) throws(SystemError) {
    self.path = path
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
    var lines: [Line] = []
    while lines.isEmpty {
      if atEnd {
        guard !pending.isEmpty || isPassingOver else { return nil }
        return [takeLast()]
      }
      let more = try read()
      if more.isEmpty {
        atEnd = true
      } else {
        split(more, into: &lines)
      }
    }
    return lines
  }

  private mutating func split(_ more: [UInt8], into lines: inout [Line]) {
    var start = more.startIndex
    while let end = more[start...].firstIndex(of: UInt8(ascii: "\n")) {
      pending += more[start..<end]
      lines.append(takeLast())
      start = end + 1
    }
    if isPassingOver { return }
    pending += more[start...]
    if pending.count > JSONLimits.size {
      pending = []
      isPassingOver = true
    }
  }

  /// Takes what was read of a line as the whole of it.
  private mutating func takeLast() -> Line {
    defer {
      pending.removeAll(keepingCapacity: pending.capacity <= Self.chunk)
      isPassingOver = false
    }
    if isPassingOver || pending.count > JSONLimits.size { return .tooLong }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    return .text(pending)
  }

  private func read() throws(SystemError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      var got = 0
      repeat {
        #if canImport(Glibc)
          got = Glibc.read(descriptor, buffer.baseAddress, Self.chunk)
        #else
          got = Darwin.read(descriptor, buffer.baseAddress, Self.chunk)
        #endif
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = max(0, got)
    }
    guard failure == 0 else { throw SystemError(.read, path: path, number: failure) }
    return bytes
  }
}
