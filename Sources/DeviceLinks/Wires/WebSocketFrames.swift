/// The opcode of a WebSocket frame (RFC 6455, section 5.2).
package enum WebSocketOpcode: UInt8 {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10
}

extension WebSocketOpcode {
  /// Returns the masked frame of a client with a whole message.
  package func frame(_ payload: [UInt8], mask: [UInt8]) -> [UInt8] {
    var bytes = [0x80 | rawValue]
    let count = payload.count
    switch count {
    case ..<126: bytes.append(0x80 | UInt8(count))
    case ..<(1 << 16): bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default:
      bytes.append(0x80 | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
    bytes += mask
    return bytes + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }
}

/// Decodes the frames of a server and joins them to messages.
package struct WebSocketReader {
  /// A message or control frame.
  package enum Event: Hashable {
    case text([UInt8])
    case ping([UInt8])
    case pong
    case close(Int?)
  }

  /// A violation of the protocol by the server.
  package struct Violation: Error, Hashable {
    package let words: String
  }

  private let largest: Int
  private var bytes: [UInt8] = []
  private var message: [UInt8]?

  /// Creates a reader of messages up to `largest` bytes.
  package init(largest: Int) { self.largest = largest }

  /// Appends received bytes.
  package mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

  /// Returns the next event; nil if more bytes are needed.
  ///
  /// - Throws: `Violation`, which ends the connection.
  package mutating func next() throws(Violation) -> Event? {
    while let frame = try nextFrame() {
      switch frame.opcode {
      case .ping: return .ping(frame.payload)
      case .pong: return .pong
      case .close:
        let code =
          frame.payload.count >= 2 ? Int(frame.payload[0]) << 8 | Int(frame.payload[1]) : nil
        return .close(code)
      case .binary: throw Violation(words: "sends bytes where text is expected")
      case .text where message != nil: throw Violation(words: "begins a message within another")
      case .continuation where message == nil:
        throw Violation(words: "goes on with a message that it did not begin")
      case .text, .continuation:
        var whole = message ?? []
        // Keep the buffer uniquely referenced, so that it grows in place.
        message = nil
        whole += frame.payload
        guard whole.count <= largest else { throw Self.tooLarge }
        message = frame.isLast ? nil : whole
        if frame.isLast { return .text(whole) }
      }
    }
    return nil
  }

  private static let tooLarge = Violation(words: "sends a message of more than 1 MiB")

  private mutating func nextFrame() throws(Violation) -> (
    opcode: WebSocketOpcode, isLast: Bool, payload: [UInt8]
  )? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0, let opcode = WebSocketOpcode(rawValue: bytes[0] & 0x0F) else {
      throw Violation(words: "sends an unsupported kind of frame")
    }
    guard bytes[1] & 0x80 == 0 else { throw Violation(words: "masks its frames") }
    let isLast = bytes[0] & 0x80 != 0
    var length = Int(bytes[1])
    guard opcode.rawValue < 8 || isLast && length < 126 else {
      throw Violation(words: "sends a control frame that is too long or in pieces")
    }
    let extra = length == 126 ? 2 : length == 127 ? 8 : 0
    guard bytes.count >= 2 + extra else { return nil }
    if extra > 0 {
      // A length with its highest bits set is invalid and would overflow Int.
      guard extra == 2 || bytes[2..<6].allSatisfy({ $0 == 0 }) else { throw Self.tooLarge }
      length = bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard length <= largest else { throw Self.tooLarge }
    let end = 2 + extra + length
    guard bytes.count >= end else { return nil }
    defer { bytes.removeSubrange(..<end) }
    return (opcode, isLast, Array(bytes[(2 + extra)..<end]))
  }
}
