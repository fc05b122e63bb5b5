import Diagnostics
import ScheduleModel

extension WeekAssembly {
  /// Creates a schedule from days of four switchpoints each.
  ///
  /// The schedule has the sides in the files and those given by options.
  ///
  /// - Throws: `ImportRefusal.losses` for missing days, and for values that a schedule cannot represent.
  mutating func tabulated(_ days: ReadDays) throws(ImportRefusal) -> Week {
    let unit = options.unit ?? program.unit
    var result = options.base.map { $0.converted(to: unit) } ?? .standard(unit)
    var sides = Sides()
    for (index, row) in RowAddress.all.enumerated() {
      guard let points = days[row.day] else { continue }
      let point = points[index % 4]
      result[row] = Setpoint(
        time: TimeOfDay(wrapping: point.minutes),
        heat: value(point, .heat, row, in: unit), cool: value(point, .cool, row, in: unit))
      sides = result[row].sides
    }
    let missing = Weekday.allCases.filter { days[$0] == nil }
    if !missing.isEmpty, options.base?.sides.isSuperset(of: sides) != true {
      throw .losses([
        text.diagnostic(
          .dayMissing, at: nil,
          "the file has no program for \(DayGroup(missing)); pass --into "
            + "FILE to take them from a schedule")
      ])
    }
    try refuseLosses()
    return result.with(sides) { _, _ in Temperature(0) }
  }

  private mutating func value(
    _ point: ReadSwitchpoint, _ side: Side, _ row: RowAddress, in target: TemperatureUnit
  ) -> Temperature? {
    let source = program.unit
    guard let degrees = point[side] else { return given(side, row, target) }
    let scale = TemperatureScale(source, step: step(of: degrees, in: source))
    let value = scale.temperature(degrees.hundredths, in: target)
    let back = scale.nearest(to: value, in: target)
    if degrees.isWritten(of: value, in: target, as: source) { return value }
    if degrees.finer != nil || back != degrees.hundredths {
      let own = "\(CellAddress(row, side.field)) \(degrees.text) \(source.symbol)"
      report(
        source == target
          ? "\(own) has no tenth; \(value)"
          : "\(own) is not a multiple of 0.1 \(target.symbol); \(value) \(target.symbol), which is "
            + "\(back) \(source.symbol)", of: point)
    }
    return value
  }

  /// The step to round a value to: that of the device, if the value is a multiple of it.
  private func step(of degrees: ReadDegrees, in unit: TemperatureUnit) -> Hundredths {
    let step = limits.scales.first { $0.unit == unit }?.step ?? 1
    return degrees.finer == nil && degrees.hundredths.isMultiple(of: step) ? step : 1
  }

  /// The option's value for a setpoint missing from the file.
  private mutating func given(
    _ side: Side, _ row: RowAddress, _ target: TemperatureUnit
  ) -> Temperature? {
    switch side == .heat ? options.heat : options.cool {
    case .value(let value): return value
    case .from(let schedule):
      guard let own = schedule[row][side] else { return nil }
      let value = own.converted(from: schedule.unit, to: target)
      if value.converted(from: target, to: schedule.unit) != own {
        report(
          "\(CellAddress(row, side.field)) \(own) \(schedule.unit.symbol), which the file does not have, "
            + "is not a multiple of 0.1 \(target.symbol); \(value) \(target.symbol)")
      }
      return value
    case nil: return nil
    }
  }

  /// Reports a rounded cell or time, as a loss unless the options allow it.
  mutating func report(_ message: String, of point: ReadSwitchpoint? = nil) {
    if options.allowances.contains(.round) {
      (point?.text ?? text).warn(.roundedIn, at: point?.offset, message)
    } else {
      refuse(.roundedIn, point, message + " with --round")
    }
  }
}
