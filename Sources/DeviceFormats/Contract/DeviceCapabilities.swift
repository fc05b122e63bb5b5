package import ScheduleModel

/// The setpoints in force between midnight and the first period of a day.
package enum MidnightRule: Hashable, Sendable {
  /// Those of the previous day's last period, as in a schedule.
  case carriesOver
  /// None, or a default: the day needs an entry at 00:00.
  case needsEntry
}

/// How days are combined.
package enum DayGrouping: Hashable, Sendable {
  /// Every day is separate.
  case eachDay
  /// Equal days share one entry.
  case equalDays
  /// The device has two programs: one for Monday to Friday or Saturday, one for the rest of the week.
  case workdays
}

/// The limits of a device, for checks and for `setpoint formats`.
package struct DeviceCapabilities: Hashable, Sendable {
  /// The most periods per day; nil for any number.
  package var periods: Int?
  /// The grid of times, in minutes; a divisor of 1440.
  package var timeGrid: Int
  /// The earliest start of a period, in minutes since midnight.
  package var firstMinute: Int
  /// The supported temperatures, one scale per unit; at least one.
  package var scales: [TemperatureScale]
  package var sides: Sides
  /// The setpoints in force before the first period.
  package var midnight: MidnightRule
  /// How days are combined.
  package var grouping: DayGrouping
  /// The most distinct pairs of heat and cool in a week; nil for any number.
  package var pairs: Int?

  package init(
    periods: Int?, timeGrid: Int = 1, firstMinute: Int = 0, scales: [TemperatureScale],
    sides: Sides = .both,
    midnight: MidnightRule, grouping: DayGrouping = .eachDay, pairs: Int? = nil
  ) {
    self.periods = periods
    self.timeGrid = timeGrid
    self.firstMinute = firstMinute
    self.scales = scales
    self.sides = sides
    self.midnight = midnight
    self.grouping = grouping
    self.pairs = pairs
  }

  /// The scale in `unit` if the device supports it, otherwise the first one.
  package func scale(preferring unit: TemperatureUnit) -> TemperatureScale {
    scales.first { $0.unit == unit } ?? scales[0]
  }
}

/// A kind of device that a format supports.
package struct DeviceProfile: Hashable, Sendable {
  /// The id for options; the first profile of a format has the format's id.
  package let id: String
  /// Other names: model numbers in lower case.
  package let aliases: [String]
  /// The name for people.
  package let title: String
  package var capabilities: DeviceCapabilities

  package init(
    _ id: String, aliases: [String] = [], title: String, capabilities: DeviceCapabilities
  ) {
    self.id = id
    self.aliases = aliases
    self.title = title
    self.capabilities = capabilities
  }
}

extension DeviceProfile {
  /// Whether `name` is the profile's id or an alias, in any case.
  package func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return id == name || aliases.contains(name)
  }
}
