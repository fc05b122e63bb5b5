/// Why a text cannot be read as JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  package let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The error of UTF-16 and of a file that is not text, such as a picture or gzip; nil for a text.
  package init?(notText bytes: some Collection<UInt8>) {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x7B, 0], [0, 0x7B]]
    let isUTF16 = marks.contains(where: bytes.starts)
    let isBinary = bytes.prefix(512).contains(0) || bytes.starts(with: [0x1F, 0x8B])
    guard isUTF16 || isBinary && bytes.first != UInt8(ascii: "{") else { return nil }
    self.init(isUTF16 ? "the text is UTF-16; save it as UTF-8" : "the file is not text", at: 0)
  }
}
