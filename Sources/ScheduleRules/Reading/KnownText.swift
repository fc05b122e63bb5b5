import ScheduleModel

/// The bytes of a document that `KnownShape` goes through once, and its values.
///
struct KnownText {
  /// The byte that comes next.
  private(set) var place: UnsafePointer<UInt8>
  /// The brace that closes the document. No pass over blanks, digits or a name goes beyond it.
  private let last: UnsafePointer<UInt8>

  /// Begins with a text; nil for one that does not end with a brace.
  init?(_ text: UnsafeRawBufferPointer) {
    guard let start = text.baseAddress, !text.isEmpty else { return nil }
    place = start.assumingMemoryBound(to: UInt8.self)
    var last = place + (text.count - 1)
    while last > place, Self.isBlank(last.pointee) { last -= 1 }
    guard last.pointee == UInt8(ascii: "}") else { return nil }
    self.last = last
    skipBlanks()
  }

  /// Whether nothing but the last brace is left.
  var isAtLast: Bool { place == last }
}

// MARK: Pieces

extension KnownText {
  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    // A bit for each of the blank, CR, LF and the tab.
    byte <= 0x20 && 0x1_0000_2600 >> UInt64(byte) & 1 == 1
  }

  @inline(__always)
  mutating func skipBlanks() {
    while Self.isBlank(place.pointee) { place += 1 }
  }

  /// Takes a byte that is no closing brace.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard place.pointee == byte else { return false }
    place += 1
    return true
  }

  @inline(__always)
  mutating func open() -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    skipBlanks()
    return true
  }

  /// Takes the brace that closes an object, which is not the last.
  @inline(__always)
  mutating func close() -> Bool {
    guard place.pointee == UInt8(ascii: "}"), place < last else { return false }
    place += 1
    return true
  }

  /// Takes what stands between a value and the next; false where none follows.
  @inline(__always)
  mutating func takeComma() -> Bool {
    skipBlanks()
    guard take(UInt8(ascii: ",")) else { return false }
    skipBlanks()
    return true
  }
}

// MARK: Members

/// Which members of an object there were.
struct SeenMembers {
  private var bits = 0
  /// The one that comes next where they stand in the order in which they are written.
  fileprivate var next = 0
  /// Whether they all stand so.
  private(set) var areInOrder = true

  /// Adds a member; false if it is there already.
  @inline(__always)
  fileprivate mutating func insert(_ member: Int) -> Bool {
    areInOrder = areInOrder && member == next
    next = member + 1
    defer { bits |= 1 << member }
    return bits & 1 << member == 0
  }

  /// Whether all that must be there are.
  @inline(__always)
  func hasAll(of patterns: MemberPatterns) -> Bool {
    bits & patterns.required == patterns.required
  }
}

extension KnownText {
  /// Takes the name of a member that was not there yet, and its colon; returns its place among the names.
  @inline(__always)
  mutating func takeMember(of patterns: MemberPatterns, _ seen: inout SeenMembers) -> Int? {
    let names = patterns.names
    var member = seen.next
    if member >= names.count || !isAt(names[member]) {
      guard let other = names.firstIndex(where: isAt) else { return nil }
      member = other
    }
    guard seen.insert(member) else { return nil }
    place += names[member].count
    skipBlanks()
    guard take(UInt8(ascii: ":")) else { return nil }
    skipBlanks()
    return member
  }

  @inline(__always)
  private func isAt(_ pattern: borrowing BytePattern) -> Bool {
    // Behind a name there are a colon, a value and a brace at the least.
    let rest = last - place
    guard rest >= 8, rest >= pattern.count else { return false }
    return pattern.isAt(place)
  }

  /// Takes a string without escapes; false when it is another one.
  mutating func takeString(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard last - place > count + 1, place.pointee == UInt8(ascii: "\""),
      place[count + 1] == UInt8(ascii: "\""),
      (0..<count).allSatisfy({ place[$0 + 1] == text.utf8Start[$0] })
    else { return false }
    place += count + 2
    return true
  }
}

