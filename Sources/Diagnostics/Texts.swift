extension StringProtocol {
  /// The text without surrounding spaces and tabs.
  package var trimmed: String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    var scalars = unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension [UInt8] {
  /// Appends a text in UTF-8.
  @inlinable public mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The spaces, tabs and line ends before an offset.
  package func blanks(before offset: Int) -> ArraySlice<UInt8> {
    let end = self[..<offset].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return self[(end.map { $0 + 1 } ?? 0)..<offset]
  }

  package mutating func append(decimal number: UInt) {
    if number > 9 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension String {
  /// The longest prefix within `bytes` bytes that does not split a character.
  package func shortened(to bytes: Int) -> String {
    var count = 0
    let text = prefix { character in
      count += character.utf8.count
      return count <= bytes
    }
    return String(text)
  }
}

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
