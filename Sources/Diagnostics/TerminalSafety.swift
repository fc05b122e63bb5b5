extension Unicode.Scalar {
  /// Whether the scalar would control the terminal or the direction of text.
  ///
  /// C0, DEL and C1 controls, line and paragraph separators, and the bidirectional controls of UAX #9.
  package var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E,
      0x2066...0x2069:
      true
    default:
      false
    }
  }
}

extension String {
  /// The text with control characters escaped (`\u{1B}`). Bytes of a file name that are not UTF-8, which CLibrary maps
  /// to private scalars, are shown as `\xE4`.
  package var printable: String {
    let isPlain = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 &- 0x20 < 0x5F } }
    if isPlain == true { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.value >= 0x10FF80 {
        result += "\\x\(String(scalar.value & 0xFF, radix: 16, uppercase: true))"
      } else if scalar.isControl {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Replaces scalars, even those that form a character with a combining mark.
  package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text in double quotes, printable and cut to `limit` characters, for messages.
  package func quoted(limit: Int = 64) -> String {
    let shown = utf8.count > limit && count > limit ? String(prefix(limit)) + "…" : self
    return "\"" + shown.printable + "\""
  }
}
