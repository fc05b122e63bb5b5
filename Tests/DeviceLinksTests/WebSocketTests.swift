import DeviceLinks
import Diagnostics
import LinkProtocol
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct WebSocketTests {
  @Test("SHA-1 matches the vectors of its standard, and the accepted key that of RFC 6455")
  func digests() {
    func hex(_ text: String) -> String {
      SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    // FIPS 180-4's examples; RFC 6455, section 1.3.
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(
      hex(String(repeating: "a", count: 1_000_000)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    #expect(Self.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  /// What a server answers to a key.
  @Sendable static func accept(_ key: String) -> String {
    Base64.text(SHA1.digest(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
  }

  @Test("frames are written as RFC 6455 has them")
  func writes() {
    // Section 5.7: a masked text "Hello".
    #expect(
      WebSocketOpcode.text.frame(Array("Hello".utf8), mask: [0x37, 0xFA, 0x21, 0x3D])
        == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    for (count, head) in [
      (125, [0x81, 0xFD]), (126, [0x81, 0xFE, 0, 126]), (65535, [0x81, 0xFE, 0xFF, 0xFF]),
      (65536, [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])] {
      let frame = WebSocketOpcode.text.frame(
        Array(repeating: 0x20, count: count), mask: [0, 0, 0, 0])
      #expect(frame.prefix(head.count) == head[...])
      #expect(frame.count == head.count + 4 + count)
    }
  }

  @Test("messages are joined from fragments, with pings between, however the bytes arrive")
  func reads() throws {
    // Section 5.7: "Hello" whole, in two fragments with a ping, and a close with its code.
    let parts: [[UInt8]] = [
      [0x81, 5], Array("Hello".utf8), [0x01, 3], Array("Hel".utf8), [0x89, 2, 7, 8], [0x80, 2],
      Array("lo".utf8), [0x8A, 0, 0x88, 2, 0x03, 0xE8, 0x88, 0],
    ]
    let bytes = Array(parts.joined())
    let expected: [WebSocketReader.Event] = [
      .text(Array("Hello".utf8)), .ping([7, 8]), .text(Array("Hello".utf8)), .pong, .close(1000),
      .close(nil),
    ]
    for size in [1, 2, 3, 7, bytes.count] {
      var reader = WebSocketReader(of: "HOST", largest: 100)
      var events: [WebSocketReader.Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.add(bytes[start..<min(start + size, bytes.count)])
        while let event = try reader.next() { events.append(event) }
      }
      #expect(events == expected, "\(size)")
    }
  }

  @Test("a forbidden frame ends the connection before it is stored")
  func refuses() {
    let blanks = [UInt8](repeating: 0x20, count: 60)
    for bytes in [
      [0xC1, 0], [0x83, 0], [0x8B, 0], [0x81, 0x80, 0, 0, 0, 0], [0x09, 0], [0x89, 126, 0, 126],
      [0x80, 0], [0x01, 0, 0x81, 0], [0x82, 0], [0x81, 126, 0, 101],
      [0x81, 127, 0, 0, 0, 0, 0x7F, 0, 0, 0], [0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 1],
      [0x01, 60] + blanks + [0x80, 60] + blanks,
    ] as [[UInt8]] {
      var reader = WebSocketReader(of: "HOST", largest: 100)
      reader.add(bytes)
      #expect(throws: LinkFailure.self, "\(bytes)") { _ = try reader.next() }
    }
  }
}
