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
