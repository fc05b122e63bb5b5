package import ScheduleModel

/// The least and the greatest allowed value of a cell, and the reason for these limits: `3 °F below cool`.
package typealias AllowedRange = (least: CellValue, greatest: CellValue, reason: String)

extension WeekCheck {
  /// Returns the values for which a cell breaks none of SP202, SP203 and SP301 to SP304.
  ///
  /// If there are none, returns the nearest plausible temperature, or times between the neighbours.
  package static func allowedValues(
    for cell: CellAddress, in week: Week, options: CheckOptions = CheckOptions()
  ) -> AllowedRange {
    if cell.field == .time { return allowedTimes(for: cell, in: week, options: options) }
    let limits = WeekLimits(week.unit, options: options)
    let (low, high) = (limits.plausible.lowerBound, limits.plausible.upperBound)
    let setpoint = week[cell.row]
    let distance = "\(limits.deadband) \(limits.unit.symbol)"
    guard cell.field == .heat else {
      let bound = setpoint.heat.map { $0 + limits.deadband } ?? low
      return (
        .temperature(min(max(low, bound), high)), .temperature(high),
        bound > low ? "\(distance) above heat" : "plausible range"
      )
    }
    let bound = setpoint.cool.map { $0 - limits.deadband } ?? high
    // Below the freeze guard, fall back to the plausible range.
    let floor = bound >= limits.freezeGuard ? limits.freezeGuard : low
    return (
      .temperature(floor), .temperature(max(min(bound, high), low)),
      bound < high ? "\(distance) below cool" : "plausible range"
    )
  }

  /// If the neighbours are too close for the gap, returns times between them, or the minute after the earlier one.
  private static func allowedTimes(
    for cell: CellAddress, in week: Week, options: CheckOptions
  ) -> AllowedRange {
    let before = Period(rawValue: cell.period.rawValue - 1)
    let after = Period(rawValue: cell.period.rawValue + 1)
    let minutes = { (period: Period) in week[RowAddress(cell.day, period)].time.minutes }
    let earliest = { (gap: Int) in before.map { minutes($0) + gap } ?? 0 }
    let latest = { (gap: Int) in after.map { minutes($0) - gap } ?? 1439 }
    let gap = [max(1, options.gap), 1].first { earliest($0) <= latest($0) } ?? 1
    let first = min(1439, earliest(gap))
    let neighbours = [before.map { "after \($0.name)" }, after.map { "before \($0.name)" }]
    return (
      .time(TimeOfDay(wrapping: first)), .time(TimeOfDay(wrapping: max(first, latest(gap)))),
      "\(gap) min \(neighbours.compactMap(\.self).joined(separator: " and "))"
    )
  }
}
