package import ScheduleModel

/// The temperatures that a device can be set to: a unit, a step, and how far they go.
///
/// Values are hundredths of a degree of `unit`, the finest step of any format here (ZCL: 0.01 °C).
package struct TemperatureScale: Hashable, Sendable {
  /// The device's unit.
  package var unit: TemperatureUnit
  /// The step between two settings, in hundredths of a degree.
  package var step: Int
  /// The allowed heat setpoints; nil where none are stated.
  package var heat: ClosedRange<Int>?
  /// The allowed cool setpoints; nil where none are stated.
  package var cool: ClosedRange<Int>?
  /// The least difference of cool and heat; nil where none is stated.
  package var deadband: Int?

  /// Describes a scale; every number is in hundredths of a degree of `unit`.
  package init(
    _ unit: TemperatureUnit, step: Int, heat: ClosedRange<Int>? = nil,
    cool: ClosedRange<Int>? = nil, deadband: Int? = nil
  ) {
    self.unit = unit
    self.step = step
    self.heat = heat
    self.cool = cool
    self.deadband = deadband
  }

  /// The allowed setpoints of a side; nil where none are stated.
  package func range(of field: Field) -> ClosedRange<Int>? {
    field == .heat ? heat : field == .cool ? cool : nil
  }
}

extension TemperatureScale {
  /// The device's nearest value to a temperature, in hundredths, half away from zero.
  package func nearest(to temperature: Temperature, in source: TemperatureUnit) -> Int {
    let (numerator, denominator) = hundredths(temperature, in: source)
    return Temperature.roundedQuotient(numerator, denominator * step) * step
  }

  /// The device's nearest value that is also within the range of `field`.
  package func nearestAllowed(
    to temperature: Temperature, in source: TemperatureUnit, for field: Field
  ) -> Int {
    let value = nearest(to: temperature, in: source)
    guard let range = range(of: field) else { return value }
    let low = -Self.floorQuotient(-range.lowerBound, step) * step
    let high = Self.floorQuotient(range.upperBound, step) * step
    return min(max(value, low), high)
  }

  /// The device's values just below and just above a temperature that it cannot hold.
  package func neighbours(of temperature: Temperature, in source: TemperatureUnit) -> [Int] {
    let (numerator, denominator) = hundredths(temperature, in: source)
    let below = Self.floorQuotient(numerator, denominator * step) * step
    return below * denominator == numerator ? [below] : [below, below + step]
  }

  /// Whether the device keeps a temperature: its nearest value reads back as the same tenth.
  ///
  /// That is what "exact" means between two units: 70 °F is 21.111… °C, which 0.01 °C steps hold
  /// (21.11 °C reads back as 70.0 °F) and 0.5 °C steps do not (21 °C reads back as 69.8 °F).
  package func holds(_ temperature: Temperature, in source: TemperatureUnit) -> Bool {
    self.temperature(nearest(to: temperature, in: source), in: source) == temperature
  }

  /// Reads a value of the device as tenths of `target`, half away from zero.
  package func temperature(_ hundredths: Int, in target: TemperatureUnit) -> Temperature {
    switch (unit, target) {
    case (.celsius, .fahrenheit):
      Temperature(tenths: Temperature.roundedQuotient(hundredths * 9 + 320 * 50, 50))
    case (.fahrenheit, .celsius):
      Temperature(tenths: Temperature.roundedQuotient(hundredths - 3200, 18))
    default:
      Temperature(tenths: Temperature.roundedQuotient(hundredths, 10))
    }
  }

  /// The temperature in hundredths of the device's unit, as a fraction, so that nothing is lost.
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

/// Hundredths of a degree as text.
enum Hundredths {
  /// The shortest decimal form: `21`, `21.5`, `21.11`.
  static func text(_ value: Int) -> String {
    let (whole, part) = (value.magnitude / 100, value.magnitude % 100)
    let sign = value < 0 ? "-" : ""
    if part == 0 { return "\(sign)\(whole)" }
    if part % 10 == 0 { return "\(sign)\(whole).\(part / 10)" }
    return "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
  }

  /// The value with at least one decimal, `21.0`, for readers that tell reals from integers.
  static func decimalText(_ value: Int) -> String {
    value % 100 == 0 ? text(value) + ".0" : text(value)
  }

  /// Makes hundredths of a number; nil when it has more than two decimals or is beyond ±1000.
  static func exactly(_ number: Double) -> Int? {
    guard number.isFinite, abs(number) <= 1000 else { return nil }
    let scaled = (number * 100).rounded()
    return abs(number * 100 - scaled) < 1e-6 ? Int(scaled) : nil
  }
}
