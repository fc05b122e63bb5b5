import Diagnostics
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

extension [WrittenSwitchpoint] {
  /// Each entry with the time of the next one, or `24:00`.
  var withEnds: [(entry: WrittenSwitchpoint, end: String)] {
    zip(self, dropFirst().map(\.time.description) + ["24:00"]).map { ($0, $1) }
  }
}

/// A schedule that fits a device, in the device's values.
package struct FittedWeek {
  /// The schedule as stored by the device, in the schedule's unit.
  let schedule: Week
  let changes: [DeviceChange]
  let profile: DeviceProfile
  /// The device's unit and steps.
  let scale: TemperatureScale
  let sides: Sides

  /// Fits a schedule to a kind of device; makes the changes that the options allow.
  ///
  /// - Throws: `ExportRefusal.issues` with every other cell that does not fit, and with days that rounding would break,
  ///   in table order; `usage` for a unit or a side that the device does not support.
  init(_ schedule: Week, to profile: DeviceProfile, options: ExportOptions) throws(ExportRefusal) {
    let profile = try profile.changed(by: options, for: schedule.unit)
    let unit = options.unit ?? schedule.unit
    let requested = options.program ?? schedule.sides
    func issues(in week: Week) -> [DeviceIssue] {
      DeviceCheck.issues(week, for: profile, unit: unit, sides: requested)
        .filter { options.day == nil || $0.cell?.day == options.day }
    }
    func isAllowed(_ issue: DeviceIssue) -> Bool {
      issue.fixedBy.map(options.allowances.contains) ?? false
    }
    let found = issues(in: schedule)
    let allowed = found.filter(isAllowed)
    let fitted = allowed.repaired(schedule)
    guard !requested.isDisjoint(with: profile.sides) else {
      throw .usage("\(profile.id) supports no \(requested.name) setpoints")
    }
    // Rounding may have made days equal; those that still differ are found below.
    var left = found.filter { !isAllowed($0) && ($0.rule != .daysApart || fitted == schedule) }
    if fitted != schedule {
      let known = Set(left.map(\.cell))
      left += issues(in: fitted).filter {
        $0.fixedBy != .dropCool && !known.contains($0.cell)
      }.map { $0.caused(byRounding: schedule, to: fitted) }
    }
    guard left.isEmpty else {
      // By rows; those about the whole week last.
      let rows = RowAddress.all.map(Optional.some) + [nil]
      throw .issues(rows.flatMap { row in left.filter { $0.cell?.row == row } })
    }
    (self.schedule, self.profile) = (fitted, profile)
    scale = profile.scale(preferring: unit)
    sides = requested.intersection(profile.sides)
    let dropped = Set(allowed.filter { $0.fixedBy == .dropCool }.map(\.cell))
    changes = schedule.cells.filter { dropped.contains($0) || schedule[$0] != fitted[$0] }.map {
      let unit = $0.field == .time ? "" : " \(schedule.unit.symbol)"
      return DeviceChange(
        cell: $0, old: "\(schedule[$0])\(unit)",
        new: dropped.contains($0) ? "none" : "\(fitted[$0])\(unit)")
    }
  }

  /// The entries of a day: the four periods, preceded by an entry at 00:00 with the previous day's setpoints (Sunday
  /// before Monday) if the device needs it; those of another week if that was due then.
  ///
  /// All formats use this function for midnight.
  func entries(of day: Weekday, after before: FittedWeek? = nil) -> [WrittenSwitchpoint] {
    let own = schedule.day(day).map(entry)
    guard profile.needsMidnightEntry, own[0].time > .midnight else { return own }
    return [(before ?? self).carried(into: day)] + own
  }

  /// The entries of a day, the last one repeated up to the number of the device's entries.
  func paddedEntries(of day: Weekday) -> [WrittenSwitchpoint] {
    let entries = entries(of: day)
    let missing = max(0, (profile.periods ?? 0) - entries.count)
    return entries + Array(repeating: entries[entries.count - 1], count: missing)
  }

  /// The setpoints in force at 00:00 of a day.
  func carried(into day: Weekday) -> WrittenSwitchpoint {
    var last = entry(schedule[RowAddress(day.previous, .sleep)])
    last.time = .midnight
    return last
  }

  /// The equal days in the order of the week, with their common entries.
  func groups() -> [(days: [Weekday], entries: [WrittenSwitchpoint])] {
    Self.groups(
      of: Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, entries(of: $0)) }))
  }

  /// The equal days of a program in the order of the week, with their common entries.
  static func groups(
    of program: [Weekday: [WrittenSwitchpoint]]
  ) -> [(days: [Weekday], entries: [WrittenSwitchpoint])] {
    DayGroup.alike { program[$0] == program[$1] }.compactMap { group in
      program[group.first].map { (group.days, $0) }
    }
  }

  private func entry(_ setpoint: Setpoint) -> WrittenSwitchpoint {
    let degrees = { (side: Side) -> Hundredths in
      setpoint[side].map { scale.nearest(to: $0, in: schedule.unit) } ?? 0
    }
    return WrittenSwitchpoint(time: setpoint.time, heat: degrees(.heat), cool: degrees(.cool))
  }
}

extension DeviceProfile {
  /// Returns the profile with the limits that a device reports, in the unit to write.
  ///
  /// - Throws: `ExportRefusal.usage` for a unit that the device does not support.
  fileprivate func changed(
    by options: ExportOptions, for unit: TemperatureUnit
  ) throws(ExportRefusal) -> DeviceProfile {
    if let unit = options.unit, !scales.contains(where: { $0.unit == unit }) {
      throw .usage("\(id) does not support \(unit.symbol); omit \(option: .unit)")
    }
    var result = self
    let scale = scale(preferring: options.unit ?? unit)
    for index in scales.indices where scales[index] == scale {
      result.scales[index].heat = options.heatRange.map(Hundredths.range) ?? scale.heat
      result.scales[index].cool = options.coolRange.map(Hundredths.range) ?? scale.cool
      result.scales[index].deadband = options.deadband.map(Hundredths.init) ?? scale.deadband
    }
    if options.addsMidnightEntry { result.needsMidnightEntry = true }
    return result
  }
}

extension Hundredths {
  fileprivate static func range(_ range: ClosedRange<Temperature>) -> ClosedRange<Hundredths> {
    Hundredths(range.lowerBound)...Hundredths(range.upperBound)
  }
}

extension DeviceIssue {
  /// The issue with both times in the message if rounding made them equal.
  fileprivate func caused(byRounding schedule: Week, to rounded: Week) -> DeviceIssue {
    guard let cell, rule == .timeOrder, let earlier = Period(rawValue: cell.period.rawValue - 1)
    else { return self }
    let before = CellAddress(cell.day, earlier, .time)
    return DeviceIssue(
      rule: .timeOrder, cell: cell,
      sentence:
        "\(about: cell.row) \(schedule[cell]) rounds to \(rounded[cell]), not after \(earlier.name) "
        + "\(schedule[before]), which rounds to \(rounded[before])")
  }
}
