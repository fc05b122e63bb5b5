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
/// This is the one place where a byte offset becomes a line and a column. A table of line ends is
/// made by the first question, so that a file without findings never pays for it; it counts them by
/// blocks, since a text may be nothing but line ends.
package struct SourceText: Sendable {
  /// The text, as it was read.
  package let bytes: [UInt8]
  /// How many lines end before each block.
  private var lineEnds: [UInt32]?
  private static let block = 4096
  // Findings are asked for in order: on a long line, counting goes on where it ended before.
  private var last = SourceLocation(line: 1, column: 1, offset: 0)

  /// Wraps the bytes of a file.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Finds line and column of the byte at `offset`; an offset past the end means the end.
  package mutating func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let line = lineIndex(of: offset) + 1
    let goesOn = last.line == line && last.offset <= offset
    let (start, column) = goesOn ? (last.offset, last.column) : (lineStart(of: offset), 1)
    last = SourceLocation(
      line: line, column: column + Self.characterCount(bytes[start..<offset]), offset: offset)
    return last
  }

  /// The characters of a line before `offset` and from it on, at most `most` of each.
  package func characters(
    around offset: Int, most: Int
  ) -> (before: [Unicode.Scalar], after: [Unicode.Scalar]) {
    let offset = min(max(0, offset), bytes.count)
    let isPart = { (index: Int) in self.bytes[index] & 0xC0 == 0x80 }
    var (start, count) = (offset, 0)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") {
      if !isPart(start - 1) {
        guard count < most else { break }
        count += 1
      }
      start -= 1
    }
    // What the walk stopped in belongs to a character further left.
    while start < offset, isPart(start), start > 0, bytes[start - 1] != UInt8(ascii: "\n") {
      start += 1
    }
    var end = offset
    count = 0
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if !isPart(end) {
        guard count < most else { break }
        count += 1
      }
      end += 1
    }
    let isWhole = end == bytes.count || bytes[end] == UInt8(ascii: "\n")
    if isWhole, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let scalars = { (part: Range<Int>) in
      Array(String(decoding: self.bytes[part], as: UTF8.self).unicodeScalars)
    }
    return (scalars(start..<min(offset, end)), scalars(min(offset, end)..<end))
  }

  private func lineStart(of offset: Int) -> Int {
    bytes.withUnsafeBytes { buffer in
      var start = offset
      while start > 0, buffer[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      return start
    }
  }

  /// How many lines end before `offset`.
  private mutating func lineIndex(of offset: Int) -> Int {
    let place = offset / Self.block
    return Int(endsByBlock()[place]) + Self.lineEndCount(bytes[(place * Self.block)..<offset])
  }

  private mutating func endsByBlock() -> [UInt32] {
    if let lineEnds { return lineEnds }
    var ends: [UInt32] = [0]
    for start in stride(from: 0, to: bytes.count, by: Self.block) {
      let block = bytes[start..<min(start + Self.block, bytes.count)]
      ends.append(ends[ends.count - 1] + UInt32(Self.lineEndCount(block)))
    }
    lineEnds = ends
    return ends
  }

  private static func lineEndCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in buffer.count { $0 == UInt8(ascii: "\n") } }
  }

  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in buffer.count { $0 & 0xC0 != 0x80 } }
  }
}
