package struct SourceLocation: Hashable, Sendable {
  /// The line, from 1. Lines end with LF or CRLF.
  package let line: Int
  /// The column, from 1, in Unicode scalars; an invalid UTF-8 byte counts as one.
  package let column: Int
  /// The byte offset, from 0.
  package let offset: Int

  package static let start = SourceLocation(line: 1, column: 1, offset: 0)
}

/// The bytes of a file, with lookup of lines and columns.
///
/// The first lookup beyond the first block counts the line ends before each block of the text; each lookup then reads
/// one block, however long the line is.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  private var blocks: [Block]?
  private static let blockSize = 4096

  /// The number of line ends before a block, and of characters before it in its line.
  private struct Block {
    var lineEnds = 0
    var characters = 0
  }

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns line and column of the byte at `offset`, at most the end.
  package mutating func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let index = offset / Self.blockSize
    let block = index == 0 ? Block() : counted()[index]
    let place = Self.advanced(block, by: bytes[index * Self.blockSize..<offset])
    return SourceLocation(line: place.lineEnds + 1, column: place.characters + 1, offset: offset)
  }

  /// Returns the line around `offset`: at most `limit` bytes before and after it, without the line end and without a
  /// partial character at the start.
  package func line(
    around offset: Int, upTo limit: Int
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    let offset = min(max(0, offset), bytes.count)
    var before = bytes[max(0, offset - limit)..<offset]
    if let lineEnd = before.lastIndex(of: UInt8(ascii: "\n")) {
      before = before[(lineEnd + 1)...]
    } else if before.startIndex > 0 {
      before = before.drop { $0 & 0xC0 == 0x80 }
    }
    var after = bytes[offset..<min(bytes.count, offset + limit)]
    if let lineEnd = after.firstIndex(of: UInt8(ascii: "\n")) { after = after[..<lineEnd] }
    let isWhole = after.endIndex == bytes.count || bytes[after.endIndex] == UInt8(ascii: "\n")
    if isWhole {
      if after.last == UInt8(ascii: "\r") {
        after.removeLast()
      } else if after.isEmpty, before.last == UInt8(ascii: "\r") {
        before.removeLast()
      }
    }
    return (before, after)
  }

  /// Returns the end of the JSON token at `offset`: a string with its quotes, a word, a number or a punctuation mark;
  /// nil at the end of the text or if the token is longer than 4,096 bytes.
  package func endOfToken(at offset: Int) -> Int? {
    guard bytes.indices.contains(offset), bytes[offset] > 0x20 else { return nil }
    let rest = bytes[(offset + 1)..<min(bytes.count, offset + 4096)]
    if bytes[offset] == UInt8(ascii: "\"") {
      var isEscaped = false
      for (place, byte) in zip(rest.indices, rest) {
        if byte == UInt8(ascii: "\n") { return nil }
        if byte == UInt8(ascii: "\""), !isEscaped { return place + 1 }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      return nil
    }
    let signs = Array("{}[]:,\"".utf8)
    if signs.contains(bytes[offset]) { return offset + 1 }
    return rest.firstIndex { $0 <= 0x20 || signs.contains($0) }
      ?? (rest.endIndex == bytes.count ? bytes.count : nil)
  }

  private mutating func counted() -> [Block] {
    if let blocks { return blocks }
    let size = Self.blockSize
    let result = stride(from: 0, through: bytes.count - size, by: size).reduce(into: [Block()]) {
      $0.append(Self.advanced($0[$0.count - 1], by: bytes[$1..<($1 + size)]))
    }
    blocks = result
    return result
  }

  private static func advanced(_ block: Block, by bytes: ArraySlice<UInt8>) -> Block {
    bytes.withUnsafeBytes { buffer in
      var place = block
      // A loop without an exit, which the compiler turns into vector instructions.
      var isSpecial: UInt8 = 0
      for byte in buffer { isSpecial |= byte | (byte == UInt8(ascii: "\n") ? 0x80 : 0) }
      guard isSpecial >= 0x80 else {
        place.characters += buffer.count
        return place
      }
      for byte in buffer {
        // Continuation bytes begin with the bits 10.
        if byte & 0xC0 != 0x80 { place.characters += 1 }
        if byte == UInt8(ascii: "\n") { place = Block(lineEnds: place.lineEnds + 1) }
      }
      return place
    }
  }
}
