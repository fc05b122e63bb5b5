// Where the reader stands.

extension YAMLReader {
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  func fault(_ message: String) -> Fault { Fault(offset: position, message: message) }

  /// How far in the cursor stands.
  var column: Int { position - lineStart }

  func isBlank(_ index: Int) -> Bool { index >= bytes.count || bytes[index] <= 0x20 }

  /// Whether the cursor stands at `- `.
  var isSequenceEntry: Bool { peek == UInt8(ascii: "-") && isBlank(position + 1) }

  /// Whether a marker of a document stands at the beginning of the line.
  func startsMarker(_ marker: String) -> Bool {
    position + 3 <= bytes.count && column == 0
      && bytes[position..<position + 3].elementsEqual(marker.utf8) && isBlank(position + 3)
  }

  /// Whether a key and its colon stand at the cursor.
  var isMappingKey: Bool {
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      var next = self.skippingQuotes
      while next < bytes.count, bytes[next] == 0x20 { next += 1 }
      return next < bytes.count && bytes[next] == UInt8(ascii: ":") && isBlank(next + 1)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "#"), nil: return false
    default: return plainKeyEnd != nil
    }
  }

  /// Where the text in quotes at the cursor ends on its line.
  private var skippingQuotes: Int {
    let quote = bytes[position]
    var index = position + 1
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { index += 1 }
      if index < bytes.count, bytes[index] == quote { return index + 1 }
      index += 1
    }
    return bytes.count
  }

  /// Where the colon of a key without quotes stands; nil where the line holds none.
  var plainKeyEnd: Int? {
    var index = position
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == UInt8(ascii: ":"), isBlank(index + 1) { return index }
      if bytes[index] == UInt8(ascii: "#"), index > position, bytes[index - 1] <= 0x20 {
        return nil
      }
      index += 1
    }
    return nil
  }

  /// The text of a range without blanks around it.
  func trimmed(_ range: Range<Int>) -> String {
    var range = range
    while let last = range.last, bytes[last] <= 0x20 { range.removeLast() }
    while let first = range.first, bytes[first] <= 0x20 { range.removeFirst() }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  // MARK: Moving on

  mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    if position < bytes.count { position += 1 }
    lineStart = position
  }

  /// Passes over blanks on the line, and over a comment behind them.
  mutating func skipSpaces() throws(Fault) {
    let start = position
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
    if peek == UInt8(ascii: "#"), position > start || column == 0 {
      while let byte = peek, byte != 0x0A { position += 1 }
    }
  }

  /// Passes over blanks, comments and ends of lines.
  ///
  /// - Throws: `Fault` for a tab that indents.
  mutating func skipBlanks() throws(Fault) {
    while true {
      let start = position
      let isIndent = column == 0
      try skipSpaces()
      if isIndent, let tab = bytes[start..<position].firstIndex(of: 0x09), peek != 0x0A,
        position < bytes.count, peek != UInt8(ascii: "}"), peek != UInt8(ascii: "]")
      {
        throw Fault(offset: tab, message: "a tab, which cannot indent")
      }
      guard peek == 0x0A else { return }
      position += 1
      lineStart = position
    }
  }

  /// Passes over the rest of a line, which holds nothing.
  mutating func endLine() throws(Fault) {
    try skipSpaces()
    guard position == bytes.count || peek == 0x0A else {
      throw fault("this has no place behind a value")
    }
  }
}
