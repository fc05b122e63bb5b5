import JSONText

/// A line of a journal: a checksum, a blank, JSON, a line end.
package enum JournalLine {
  /// Writes a line.
  static func encoded(_ value: JSONValue) -> [UInt8] { sealed(value.encoded()) }

  /// A text as a line, with its checksum.
  package static func sealed(_ json: [UInt8]) -> [UInt8] {
    Array(hex(CRC32.of(json[...])).utf8) + [0x20] + json + [0x0A]
  }

  /// A line may hold a whole document in a string, where each byte takes two at most.
  private static let largest = 2 * JSONLimits.size + (64 << 10)

  /// Reads a line without its end; nil when its checksum does not fit.
  static func decoded(_ line: ArraySlice<UInt8>) -> JSONTree? {
    guard line.count > 9, line[line.startIndex + 8] == 0x20 else { return nil }
    let json = line.dropFirst(9)
    guard line.prefix(8).elementsEqual(hex(CRC32.of(json)).utf8) else { return nil }
    return try? JSONTree(parsing: Array(json), size: largest)
  }

  private static func hex(_ sum: UInt32) -> String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// The checksum of Ethernet and gzip (ISO 3309): finds a line that was written in part.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in
      sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
    }
  }

  /// The checksum of `bytes`.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
    }
  }
}
