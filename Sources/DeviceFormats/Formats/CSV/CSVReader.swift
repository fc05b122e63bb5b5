/// Reads comma-separated values (RFC 4180), with commas, semicolons or tabs between fields.
struct CSVReader {
  /// A field and its offset.
  struct Field {
    /// The text without quotes and without the apostrophe that guards a formula.
    let text: String
    let offset: Int
  }

  /// More columns than any schedule table: limits the memory for a file of commas.
  private static let mostFields = 1000

  private let text: DeviceText
  private var separator: UInt8
  private var position = 0

  /// Creates a reader; detects the separator from the first line, or from `sep=;` as in spreadsheets.
  init(_ text: DeviceText) {
    self.text = text
    let heading = text.bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0D }
    if heading.count == 5, heading.starts(with: Array("sep=".utf8)), let named = heading.last {
      separator = named
      position = 5
      return
    }
    let others = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
    separator =
      heading.contains(UInt8(ascii: ","))
      ? UInt8(ascii: ",") : others.first(where: heading.contains) ?? UInt8(ascii: ",")
  }

  /// Returns the next line that is not empty; nil at the end.
  ///
  /// - Throws: `ImportRefusal.unreadable` for an unclosed quote, and for invalid UTF-8.
  mutating func next() throws(ImportRefusal) -> [Field]? {
    while let byte = peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      position += 1
    }
    guard peek() != nil else { return nil }
    var fields = [try field()]
    while let byte = peek(), byte == separator {
      guard fields.count < Self.mostFields else {
        throw text.fault(at: position, "a line of more than \(Self.mostFields) fields")
      }
      position += 1
      fields.append(try field())
    }
    if let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      throw text.fault(at: position, "expected a separator after the closing quote")
    }
    return fields
  }

  private func peek() -> UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  private mutating func field() throws(ImportRefusal) -> Field {
    let start = position
    var bytes: [UInt8] = []
    if peek() == UInt8(ascii: "\"") {
      position += 1
      while true {
        guard let byte = peek() else {
          throw text.fault(at: start, "the quote that begins here is not closed")
        }
        position += 1
        if byte == UInt8(ascii: "\"") {
          guard peek() == UInt8(ascii: "\"") else { break }
          position += 1
        }
        bytes.append(byte)
      }
    } else {
      while let byte = peek(), byte != separator, byte != 0x0A, byte != 0x0D {
        bytes.append(byte)
        position += 1
      }
    }
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw text.fault(
        at: start, "the text of this field is not UTF-8; save the table as CSV UTF-8")
    }
    return Field(text: Self.unguarded(string), offset: start)
  }

  private static func unguarded(_ field: String) -> String {
    guard field.unicodeScalars.first == "'" else { return field }
    let text = String(field.unicodeScalars.dropFirst())
    return QuotedText.isChangedBySpreadsheets(text) ? text : field
  }
}
