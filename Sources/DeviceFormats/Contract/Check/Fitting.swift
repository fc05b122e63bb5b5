import Diagnostics
import ScheduleModel

/// The steps of fitting a schedule to a device.
struct Fitting {
  /// The kind of device, with the limits reported by this device.
  let profile: DeviceProfile
  /// The unit to write, if the device supports both.
  let unit: TemperatureUnit
  /// The requested sides; only those of the profile are written.
  let sides: Sides
  private let options: ExportOptions

  /// Prepares to fit a schedule.
  ///
  /// - Throws: `ExportRefusal.usage` for a unit that the device does not support.
  init(
    _ schedule: Week, to profile: DeviceProfile, _ options: ExportOptions
  ) throws(ExportRefusal) {
    unit = options.unit ?? schedule.unit
    sides = options.program ?? schedule.sides
    self.options = options
    var profile = profile
    if let unit = options.unit, !profile.capabilities.scales.contains(where: { $0.unit == unit }) {
      throw .usage("\(profile.id) has no \(unit.symbol) setting")
    }
    profile.capabilities.apply(options.limits, in: unit)
    if let midnight = options.midnight { profile.capabilities.midnight = midnight }
    self.profile = profile
  }

  /// Returns what does not fit.
  func issues(_ schedule: Week) -> [DeviceIssue] {
    DeviceCheck.issues(schedule, for: profile, unit: unit, sides: sides)
      .filter { options.day == nil || $0.cell?.day == options.day }
  }

  /// Whether the options allow an issue.
  func allows(_ issue: DeviceIssue) -> Bool {
    switch issue.fixedBy {
    case .round: options.allowances.contains(.round)
    case .dropCool: options.allowances.contains(.dropCool)
    case nil: false
    }
  }

  /// The schedule with the values of `--round`.
  func rounded(_ schedule: Week, for issues: [DeviceIssue]) -> Week {
    var result = schedule
    for issue in issues where issue.fixedBy == .round && allows(issue) {
      if let cell = issue.cell, let value = issue.replacement { result[cell] = value }
    }
    return result
  }

  /// Throws if any issue is left.
  ///
  /// - Throws: `ExportRefusal.issues`, in table order; `usage` if no side would be written.
  func refuse(
    _ found: [DeviceIssue], in schedule: Week, rounded: Week
  ) throws(ExportRefusal) {
    guard !sides.isDisjoint(with: profile.capabilities.sides) else {
      throw .usage("\(profile.id) supports no \(sides.name) setpoints")
    }
    // Rounding may have made days equal; those that still differ are found below.
    var left = found.filter {
      !allows($0) && ($0.rule != .daysApart || rounded == schedule)
    }
    if rounded != schedule { left += broken(schedule, by: rounded, except: left) }
    guard left.isEmpty else { throw .issues(left.inTableOrder()) }
  }

  /// The problems caused by rounding: equal times, setpoints too close.
  private func broken(
    _ schedule: Week, by rounded: Week, except known: [DeviceIssue]
  ) -> [DeviceIssue] {
    let knownCells = Set(known.map(\.cell))
    return issues(rounded).filter {
      $0.fixedBy != .dropCool && !knownCells.contains($0.cell)
    }.map { issue in
      guard let cell = issue.cell, issue.rule == .timeOrder,
        let earlier = Period(rawValue: cell.period.rawValue - 1)
      else { return issue }
      let before = CellAddress(cell.day, earlier, .time)
      return DeviceIssue(
        .timeOrder, cell: cell,
        "\(cell.row) \(schedule[cell]) rounds to \(rounded[cell]), not after \(earlier.name) "
          + "\(schedule[before]), which rounds to \(rounded[before])")
    }
  }
}

extension DeviceCapabilities {
  /// Applies the limits that a device reports.
  fileprivate mutating func apply(_ limits: LimitOverrides, in unit: TemperatureUnit) {
    let chosen = scale(preferring: unit)
    for index in scales.indices where scales[index] == chosen {
      if let heat = limits.heat { scales[index].heat = heat.hundredths }
      if let cool = limits.cool { scales[index].cool = cool.hundredths }
      if let deadband = limits.deadband { scales[index].deadband = Hundredths(deadband) }
    }
  }
}

extension ClosedRange<Temperature> {
  fileprivate var hundredths: ClosedRange<Hundredths> {
    Hundredths(lowerBound)...Hundredths(upperBound)
  }
}

extension [DeviceIssue] {
  /// The issues by rows; those about the whole week last.
  fileprivate func inTableOrder() -> [DeviceIssue] {
    let place = { (issue: DeviceIssue) in issue.cell.map { $0.row.index } ?? Int.max }
    return enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }
}
