import Diagnostics

/// Collects the text between the marks of a bracketed paste.
///
/// Only the end mark ends it. If that never comes, for example after a lost connection, the keyboard must work again:
/// after a pause, a key that is not a character (Escape, ^C, an arrow) ends the paste and counts as a key. Characters
/// do not, since a slow connection may only have paused and the rest of the paste must not become commands.
struct PasteReader {
  /// Enables and disables the marks.
  static let (on, off) = (Array("\u{1B}[?2004h".utf8), Array("\u{1B}[?2004l".utf8))
  static let begin = Array("\u{1B}[200~".utf8)
  static let end = Array("\u{1B}[201~".utf8)
  /// The most bytes kept; the rest of a longer paste is discarded.
  static let limit = 1 << 20

  private var bytes: [UInt8] = []
  private(set) var wasCut = false
  /// Whether the pause was so long that the end mark may never come.
  private(set) var isStalled = false

  /// Reads from `rest`; returns how many bytes were used and whether the paste is complete.
  mutating func read(
    _ rest: ArraySlice<UInt8>, after pause: InputPause
  ) -> (taken: Int, isOver: Bool) {
    var index = rest.startIndex
    while index < rest.endIndex {
      let (byte, taken) = (rest[index], index - rest.startIndex)
      let isControl = byte < 0x20 || byte == 0x7F
      if isStalled, isControl, ![0x09, 0x0A, 0x0D, 0x1B].contains(byte) { return (taken, true) }
      if byte == 0x1B {
        let tail = rest[index...].prefix(Self.end.count)
        if tail.elementsEqual(Self.end) { return (taken + tail.count, true) }
        let beginsMark = Self.end.starts(with: tail)
        if beginsMark {
          if pause == .endOfInput { return (rest.count, true) }
          if pause == .moreMayFollow || !isStalled {
            isStalled = isStalled || pause == .timedOut
            return (taken, false)
          }
        }
        // The start of an end mark is not a key; a lone Escape is.
        if isStalled { return (beginsMark && tail.count > 1 ? rest.count : taken, true) }
      }
      isStalled = false
      if bytes.count < Self.limit { bytes.append(byte) } else { wasCut = true }
      index += 1
    }
    if pause == .timedOut { isStalled = true }
    return (rest.count, pause == .endOfInput)
  }

  /// The text: CR and CRLF become LF, invalid UTF-8 is replaced, control characters other than tabs are removed.
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
}
