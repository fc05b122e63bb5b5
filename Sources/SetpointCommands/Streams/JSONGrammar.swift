/// Tells whether bytes are a value of JSON, whatever it means: of what is only handed on nothing is read,
/// so that numbers may be of any size, and strings hold any escape.
struct JSONGrammar {
  private var rest: Slice<UnsafeRawBufferPointer>
  private static let mostLevels = 64

  /// Whether `bytes` are one value, of no more than 64 levels, and UTF-8.
  static func isValue(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    var grammar = JSONGrammar(rest: bytes)
    guard grammar.takeValue(levels: mostLevels), grammar.rest.isEmpty else { return false }
    return bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  private mutating func takeValue(levels: Int) -> Bool {
    switch rest.first {
    case UInt8(ascii: "\""): return takeString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return levels > 0 && takeList(levels: levels - 1)
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    default: return takeNumber()
    }
  }

  /// Takes an object or an array.
  private mutating func takeList(levels: Int) -> Bool {
    let isObject = rest.removeFirst() == UInt8(ascii: "{")
    let end: StaticString = isObject ? "}" : "]"
    skipBlanks()
    if take(end) { return true }
    repeat {
      skipBlanks()
      if isObject {
        guard rest.first == UInt8(ascii: "\""), takeString() else { return false }
        skipBlanks()
        guard take(":") else { return false }
        skipBlanks()
      }
      guard takeValue(levels: levels) else { return false }
      skipBlanks()
    } while take(",")
    return take(end)
  }

  private mutating func takeString() -> Bool {
    rest.removeFirst()
    while let byte = rest.popFirst(), byte >= 0x20 {
      if byte == UInt8(ascii: "\"") { return true }
      guard byte == UInt8(ascii: "\\") else { continue }
      switch rest.popFirst() {
      case UInt8(ascii: "u"):
        guard rest.prefix(4).count(where: Self.isHexDigit) == 4 else { return false }
        rest.removeFirst(4)
      case let escape?: guard "\"\\/bfnrt".utf8.contains(escape) else { return false }
      case nil: return false
      }
    }
    return false
  }

  private mutating func takeNumber() -> Bool {
    _ = take("-")
    if !take("0"), !takeDigits() { return false }
    if take("."), !takeDigits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return takeDigits()
    }
    return true
  }

  private mutating func takeDigits() -> Bool {
    let digits = rest.prefix { (0x30...0x39).contains($0) }.count
    rest.removeFirst(digits)
    return digits > 0
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard rest.starts(with: bytes) else { return false }
    rest.removeFirst(bytes.count)
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
