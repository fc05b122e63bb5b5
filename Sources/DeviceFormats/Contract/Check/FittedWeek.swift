import ScheduleModel

/// One entry of a device's day.
struct WrittenSwitchpoint: Hashable {
  /// When it begins.
  var time: TimeOfDay
  /// The heat setpoint in the device's unit.
  var heat: Hundredths
  /// The cool setpoint likewise. A side that is not written has a value that means nothing.
  var cool: Hundredths

  /// The setpoint of a side.
  subscript(side: Side) -> Hundredths { side == .heat ? heat : cool }
}

/// A schedule that fits a device, in the device's own values.
package struct FittedWeek {
  /// What the device holds, in the schedule's unit.
  let schedule: Week
  /// The cells that were changed or dropped.
  let changes: [DeviceChange]
  /// The kind of device.
  let profile: DeviceProfile
  /// The device's temperatures.
  let scale: TemperatureScale
  /// The sides that are written.
  let sides: Sides

  /// Fits a schedule to a kind of device: finds what does not fit, changes what the options allow to be
  /// changed, and refuses the rest.
  ///
  /// - Throws: `ExportRefusal.issues` with every cell that does not fit and that the options do not
  ///   allow to be changed, or that rounding would not make a good day of.
  init(
    _ schedule: Week, to profile: DeviceProfile, options: ExportOptions
  ) throws(ExportRefusal) {
    let fitting = try Fitting(schedule, to: profile, options)
    let found = fitting.issues(schedule)
    let fitted = fitting.rounded(schedule, for: found)
    try fitting.refuse(found, in: schedule, rounded: fitted)
    self.schedule = fitted
    self.profile = fitting.profile
    scale = fitting.profile.capabilities.scale(preferring: fitting.unit)
    sides = fitting.sides.intersection(fitting.profile.capabilities.sides)
    let dropped = found.filter { $0.fixedBy == .dropCool && fitting.allows($0) }
    changes = Self.changes(from: schedule, to: fitted, dropped: dropped.compactMap(\.cell))
  }

  private static func changes(
    from old: Week, to new: Week, dropped: [CellAddress]
  ) -> [DeviceChange] {
    if dropped.isEmpty && old == new { return [] }
    let dropped = Set(dropped)
    return old.cells.compactMap { cell in
      let text = { (value: CellValue) in
        cell.field == .time ? "\(value)" : "\(value) \(old.unit.symbol)"
      }
      if dropped.contains(cell) {
        return DeviceChange(cell: cell, old: text(old[cell]), new: "nothing")
      }
      if old[cell] == new[cell] { return nil }
      return DeviceChange(cell: cell, old: text(old[cell]), new: text(new[cell]))
    }
  }
}

extension FittedWeek {
  /// The entries of a day as the device needs them: the four periods, and before them, where the
  /// device does not carry over and the day does not begin with one, an entry at 00:00 that goes on
  /// with the day before (Sunday before Monday).
  ///
  /// This is the one place that decides about midnight.
  func entries(of day: Weekday) -> [WrittenSwitchpoint] {
    let own = schedule.day(day).map(entry)
    guard profile.capabilities.midnight == .needsEntry, let first = own.first,
      first.time > .midnight
    else { return own }
    return [carried(into: day)] + own
  }

  /// What goes on at 00:00 of a day.
  func carried(into day: Weekday) -> WrittenSwitchpoint {
    var last = entry(schedule[RowAddress(day.previous, .sleep)])
    last.time = .midnight
    return last
  }

  /// The days that the text says together, in the order of the week, with their common entries:
  /// those that are alike or each by itself, as `grouping` or else the profile has it.
  func groups(
    _ grouping: DayGrouping? = nil
  ) -> [(days: [Weekday], entries: [WrittenSwitchpoint])] {
    let isJoining = grouping ?? profile.capabilities.grouping == .equalDays
    var result: [(days: [Weekday], entries: [WrittenSwitchpoint])] = []
    for day in Weekday.allCases {
      let entries = entries(of: day)
      if isJoining, let same = result.firstIndex(where: { $0.entries == entries }) {
        result[same].days.append(day)
      } else {
        result.append(([day], entries))
      }
    }
    return result
  }

  private func entry(_ setpoint: Setpoint) -> WrittenSwitchpoint {
    let degrees = { (side: Side) -> Hundredths in
      setpoint[side].map { scale.nearest(to: $0, in: schedule.unit) } ?? 0
    }
    return WrittenSwitchpoint(time: setpoint.time, heat: degrees(.heat), cool: degrees(.cool))
  }
}
