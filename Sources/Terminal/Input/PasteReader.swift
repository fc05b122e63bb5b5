import Diagnostics

/// Collects what a terminal sends between the marks of a bracketed paste.
///
/// The text is data whatever it holds; only the end mark ends it. Should that never come, as when a
/// connection breaks off, a person gets the keyboard back: after a pause, a key that is no character
/// (Escape, ^C, an arrow) ends the paste and counts as a key. Characters do not, since a slow
/// connection may only have paused, and what it brings then must not become commands.
struct PasteReader {
  /// What stands before a paste.
  static let begin = Array("\u{1B}[200~".utf8)
  /// What stands behind it.
  static let end = Array("\u{1B}[201~".utf8)
  /// Bytes kept of a paste; the rest of a longer one is read and dropped.
  static let limit = 1 << 20

  private var bytes: [UInt8] = []
  /// Whether the text was longer than the limit.
  private(set) var wasCut = false
  /// Whether nothing came for so long that the end mark may never come.
  private(set) var isStalled = false

  /// Reads from `rest`; tells how much of it was used and whether the paste is over.
  mutating func read(
    _ rest: ArraySlice<UInt8>, after pause: InputPause
  ) -> (taken: Int, isOver: Bool) {
    var index = rest.startIndex
    while index < rest.endIndex {
      let byte = rest[index]
      if isStalled, !Self.isText(byte), byte != 0x1B { return (index - rest.startIndex, true) }
      if byte == 0x1B {
        let tail = rest[index...].prefix(Self.end.count)
        if tail.elementsEqual(Self.end) {
          return (index + Self.end.count - rest.startIndex, true)
        }
        let taken = index - rest.startIndex
        if Self.end.starts(with: tail) {
          if pause == .endOfInput { return (rest.count, true) }
          if pause == .moreMayFollow || !isStalled {
            isStalled = isStalled || pause == .timedOut
            return (taken, false)
          }
        }
        // The beginning of an end mark is no key, but a lone Escape is.
        let isBroken = tail.count > 1 && Self.end.starts(with: tail)
        if isStalled { return (isBroken ? rest.count : taken, true) }
      }
      isStalled = false
      keep(byte)
      index += 1
    }
    if pause == .timedOut { isStalled = true }
    return (rest.count, pause == .endOfInput)
  }

  /// The text: CR and CRLF made LF, broken UTF-8 replaced, other controls but tabs left out.
  var text: String {
    var result = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\r" || (scalar == "\n" && !wasReturn) {
        result.append("\n")
      } else if scalar == "\t" || !scalar.isControl {
        result.append(scalar)
      }
      wasReturn = scalar == "\r"
    }
    return String(result)
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit {
      bytes.append(byte)
    } else if !wasCut {
      wasCut = true
      // Rather no character than half of one.
      if byte & 0xC0 == 0x80 {
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      }
    }
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
