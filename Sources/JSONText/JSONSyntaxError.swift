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
    guard bytes.first != UInt8(ascii: "{") || bytes.dropFirst().first == 0 else { return nil }
    let isUTF16 = [[0xFF, 0xFE], [0xFE, 0xFF], [0x7B, 0], [0, 0x7B]].contains(where: bytes.starts)
    let isBinary = bytes.prefix(512).contains(0) || bytes.starts(with: [0x1F, 0x8B])
    guard isUTF16 || isBinary else { return nil }
    self.init(isUTF16 ? "the text is UTF-16; save it as UTF-8" : "the file is not text", at: 0)
  }
}
