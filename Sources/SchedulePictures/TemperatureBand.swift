package import ScheduleModel

/// One of seven temperature bands in pictures, shown as a colour, a shade or a character.
package struct TemperatureBand: Hashable, Sendable {
  /// The side; each has its own bands.
  package let side: Side
  /// The band, from 0 for the lowest temperatures to 6 for the highest.
  package let number: Int

  package init(of temperature: Temperature, _ side: Side, _ unit: TemperatureUnit) {
    self.init(side, Self.bounds(side, unit).count { $0 <= temperature })
  }

  /// Returns the band of a side of a setpoint; nil if the setpoint does not have the side.
  package init?(of setpoint: Setpoint, _ side: Side, _ unit: TemperatureUnit) {
    guard let degrees = setpoint[side] else { return nil }
    self.init(of: degrees, side, unit)
  }

  private init(_ side: Side, _ number: Int) {
    self.side = side
    self.number = number
  }

  /// The bands of a side, lowest first.
  package static func all(_ side: Side) -> [TemperatureBand] {
    (0...bounds(side, .celsius).count).map { TemperatureBand(side, $0) }
  }

  /// The lower bounds of the bands above the lowest.
  ///
  /// Whole degrees in each unit, close to each other. The values of the ENERGY STAR program (heat 62 and 70, cool 78,
  /// 82 and 85 °F) are in different bands, and frost protection is in the lowest.
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

  /// The lower bound of the comfort bands: 68 °F or 20 °C.
  static func comfort(_ unit: TemperatureUnit) -> Temperature { bounds(.heat, unit)[3] }

  /// The name in a legend: its lower bound, or `<` its upper bound.
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
