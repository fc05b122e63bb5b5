package import ScheduleModel

/// The temperatures that a device can be set to: a unit, a step, and how far they go.
///
/// Its values are hundredths of a degree of `unit`, the finest step of any format here (ZCL: 0.01 °C).
package struct TemperatureScale: Hashable, Sendable {
  /// The device's unit.
  package var unit: TemperatureUnit
  /// The step between two settings.
  package var step: Hundredths
  /// The allowed heat setpoints; nil where none are stated.
  package var heat: ClosedRange<Hundredths>?
  /// The allowed cool setpoints; nil where none are stated.
  package var cool: ClosedRange<Hundredths>?
  /// The least difference of cool and heat; nil where none is stated.
  package var deadband: Hundredths?

  /// Describes a scale; a literal of 50 is half a degree of `unit`.
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

  /// The allowed setpoints of a side; nil where none are stated.
  package func range(of side: Side) -> ClosedRange<Hundredths>? { side == .heat ? heat : cool }
}

extension TemperatureScale {
  /// The device's nearest value to a temperature, half away from zero.
  package func nearest(to temperature: Temperature, in source: TemperatureUnit) -> Hundredths {
    let (numerator, denominator) = hundredths(temperature, in: source)
    return step * Temperature.roundedQuotient(numerator, denominator * step.count)
  }

  /// The device's nearest value that is also within the range of `side`.
  package func nearestAllowed(
    to temperature: Temperature, in source: TemperatureUnit, for side: Side
  ) -> Hundredths {
    let value = nearest(to: temperature, in: source)
    guard let range = range(of: side) else { return value }
    let low = step * -Self.floorQuotient(-range.lowerBound.count, step.count)
    let high = step * Self.floorQuotient(range.upperBound.count, step.count)
    return min(max(value, low), high)
  }

  /// The device's values just below and just above a temperature that it cannot hold.
  package func neighbours(
    of temperature: Temperature, in source: TemperatureUnit
  ) -> [Hundredths] {
    let (numerator, denominator) = hundredths(temperature, in: source)
    let below = step * Self.floorQuotient(numerator, denominator * step.count)
    return below.count * denominator == numerator ? [below] : [below, below + step]
  }

  /// Whether the device keeps a temperature: its nearest value reads back as the same tenth.
  ///
  /// That is what "exact" means between two units: 70 °F is 21.111… °C, which 0.01 °C steps hold
  /// (21.11 °C reads back as 70.0 °F) and 0.5 °C steps do not (21 °C reads back as 69.8 °F).
  package func holds(_ temperature: Temperature, in source: TemperatureUnit) -> Bool {
    self.temperature(nearest(to: temperature, in: source), in: source) == temperature
  }

  /// Reads a value of the device as tenths of `target`, half away from zero.
  package func temperature(_ value: Hundredths, in target: TemperatureUnit) -> Temperature {
    let tenths =
      switch (unit, target) {
      case (.celsius, .fahrenheit): Temperature.roundedQuotient(value.count * 9 + 320 * 50, 50)
      case (.fahrenheit, .celsius): Temperature.roundedQuotient(value.count - 3200, 18)
      default: Temperature.roundedQuotient(value.count, 10)
      }
    return Temperature(tenths: tenths)
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
