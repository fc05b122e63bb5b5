/// Why a text cannot be read as JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  package let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The error of a text with a byte order mark of UTF-16; nil for another text.
  package init?(utf16 bytes: some Sequence<UInt8>) {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    self.init("the text is UTF-16; save it as UTF-8", at: 0)
  }
}
