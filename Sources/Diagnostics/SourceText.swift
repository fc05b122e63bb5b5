/// A place in a file as a person looks for it.
package struct SourceLocation: Hashable, Sendable {
  /// The line, from 1. Lines end with LF or CRLF.
  package let line: Int
  /// The column, from 1, counted in characters (Unicode scalars; a byte that is not UTF-8 is one).
  package let column: Int
  /// The place in bytes, from 0.
  package let offset: Int

  /// Joins the three ways to say where.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

/// The bytes of a file, from which every line and column is derived.
///
/// This is the one place where a byte offset becomes a line and a column. The table of line starts is
/// made by the first question, so that a file without findings never pays for it.
package struct SourceText: Sendable {
  /// The text, as it was read.
  package let bytes: [UInt8]
  private var lineStarts: [Int]?
  // Findings are asked for in order: on a long line, counting goes on where it ended before.
  private var last = SourceLocation(line: 1, column: 1, offset: 0)

  /// Wraps the bytes of a file.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Finds line and column of the byte at `offset`; an offset past the end means the end.
  package mutating func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let line = lineIndex(of: offset)
    let goesOn = last.line == line + 1 && last.offset <= offset
    let (start, column) = goesOn ? (last.offset, last.column) : (starts()[line], 1)
    last = SourceLocation(
      line: line + 1, column: column + Self.characterCount(bytes[start..<offset]), offset: offset)
    return last
  }

  /// The bytes of the line that holds `offset`, without its line end, and where it begins.
  package mutating func line(at offset: Int) -> ArraySlice<UInt8> {
    let starts = starts()
    let index = lineIndex(of: min(max(0, offset), bytes.count))
    var end = index + 1 < starts.count ? starts[index + 1] - 1 : bytes.count
    if end > starts[index], bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[starts[index]..<end]
  }

  private mutating func starts() -> [Int] {
    if let lineStarts { return lineStarts }
    var found = [0]
    bytes.withUnsafeBytes { buffer in
      var index = 0
      while index < buffer.count {
        if buffer[index] == UInt8(ascii: "\n") { found.append(index + 1) }
        index += 1
      }
    }
    lineStarts = found
    return found
  }

  private mutating func lineIndex(of offset: Int) -> Int {
    let starts = starts()
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in buffer.count { $0 & 0xC0 != 0x80 } }
  }
}
