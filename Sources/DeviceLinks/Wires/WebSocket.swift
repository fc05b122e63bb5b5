import CCurl
import CLibrary
import Diagnostics
package import LinkProtocol

/// A WebSocket to a server (RFC 6455), over a connection by libcurl, with or without TLS.
///
/// Supports only text messages, one request at a time.
final class WebSocket {
  /// The largest response header, in bytes.
  private static let largestHead = 1 << 14

  private let handle: UnsafeMutableRawPointer
  private let authority: String
  private let conversation: Conversation
  private var reader: WebSocketReader

  /// Connects and performs the handshake.
  init(
    _ authority: String, isEncrypted: Bool, path: String, _ conversation: Conversation
  ) throws(LinkFailure) {
    (self.authority, self.conversation) = (authority, conversation)
    reader = WebSocketReader(of: authority, largest: LinkFailure.largestAnswer)
    let scheme = isEncrypted ? "https" : "http"
    handle = try curlHandle("\(scheme)://\(authority)\(path)", conversation)
    curl_set_number(handle, CURLOPT_CONNECT_ONLY, 1)
    if let file = conversation.variable("SSL_CERT_FILE") {
      curl_set_text(handle, CURLOPT_CAINFO, file)
    }
    let code = curl_easy_perform(handle)
    guard code == CURLE_OK else {
      throw LinkFailure(code, handle, connectingTo: authority, conversation)
    }
    try agree(on: path)
  }

  deinit { curl_easy_cleanup(handle) }

  func send(_ text: [UInt8]) throws(LinkFailure) {
    let frame = WebSocketOpcode.text.frame(text, mask: Self.random(4))
    try send(frame, by: Deadline(after: conversation.waits.answer))
  }

  /// Returns the next message; answers pings.
  func message(by deadline: Deadline) throws(LinkFailure) -> [UInt8] {
    while true {
      switch try reader.next() {
      case .text(let text): return text
      case .ping(let payload):
        try send(WebSocketOpcode.pong.frame(payload, mask: Self.random(4)), by: deadline)
        if deadline.hasPassed { throw timeout }
      case .pong: if deadline.hasPassed { throw timeout }
      case .close(let code):
        let words = code.map { " (\($0))" } ?? ""
        throw LinkFailure(.unreachable, "\(authority) closed the connection\(words)")
      case nil: reader.add(try receive(by: deadline))
      }
    }
  }

  private var timeout: LinkFailure { .unanswered(by: authority, within: conversation.waits.answer) }

  private func agree(on path: String) throws(LinkFailure) {
    let key = Base64.text(Self.random(16))
    let deadline = Deadline(after: conversation.waits.answer)
    let request = [
      "GET \(path) HTTP/1.1", "Host: \(authority)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "", "",
    ]
    try send(Array(request.joined(separator: "\r\n").utf8), by: deadline)
    var bytes: [UInt8] = []
    let blank = Array("\r\n\r\n".utf8)
    while true {
      bytes += try receive(by: deadline)
      if let end = bytes.firstRange(of: blank) {
        try judge(bytes[..<end.lowerBound], key)
        return reader.add(bytes[end.upperBound...])
      }
      guard bytes.count <= Self.largestHead else {
        throw LinkFailure(.malformed, "\(authority) does not answer as a WebSocket does")
      }
    }
  }

  private func judge(_ head: ArraySlice<UInt8>, _ key: String) throws(LinkFailure) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first ?? ""
    guard lines.first?.hasPrefix("HTTP/1.1 ") == true, status == "101" else {
      throw LinkFailure(
        status == "401" || status == "403" ? .denied : .malformed,
        "\(authority) has no WebSocket: it answers \(conversation.quoted(String(lines.first ?? ""), limit: 64))"
      )
    }
    let accepted = lines.first { $0.lowercased().hasPrefix("sec-websocket-accept:") }
      .map { $0.dropFirst(21).filter { $0 != " " && $0 != "\t" } }
    let expected = SHA1.digest(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
    guard accepted == Base64.text(expected) else {
      throw LinkFailure(.malformed, "\(authority) does not answer as a WebSocket does")
    }
  }

