import Diagnostics

/// The unit of every temperature in a file.
package enum TemperatureUnit: String, Sendable, CaseIterable {
  case fahrenheit = "F"
  case celsius = "C"

  /// The symbol, `°F`.
  package var symbol: String { "°\(rawValue)" }
  package var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }

  /// Parses `F`, `f`, `C` or `c`.
  package init?(_ text: some StringProtocol) {
    self.init(rawValue: text.uppercased())
  }
}

/// A temperature in tenths of a degree, in the unit of its schedule.
///
/// Fixed-point, so that comparing and formatting are exact.
public struct Temperature: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Tenths of a degree.
  @inlinable public var tenths: Int { Int(stored) }
  // Compact, since a file may have a hundred thousand; 32 bits suffice for `limit`.
  @usableFromInline let stored: Int32

  /// The largest magnitude in tenths: far beyond plausible values, and small enough that conversions do not overflow.
  package static let limit = 10_000_000

  /// Creates a temperature from tenths of a degree, clamped to ±1,000,000 degrees.
  package init(tenths: Int) {
    stored = Int32(min(max(tenths, -Self.limit), Self.limit))
  }

  package init(_ degrees: Int) {
    self.init(tenths: min(max(degrees, -Self.limit), Self.limit) * 10)
  }

  /// Parses a temperature where `60,70` means two.
  package init?(single text: some StringProtocol) {
    guard text.drop(while: { $0 != "," }).count <= 2 else { return nil }
    self.init(text)
  }

  /// Parses `68`, `68.5`, `-3`, `68,5` or `68.00`; nil for anything else, including a second decimal but 0.
  package init?(_ text: some StringProtocol) {
    var digits = text.utf8[...]
    let negative = digits.first == UInt8(ascii: "-")
    if negative { digits.removeFirst() }
    let parts = digits.split(
      maxSplits: 1, omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    guard let whole = parts.first, (1...6).contains(whole.count),
      let degrees = Int(String(decoding: whole, as: UTF8.self)), whole.allSatisfy(\.isDigit)
    else { return nil }
    var tenths = degrees * 10
    if parts.count == 2 {
      // Not three decimals: `1,000` is a thousand elsewhere.
      guard let digit = parts[1].first, digit.isDigit, parts[1].count <= 2,
        parts[1].dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
      else { return nil }
      tenths += Int(digit - 0x30)
    }
    self.init(tenths: negative ? -tenths : tenths)
  }

  package var isWhole: Bool { tenths % 10 == 0 }

  /// The degrees as a floating-point number, for output formats that need it.
  package var degrees: Double { Double(tenths) / 10 }

  /// Converts the temperature to another unit, to the nearest tenth, half away from zero.
  package func converted(from source: TemperatureUnit, to target: TemperatureUnit) -> Temperature {
    switch (source, target) {
    case (.fahrenheit, .celsius):
      Temperature(tenths: Self.roundedQuotient((tenths - 320) * 5, 9))
    case (.celsius, .fahrenheit):
      Temperature(tenths: Self.roundedQuotient(tenths * 9, 5) + 320)
    default:
      self
    }
  }

  /// Divides, rounding half away from zero.
  package static func roundedQuotient(_ dividend: Int, _ divisor: Int) -> Int {
    let half = divisor / 2
    return dividend >= 0 ? (dividend + half) / divisor : -((-dividend + half) / divisor)
  }

  /// Whether a temperature is lower.
  @inlinable public static func < (left: Temperature, right: Temperature) -> Bool {
    left.stored < right.stored
  }

  package static func + (left: Temperature, right: Temperature) -> Temperature {
    Temperature(tenths: left.tenths + right.tenths)
  }

  package static func - (left: Temperature, right: Temperature) -> Temperature {
    Temperature(tenths: left.tenths - right.tenths)
  }

  /// The shortest decimal form, `68` or `68.5`.
  public var description: String {
    let whole = tenths.magnitude / 10
    let tenth = tenths.magnitude % 10
    return (tenths < 0 ? "-" : "") + "\(whole)" + (tenth == 0 ? "" : ".\(tenth)")
  }
}
