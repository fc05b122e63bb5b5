package import ScheduleModel

/// What holds on a device between midnight and the first period of a day.
package enum MidnightRule: Hashable, Sendable {
  /// The last period of the day before goes on, as in a schedule.
  case carriesOver
  /// Nothing, or a default: an entry at 00:00 must say what.
  case needsEntry
}

/// Which days are written together.
package enum DayGrouping: Hashable, Sendable {
  /// Every day is written by itself.
  case eachDay
  /// Days that are alike share one entry.
  case equalDays
  /// The device has two programs: one for Monday to Friday or Saturday, one for the rest of the week.
  case workdays
}

/// The limits of a device: what the checks use and what `setpoint formats` prints.
package struct DeviceCapabilities: Hashable, Sendable {
  /// The most periods that a day can hold; nil for any number.
  package var periods: Int?
  /// The grid of times, in minutes; divides 1440.
  package var timeGrid: Int
  /// The first minute of a day that a period can begin at.
  package var firstMinute: Int
  /// The temperatures, one scale for each unit that the device can be set to; at least one.
  package var scales: [TemperatureScale]
  /// Which setpoints the program holds.
  package var sides: Sides
  /// What holds before the first period.
  package var midnight: MidnightRule
  /// How days are written.
  package var grouping: DayGrouping
  /// The most distinct pairs of heat and cool in a week; nil for any number.
  package var pairs: Int?

  /// Describes the limits of a device.
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

  /// The scale for a schedule in `unit`: the same unit where the device has it, else its own.
  package func scale(preferring unit: TemperatureUnit) -> TemperatureScale {
    scales.first { $0.unit == unit } ?? scales[0]
  }
}

/// A kind of device that a format serves.
package struct DeviceProfile: Hashable, Sendable {
  /// What options call it; the first profile of a format has the format's id.
  package let id: String
  /// Other names: model numbers in lower case.
  package let aliases: [String]
  /// The devices in words.
  package let title: String
  /// Their limits.
  package var capabilities: DeviceCapabilities

  /// Describes a kind of device.
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
  /// Whether `name` is the profile's id or one of its aliases, in any case.
  package func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return id == name || aliases.contains(name)
  }
}
