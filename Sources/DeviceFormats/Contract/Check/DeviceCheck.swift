package import Diagnostics
package import ScheduleModel

package struct DeviceCheck {
  private let schedule: Week
  private let profile: DeviceProfile
  private let scale: TemperatureScale
  private let sides: Sides
  private var issues: [DeviceIssue] = []

  /// Returns what does not fit, in table order, for an export or a check for a device.
  ///
  /// `unit` selects a unit of a device that has two; `sides` limits the check.
  package static func issues(
    _ schedule: Week, for profile: DeviceProfile, unit: TemperatureUnit? = nil,
    sides: Sides = .both
  ) -> [DeviceIssue] {
    var check = DeviceCheck(
      schedule: schedule, profile: profile,
      scale: profile.scale(preferring: unit ?? schedule.unit),
      sides: sides.intersection(schedule.sides))
    for day in Weekday.allCases { check.examine(day) }
    if let most = profile.pairs,
      case let pairs = Set(schedule.setpoints.map { [$0.heat, $0.cool] }).count, pairs > most
    {
      check.report(
        .pairCount, cell: nil,
        "the week has \(pairs) distinct pairs of heat and cool; \(profile.id) has room for \(most)")
    }
    check.compareDays()
    let owner = schedule.sides == .both ? "the program" : "the schedule"
    if let lack = profile.lack(check.sides, of: owner) { check.report(.sides, cell: nil, lack) }
    return check.issues
  }

  private mutating func examine(_ day: Weekday) {
    let sides = sides.each
    for period in Period.allCases {
      let row = RowAddress(day, period)
      examineTime(row)
      let before = issues.count
      for side in sides { examineTemperature(of: side, row) }
      if issues.count == before, sides.count == 2 { examineDeadband(row) }
    }
    let startsLater = schedule[RowAddress(day, .wake)].time > .midnight
    let needed = Period.allCases.count + (profile.needsMidnightEntry && startsLater ? 1 : 0)
    if let most = profile.periods, needed > most {
      report(
        .periodCount, cell: CellAddress(day, .sleep, .time),
        "\(about: day) needs \(needed) entries; \(profile.id) has \(most) per day")
    }
  }

  private mutating func examineTime(_ row: RowAddress) {
    let time = schedule[row].time
    let grid = profile.timeGrid
    if let earlier = Period(rawValue: row.period.rawValue - 1) {
      let before = schedule[RowAddress(row.day, earlier)].time
      if time <= before {
        return report(
          .timeOrder, cell: CellAddress(row, .time),
          "\(about: row) \(time) is not after \(earlier.name) \(before)")
      }
    }
    if let first = TimeOfDay(minutes: profile.firstMinute), time < first {
      return report(
        .timeGrid, cell: CellAddress(row, .time),
        "\(about: row) \(time) is not a valid time on \(profile.id), which disables a period at \(time); "
          + "use \(first)", replacement: .time(first))
    }
    guard time.minutes % grid != 0 else { return }
    let below = TimeOfDay(wrapping: time.minutes / grid * grid)
    let above = TimeOfDay(minutes: below.minutes + grid)
    let other: Sentence = above.map { " or \($0)" } ?? ""
    let isNearer = (time.minutes - below.minutes) * 2 < grid
    report(
      .timeGrid, cell: CellAddress(row, .time),
      "\(about: row) \(time) is between \(profile.id)'s \(grid)-minute steps; use "
        + "\(below)\(other)",
      replacement: .time(isNearer ? below : above ?? below))
  }

  private mutating func examineTemperature(of side: Side, _ row: RowAddress) {
    let cell = CellAddress(row, side.field)
    guard let value = schedule[row][side] else { return }
    guard profile.sides.contains(side) else {
      report(
        side == .cool ? .coolNotHeld : .range, cell: cell,
        "\(about: cell) \(text(value)) would be lost; \(profile.id) supports no \(side.name) setpoints"
      )
      return
    }
    let near = scale.nearest(to: value, in: schedule.unit)
    let range = scale.range(of: side)
    let isInRange = range?.contains(near) ?? true
    if isInRange, scale.holds(value, in: schedule.unit) { return }
    let allowed = scale.nearestAllowed(to: value, in: schedule.unit, for: side)
    let replacement = CellValue.temperature(scale.temperature(allowed, in: schedule.unit))
    if let range, !isInRange {
      report(
        .range, cell: cell,
        "\(about: cell) \(text(value)) is outside \(profile.id)'s \(range.lowerBound) to "
          + "\(range.upperBound) \(scale.unit.symbol); use \(choice(allowed))",
        replacement: replacement)
    } else {
      let neighbours = scale.neighbours(of: value, in: schedule.unit)
        .filter { range?.contains($0) ?? true }
      report(
        .temperatureGrid, cell: cell,
        "\(about: cell) \(text(value)) is between \(profile.id)'s \(scale.step) \(scale.unit.symbol) steps; use "
          + neighbours.map(choice).joined(separator: " or "),
        replacement: replacement)
    }
  }

  private mutating func examineDeadband(_ row: RowAddress) {
    guard let heat = schedule[row].heat, let cool = schedule[row].cool else { return }
    let gap =
      scale.nearest(to: cool, in: schedule.unit) - scale.nearest(to: heat, in: schedule.unit)
    let least = scale.deadband ?? 0
    guard heat >= cool || gap < least else { return }
    let fault =
      heat >= cool
      ? "is not below cool \(text(cool))"
      : "is too close to cool \(text(cool)); \(profile.id) needs \(least) \(scale.unit.symbol) between them"
    report(.deadband, cell: CellAddress(row, .heat), "\(about: row) heat \(text(heat)) \(fault)")
  }

  /// Finds the days that differ from others in the same program, each with a cell.
  private mutating func compareDays() {
    guard profile.grouping == .workdays else { return }
    let sides = sides.intersection(profile.sides)
    let workdays = schedule.workdays(sides)
    for days in [workdays, Weekday.allCases.filter { !workdays.contains($0) }] {
      for day in days.dropFirst() {
        guard let cell = schedule.difference(of: day, from: days[0], sides) else { continue }
        let other = CellAddress(days[0], cell.period, cell.field)
        report(
          .daysApart, cell: cell,
          "\(about: cell) \(schedule[cell]) is not \(days[0].title)'s \(schedule[other]); \(profile.id) has one "
            + "program for \(DayGroup(days))")
      }
      if profile.needsMidnightEntry { compareNights(before: days, sides) }
    }
  }

  /// Finds a day of a program that begins with other setpoints than the first one, if they are written at 00:00.
  private mutating func compareNights(before days: [Weekday], _ sides: Sides) {
    guard schedule[RowAddress(days[0], .wake)].time > .midnight else { return }
    let nights = days.dropFirst().flatMap { day in
      sides.each.map { CellAddress(day.previous, .sleep, $0.field) }
    }
    for cell in nights {
      let first = CellAddress(days[0].previous, .sleep, cell.field)
      guard schedule[cell] != schedule[first] else { continue }
      return report(
        .daysApart, cell: cell,
        "\(about: cell) \(schedule[cell]) is not \(first.day.title)'s \(schedule[first]), and both are written "
          + "at 00:00 of the next day; \(profile.id) has one program for \(DayGroup(days))")
    }
  }

  private mutating func report(
    _ rule: RuleInfo, cell: CellAddress?, _ sentence: Sentence, replacement: CellValue? = nil
  ) {
    issues.append(
      DeviceIssue(rule: rule, cell: cell, sentence: sentence, replacement: replacement))
  }

  private func text(_ value: Temperature) -> String { "\(value) \(schedule.unit.symbol)" }

  /// A value of the device, with its conversion if the schedule has another unit.
  private func choice(_ value: Hundredths) -> String {
    if scale.unit == schedule.unit { return "\(value)" }
    return "\(value) \(scale.unit.symbol) (\(text(scale.temperature(value, in: schedule.unit))))"
  }
}

