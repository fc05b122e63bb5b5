/// How to show a time of day.
package enum ClockStyle: Int, Sendable, CaseIterable {
  /// `18:30`.
  case twentyFourHour = 24
  /// `6:30p`.
  case twelveHour = 12
}

/// A time of day to the minute, 00:00 to 23:59.
package struct TimeOfDay: Hashable, Sendable {
  /// Minutes since midnight, 0...1439.
  package var minutes: Int { Int(stored) }
  @usableFromInline let stored: Int16

  /// Creates a time from minutes since midnight; nil outside 0...1439.
  package init?(minutes: Int) {
    guard (0..<1440).contains(minutes) else { return nil }
    stored = Int16(minutes)
  }

  /// Creates a time from hour 0...23 and minute 0...59; nil outside.
  package init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    stored = Int16(hour * 60 + minute)
  }

  package static let midnight = TimeOfDay(wrapping: 0)

  /// Creates a time from any number of minutes, modulo a day.
  package init(wrapping minutes: Int) {
    stored = Int16(((minutes % 1440) + 1440) % 1440)
  }

  /// The hour, 0...23.
  package var hour: Int { minutes / 60 }

  /// The minute of the hour, 0...59.
  package var minute: Int { minutes % 60 }

  /// Formats the time: `18:30` or `6:30p`.
  package func text(_ clock: ClockStyle) -> String {
    switch clock {
    case .twentyFourHour:
      description
    case .twelveHour:
      "\((hour + 11) % 12 + 1):\(Self.twoDigits(minute))\(hour < 12 ? "a" : "p")"
    }
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The form in schedule files, `18:30`.
  package var description: String {
    // Write digits directly: an export formats thirty times a week, and concatenating strings is ten times slower.
    String(unsafeUninitializedCapacity: 5) { text in
      for (place, value) in [(0, hour / 10), (1, hour % 10), (3, minute / 10), (4, minute % 10)] {
        text[place] = UInt8(ascii: "0") + UInt8(value)
      }
      text[2] = UInt8(ascii: ":")
      return 5
    }
  }
}

extension TimeOfDay: Comparable {
  @inlinable package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.stored < right.stored
  }

  @inlinable package static func <= (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.stored <= right.stored
  }
}

extension TimeOfDay {
  /// Parses the only form allowed in schedule files: two digits, a colon, two digits.
  package init?(canonical text: String) {
    guard text.utf8.count == 5 else { return nil }
    var bytes: UInt64 = 0
    for byte in text.utf8.reversed() { bytes = bytes << 8 | UInt64(byte) }
    self.init(canonical: bytes)
  }

  /// Parses the same form from five bytes in little-endian order.
  package init?(canonical bytes: UInt64) {
    let digit = { (place: UInt64) in Int(bytes >> (place * 8) & 0xFF) - 0x30 }
    let (tens, ones, minuteTens, minuteOnes) = (digit(0), digit(1), digit(3), digit(4))
    guard bytes >> 16 & 0xFF == UInt64(UInt8(ascii: ":")), bytes >> 40 == 0,
      0...9 ~= tens, 0...9 ~= ones, 0...9 ~= minuteTens, 0...9 ~= minuteOnes
    else { return nil }
    self.init(hour: tens * 10 + ones, minute: minuteTens * 10 + minuteOnes)
  }

  /// Parses typed times: `06:30`, `6:30`, `6.30`, `0630`, `630`, `6`, `6:30 PM`, `630p`, `6pm`.
  ///
  /// `12:00 AM` is midnight and `12 pm` noon. Ignores spaces around the text and before AM or PM. Never traps.
  package init?(_ text: some StringProtocol) {
    var rest = text.utf8.map { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) }[...]
    Self.trim(&rest)
    guard let afternoon = Self.takeMeridiem(&rest) else { return nil }
    Self.trim(&rest)
    guard let (hour, minute) = Self.clockDigits(rest) else { return nil }
    switch afternoon {
    case .none:
      self.init(hour: hour, minute: minute)
    case .some(let afternoon):
      guard (1...12).contains(hour) else { return nil }
      self.init(hour: hour % 12 + (afternoon ? 12 : 0), minute: minute)
    }
  }

  /// Removes `am`, `a`, `pm` or `p` (also with periods) from the end; nil for other letters.
  private static func takeMeridiem(_ text: inout ArraySlice<UInt8>) -> Bool?? {
    let letters = text.drop { $0 < UInt8(ascii: "a") || $0 > UInt8(ascii: "z") }
    guard !letters.isEmpty else { return .some(.none) }
    text = text.prefix(upTo: letters.startIndex)
    switch String(decoding: letters.filter { $0 != UInt8(ascii: ".") }, as: UTF8.self) {
    case "a", "am": return .some(false)
    case "p", "pm": return .some(true)
    default: return .none
    }
  }

  /// Splits `6`, `06`, `630`, `0630`, `6:30`, `06:30`, `6.30` into hour and minute, unchecked.
  private static func clockDigits(_ text: ArraySlice<UInt8>) -> (hour: Int, minute: Int)? {
    if let colon = text.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) {
      let minutes = text[(colon + 1)...]
      guard minutes.count == 2, let hour = number(text[..<colon]), let minute = number(minutes)
      else { return nil }
      return (hour, minute)
    }
    guard let digits = number(text) else { return nil }
    return text.count <= 2 ? (digits, 0) : (digits / 100, digits % 100)
  }

  /// Parses one to four decimal digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  private static func trim(_ text: inout ArraySlice<UInt8>) {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
  }
}
