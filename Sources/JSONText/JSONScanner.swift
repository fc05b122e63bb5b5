import CJansson
import Diagnostics

/// Reads JSON text into nodes, in one pass, and says in plain words what is wrong with a text.
///
/// A text that it accepts and calls plain, jansson accepts as the same values; tests hold that. Of
/// others it says where things are, and jansson has the last word.
struct JSONScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0
  private(set) var nodes: [SourceMap.Node] = []
  /// Whether nothing was seen that is left to jansson: an escape, a number that is long or has an
  /// exponent, an object with many members.
  private(set) var isPlain = true
  /// Whether an object of a plain text has the same key twice.
  private(set) var repeatsKeys = false
  /// The most members of an object whose keys are compared with each other here.
  private static let fewMembers = 16

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    // Compact text has a value for every dozen bytes.
    nodes.reserveCapacity(min(bytes.count / 12, JSONLimits.values) + 1)
  }

  // MARK: Grammar (RFC 8259)

  /// Reads the whole text and leaves its values in `nodes`.
  mutating func scanText() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONSyntaxError("the file begins with a byte order mark; save it without one", at: 0)
    }
    skipBlanks()
    guard let first = peek() else {
      throw JSONSyntaxError("the file is empty; expected a JSON object", at: 0)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw JSONSyntaxError("the file is UTF-16; save it as UTF-8", at: 0)
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw JSONSyntaxError("expected '{' to open the document", at: position)
    }
    try scanValue(key: nil)
    skipBlanks()
    guard peek() == nil else {
      throw JSONSyntaxError("expected the end of the file after the document", at: position)
    }
  }

  /// Reads a value and appends its node and those below it; returns the node's index.
  @discardableResult
  private mutating func scanValue(key: Range<Int>?) throws(JSONSyntaxError) -> Int {
    let start = position
    guard let first = peek() else { throw endOfText("a value is missing") }
    let index = nodes.count
    guard index < JSONLimits.values else {
      throw JSONSyntaxError(
        "more than \(JSONLimits.values) values, or about 600 schedules", at: position)
    }
    nodes.append(SourceMap.Node(kind: .null, key: key, start: start))
    switch first {
    case UInt8(ascii: "{"): try scanObject(index)
    case UInt8(ascii: "["): try scanArray(index)
    case UInt8(ascii: "\""):
      nodes[index].kind = .string
      try scanString()
    case UInt8(ascii: "-"), 0x30...0x39: nodes[index].kind = try scanNumber()
    default: nodes[index].kind = try scanWord()
    }
    nodes[index].close(at: position, next: nodes.count)
    return index
  }

  private mutating func scanObject(_ index: Int) throws(JSONSyntaxError) {
    nodes[index].kind = .object
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "}")) { return }
    var count = 0
    while true {
      guard peek() != nil else { throw endOfText("'}' is missing") }
      guard peek() == UInt8(ascii: "\"") else {
        throw JSONSyntaxError("expected a member name in double quotes", at: position)
      }
      let keyStart = position
      try scanString()
      let key = keyStart..<position
      compare(key, withThoseOf: index, count)
      count += 1
      guard take(UInt8(ascii: ":")) else {
        throw expected("':' after the member name", closing: "}")
      }
      skipBlanks()
      try scanValue(key: key)
      if take(UInt8(ascii: "}")) { return }
      guard take(UInt8(ascii: ",")) else {
        throw expected("',' or '}' after the value", closing: "}")
      }
      skipBlanks()
      if peek() == UInt8(ascii: "}") {
        throw JSONSyntaxError("expected a member after ','; remove the comma", at: position)
      }
    }
  }

  /// Looks whether a key stands in its object already, behind `count` others.
  private mutating func compare(_ key: Range<Int>, withThoseOf object: Int, _ count: Int) {
    guard isPlain, let start = bytes.baseAddress else { return }
    isPlain = count < Self.fewMembers
    var other = object + 1
    while isPlain, !repeatsKeys, other < nodes.count {
      if let before = nodes[other].key, before.count == key.count {
        repeatsKeys =
          setpoint_json_bytes_equal(start + before.lowerBound, start + key.lowerBound, key.count)
          != 0
      }
      other = nodes[other].next
    }
  }

  private mutating func scanArray(_ index: Int) throws(JSONSyntaxError) {
    nodes[index].kind = .array
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "]")) { return }
    while true {
      try scanValue(key: nil)
      if take(UInt8(ascii: "]")) { return }
      guard take(UInt8(ascii: ",")) else {
        throw expected("',' or ']' after the value", closing: "]")
      }
      skipBlanks()
      if peek() == UInt8(ascii: "]") {
        throw JSONSyntaxError("expected a value after ','; remove the comma", at: position)
      }
    }
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= JSONLimits.nesting else {
      throw JSONSyntaxError("nested deeper than \(JSONLimits.nesting) levels", at: position)
    }
    position += 1
    skipBlanks()
  }

  private mutating func scanString() throws(JSONSyntaxError) {
    let start = position
    position += 1
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        try scanEscape()
      case 0..<0x20:
        throw JSONSyntaxError(
          "control character U+\(Self.hex(UInt32(byte))) in a string; write it as an escape",
          at: position)
      case 0x80...:
        try scanMultibyte()
      default:
        position += 1
      }
    }
    throw JSONSyntaxError("the string that begins here is not closed", at: start)
  }

  private mutating func scanEscape() throws(JSONSyntaxError) {
    let start = position
    guard position + 1 < bytes.count else { throw endOfText("the string is not closed") }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      guard let unit = hexUnit(at: position + 2) else {
        throw JSONSyntaxError("expected four hexadecimal digits after \\u", at: start)
      }
      position += 6
      if unit == 0 { throw JSONSyntaxError("\\u0000 is not allowed in a string", at: start) }
      if (0xDC00...0xDFFF).contains(unit) { throw loneSurrogate(unit, at: start) }
      guard (0xD800...0xDBFF).contains(unit) else { return }
      guard peek() == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "u"), let low = hexUnit(at: position + 2),
        (0xDC00...0xDFFF).contains(low)
      else { throw loneSurrogate(unit, at: start) }
      position += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    default:
      throw JSONSyntaxError("unknown escape in a string", at: start)
    }
  }

  private mutating func scanMultibyte() throws(JSONSyntaxError) {
    var rest = bytes[position..<min(position + 4, bytes.count)].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else {
      throw JSONSyntaxError(
        "byte 0x\(Self.hex(UInt32(bytes[position]), digits: 2)) is not UTF-8", at: position)
    }
    position += scalar.count
  }

  private mutating func scanNumber() throws(JSONSyntaxError) -> JSONKind {
    let start = position
    var kind = JSONKind.integer
    var hasExponent = false
    if peek() == UInt8(ascii: "-") { position += 1 }
    let leadingZero = peek() == UInt8(ascii: "0")
    let whole = skipDigits()
    guard whole > 0 else { throw JSONSyntaxError("expected a digit after '-'", at: position) }
    guard !leadingZero || whole == 1 else {
      throw JSONSyntaxError("a number must not begin with 0", at: start)
    }
    if peek() == UInt8(ascii: ".") {
      kind = .real
      position += 1
      guard skipDigits() > 0 else {
        throw JSONSyntaxError("expected a digit after the decimal point", at: position)
      }
    }
    if peek().map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      hasExponent = true
      kind = .real
      position += 1
      if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { position += 1 }
      guard skipDigits() > 0 else {
        throw JSONSyntaxError("expected a digit in the exponent", at: position)
      }
    }
    // What is so short fits, as long as no exponent moves its point.
    if hasExponent || position - start > 18 {
      isPlain = false
      try checkRange(start..<position, kind)
    }
    return kind
  }

  private func checkRange(_ range: Range<Int>, _ kind: JSONKind) throws(JSONSyntaxError) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    let fits = kind == .integer ? Int64(text) != nil : Double(text)?.isFinite == true
    if !fits {
      let shown = text.utf8.count > 40 ? text.prefix(40) + "..." : text[...]
      throw JSONSyntaxError("the number \(shown) is too large", at: range.lowerBound)
    }
  }

  private mutating func scanWord() throws(JSONSyntaxError) -> JSONKind {
    if takeWord("true") || takeWord("false") { return .boolean }
    if takeWord("null") { return .null }
    if let byte = peek(), byte == UInt8(ascii: "'") {
      throw JSONSyntaxError("strings stand in double quotes", at: position)
    }
    throw JSONSyntaxError("expected a value", at: position)
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    guard word.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  // MARK: Pieces

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Skips blanks and takes `byte` when it comes next.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  private func hexUnit(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<(start + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private func expected(_ what: String, closing: String) -> JSONSyntaxError {
    peek() == nil
      ? endOfText("'\(closing)' is missing") : JSONSyntaxError("expected \(what)", at: position)
  }

  private func endOfText(_ what: String) -> JSONSyntaxError {
    JSONSyntaxError("the file ends early; \(what)", at: bytes.count)
  }

  private func loneSurrogate(_ unit: UInt32, at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError("\\u\(Self.hex(unit)) is half of a surrogate pair", at: offset)
  }

  private static func hex(_ value: UInt32, digits: Int = 4) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
