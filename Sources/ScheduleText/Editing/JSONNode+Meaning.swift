import JSONText

extension JSONNode {
  /// A normal form of the value: equal for all spellings. Whitespace, escapes, the order of members, `1` and `1.0` make
  /// no difference.
  var meaning: [UInt8] {
    switch kind {
    case .string: return Self.text(string ?? "")
    case .integer, .real: return Self.number(bytes)
    case .boolean, .null: return Array(bytes)
    case .array:
      return Self.list("[", children.map(\.meaning), "]")
    case .object:
      let members = children.map { (name: Self.text($0.key), meaning: $0.meaning) }
      // For members with the same name the order matters; sort by place to keep it.
      let sorted = members.enumerated().sorted { left, right in
        left.element.name == right.element.name
          ? left.offset < right.offset
          : left.element.name.lexicographicallyPrecedes(right.element.name)
      }
      return Self.list("{", sorted.map { $0.element.name + $0.element.meaning }, "}")
    }
  }

  private static func list(
    _ open: Unicode.Scalar, _ parts: [[UInt8]], _ close: Unicode.Scalar
  ) -> [UInt8] {
    [UInt8(ascii: open)] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: close)]
  }

  /// The length prefix makes the text unambiguous.
  private static func text(_ text: String) -> [UInt8] {
    Array("\"\(text.utf8.count):".utf8) + Array(text.utf8)
  }

  /// Returns the significant digits of a number and their power of ten.
  ///
  /// A number whose power exceeds `Int` is represented by its spelling.
  private static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isExponent = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
    let mantissa = bytes.prefix { !isExponent($0) }
    let power = bytes.dropFirst(mantissa.count + 1)
    let point = mantissa.firstIndex(of: UInt8(ascii: "."))
    let decimals = point.map { mantissa.endIndex - $0 - 1 } ?? 0
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let digits = mantissa.filter(isDigit).drop { $0 == UInt8(ascii: "0") }
    guard let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else {
      return [UInt8(ascii: "0")]
    }
    let zeros = digits.endIndex - last - 1
    guard let exponent = power.isEmpty ? 0 : Int(String(decoding: power, as: UTF8.self)) else {
      return Array(bytes)
    }
    let (scale, isTooLarge) = exponent.addingReportingOverflow(zeros - decimals)
    guard !isTooLarge else { return Array(bytes) }
    let sign = mantissa.first == UInt8(ascii: "-") ? "-" : ""
    return Array(sign.utf8) + digits[...last] + Array("e\(scale)".utf8)
  }
}
