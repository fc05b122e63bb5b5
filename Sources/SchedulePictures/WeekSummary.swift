package import ScheduleModel

/// A week in a few numbers.
package struct WeekSummary: Hashable, Sendable {
  /// From where on heat counts as comfort: 68 °F or 20 °C, where a band begins.
  package let comfort: Temperature
  /// The minutes of each day with heat at `comfort` or above.
  private let comfortMinutes: [Int]
  /// The heat of all minutes, on average, to a tenth.
  package let meanHeat: Temperature

  /// Adds the pieces of a week up; nil for a week that does not heat.
  package init?(_ segments: WeekSegments) {
    guard segments.sides.contains(.heat) else { return nil }
    let comfort = TemperatureBand.comfort(segments.unit)
    self.comfort = comfort
    comfortMinutes = Weekday.allCases.map { day in
      segments[day].filter { $0.setpoint.heat.map { $0 >= comfort } ?? false }.reduce(0) {
        $0 + $1.minutes.count
      }
    }
    let sum = Weekday.allCases.flatMap { segments[$0] }
      .reduce(0) { $0 + $1.minutes.count * ($1.setpoint.heat?.tenths ?? 0) }
    meanHeat = Temperature(tenths: Temperature.roundedQuotient(sum, 7 * 1440))
  }

  /// The hours of comfort on a day, `15.5`.
  package func comfortHours(on day: Weekday) -> String {
    Self.hours(comfortMinutes[day.rawValue])
  }

  /// Whether a day has more hours of comfort than the days of the week have on average.
  package func isAboveMean(_ day: Weekday) -> Bool {
    comfortMinutes[day.rawValue] * Weekday.allCases.count > comfortMinutes.reduce(0, +)
  }

  /// The hours of comfort in the week.
  package var comfortHours: String { Self.hours(comfortMinutes.reduce(0, +)) }

  private static func hours(_ minutes: Int) -> String {
    let tenths = Temperature.roundedQuotient(minutes, 6)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
