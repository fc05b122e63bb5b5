import Diagnostics

extension [UInt8] {
  /// The JSON text with the characters that are valid in JSON but control a terminal or the direction of text (DEL, C1,
  /// bidirectional controls), or that YAML does not allow, escaped as `\u009B`. Its value is the same.
  package var printableJSON: [UInt8] {
    // All of them begin with a byte from DEL on; most texts have none.
    guard holdsSpecialBytes(from: 0) else { return self }
    let text = String(decoding: self, as: UTF8.self)
    guard text.unicodeScalars.contains(where: Self.isEscaped) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count + 64)
    for scalar in text.unicodeScalars {
      if Self.isEscaped(scalar) {
        result += Array("\\u\(scalar.value.digits(4, radix: 16, uppercase: true))".utf8)
      } else {
        result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return result
  }

  /// Whether a byte after `start` may begin such a character.
  package func holdsSpecialBytes(from start: Int) -> Bool {
    // A loop without an exit, which the compiler turns into vector instructions.
    withUnsafeBytes { bytes in
      var most: UInt8 = 0
      for byte in UnsafeRawBufferPointer(rebasing: bytes[start...]) { most = Swift.max(most, byte) }
      return most >= 0x7F
    }
  }

  /// Line ends and tabs between values stay; strings cannot contain any.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x7F && scalar.isControl || scalar == "\u{FEFF}" || scalar.value | 1 == 0xFFFF
  }
}
