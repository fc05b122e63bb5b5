package import Diagnostics
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
  package private(set) var aliases: [String] = []
  /// The name for people.
  package let title: String
  /// The most periods per day; nil for any number.
  package private(set) var periods: Int?
  /// The grid of times, in minutes; a divisor of 1440.
  package private(set) var timeGrid = 1
  /// The earliest start of a period, in minutes since midnight.
  package private(set) var firstMinute = 0
  /// The supported temperatures, one scale per unit; at least one.
  package var scales: [TemperatureScale]
  package private(set) var sides = Sides.both
  /// The sides that every program must have.
  package private(set) var neededSides: Sides = []
  /// Whether a day needs an entry at 00:00, since the previous day's setpoints end or a default applies then.
  package var needsMidnightEntry = false
  package private(set) var grouping = DayGrouping.eachDay
  /// The most distinct pairs of heat and cool in a week; nil for any number.
  package private(set) var pairs: Int?
  /// How zigbee2mqtt spells a week of the device; nil for a device of another format.
  package private(set) var zigbee: ZigbeeSpelling?
  /// Whether the device itself answers; for others, the bridge repeats what it was asked to send.
  package private(set) var answers = true

  /// Whether `name` is the profile's id or an alias, in any case.
  package func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return id == name || aliases.contains(name)
  }

  /// The scale in `unit` if the device supports it, otherwise the first one.
  package func scale(preferring unit: TemperatureUnit) -> TemperatureScale {
    scales.first { $0.unit == unit } ?? scales[0]
  }

  /// The supported setpoints of a side, in `unit`; nil if they are unknown or there are none.
  package func range(of side: Side, in unit: TemperatureUnit) -> ClosedRange<Temperature>? {
    let scale = scale(preferring: unit)
    guard sides.contains(side), let range = scale.range(of: side) else { return nil }
    let low = scale.temperature(range.lowerBound, in: unit)
    let high = scale.temperature(range.upperBound, in: unit)
    return low...high
  }

  /// What a schedule, or the part of it that is written, lacks for the device; nil for nothing.
  package func lack(_ sides: Sides, of owner: String = "the schedule") -> Sentence? {
    if sides.isSuperset(of: neededSides) { return nil }
    let needed = neededSides.each.map(\.name).listed("and")
    return "\(id) needs \(needed) setpoints, but \(owner) has only \(sides.name) setpoints"
  }

  /// The next value above another, or below it for a negative `count`: at least 1 °F, 0.5 °C or 15 minutes away if that
  /// is a multiple of the device's step; nil at the end of the day or the range.
  package func stepped(
    _ value: CellValue, of field: Field, in unit: TemperatureUnit, by count: Int
  ) -> CellValue? {
    switch value {
    case .time(let time): steppedTime(time, by: count).map(CellValue.time)
    case .temperature(let degrees):
      steppedTemperature(degrees, of: field == .heat ? .heat : .cool, in: unit, by: count)
        .map(CellValue.temperature)
    case .absent: nil
    }
  }

  private func steppedTime(_ time: TimeOfDay, by count: Int) -> TimeOfDay? {
    let usual = TimeOfDay.standardStep
    let step = usual % timeGrid == 0 ? usual : timeGrid
    // A time between two steps goes to the next one in its direction.
    let place = count > 0 ? time.minutes / step : (time.minutes + step - 1) / step
    guard let stepped = TimeOfDay(minutes: (place + count) * step) else { return nil }
    return stepped.minutes < firstMinute ? nil : stepped
  }

  private func steppedTemperature(
    _ value: Temperature, of side: Side, in unit: TemperatureUnit, by count: Int
  ) -> Temperature? {
    let scale = scale(preferring: unit)
    let usual = scale.unit == .fahrenheit ? 100 : 50
    let step = Hundredths((usual + scale.step.count - 1) / scale.step.count * scale.step.count)
    let near = scale.nearest(to: value, in: unit)
    let between = scale.neighbours(of: value, in: unit)
    let isHeld = scale.holds(value, in: unit)
    let next =
      isHeld || between.count < 2
      ? near + step * count
      : (count > 0 ? between[1] + step * (count - 1) : between[0] + step * (count + 1))
    let stepped = scale.temperature(next, in: unit)
    // A step must not leave the range; a value outside it can still be stepped.
    if let range = range(of: side, in: unit), range.contains(value), !range.contains(stepped) {
      return nil
    }
    return stepped
  }
}
