/// Reads replies of the terminal in strings (ECMA-48, 8.3), such as its colours. They are never keys.
///
/// Only the start is kept. A reply without an end is abandoned after a second of silence.
struct ReplyReader {
  /// The bytes after Escape that start a string: DCS, SOS, OSC, PM, APC.
  static let introducers = Array("PX]^_".utf8)

  /// Whether a bell also ends the string, as in xterm.
  private let endsAtBell: Bool
  private var beginning: [UInt8] = []

  init(introducer: UInt8) { endsAtBell = introducer == UInt8(ascii: "]") }

  /// Whether a reply to OSC 11 (XTerm Control Sequences), such as `11;rgb:1616/1818/1d1d`, is light; nil for others.
  var hasLightBackground: Bool? {
    let parts = beginning.split(separator: UInt8(ascii: ":"))
    guard endsAtBell, parts.count == 2, parts[0].elementsEqual("11;rgb".utf8) else { return nil }
    let components = parts[1].split(separator: UInt8(ascii: "/")).compactMap { digits -> Double? in
      guard (1...4).contains(digits.count),
        digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      return Double(value) / Double((1 << (4 * digits.count)) - 1)
    }
    guard components.count == 3 else { return nil }
    return 0.299 * components[0] + 0.587 * components[1] + 0.114 * components[2] > 0.5
  }

  /// Skips `rest`; returns how many bytes belong to the string and whether it is complete.
  mutating func pass(_ rest: ArraySlice<UInt8>) -> (taken: Int, isOver: Bool) {
    for (count, byte) in rest.enumerated() {
      switch byte {
      case 0x1B:
        // Escape without a backslash starts another sequence.
        guard let next = rest.dropFirst(count + 1).first else { return (count, false) }
        return (next == UInt8(ascii: "\\") ? count + 2 : count, true)
      case 0x18, 0x1A:
        beginning = []
        return (count + 1, true)
      case 0x07 where endsAtBell: return (count + 1, true)
      default: if beginning.count < 32 { beginning.append(byte) }
      }
    }
    return (rest.count, false)
  }
}
