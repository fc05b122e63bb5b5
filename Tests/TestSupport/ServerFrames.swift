/// Frames of a server, and those of a client taken apart.
enum Frame {
  static func text(_ text: String) -> [UInt8] { bytes(0x81, Array(text.utf8)) }

  static func bytes(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    if count < 126 { return [first, UInt8(count)] + payload }
    if count < 1 << 16 { return [first, 126, UInt8(count >> 8), UInt8(count & 0xFF)] + payload }
    return [first, 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
      + payload
  }

  /// The first frame from a client, unmasked; nil if it is incomplete.
  static func masked(_ bytes: inout [UInt8]) -> (opcode: UInt8, payload: [UInt8])? {
    guard bytes.count >= 6, bytes[1] & 0x80 != 0 else { return nil }
    let length = bytes[1] & 0x7F
    let extra = length == 126 ? 2 : length == 127 ? 8 : 0
    guard bytes.count >= 6 + extra else { return nil }
    let count = extra == 0 ? Int(length) : bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
    let start = 6 + extra
    guard bytes.count >= start + count else { return nil }
    let mask = Array(bytes[(start - 4)..<start])
    defer { bytes.removeSubrange(..<(start + count)) }
    let payload = bytes[start..<(start + count)].enumerated().map { $1 ^ mask[$0 % 4] }
    return (bytes[0], payload)
  }
}
