import Diagnostics

/// Scans JSON text into flat nodes in one pass and reports the first error with its place.
///
/// It accepts the same texts as jansson, with the same values, within `JSONLimits`: see `ScannerAgreementTests`.
struct JSONScanner {
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private(set) var position = 0
  private var depth = 0
  private(set) var nodes: [JSONTree.Node] = []
  private(set) var repeatsKeys = false
  /// Whether the last string had an escape.
  private var hasEscape = false
  /// Whether to check the range of numbers and the validity of escapes; false for values that are only copied.
  private let checksValues: Bool
  /// The most values of a text.
  var limit = JSONLimits.values

  /// Scans a text, or a value at `start` that is only copied.
  init(_ bytes: UnsafeRawBufferPointer, copyingAt start: Int? = nil) {
    self.bytes = bytes
    end = bytes.count
    position = start ?? 0
    checksValues = start == nil
    // Compact text has about one value per twelve bytes.
    if checksValues { nodes.reserveCapacity(min(bytes.count / 10, limit) + 1) }
  }

  // MARK: Grammar (RFC 8259)

  /// Scans the whole text into `nodes`.
  mutating func scanText() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONSyntaxError("the text begins with a byte order mark; remove it", at: 0)
    }
    skipBlanks()
    guard position < end else {
      throw JSONSyntaxError("the file is empty; expected a JSON object", at: 0)
    }
    if let error = JSONSyntaxError(notText: bytes) { throw error }
    let first = bytes[position]
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw JSONSyntaxError("expected '{' to open the document", at: position)
    }
    try scanValue(key: 0..<0)
    skipBlanks()
    guard position == end else {
      throw JSONSyntaxError("expected the end of the file after the document", at: position)
    }
  }

  /// Scans a value; appends its node and those below it.
  mutating func scanValue(key: Range<Int>) throws(JSONSyntaxError) {
    guard position < end else { throw endOfText("a value is missing") }
    guard nodes.count < limit else {
      let values = limit == JSONLimits.values ? JSONLimits.valuesText : "\(limit) values"
      throw JSONSyntaxError("more than \(values)", at: position)
    }
    let start = position
    let kind: JSONKind
    switch bytes[position] {
    case UInt8(ascii: "\""):
      kind = .string
      try scanString()
    case UInt8(ascii: "-"), 0x30...0x39: kind = try scanNumber()
    case UInt8(ascii: "{"): return try scanObject(key: key)
    case UInt8(ascii: "["): return try scanArray(key: key)
    default: kind = try scanWord()
    }
    nodes.append(JSONTree.Node(kind, key: key, start..<position, next: nodes.count + 1))
  }

  private mutating func scanObject(key: Range<Int>) throws(JSONSyntaxError) {
    let (index, start) = (nodes.count, position)
    nodes.append(JSONTree.Node(.object, key: key, start..<start, next: 0))
    try enter()
    defer { depth -= 1 }
    if !take(UInt8(ascii: "}")) { try scanMembers(of: index) }
    nodes[index].close(at: position, next: nodes.count)
  }

  private mutating func scanMembers(of index: Int) throws(JSONSyntaxError) {
    // A bit for each first letter, last letter and length of a key: most objects have no two keys alike.
    var seen: UInt64 = 0
    var mayRepeat = false
    while true {
      guard position < end, bytes[position] == UInt8(ascii: "\"") else {
        throw expected("a member name in double quotes", closing: "}")
      }
      let keyStart = position
      hasEscape = false
      try scanString()
      let key = keyStart..<position
      let letters = bytes[keyStart + 1] ^ bytes[position - 2] &<< 2
      let bit: UInt64 = 1 &<< UInt64(letters ^ UInt8(truncatingIfNeeded: key.count))
      mayRepeat = mayRepeat || hasEscape || seen & bit != 0
      seen |= bit
      guard take(UInt8(ascii: ":")) else {
        throw expected("':' after the member name", closing: "}")
      }
      skipBlanks()
      try scanValue(key: key)
      let valueEnd = position
      if take(UInt8(ascii: "}")) { break }
      guard take(UInt8(ascii: ",")) else {
        throw expected("',' or '}' after the value", closing: "}", at: valueEnd)
      }
      skipBlanks()
      if position < end, bytes[position] == UInt8(ascii: "}") {
        throw JSONSyntaxError("expected a member after ','; remove the comma", at: position)
      }
    }
    if mayRepeat { compareKeys(of: index) }
  }

  private mutating func scanArray(key: Range<Int>) throws(JSONSyntaxError) {
    let (index, start) = (nodes.count, position)
    nodes.append(JSONTree.Node(.array, key: key, start..<start, next: 0))
    try enter()
    defer { depth -= 1 }
    if !take(UInt8(ascii: "]")) {
      while true {
        try scanValue(key: 0..<0)
        let valueEnd = position
        if take(UInt8(ascii: "]")) { break }
        guard take(UInt8(ascii: ",")) else {
          throw expected("',' or ']' after the value", closing: "]", at: valueEnd)
        }
        skipBlanks()
        if position < end, bytes[position] == UInt8(ascii: "]") {
          throw JSONSyntaxError("expected a value after ','; remove the comma", at: position)
        }
      }
    }
    nodes[index].close(at: position, next: nodes.count)
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= JSONLimits.nesting else {
      throw JSONSyntaxError("nested deeper than \(JSONLimits.nesting) levels", at: position)
    }
    position += 1
    skipBlanks()
  }

  // MARK: Keys

  /// Records whether an object repeats a key.
  private mutating func compareKeys(of object: Int) {
    guard !repeatsKeys else { return }
    // Keys are bytes: Swift strings are equal if they are canonically equivalent.
    var keys: Set<[UInt8]> = []
    var member = object + 1
    while member < nodes.count {
      let start = nodes[member].keyStart
      let key = UnsafeRawBufferPointer(rebasing: bytes[start..<start + nodes[member].keyCount])
      guard keys.insert(Array(JSONText.decodedString(key).utf8)).inserted else {
        repeatsKeys = true
        return
      }
      member = nodes[member].next
    }
  }

  // MARK: Strings

  @inline(__always)
  private mutating func scanString() throws(JSONSyntaxError) {
    let start = position
    position += 1
    while true {
      position = Self.endOfPlainCharacters(in: bytes, from: position)
      guard position < end else {
        throw JSONSyntaxError(
          "the file ends early; the string that begins here is not closed", at: start)
      }
      if bytes[position] == UInt8(ascii: "\"") { break }
      try scanSpecialCharacter()
    }
    position += 1
  }

  /// Returns the place after characters of a string that are ASCII and need no escape.
  @inline(__always)
  static func endOfPlainCharacters(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    // Eight bytes at a time: the lowest flagged byte is not plain; higher ones may be flagged by a borrow.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while bytes.count - position >= 8 {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quote = word ^ ones &* 0x22
      let backslash = word ^ ones &* 0x5C
      let flags =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20)
          & ~word
          | word) & (ones &* 0x80)
      guard flags == 0 else { return position + flags.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count, isPlain(bytes[position]) { position += 1 }
    return position
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func scanSpecialCharacter() throws(JSONSyntaxError) {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\\"):
      hasEscape = true
      try scanEscape()
    case 0..<0x20:
      throw JSONSyntaxError(
        "control character U+\(byte.digits(4, radix: 16, uppercase: true)) in a string; "
          + (byte == 0 ? "remove it" : "write it as an escape"),
        at: position)
    default: try scanMultibyte()
    }
  }

  private mutating func scanEscape() throws(JSONSyntaxError) {
    let start = position
    guard position + 1 < end else { throw endOfText("the string is not closed") }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      guard position + 6 <= end else { throw endOfText("the string is not closed") }
      guard let unit = hexUnit(at: position + 2) else {
        throw JSONSyntaxError("expected four hexadecimal digits after \\u", at: start)
      }
      position += 6
      guard checksValues else { return }
      if unit == 0 { throw JSONSyntaxError("\\u0000 is not allowed in a string", at: start) }
      if (0xDC00...0xDFFF).contains(unit) { throw loneSurrogate(unit, at: start) }
      guard (0xD800...0xDBFF).contains(unit) else { return }
      guard position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
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
    var rest = bytes[position..<min(position + 4, end)].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    let result = parser.parseScalar(from: &rest)
    if case .error(let length) = result, position + length == end,
      (0xC2...0xF4).contains(bytes[position])
    {
      throw JSONSyntaxError("the text ends within a character", at: position)
    }
    guard case .valid(let scalar) = result else {
      throw JSONSyntaxError(
        "byte 0x\(bytes[position].digits(2, radix: 16, uppercase: true)) is not UTF-8",
        at: position)
    }
    position += scalar.count
  }

  private func hexUnit(at start: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<(start + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  // MARK: Numbers and words

  private mutating func scanNumber() throws(JSONSyntaxError) -> JSONKind {
    let start = position
    var kind = JSONKind.integer
    var hasExponent = false
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let leadingZero = position < end && bytes[position] == UInt8(ascii: "0")
    let whole = skipDigits()
    guard whole > 0 else { throw expected("a digit after '-'") }
    guard !leadingZero || whole == 1 else {
      throw JSONSyntaxError("a number must not begin with 0", at: start)
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      kind = .real
      position += 1
      guard skipDigits() > 0 else { throw expected("a digit after the decimal point") }
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      kind = .real
      position += 1
      if position < end,
        bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
      {
        position += 1
      }
      guard skipDigits() > 0 else { throw expected("a digit in the exponent") }
    }
    // Numbers this short are in range unless they have an exponent.
    if checksValues, hasExponent || position - start > 18 { try checkRange(start..<position, kind) }
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
    if bytes[position] == UInt8(ascii: "'") {
      throw JSONSyntaxError("strings need double quotes", at: position)
    }
    let isCut = ["true", "false", "null"].contains { $0.utf8.starts(with: bytes[position...]) }
    throw isCut ? endOfText("a value is missing") : expected("a value")
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    guard word.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  // MARK: Pieces

  /// Skips whitespace, then consumes `byte` if it is next.
  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func skipBlanks() {
    guard position < end, bytes[position] <= 0x20 else { return }
    // Usually a single space.
    if bytes[position] == 0x20 { position += 1 }
    if position < end, bytes[position] <= 0x20 { skipManyBlanks() }
  }

  private mutating func skipManyBlanks() {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  @inline(__always)
  private mutating func skipDigits() -> Int {
    let start = position
    while position < end, bytes[position] &- 0x30 < 10 { position += 1 }
    return position - start
  }

  private func expected(
    _ what: String, closing: String? = nil, at place: Int? = nil
  ) -> JSONSyntaxError {
    position >= end
      ? endOfText("\(closing.map { "'\($0)'" } ?? "a value") is missing")
      : JSONSyntaxError("expected \(what)", at: place ?? position)
  }

  private func endOfText(_ what: String) -> JSONSyntaxError {
    JSONSyntaxError("the file ends early; \(what)", at: end)
  }

  private func loneSurrogate(_ unit: UInt32, at offset: Int) -> JSONSyntaxError {
    let digits = unit.digits(4, radix: 16, uppercase: true)
    return JSONSyntaxError("\\u\(digits) is half of a surrogate pair", at: offset)
  }
}

/// The limits on JSON texts, which keep a check below 64 MiB of memory for any input.
package enum JSONLimits {
  /// The largest text, in bytes: 4 MiB.
  package static let size = 4 << 20
  /// The largest text, for messages.
  package static let sizeText = "4 MiB"
  /// The deepest nesting of arrays and objects.
  package static let nesting = 64
  /// The most values of every type. An object with one member takes 300 bytes in jansson.
  package static let values = 80_000
  /// The most values, for messages.
  package static let valuesText = "80,000 values, or about 600 schedules"
}

/// Why a text cannot be read as JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  package let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The error of UTF-16 and of a file that is not text, such as a picture or gzip; nil for a text.
  package init?(notText bytes: some Collection<UInt8>) {
    guard bytes.first != UInt8(ascii: "{") || bytes.dropFirst().first == 0 else { return nil }
    let isUTF16 = [[0xFF, 0xFE], [0xFE, 0xFF], [0x7B, 0], [0, 0x7B]].contains(where: bytes.starts)
    let isBinary = bytes.prefix(512).contains(0) || bytes.starts(with: [0x1F, 0x8B])
    guard isUTF16 || isBinary else { return nil }
    self.init(isUTF16 ? "the text is UTF-16; save it as UTF-8" : "the file is not text", at: 0)
  }
}
