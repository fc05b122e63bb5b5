package import ScheduleModel

/// A schedule as a device holds it: on its grids, in its scale.
package struct DeviceSchedule: Sendable {
  /// A row in the device's terms.
  package struct Row: Hashable, Sendable {
    /// Minutes since midnight.
    package var minutes: Int
    /// Hundredths of a degree of the device's scale.
    package var heat: Int
    /// Hundredths of a degree of the device's scale; what a heat-only device ignores.
    package var cool: Int
  }

  /// The 28 rows, Monday wake first.
  package private(set) var rows: [Row] = []
  /// The cells that do not fit, in table order.
  package private(set) var issues: [DeviceIssue] = []
  /// The cells that were changed to fit, in table order.
  package private(set) var changes: [DeviceChange] = []

  private let schedule: Schedule
  private let device: DeviceCapabilities
  private let deviceName: String

  /// Fits `schedule` to a device; `rounds` and `dropsCool` say what may be lost.
  ///
  /// What does not fit and may not be lost is in `issues`; the rows are then of no use.
  package init(
    _ schedule: Schedule, device: DeviceCapabilities, name: String, rounds: Bool = false,
    dropsCool: Bool = false
  ) {
    self.schedule = schedule
    self.device = device
    deviceName = name
    for row in RowAddress.all {
      let setpoint = schedule[row]
      let minutes = fit(setpoint.time, row, rounds: rounds)
      let heat = fit(setpoint.heat, CellAddress(row, .heat), in: device.heat, rounds: rounds)
      let cool = fitCool(setpoint.cool, row, rounds: rounds, drops: dropsCool)
      rows.append(Row(minutes: minutes, heat: heat, cool: cool))
    }
    checkTogether(dropsCool: dropsCool)
  }

  /// The four rows of a day.
  package func day(_ day: Weekday) -> ArraySlice<Row> {
    rows[(day.rawValue * 4)..<(day.rawValue * 4 + 4)]
  }

  // MARK: One cell

  private mutating func fit(_ time: TimeOfDay, _ row: RowAddress, rounds: Bool) -> Int {
    let grid = device.timeGrid
    guard time.minutes % grid != 0 else { return time.minutes }
    let earlier = time.minutes / grid * grid
    let later = earlier + grid
    let cell = CellAddress(row, .time)
    let near = [earlier, later].compactMap { TimeOfDay(minutes: $0)?.description }
    guard rounds else {
      report(
        .timeGrid, cell,
        "\(row) \(time) is not on \(deviceName)'s \(grid)-minute grid; "
          + near.joined(separator: " or "), .round)
      return time.minutes
    }
    let nearest = Temperature.roundedQuotient(time.minutes, grid) * grid
    let rounded = nearest < 1440 ? nearest : earlier
    changes.append(
      DeviceChange(
        cell: cell, old: "\(time)", new: TimeOfDay(wrapping: rounded).description))
    return rounded
  }

  private mutating func fitCool(
    _ cool: Temperature, _ row: RowAddress, rounds: Bool, drops: Bool
  ) -> Int {
    let cell = CellAddress(row, .cool)
    if let range = device.cool { return fit(cool, cell, in: range, rounds: rounds) }
    if drops {
      changes.append(DeviceChange(cell: cell, old: shown(cool), new: "none"))
    } else {
      report(
        .coolUnsupported, cell,
        "\(row) cools to \(cool), but \(deviceName) only heats", .dropCool)
    }
    return 0
  }

  private mutating func fit(
    _ value: Temperature, _ cell: CellAddress, in range: ClosedRange<Int>, rounds: Bool
  ) -> Int {
    let wanted = Self.hundredths(value, from: schedule.unit, to: device.unit)
    let nearest = Temperature.roundedQuotient(wanted, device.step) * device.step
    let fitting = min(max(nearest, range.lowerBound * 10), range.upperBound * 10)
    if back(nearest) == value, fitting == nearest { return nearest }
    if rounds {
      changes.append(DeviceChange(cell: cell, old: shown(value), new: shownHundredths(fitting)))
      return fitting
    }
    if fitting != nearest {
      let low = Temperature(tenths: range.lowerBound)
      let high = Temperature(tenths: range.upperBound)
      report(
        .range, cell,
        "\(cell) \(shown(value)) is outside \(deviceName)'s \(low) to \(high) \(device.unit.symbol)",
        .round)
    } else {
      report(
        .temperatureGrid, cell,
        "\(cell) \(shown(value)) is not on \(deviceName)'s grid; \(shownHundredths(nearest)) is nearest",
        .round)
    }
    return fitting
  }

  // MARK: Cells together

  /// Checks what holds between cells, after each was fitted by itself.
  private mutating func checkTogether(dropsCool: Bool) {
    for (row, fitted) in zip(RowAddress.all, rows) where device.cool != nil {
      let distance = fitted.cool - fitted.heat
      if distance < max(1, device.deadband * 10) {
        let least = Temperature(tenths: device.deadband)
        report(
          .deadband, CellAddress(row, .cool),
          "\(row) leaves \(shownHundredths(distance)) between heat and cool; \(deviceName) needs "
            + (device.deadband == 0 ? "more than 0" : "\(least)") + " \(device.unit.symbol)", nil)
      }
    }
    for (row, fitted) in zip(RowAddress.all, rows) where row.period != .wake {
      if fitted.minutes <= rows[row.index - 1].minutes {
        report(
          .timeGrid, CellAddress(row, .time),
          "\(row) would begin when the period before it does on \(deviceName)", nil)
      }
    }
  }

  private mutating func report(
    _ kind: DeviceIssue.Kind, _ cell: CellAddress, _ message: String, _ remedy: DeviceIssue.Remedy?
  ) {
    issues.append(DeviceIssue(kind: kind, cell: cell, message: message, remedy: remedy))
  }

  // MARK: Arithmetic

  /// The schedule's value that a device's value stands for: nothing is lost when it is the old one.
  private func back(_ hundredths: Int) -> Temperature {
    Self.temperature(hundredths, from: device.unit, to: schedule.unit)
  }

  private func shown(_ value: Temperature) -> String { "\(value) \(schedule.unit.symbol)" }

  private func shownHundredths(_ hundredths: Int) -> String {
    let sign = hundredths < 0 ? "-" : ""
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let digits =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(sign)\(whole)\(digits) \(device.unit.symbol)"
  }

  /// Converts tenths of one scale to hundredths of another, half away from zero.
  package static func hundredths(
    _ value: Temperature, from source: TemperatureUnit, to target: TemperatureUnit
  ) -> Int {
    switch (source, target) {
    case (.fahrenheit, .celsius): Temperature.roundedQuotient((value.tenths - 320) * 50, 9)
    case (.celsius, .fahrenheit): value.tenths * 18 + 3200
    default: value.tenths * 10
    }
  }

  /// Converts hundredths of one scale to the nearest tenth of another, half away from zero.
  package static func temperature(
    _ hundredths: Int, from source: TemperatureUnit, to target: TemperatureUnit
  ) -> Temperature {
    switch (source, target) {
    case (.celsius, .fahrenheit):
      Temperature(tenths: Temperature.roundedQuotient(hundredths * 9, 50) + 320)
    case (.fahrenheit, .celsius):
      Temperature(tenths: Temperature.roundedQuotient((hundredths - 3200) * 5, 90))
    default: Temperature(tenths: Temperature.roundedQuotient(hundredths, 10))
    }
  }
}
