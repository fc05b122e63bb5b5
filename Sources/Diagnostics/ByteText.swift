extension [UInt8] {
  /// Appends a text in UTF-8.
  @inlinable public mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a text in UTF-8.
  @inlinable package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Appends the digits of a number.
  package mutating func append(decimal number: UInt) {
    if number > 9 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
