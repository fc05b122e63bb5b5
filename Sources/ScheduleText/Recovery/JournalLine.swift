import JSONText

/// A line of a journal: a checksum, a space, JSON, a line end.
package enum JournalLine {
  /// Encodes a line.
  static func encoded(_ value: JSONValue) -> [UInt8] { sealed(value.encoded()) }

  /// Returns a line with its checksum.
  package static func sealed(_ json: [UInt8]) -> [UInt8] {
    Array(checksum(json[...]).utf8) + [0x20] + json + [0x0A]
  }

  /// A line may contain a whole document as a string, with at most two bytes per byte.
  private static let largest = 2 * JSONLimits.size + (64 << 10)

  /// Decodes a line without its end; nil if the checksum is wrong.
  static func decoded(_ line: ArraySlice<UInt8>) -> JSONTree? {
    guard line.count > 9, line[line.startIndex + 8] == 0x20 else { return nil }
    let json = line.dropFirst(9)
    guard line.prefix(8).elementsEqual(checksum(json).utf8) else { return nil }
    return try? JSONTree(parsing: Array(json), size: largest)
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in
      sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
    }
  }

  /// The CRC-32 of Ethernet and gzip (ISO 3309), in hexadecimal; detects incomplete lines.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    let sum = ~bytes.reduce(~UInt32(0)) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
