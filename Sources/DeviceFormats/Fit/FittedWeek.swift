import Diagnostics
import ScheduleModel

/// One entry of a device's day.
struct DeviceEntry: Hashable {
  /// When it begins.
  var time: TimeOfDay
  /// The heat setpoint in hundredths of the device's unit.
  var heat: Int
  /// The cool setpoint likewise; to be left out where the cool side is not written.
  var cool: Int

  /// The setpoint of a side.
  func value(_ field: Field) -> Int { field == .cool ? cool : heat }
}

/// A schedule that fits a device, in the device's own values.
struct FittedWeek {
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

  /// Fits a schedule to a kind of device.
  ///
  /// `sides` are those which the user asked for; of them, the profile's are written.
  ///
  /// - Throws: `ExportRefusal.issues` with every cell that does not fit and that the options do not
  ///   allow to be changed, or that rounding would not make a good day of.
  init(
    _ schedule: Week, to profile: DeviceProfile, sides wanted: Sides = .both,
    options: ExportOptions
  ) throws(ExportRefusal) {
    let unit = options.unit ?? schedule.unit
    if !profile.capabilities.scales.contains(where: { $0.unit == unit }), options.unit != nil {
      throw .usage("\(profile.id) has no \(unit.symbol) setting")
    }
    var profile = profile.applying(options.limits, unit: unit)
    if let midnight = options.midnight { profile.capabilities.midnight = midnight }
    var issues = DeviceCheck.issues(schedule, for: profile, unit: unit, sides: wanted)
      .filter { options.day == nil || $0.cell?.day == options.day }
    let dropped = issues.filter { $0.fixedBy == .dropCool }
    if options.allowances.contains(.dropCool) { issues.removeAll { $0.fixedBy == .dropCool } }
    var fitted = schedule
    if options.allowances.contains(.round), !issues.isEmpty {
      for issue in issues where issue.fixedBy == .round {
        if let cell = issue.cell, let value = issue.replacement { fitted[cell] = value }
      }
      issues.removeAll { $0.fixedBy == .round }
      issues += Self.broken(
        schedule, by: fitted, for: profile, unit: unit, sides: wanted, except: issues
      ).filter { options.day == nil || $0.cell?.day == options.day }
    }
    guard issues.isEmpty else { throw .issues(issues.inTableOrder()) }
    guard !wanted.isDisjoint(with: profile.capabilities.sides) else {
      throw .usage("\(profile.id) holds no \(wanted.name) setpoints")
    }
    self.schedule = fitted
    self.profile = profile
    scale = profile.capabilities.scale(preferring: unit)
    sides = wanted.intersection(profile.capabilities.sides)
    changes = Self.changes(
      from: schedule, to: fitted,
      dropped: options.allowances.contains(.dropCool) ? dropped.compactMap(\.cell) : [])
  }

  /// What rounding made wrong: times that fell together, setpoints that came too close.
  private static func broken(
    _ schedule: Week, by fitted: Week, for profile: DeviceProfile, unit: TemperatureUnit,
    sides: Sides, except known: [DeviceIssue]
  ) -> [DeviceIssue] {
    let knownCells = Set(known.map(\.cell))
    return DeviceCheck.issues(fitted, for: profile, unit: unit, sides: sides).filter {
      $0.fixedBy != .dropCool && !knownCells.contains($0.cell)
    }.map { issue in
      guard let cell = issue.cell, issue.code == RuleInfo.timeOrder.code,
        let earlier = Period(rawValue: cell.period.rawValue - 1)
      else { return issue }
      let before = CellAddress(cell.day, earlier, .time)
      return DeviceIssue(
        .timeOrder, cell: cell,
        "\(cell.row) \(schedule[cell]) rounds to \(fitted[cell]), not after \(earlier.name) "
          + "\(schedule[before]), which rounds to \(fitted[before])")
    }
  }

  private static func changes(
    from old: Week, to new: Week, dropped: [CellAddress]
  ) -> [DeviceChange] {
    let dropped = Set(dropped)
    return CellAddress.all.compactMap { cell in
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
  func entries(of day: Weekday) -> [DeviceEntry] {
    let own = schedule.day(day).map(entry)
    guard profile.capabilities.midnight == .needsEntry, let first = own.first,
      first.time > .midnight
    else { return own }
    return [carried(into: day)] + own
  }

  /// What goes on at 00:00 of a day.
  func carried(into day: Weekday) -> DeviceEntry {
    var last = entry(schedule[RowAddress(day.previous, .sleep)])
    last.time = .midnight
    return last
  }

  /// The days that are alike, each group in the order of the week, with their common entries.
  func groups() -> [(days: [Weekday], entries: [DeviceEntry])] {
    var result: [(days: [Weekday], entries: [DeviceEntry])] = []
    for day in Weekday.allCases {
      let entries = entries(of: day)
      if let same = result.firstIndex(where: { $0.entries == entries }) {
        result[same].days.append(day)
      } else {
        result.append(([day], entries))
      }
    }
    return result
  }

  /// Joins a text and what fitting did.
  func output(_ bytes: [UInt8], notes: [String] = []) -> ExportOutput {
    ExportOutput(bytes: bytes, schedule: schedule, changes: changes, notes: notes)
  }

  private func entry(_ setpoint: Setpoint) -> DeviceEntry {
    DeviceEntry(
      time: setpoint.time, heat: scale.nearest(to: setpoint.heat, in: schedule.unit),
      cool: scale.nearest(to: setpoint.cool, in: schedule.unit))
  }
}

extension DeviceProfile {
  /// The profile with the limits that the very device reports.
  fileprivate func applying(_ limits: LimitOverrides, unit: TemperatureUnit) -> DeviceProfile {
    guard limits != LimitOverrides() else { return self }
    var result = self
    let scale = capabilities.scale(preferring: unit)
    result.capabilities.scales = capabilities.scales.map { current in
      guard current == scale else { return current }
      var changed = current
      if let heat = limits.heat { changed.heat = heat.hundredths }
      if let cool = limits.cool { changed.cool = cool.hundredths }
      if let deadband = limits.deadband { changed.deadband = deadband.tenths * 10 }
      return changed
    }
    return result
  }
}

extension ClosedRange<Temperature> {
  fileprivate var hundredths: ClosedRange<Int> { lowerBound.tenths * 10...upperBound.tenths * 10 }
}

extension [DeviceIssue] {
  /// The issues by their rows, those about the whole week last.
  fileprivate func inTableOrder() -> [DeviceIssue] {
    let place = { (issue: DeviceIssue) in issue.cell.map { $0.row.index } ?? Int.max }
    return enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }
}
