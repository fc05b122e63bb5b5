package import ScheduleModel

/// A step of the scale of seven in which pictures show temperatures: a colour, a shade or a mark.
package struct TemperatureBand: Hashable, Sendable {
  /// The half of the setpoint; each has a scale of its own.
  package let side: Side
  /// The step, 0 for the lowest temperatures to 6 for the highest.
  package let number: Int

  /// Finds the band of a temperature.
  package init(of temperature: Temperature, _ side: Side, _ unit: TemperatureUnit) {
    self.init(side, Self.bounds(side, unit).count { $0 <= temperature })
  }

  /// Finds the band of a side of a setpoint; nil where the setpoint lacks that side.
  package init?(of setpoint: Setpoint, _ side: Side, _ unit: TemperatureUnit) {
    guard let degrees = setpoint[side] else { return nil }
    self.init(of: degrees, side, unit)
  }

  private init(_ side: Side, _ number: Int) {
    self.side = side
    self.number = number
  }

  /// The bands of a half, the lowest first.
  package static func all(_ side: Side) -> [TemperatureBand] {
    (0...bounds(side, .celsius).count).map { TemperatureBand(side, $0) }
  }

  /// Where the bands above the lowest begin.
  ///
  /// Whole degrees in each scale, near each other. The values of the ENERGY STAR program (heat 62 and 70,
  /// cool 78, 82 and 85 °F) lie in bands of their own, and frost protection in the lowest.
  private static func bounds(_ side: Side, _ unit: TemperatureUnit) -> [Temperature] {
    switch (side, unit) {
    case (.heat, .fahrenheit): heatFahrenheit
    case (.heat, .celsius): heatCelsius
    case (.cool, .fahrenheit): coolFahrenheit
    case (.cool, .celsius): coolCelsius
    }
  }

  private static let heatFahrenheit = [54, 60, 64, 68, 70, 74].map { Temperature($0) }
  private static let heatCelsius = [12, 15, 18, 20, 21, 23].map { Temperature($0) }
  private static let coolFahrenheit = [72, 74, 77, 80, 84, 88].map { Temperature($0) }
  private static let coolCelsius = [22, 23, 25, 27, 29, 31].map { Temperature($0) }

  /// Where the band of heat begins that is comfort: 68 °F or 20 °C.
  static func comfort(_ unit: TemperatureUnit) -> Temperature { bounds(.heat, unit)[3] }

  /// What a legend calls the band: where it begins, or what it stays below.
  package func title(_ unit: TemperatureUnit) -> String {
    let bounds = Self.bounds(side, unit)
    return switch number {
    case 0: "<\(bounds[0])"
    case bounds.count: "\(bounds[number - 1])+"
    default: "\(bounds[number - 1])"
    }
  }

  /// The band in words, `54 to 59.9`.
  package func words(_ unit: TemperatureUnit) -> String {
    let bounds = Self.bounds(side, unit)
    return switch number {
    case 0: "below \(bounds[0])"
    case bounds.count: "\(bounds[number - 1]) and up"
    default: "\(bounds[number - 1]) to \(bounds[number] - Temperature(tenths: 1))"
    }
  }
}
