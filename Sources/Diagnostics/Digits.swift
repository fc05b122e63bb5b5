extension UInt8 {
  /// Whether the byte is one of the characters 0 to 9.
  @inlinable public var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension BinaryInteger {
  /// The digits in a base, after zeros up to `width`.
  package func digits(_ width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension StringProtocol {
  /// Parses a whole number of at most `most` decimal digits; nil for other texts.
  package func wholeNumber(digits most: Int) -> Int? {
    guard utf8.count <= most, utf8.allSatisfy({ $0.isDigit }) else { return nil }
    return Int(self)
  }
}

extension Sequence<UInt8> {
  /// A digest in hexadecimal (FNV-1a, 64 bits), which distinguishes texts and names; not for security.
  @inlinable package var digest: String {
    let sum = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(sum, radix: 16)
  }
}
