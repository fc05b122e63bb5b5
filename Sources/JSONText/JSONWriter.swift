import CJansson

/// Writes values as JSON; jansson encodes every string and number, and each name that needs escapes.
struct JSONWriter {
  let layout: JSONLayout
  var bytes: [UInt8] = []

  /// Writes a value at nesting level `depth`.
  mutating func write(_ value: JSONValue, depth: Int = 0) {
    switch value {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        beginElement(index, depth)
        write(plain: member.key)
        bytes.append(UInt8(ascii: ":"))
        if layout == .spaced || layout == .indented { bytes.append(UInt8(ascii: " ")) }
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
    case .string(let text) where layout == .report: write(plain: text)
    case .string(let text): write(text)
    case .integer(let number) where layout == .report: bytes += String(number).utf8
    case .integer(let number): write(number)
    case .real(let number): write(number)
    case .boolean(let flag): write(literal: flag ? "true" : "false")
    case .null: write(literal: "null")
    case .raw(let text): bytes += text
    }
  }

  /// Writes a string; jansson encodes it only if it has other characters than printable ASCII.
  private mutating func write(plain text: String) {
    var text = text
    text.withUTF8 { text in
      // Loops without an exit, which the compiler turns into vector instructions.
      var (isSpecial, isQuoted): (UInt8, UInt8) = (0, 0)
      for byte in text { isSpecial |= byte < 0x20 || byte >= 0x7F ? 1 : 0 }
      for byte in text { isQuoted |= byte == 0x22 || byte == 0x5C ? 1 : 0 }
      guard isSpecial == 0 else { return write(utf8: text) }
      bytes.append(UInt8(ascii: "\""))
      if isQuoted == 0 {
        bytes.append(contentsOf: text)
      } else {
        var rest = text[...]
        while let place = rest.firstIndex(where: { $0 == 0x22 || $0 == 0x5C }) {
          bytes += rest[..<place]
          bytes += [UInt8(ascii: "\\"), rest[place]]
          rest = rest[(place + 1)...]
        }
        bytes += rest
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func beginElement(_ index: Int, _ depth: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    switch layout {
    case .compact, .report: break
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

// MARK: Strings and numbers

extension JSONWriter {
  /// Writes a string with the shortest escapes.
  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write(utf8: $0) }
  }

  private mutating func write(utf8 text: UnsafeBufferPointer<UInt8>) {
    let value = text.withMemoryRebound(to: CChar.self) { json_stringn($0.baseAddress, $0.count) }
    // jansson rejects invalid UTF-8.
    guard let value else { return write(String(decoding: text, as: UTF8.self)) }
    // An escaped control character has six bytes.
    write(value, longest: 6 * text.count + 2)
  }

  private mutating func write(_ number: Int) {
    write(json_integer(json_int_t(number)), longest: 24)
  }

  private mutating func write(_ number: Double) { write(json_real(number), longest: 40) }

  /// Encodes a value with jansson, then releases it.
  private mutating func write(_ value: UnsafeMutablePointer<json_t>?, longest: Int) {
    defer { json_decref(value) }
    // 15 digits round-trip every decimal that a Double preserves: 64.1, not 64.099999999999994.
    let flags = setpoint_json_encode_any | setpoint_json_real_precision(15)
    withUnsafeTemporaryAllocation(byteCount: longest, alignment: 1) { room in
      let count = json_dumpb(value, room.baseAddress, longest, flags)
      bytes.append(contentsOf: room[..<min(count, longest)])
    }
  }
}