/// A part of a schedule that does not fit a device.
package struct DeviceIssue: Hashable, Sendable {
  package let rule: RuleInfo
  /// The cell; nil for the whole week.
  package let cell: CellAddress?
  /// One sentence, lower case, without a full stop.
  package let sentence: Sentence
  /// The nearest value that the device supports; nil if there is none.
  package internal(set) var replacement: CellValue?
  /// The option that allows the export, if any.
  package var fixedBy: RequestOption? {
    replacement != nil ? .round : rule == .coolNotHeld ? .dropCool : nil
  }

  /// The rule's code, `SP501`.
  package var code: String { rule.code }
}

extension [DeviceIssue] {
  /// Returns the week with the replacements of all issues that have one.
  func repaired(_ week: Week) -> Week {
    reduce(into: week) { week, issue in
      if let cell = issue.cell, let value = issue.replacement { week[cell] = value }
    }
  }

  /// The options that allow the export; nil if an issue has none.
  package var remedies: Sentence? {
    let options = Set(map(\.fixedBy))
    guard !options.contains(nil) else { return nil }
    return [RequestOption.dropCool, .round].filter { options.contains($0) }.reduce(nil) {
      list, option -> Sentence? in
      list.map { "\($0) and \(add: option)" } ?? "\(add: option)"
    }
  }
}

package struct DeviceChange: Hashable, Sendable, CustomStringConvertible {
  package let cell: CellAddress
  /// The value in the schedule, with its unit.
  package let old: String
  /// The written value; `nothing` for a dropped setpoint.
  package let new: String

  package var description: String { sentence.text }

  /// The change for messages, `Tuesday leave heat 62.5 °F -> 63 °F`.
  fileprivate var sentence: Sentence { "\(about: cell) \(old) -> \(new)" }
}

extension [DeviceChange] {
  /// Describes the changes, one line each, or cell by cell for `each`.
  package func lines(each: Bool) -> [String] { lines(each: each) { $0.sentence } }
}

// Devices with one program for workdays and one for days off.

extension Week {
  /// The workdays: Monday to Saturday if Saturday equals Monday and Sunday does not, otherwise Monday to Friday.
  func workdays(_ sides: Sides) -> [Weekday] {
    let isSaturdayOne =
      difference(of: .saturday, from: .monday, sides) == nil
      && difference(of: .sunday, from: .monday, sides) != nil
    return Weekday.allCases.filter { $0 < .saturday || isSaturdayOne && $0 == .saturday }
  }

  /// The first cell in which two days differ; nil if they are equal.
  func difference(of day: Weekday, from other: Weekday, _ sides: Sides) -> CellAddress? {
    Period.allCases.lazy.flatMap { period in
      ([.time] + sides.each.map(\.field)).map { CellAddress(day, period, $0) }
    }.first { self[$0] != self[CellAddress(other, $0.period, $0.field)] }
  }
}
