import CJansson

/// Writes values as jansson does, to which a test holds it.
///
/// jansson copies every value into a tree of its own before it writes a byte, and writes strings byte by byte;
/// a stream of exports took a quarter of its time for that. It is asked for the numbers that are no tenths.
package struct JSONWriter: Sendable {
  private let layout: JSONLayout
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  package init(_ layout: JSONLayout = .compact) {
    self.layout = layout
  }

  /// Writes a value.
  package mutating func write(_ value: JSONValue) { write(value, depth: 0) }

  /// Writes bytes that are JSON, or a part of it, already.
  package mutating func write(raw text: some Collection<UInt8>) { bytes.append(contentsOf: text) }

  /// Writes a part of a text that is known.
  package mutating func write(raw text: StaticString) { write(literal: text) }

  /// Writes bytes of UTF-8 as a string.
  package mutating func write(utf8 text: [UInt8]) {
    text.withUnsafeBufferPointer { write(utf8: $0) }
  }

  /// Drops what was written behind the first `count` bytes, and returns it.
  package mutating func cut(behind count: Int) -> [UInt8] {
    defer { bytes.removeSubrange(count...) }
    return Array(bytes[count...])
  }

  /// Writes a value that stands in `depth` arrays and objects.
  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        beginElement(index, depth)
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        if layout != .compact { bytes.append(UInt8(ascii: " ")) }
        write(member.value, depth: depth + 1)
      }
      if layout == .indented && !members.isEmpty { beginLine(depth) }
      bytes.append(UInt8(ascii: "}"))
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        beginElement(index, depth)
        write(element, depth: depth + 1)
      }
      if layout == .indented && !elements.isEmpty { beginLine(depth) }
      bytes.append(UInt8(ascii: "]"))
    case .string(let text): write(text)
    case .integer(let number): write(number)
    case .real(let number): write(number)
    case .boolean(let flag): write(literal: flag ? "true" : "false")
    case .null: write(literal: "null")
    }
  }

  private mutating func beginElement(_ index: Int, _ depth: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    switch layout {
    case .compact: break
    case .spaced: if index > 0 { bytes.append(UInt8(ascii: " ")) }
    case .indented: beginLine(depth + 1)
    }
  }

  private mutating func beginLine(_ depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func write(literal: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}

// MARK: Strings

extension JSONWriter {
  /// Writes a string: what must be escaped is, by the shortest name that it has.
  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write(utf8: $0) }
  }

  private mutating func write(utf8 text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      escape(byte)
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20:
      write(literal: "u00")
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    default: bytes.append(byte)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

// MARK: Numbers

extension JSONWriter {
  private mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    write(number.magnitude)
  }

  private mutating func write(_ number: UInt) {
    if number > 9 { write(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Writes a number with a decimal point; the tenths that schedules have without jansson.
  private mutating func write(_ number: Double) {
    let tenths = (number * 10).rounded()
    guard abs(number) < 1e9, tenths / 10 == number, tenths != 0 else {
      return write(byJansson: number)
    }
    let count = Int(tenths)
    if count < 0 { bytes.append(UInt8(ascii: "-")) }
    write(count.magnitude / 10)
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(count.magnitude % 10))
  }

  private mutating func write(byJansson number: Double) {
    // 15 digits show every decimal that a Double keeps, 64.1 and not 64.099999999999994.
    let flags = setpoint_json_encode_any | setpoint_json_real_precision(15)
    let handle = json_real(number)
    defer { json_decref(handle) }
    var text = [CChar](repeating: 0, count: 32)
    let count = json_dumpb(handle, &text, text.count, flags)
    bytes += text[..<min(count, text.count)].map { UInt8(bitPattern: $0) }
  }
}
