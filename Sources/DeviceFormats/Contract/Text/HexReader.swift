import Diagnostics

/// Reads bytes in hexadecimal digits.
struct HexReader {
  let text: DeviceText
  private let what: String
  private var bytes: [UInt8] = []
  private var offsets: [Int] = []
  private let end: Int
  private var position = 0

  /// Parses the digits of a line, optionally with spaces or colons between bytes; `what` names the content in errors.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a character that is not a digit, and for half a byte.
  init(_ what: String, _ line: Range<Int>, in text: DeviceText) throws(ImportRefusal) {
    (self.text, self.what, end) = (text, what, line.upperBound)
    var high: UInt8?
    for index in line
    where !DeviceText.isBlank(text.bytes[index]) && text.bytes[index] != UInt8(ascii: ":") {
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
    if high != nil {
      throw text.fault(at: offsets.last, "odd number of hexadecimal digits in the line")
    }
  }

  /// The file offset of the next byte, or of the end of the line.
  var offset: Int { position < offsets.count ? offsets[position] : end }

  /// The next byte, without consuming it; nil at the end of the line.
  var next: Int? { position < bytes.count ? Int(bytes[position]) : nil }

  /// Consumes the next byte; `part` names it in errors.
  mutating func byte(_ part: String) throws(ImportRefusal) -> Int {
    guard position < bytes.count else {
      throw text.fault(at: end, "the \(what) ends early; \(part) is missing")
    }
    position += 1
    return Int(bytes[position - 1])
  }

  /// Consumes the next two bytes, in little-endian order.
  mutating func word(_ part: String) throws(ImportRefusal) -> Int {
    try byte(part) | byte(part) << 8
  }

  mutating func expect(_ value: Int, _ part: String) throws(ImportRefusal) {
    let place = offset
    guard try byte(part) == value else { throw text.fault(at: place, "expected \(part)") }
  }

  /// Checks that all bytes were consumed.
  func finish(after last: String) throws(ImportRefusal) {
    let rest = bytes.count - position
    guard rest == 0 else {
      throw text.fault(
        at: offset, rest == 1 ? "1 byte follows \(last)" : "\(rest) bytes follow \(last)")
    }
  }
}
