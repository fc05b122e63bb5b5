package import ScheduleModel

/// How days are combined.
package enum DayGrouping: Hashable, Sendable {
  /// Every day is separate.
  case eachDay
  /// Equal days share one entry.
  case equalDays
  /// The device has two programs: one for Monday to Friday or Saturday, one for the rest of the week.
  case workdays
}

/// A kind of device that a format supports, with its limits for checks and for `setpoint formats`.
package struct DeviceProfile: Hashable, Sendable {
  /// The id for options; the first profile of a format has the format's id.
  package let id: String
  /// Other names: model numbers in lower case.
  package let aliases: [String]
  /// The name for people.
  package let title: String
  /// The most periods per day; nil for any number.
  package let periods: Int?
  /// The grid of times, in minutes; a divisor of 1440.
  package let timeGrid: Int
  /// The earliest start of a period, in minutes since midnight.
  package let firstMinute: Int
  /// The supported temperatures, one scale per unit; at least one.
  package var scales: [TemperatureScale]
  package let sides: Sides
  /// Whether a day needs an entry at 00:00, since the previous day's setpoints end or a default applies then.
  package var needsMidnightEntry: Bool
  /// How days are combined.
  package let grouping: DayGrouping
  /// The most distinct pairs of heat and cool in a week; nil for any number.
  package let pairs: Int?

  init(
    _ id: String, aliases: [String] = [], title: String, periods: Int? = nil, timeGrid: Int = 1,
    firstMinute: Int = 0, scales: [TemperatureScale], sides: Sides = .both,
    needsMidnightEntry: Bool = false, grouping: DayGrouping = .eachDay, pairs: Int? = nil
  ) {
    (self.id, self.aliases, self.title) = (id, aliases, title)
    (self.periods, self.timeGrid, self.firstMinute) = (periods, timeGrid, firstMinute)
    (self.scales, self.sides, self.needsMidnightEntry) = (scales, sides, needsMidnightEntry)
    (self.grouping, self.pairs) = (grouping, pairs)
  }
}

extension DeviceProfile {
  /// Whether `name` is the profile's id or an alias, in any case.
  package func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return id == name || aliases.contains(name)
  }

  /// The scale in `unit` if the device supports it, otherwise the first one.
  package func scale(preferring unit: TemperatureUnit) -> TemperatureScale {
    scales.first { $0.unit == unit } ?? scales[0]
  }
}
