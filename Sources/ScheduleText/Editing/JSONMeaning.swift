import JSONText

/// A normal form of JSON values: equal for all spellings. Whitespace, escapes, the order of members, `1` and `1.0` make
/// no difference.
enum JSONMeaning {
  static func of(_ value: JSONNode) -> [UInt8] {
    switch value.kind {
    case .string: return text(value.string ?? "")
    case .integer, .real: return number(value.bytes)
    case .boolean, .null: return Array(value.bytes)
    case .array:
      return list("[", value.children.map(of), "]")
    case .object:
      let members = value.children.map { (name: text($0.key), meaning: of($0)) }
      // For members with the same name the order matters; sort by place to keep it.
      let sorted = members.enumerated().sorted { left, right in
        left.element.name == right.element.name
          ? left.offset < right.offset
          : left.element.name.lexicographicallyPrecedes(right.element.name)
      }
      return list("{", sorted.map { $0.element.name + $0.element.meaning }, "}")
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