// MARK: Values

extension KnownText {
  /// Takes a piece of another text; takes nothing when something else stands here.
  @inline(__always)
  mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ piece: Range<Int>) -> Bool {
    guard last - place >= piece.count, let start = text.baseAddress else { return false }
    let wanted = start + piece.lowerBound
    // The last eight bytes may be compared twice.
    let end = piece.count - 8
    var offset = 0
    while offset < end {
      guard place.word(at: offset) == wanted.word(at: offset) else { return false }
      offset += 8
    }
    if end >= 0 {
      guard place.word(at: end) == wanted.word(at: end) else { return false }
    } else {
      guard (0..<piece.count).allSatisfy({ place[$0] == wanted[$0] }) else { return false }
    }
    place += piece.count
    return true
  }

  /// Reads `"06:30"`; nil for anything else.
  @inline(__always)
  mutating func readTime() -> Int32? {
    guard take(UInt8(ascii: "\"")), let time = readClock(), take(UInt8(ascii: "\""))
    else { return nil }
    return time
  }

  /// Reads `06:30`; nil for anything else.
  @inline(__always)
  mutating func readClock() -> Int32? {
    guard last - place >= 8 else { return nil }
    // The colon, and what the digits are above zero.
    let digits = place.word(at: 0) & 0xFF_FFFF_FFFF ^ 0x30_303A_3030
    guard (digits &+ 0x76_767F_7676 | digits) & 0x80_8080_8080 == 0 else { return nil }
    let hour = Int32(digits & 0xF) &* 10 &+ Int32(digits >> 8 & 0xF)
    let minute = Int32(digits >> 24 & 0xF) &* 10 &+ Int32(digits >> 32 & 0xF)
    guard hour < 24, minute < 60 else { return nil }
    place += 5
    return hour &* 60 &+ minute
  }

  /// Reads `70`, `-3` or `68.5`, of at most six digits before the point, as tenths.
  @inline(__always)
  mutating func readTenths() -> Int32? {
    // Nearly every one has two digits and no point. A digit is not the last byte.
    let tens = place[0] &- 0x31
    if tens < 9 {
      let ones = place[1] &- 0x30
      if ones < 10, place[2] &- 0x30 >= 10, place[2] != UInt8(ascii: ".") {
        place += 2
        return Int32(tens) &* 100 &+ Int32(ones) &* 10 &+ 100
      }
    }
    return readOtherTenths()
  }

  private mutating func readOtherTenths() -> Int32? {
    let isNegative = take(UInt8(ascii: "-"))
    let start = place
    var tenths: Int32 = 0
    while let digit = takeDigit() { tenths = tenths &* 10 &+ digit }
    guard 1...6 ~= place - start, start.pointee != UInt8(ascii: "0") || place - start == 1
    else { return nil }
    tenths *= 10
    if take(UInt8(ascii: ".")) {
      guard let digit = takeDigit() else { return nil }
      tenths += digit
    }
    // A further digit or an exponent is no end of a value, and ends the reading there.
    return isNegative ? -tenths : tenths
  }

  @inline(__always)
  private mutating func takeDigit() -> Int32? {
    let digit = place.pointee &- 0x30
    guard digit < 10 else { return nil }
    place += 1
    return Int32(digit)
  }

  /// Reads a string without escapes.
  mutating func readText() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = place
    var allBits: UInt8 = 0
    while place < last, place.pointee != UInt8(ascii: "\"") {
      guard place.pointee >= 0x20, place.pointee != UInt8(ascii: "\\") else { return nil }
      allBits |= place.pointee
      place += 1
    }
    guard place < last else { return nil }
    defer { place += 1 }
    let text = UnsafeBufferPointer(start: start, count: place - start)
    // ASCII needs no validation, which is slow.
    return allBits < 0x80
      ? String(decoding: text, as: UTF8.self) : String(validating: text, as: UTF8.self)
  }
}
