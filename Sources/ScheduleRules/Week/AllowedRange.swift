package import ScheduleModel

extension WeekCheck {
  /// Returns the temperatures for which a heat or cool cell breaks none of SP301 to SP304, and the reason for the
  /// limits: `3 °F below cool`.
  ///
  /// If there are none, returns the nearest plausible temperature.
  package static func allowedTemperatures(
    for cell: CellAddress, in schedule: Week, options: CheckOptions = CheckOptions()
  ) -> (lowest: Temperature, highest: Temperature, reason: String) {
    let limits = WeekLimits(schedule.unit, options: options)
    let (low, high) = (limits.plausible.lowerBound, limits.plausible.upperBound)
    let setpoint = schedule[cell.row]
    let distance = "\(limits.deadband) \(limits.unit.symbol)"
    guard cell.field == .heat else {
      let bound = setpoint.heat.map { $0 + limits.deadband } ?? low
      return (
        min(max(low, bound), high), high,
        bound > low ? "\(distance) above heat" : "plausible range"
      )
    }
    let bound = setpoint.cool.map { $0 - limits.deadband } ?? high
    // Below the freeze guard, fall back to the plausible range.
    let floor = bound >= limits.freezeGuard ? limits.freezeGuard : low
    return (
      floor, max(min(bound, high), low),
      bound < high ? "\(distance) below cool" : "plausible range"
    )
  }

  /// Returns the times for which a time cell breaks neither SP202 nor SP203, and the reason for the limits:
  /// `15 min after wake and before return`.
  ///
  /// If the neighbours are too close for the gap, returns times between them, or the minute after the earlier one.
  package static func allowedTimes(
    for cell: CellAddress, in schedule: Week, options: CheckOptions = CheckOptions()
  ) -> (earliest: TimeOfDay, latest: TimeOfDay, reason: String) {
    let before = Period(rawValue: cell.period.rawValue - 1)
    let after = Period(rawValue: cell.period.rawValue + 1)
    let start = before.map { schedule[RowAddress(cell.day, $0)].time.minutes }
    let end = after.map { schedule[RowAddress(cell.day, $0)].time.minutes }
    for gap in [max(1, options.gap), 1] {
      let earliest = start.map { $0 + gap } ?? 0
      let latest = end.map { $0 - gap } ?? 1439
      if earliest <= latest, let first = TimeOfDay(minutes: earliest),
        let last = TimeOfDay(minutes: latest)
      {
        return (first, last, reason(gap, before: before, after: after))
      }
    }
    let only = TimeOfDay(minutes: min(1439, (start ?? 0) + 1)) ?? .midnight
    return (only, only, reason(1, before: before, after: after))
  }

  private static func reason(_ gap: Int, before: Period?, after: Period?) -> String {
    "\(gap) min "
      + [before.map { "after \($0.name)" }, after.map { "before \($0.name)" }]
      .compactMap(\.self).joined(separator: " and ")
  }
}
