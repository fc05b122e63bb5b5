import CJansson
import Diagnostics

/// Writes JSON. jansson encodes every value of a document; in reports and streams, which may have millions of them, only
/// real numbers and strings beyond printable ASCII.
package struct JSONWriter: Sendable {
  package var bytes: [UInt8] = []
  private let layout: JSONLayout
  private let isReport: Bool
  private var depth = 0

  package init(_ layout: JSONLayout = .compact, isReport: Bool = true) {
    (self.layout, self.isReport) = (layout, isReport)
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .object(let members):
      open(UInt8(ascii: "{"))
      for member in members {
        beginElement()
        write(member.key)
        writeColon()
        write(member.value)
      }
      close(UInt8(ascii: "}"))
    case .array(let elements):
      open(UInt8(ascii: "["))
      for element in elements {
        beginElement()
        write(element)
      }
      close(UInt8(ascii: "]"))
    case .string(let text): write(text)
    case .integer(let number) where !isReport:
      write(json_integer(json_int_t(number)), longest: 24)
    case .integer(let number):
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(decimal: number.magnitude)
    case .real(let number): write(json_real(number), longest: 40)
    case .boolean(let flag): bytes.append(flag ? "true" : "false")
    case .null: bytes.append("null")
    case .raw(let text): bytes += text
    }
  }

  /// Begins an object with `{`, or an array with `[`.
  package mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    depth += 1
  }

  /// Ends an object with `}`, or an array with `]`.
  package mutating func close(_ bracket: UInt8) {
    depth -= 1
    if layout == .indented, !isAtStart { beginLine() }
    bytes.append(bracket)
  }

  /// Writes a member of an object; its name needs no escapes.
  package mutating func write(_ name: StaticString, _ value: JSONValue) {
    beginElement()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(name)
    bytes.append(UInt8(ascii: "\""))
    writeColon()
    write(value)
  }

  package mutating func beginElement() {
    if !isAtStart {
      bytes.append(UInt8(ascii: ","))
      if layout == .spaced { bytes.append(UInt8(ascii: " ")) }
    }
    if layout == .indented { beginLine() }
  }

  /// Whether the open object or array has no element yet.
  private var isAtStart: Bool { bytes.last == UInt8(ascii: "{") || bytes.last == UInt8(ascii: "[") }

  private mutating func writeColon() {
    bytes.append(UInt8(ascii: ":"))
    if layout != .compact { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func beginLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes a string with the shortest escapes.
  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { text in
      guard isReport else { return encode(text) }
      let before = bytes.count
      bytes.append(UInt8(ascii: "\""))
      var start = 0
      while true {
        let end = JSONScanner.endOfPlainCharacters(in: UnsafeRawBufferPointer(text), from: start)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
        guard end < text.count else { break }
        guard text[end] == UInt8(ascii: "\"") || text[end] == UInt8(ascii: "\\") else {
          bytes.removeSubrange(before...)
          return encode(text)
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(text[end])
        start = end + 1
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func encode(_ text: UnsafeBufferPointer<UInt8>) {
    let value = text.withMemoryRebound(to: CChar.self) { json_stringn($0.baseAddress, $0.count) }
    // An escaped control character has six bytes.
    write(value, longest: 6 * text.count + 2)
  }

  /// Encodes a value with jansson, then releases it.
  private mutating func write(_ value: UnsafeMutablePointer<json_t>?, longest: Int) {
    defer { json_decref(value) }
    withUnsafeTemporaryAllocation(byteCount: longest, alignment: 1) { room in
      let count = json_dumpb(value, room.baseAddress, longest, setpoint_json_encode_flags)
      bytes.append(contentsOf: room[..<min(count, longest)])
    }
  }
}
