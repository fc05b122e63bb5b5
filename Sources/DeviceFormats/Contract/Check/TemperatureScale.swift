import Diagnostics
package import ScheduleModel

/// The temperatures that a device supports: unit, step and ranges.
///
/// Values are in hundredths of a degree of `unit`, the finest step of any format (ZCL: 0.01 °C).
package struct TemperatureScale: Hashable, Sendable {
  package var unit: TemperatureUnit
  /// The step between two settings.
  package var step: Hundredths
  /// The allowed heat setpoints; nil if unknown.
  package var heat: ClosedRange<Hundredths>?
  /// The allowed cool setpoints; nil if unknown.
  package var cool: ClosedRange<Hundredths>?
  /// The smallest difference of cool and heat; nil if unknown.
  package var deadband: Hundredths?

  /// Creates a scale; a literal of 50 is half a degree of `unit`.
  package init(
    _ unit: TemperatureUnit, step: Hundredths, heat: ClosedRange<Hundredths>? = nil,
    cool: ClosedRange<Hundredths>? = nil, deadband: Hundredths? = nil
  ) {
    self.unit = unit
    self.step = step
    self.heat = heat
    self.cool = cool
    self.deadband = deadband
  }

  /// The allowed setpoints of a side; nil if unknown.
  package func range(of side: Side) -> ClosedRange<Hundredths>? { side == .heat ? heat : cool }

  /// The device's value nearest to a temperature, half away from zero.
  package func nearest(to temperature: Temperature, in source: TemperatureUnit) -> Hundredths {
    let (numerator, denominator) = hundredths(temperature, in: source)
    return step * Temperature.roundedQuotient(numerator, denominator * step.count)
  }

  /// The device's nearest value within the range of `side`.
  package func nearestAllowed(
    to temperature: Temperature, in source: TemperatureUnit, for side: Side
  ) -> Hundredths {
    let value = nearest(to: temperature, in: source)
    guard let range = range(of: side) else { return value }
    let low = step * -Self.floorQuotient(-range.lowerBound.count, step.count)
    let high = step * Self.floorQuotient(range.upperBound.count, step.count)
    return min(max(value, low), high)
  }

  /// The device's values just below and just above an unsupported temperature.
  package func neighbours(of temperature: Temperature, in source: TemperatureUnit) -> [Hundredths] {
    let (numerator, denominator) = hundredths(temperature, in: source)
    let below = step * Self.floorQuotient(numerator, denominator * step.count)
    return below.count * denominator == numerator ? [below] : [below, below + step]
  }

  /// Whether the device preserves a temperature: its nearest value reads back as the same tenth.
  ///
  /// This defines "exact" between two units: 70 °F is 21.111… °C, which steps of 0.01 °C preserve (21.11 °C reads back
  /// as 70.0 °F) and steps of 0.5 °C do not (21 °C reads back as 69.8 °F).
  package func holds(_ temperature: Temperature, in source: TemperatureUnit) -> Bool {
    self.temperature(nearest(to: temperature, in: source), in: source) == temperature
  }

  /// Converts a value of the device to tenths of `target`, half away from zero.
  package func temperature(_ value: Hundredths, in target: TemperatureUnit) -> Temperature {
    let tenths =
      switch (unit, target) {
      case (.celsius, .fahrenheit): Temperature.roundedQuotient(value.count * 9 + 320 * 50, 50)
      case (.fahrenheit, .celsius): Temperature.roundedQuotient(value.count - 3200, 18)
      default: Temperature.roundedQuotient(value.count, 10)
      }
    return Temperature(tenths: tenths)
  }

  /// The temperature in hundredths of the device's unit, as an exact fraction.
  private func hundredths(
    _ temperature: Temperature, in source: TemperatureUnit
  ) -> (numerator: Int, denominator: Int) {
    switch (source, unit) {
    case (.fahrenheit, .celsius): ((temperature.tenths - 320) * 50, 9)
    case (.celsius, .fahrenheit): (temperature.tenths * 18 + 3200, 1)
    default: (temperature.tenths * 10, 1)
    }
  }

  private static func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
  }
}

/// A temperature or a difference, in hundredths of a degree of a device's unit.
package struct Hundredths: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral {
  /// The number of hundredths.
  package let count: Int

  /// Creates a value from hundredths: 2150 is 21.5 degrees.
  package init(_ count: Int) {
    self.count = count
  }

  /// Converts the tenths of a schedule in the same unit.
  package init(_ temperature: Temperature) {
    count = temperature.tenths * 10
  }

  package static func < (left: Hundredths, right: Hundredths) -> Bool { left.count < right.count }

  static func + (left: Hundredths, right: Hundredths) -> Hundredths {
    Hundredths(left.count + right.count)
  }

  static func - (left: Hundredths, right: Hundredths) -> Hundredths {
    Hundredths(left.count - right.count)
  }

  static func * (left: Hundredths, right: Int) -> Hundredths { Hundredths(left.count * right) }

  func isMultiple(of step: Hundredths) -> Bool { count.isMultiple(of: step.count) }

  package init(integerLiteral value: Int) { count = value }
}

extension Hundredths: CustomStringConvertible {
  /// The shortest decimal form: `21`, `21.5`, `21.11`.
  package var description: String {
    let (whole, part) = (count.magnitude / 100, count.magnitude % 100)
    let decimals = part.isMultiple(of: 10) ? "\(part / 10)" : part.digits(2)
    return (count < 0 ? "-" : "") + "\(whole)" + (part == 0 ? "" : ".\(decimals)")
  }

  /// The value with at least one decimal, `21.0`, for readers that distinguish reals from integers.
  var decimalText: String { count % 100 == 0 ? "\(self).0" : description }
}
