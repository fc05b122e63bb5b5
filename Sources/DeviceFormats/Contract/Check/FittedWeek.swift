import ScheduleModel

/// An entry of a device's day.
struct WrittenSwitchpoint: Hashable {
  var time: TimeOfDay
  /// The heat setpoint in the device's unit.
  var heat: Hundredths
  /// The cool setpoint in the device's unit. The value of a side that is not written is undefined.
  var cool: Hundredths

  subscript(side: Side) -> Hundredths { side == .heat ? heat : cool }
}

/// A schedule that fits a device, in the device's values.
package struct FittedWeek {
  /// The schedule as stored by the device, in the schedule's unit.
  let schedule: Week
  /// The changed and dropped cells.
  let changes: [DeviceChange]
  let profile: DeviceProfile
  /// The device's unit and steps.
  let scale: TemperatureScale
  /// The sides to write.
  let sides: Sides

  /// Fits a schedule to a kind of device; makes the changes that the options allow.
  ///
  /// - Throws: `ExportRefusal.issues` with every other cell that does not fit, and with days that rounding would break.
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
  /// The entries of a day: the four periods, preceded by an entry at 00:00 with the previous day's setpoints (Sunday
  /// before Monday) if the device needs it; those of another week if that was due then.
  ///
  /// All formats use this function for midnight.
  func entries(of day: Weekday, after before: FittedWeek? = nil) -> [WrittenSwitchpoint] {
    let own = schedule.day(day).map(entry)
    guard profile.capabilities.midnight == .needsEntry, let first = own.first,
      first.time > .midnight
    else { return own }
    return [(before ?? self).carried(into: day)] + own
  }

  /// The setpoints in force at 00:00 of a day.
  func carried(into day: Weekday) -> WrittenSwitchpoint {
    var last = entry(schedule[RowAddress(day.previous, .sleep)])
    last.time = .midnight
    return last
  }

  /// The days that the text combines, in the order of the week, with their common entries, by `grouping` or the
  /// profile's default.
  func groups(
    _ grouping: DayGrouping? = nil
  ) -> [(days: [Weekday], entries: [WrittenSwitchpoint])] {
    Self.groups(
      of: Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, entries(of: $0)) }),
      areJoined: grouping ?? profile.capabilities.grouping == .equalDays)
  }

  /// The days of a program in the order of the week, equal ones together if `areJoined`.
  static func groups(
    of program: [Weekday: [WrittenSwitchpoint]], areJoined: Bool
  ) -> [(days: [Weekday], entries: [WrittenSwitchpoint])] {
    var result: [(days: [Weekday], entries: [WrittenSwitchpoint])] = []
    for day in Weekday.allCases {
      guard let entries = program[day] else { continue }
      if areJoined, let same = result.firstIndex(where: { $0.entries == entries }) {
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
