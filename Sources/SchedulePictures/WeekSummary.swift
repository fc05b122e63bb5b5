package import ScheduleModel

/// The summary of a week in a few numbers.
package struct WeekSummary: Hashable, Sendable {
  /// The lower bound of comfort: 68 °F or 20 °C.
  package let comfort: Temperature
  /// The minutes of each day with heat at `comfort` or above.
  private let comfortMinutes: [Int]
  /// The mean heat setpoint over all minutes, to a tenth.
  package let meanHeat: Temperature

  /// Summarizes a week; nil if it has no heat setpoints.
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

  /// Whether a day has more hours of comfort than the average day of the week.
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