  private static func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }

  private func send(_ bytes: [UInt8], by deadline: Deadline) throws(LinkFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      var count = 0
      let code = rest.withUnsafeBytes { curl_easy_send(handle, $0.baseAddress, $0.count, &count) }
      rest = rest.dropFirst(count)
      if code == CURLE_AGAIN {
        guard deadline.waits(for: curl_socket_of(handle), Int32(POLLOUT)) else { throw timeout }
      } else if code != CURLE_OK {
        throw LinkFailure(.unreachable, "the connection to \(authority) was lost")
      }
    }
  }

  /// Receives at least one byte.
  private func receive(by deadline: Deadline) throws(LinkFailure) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while !deadline.hasPassed {
      var count = 0
      let code = curl_easy_recv(handle, &buffer, buffer.count, &count)
      if code == CURLE_AGAIN {
        guard deadline.waits(for: curl_socket_of(handle), Int32(POLLIN)) else { break }
      } else if code != CURLE_OK || count == 0 {
        throw .closed(by: authority)
      } else {
        return buffer[..<count]
      }
    }
    throw timeout
  }
}

/// The opcode of a WebSocket frame (RFC 6455, section 5.2).
package enum WebSocketOpcode: UInt8 {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10

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

  private let authority: String
  private let largest: Int
  private var bytes: [UInt8] = []
  private var message: [UInt8]?

  /// Creates a reader of a server's messages up to `largest` bytes.
  package init(of authority: String, largest: Int) {
    (self.authority, self.largest) = (authority, largest)
  }

  package mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

  /// Returns the next event; nil if more bytes are needed.
  package mutating func next() throws(LinkFailure) -> Event? {
    while let frame = try nextFrame() {
      switch frame.opcode {
      case .ping: return .ping(frame.payload)
      case .pong: return .pong
      case .close:
        let code =
          frame.payload.count >= 2 ? Int(frame.payload[0]) << 8 | Int(frame.payload[1]) : nil
        return .close(code)
      case .binary: throw violation("sends bytes where text is expected")
      case .text where message != nil: throw violation("begins a message within another")
      case .continuation where message == nil:
        throw violation("continues a message that it did not begin")
      case .text, .continuation:
        var whole = message ?? []
        // Keep the buffer uniquely referenced, so that it grows in place.
        message = nil
        whole += frame.payload
        guard whole.count <= largest else { throw .tooLarge(authority) }
        message = frame.isLast ? nil : whole
        if frame.isLast { return .text(whole) }
      }
    }
    return nil
  }

  private func violation(_ words: String) -> LinkFailure {
    LinkFailure(.malformed, "\(authority) \(words)")
  }

  private mutating func nextFrame() throws(LinkFailure) -> (
    opcode: WebSocketOpcode, isLast: Bool, payload: [UInt8]
  )? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0, let opcode = WebSocketOpcode(rawValue: bytes[0] & 0x0F) else {
      throw violation("sends an unsupported kind of frame")
    }
    guard bytes[1] & 0x80 == 0 else { throw violation("masks its frames") }
    let isLast = bytes[0] & 0x80 != 0
    var length = Int(bytes[1])
    guard opcode.rawValue < 8 || isLast && length < 126 else {
      throw violation("sends a control frame that is too long or fragmented")
    }
    let extra = length == 126 ? 2 : length == 127 ? 8 : 0
    guard bytes.count >= 2 + extra else { return nil }
    if extra > 0 {
      // A length with its highest bits set is invalid and would overflow Int.
      guard extra == 2 || bytes[2..<6].allSatisfy({ $0 == 0 }) else { throw .tooLarge(authority) }
      length = bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard length <= largest else { throw .tooLarge(authority) }
    let end = 2 + extra + length
    guard bytes.count >= end else { return nil }
    defer { bytes.removeSubrange(..<end) }
    return (opcode, isLast, Array(bytes[(2 + extra)..<end]))
  }
}
