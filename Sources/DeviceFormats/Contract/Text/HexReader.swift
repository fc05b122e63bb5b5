/// Takes bytes apart that stand in a file as hexadecimal digits.
struct HexReader {
  /// The file.
  let text: DeviceText
  private let what: String
  private let bytes: [UInt8]
  private let offsets: [Int]
  private let end: Int
  private var position = 0

  /// Reads the digits of a line, with blanks or colons between bytes or not; `what` is what they are.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first character that is no digit, and for half a
  ///   byte.
  init(_ what: String, _ line: Range<Int>, in text: DeviceText) throws(ImportRefusal) {
    var bytes: [UInt8] = []
    var offsets: [Int] = []
    var high: UInt8?
    for index in line where text.bytes[index] > 0x20 && text.bytes[index] != UInt8(ascii: ":") {
      let scalar = Unicode.Scalar(text.bytes[index])
      guard let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        throw text.fault(at: index, "expected hexadecimal digits")
      }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
        offsets.append(index)
      }
    }
    if high != nil { throw text.fault(at: offsets.last, "half a byte at the end of the line") }
    self.text = text
    self.what = what
    self.bytes = bytes
    self.offsets = offsets
    end = line.upperBound
  }

  /// The place of the next byte in the file, or of the end of the line.
  var offset: Int { position < offsets.count ? offsets[position] : end }

  /// The next byte, which stays the next; nil at the end of the line.
  var next: Int? { position < bytes.count ? Int(bytes[position]) : nil }

  /// The next byte; `part` says what it is.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the end of the line.
  mutating func byte(_ part: String) throws(ImportRefusal) -> Int {
    guard position < bytes.count else {
      throw text.fault(at: end, "the \(what) is cut short; \(part) is missing")
    }
    position += 1
    return Int(bytes[position - 1])
  }

  /// The next two bytes, the lower one first.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the end of the line.
  mutating func word(_ part: String) throws(ImportRefusal) -> Int {
    try byte(part) | byte(part) << 8
  }

  /// Passes over a byte that must have a value.
  ///
  /// - Throws: `ImportRefusal.unreadable` for another one.
  mutating func expect(_ value: Int, _ part: String) throws(ImportRefusal) {
    let place = offset
    guard try byte(part) == value else { throw text.fault(at: place, "expected \(part)") }
  }

  /// Checks that nothing is left.
  ///
  /// - Throws: `ImportRefusal.unreadable` for bytes behind `last`.
  func finish(after last: String) throws(ImportRefusal) {
    guard position == bytes.count else {
      throw text.fault(at: offset, "\(bytes.count - position) bytes follow \(last)")
    }
  }
}
