import Diagnostics

package enum ClockStyle: Int, Sendable, CaseIterable {
  /// `18:30`.
  case twentyFourHour = 24
  /// `6:30p`.
  case twelveHour = 12
}

/// A time of day to the minute, 00:00 to 23:59.
public struct TimeOfDay: Hashable, Sendable, CustomStringConvertible, Comparable {
  /// Minutes since midnight, 0...1439.
  @inlinable public var minutes: Int { Int(stored) }
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

  /// The step of times in minutes, unless a layout or a device has another.
  package static let standardStep = 15
  package static let midnight = TimeOfDay(wrapping: 0)
  /// 23:59.
  package static let lastOfDay = TimeOfDay(wrapping: 1439)

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
    clock == .twentyFourHour ? description : ClockText.twelveHour(hour, minute)
  }

  /// The form in schedule files, `18:30`.
  public var description: String {
    // Write digits directly: an export formats thirty times a week, and concatenating strings is ten times slower.
    String(unsafeUninitializedCapacity: 5) { text in
      for (place, value) in [(0, hour / 10), (1, hour % 10), (3, minute / 10), (4, minute % 10)] {
        text[place] = UInt8(ascii: "0") + UInt8(value)
      }
      text[2] = UInt8(ascii: ":")
      return 5
    }
  }

  /// Whether a time is earlier.
  @inlinable public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.stored < right.stored
  }

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

  /// Parses a typed time; see `ClockText.minutes(typed:)`.
  package init?(_ text: some StringProtocol) {
    guard let minutes = ClockText.minutes(typed: text) else { return nil }
    self.init(minutes: minutes)
  }
}
