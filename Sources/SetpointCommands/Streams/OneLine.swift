/// Documents on one line, for streams.
enum OneLine {
  /// The text without line ends and indentation: strings in JSON contain no line ends.
  static func text(of document: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(document.count)
    var isIndent = false
    for byte in document {
      let isEnd = byte == 0x0A || byte == 0x0D
      isIndent = isEnd || isIndent && (byte == 0x20 || byte == 0x09)
      if !isIndent { result.append(byte) }
    }
    return result
  }
}
