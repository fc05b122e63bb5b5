import Diagnostics

/// Documents on one line, for streams.
enum OneLine {
  /// The text without line ends and indentation: strings in JSON contain no line ends.
  static func text(of document: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(document.count)
    var isIndent = false
    for byte in document {
      let isEnd = byte == 0x0A || byte == 0x0D
      isIndent = isEnd || isIndent && (byte == 0x20 || byte == 0x09)
      if !isIndent { result.append(byte) }
    }
    return result
  }
}

/// Encodes bytes that are not JSON (RFC 4648).
enum Base64 {
  static func text(of bytes: some Collection<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      let filled = group + Array(repeating: 0, count: 3 - group.count)
      let bits = filled.reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        let digit = alphabet[bits >> (18 - 6 * place) & 63]
        digits.append(place > group.count ? UInt8(ascii: "=") : digit)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
