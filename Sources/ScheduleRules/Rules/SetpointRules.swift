import Diagnostics
import JSONText
import ScheduleModel

enum SP301HeatBelowCool: WeekRule {
  static let info = RuleInfo(
    code: "SP301", severity: .error, summary: "heat below cool",
    what: "The heat setpoint of a period must be below its cool setpoint.",
    repair: """
      The fix moves one side to the nearest allowed value. `validate` moves a side only if no other day has its value \
      in this period and some day has the other side's. The editor moves the side edited last, or else the one under \
      the cursor.
      """,
    why: """
      With heat above cool, the furnace and the air conditioner run against each other, or the device silently moves \
      one setpoint.
      """,
    bad: #""wake": {"time": "06:00", "heat": 78, "cool": 70}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for row in review.week.rows.indices {
      guard let heat = review.heat(row), let cool = review.cool(row), heat >= cool else { continue }
      // Moves the side that was edited last, or else the side that differs from the other days.
      let repair = (review.movedSide ?? side(differingIn: row, review))
        .flatMap { review.moving($0, row: row) }
      review.report(
        self, row: row, .heat, related: [(row, .cool)],
        "\(about: row) heat \(heat) is not below cool \(cool)",
        suggestion: repair.map { "\($0.cell.field.name) \($0.content)" },
        repairs: repair.map { [$0] } ?? [])
    }
  }

  /// The side whose value no other day has in this period, if another day has the value of the other side.
  ///
  /// Ignores days that break this rule themselves.
  private static func side(differingIn row: Int, _ review: WeekReview) -> Side? {
    let own = review.week.rows[row]
    var (sharesHeat, sharesCool) = (false, false)
    for other in RowAddress.all[row].period.rows where other != row {
      guard let heat = review.heat(other), let cool = review.cool(other), heat < cool else {
        continue
      }
      sharesHeat = sharesHeat || heat == own.heat
      sharesCool = sharesCool || cool == own.cool
    }
    return sharesHeat == sharesCool ? nil : sharesCool ? .heat : .cool
  }
}

enum SP302Deadband: WeekRule {
  static let info = RuleInfo(
    code: "SP302", severity: .warning, summary: "cool at least 3 °F or 1.5 °C above heat",
    what:
      "The deadband, the difference of cool and heat in a period, must be at least 3 °F or 1.5 °C (`--deadband`).",
    repair: "The fix moves both apart, or raises only cool if one step is enough.",
    why: """
      With a narrow deadband, the system alternates between heating and cooling, and a device with its own minimum \
      moves a setpoint. ASHRAE 90.1 (6.4.3.1.2) requires 5 °F in commercial buildings.
      """,
    bad: #""wake": {"time": "06:00", "heat": 70, "cool": 71}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    for row in review.week.rows.indices {
      guard let heat = review.heat(row), let cool = review.cool(row) else { continue }
      let deadband = cool - heat
      guard deadband < limits.deadband else { continue }
      let symbol = limits.unit.symbol
      review.report(
        self, row: row, .heat, related: [(row, .cool)],
        "\(about: row) heat and cool are \(deadband) \(symbol) apart (minimum \(limits.deadband) \(symbol))",
        repairs: repairs(row, heat, cool, limits, review))
    }
  }

  /// Moves the side that was edited last, or both: heat down and cool up by about the same amount, in the coarsest of
  /// 1, 0.5 and 0.1 degrees that both are multiples of; keeps heat above the freeze guard and cool plausible.
  private static func repairs(
    _ row: Int, _ heat: Temperature, _ cool: Temperature, _ limits: WeekLimits,
    _ review: WeekReview
  ) -> [CellRepair] {
    if let side = review.movedSide { return review.moving(side, row: row).map { [$0] } ?? [] }
    let grid = [10, 5, 1].first { heat.tenths % $0 == 0 && cool.tenths % $0 == 0 } ?? 1
    let needed = limits.deadband.tenths - (cool - heat).tenths
    let steps = (needed + grid - 1) / grid
    let floor = min(heat.tenths, limits.freezeGuard.tenths)
    let down = min(steps / 2, max(0, (heat.tenths - floor) / grid))
    let up = min(steps - down, max(0, (limits.plausible.upperBound - cool).tenths / grid))
    let lowered = Temperature(tenths: heat.tenths - (steps - up) * grid)
    let raised = Temperature(tenths: cool.tenths + up * grid)
    guard lowered.tenths >= floor else { return [] }
    return (up < steps ? [CellRepair(row: row, .heat, .temperature(lowered))] : [])
      + (up > 0 ? [CellRepair(row: row, .cool, .temperature(raised))] : [])
  }
}

enum SP303PlausibleRange: WeekRule {
  static let info = RuleInfo(
    code: "SP303", severity: .error, summary: "setpoints from 35 to 99 °F or 2 to 37 °C",
    what: """
      A setpoint must lie between 35 and 99 °F, or between 2 and 37 °C. If a file's unit is plainly wrong (SP305), \
      the other unit's range applies.
      """,
    repair: """
      The fix converts from °F in a file in °C, or restores a lost decimal point, if the value is then plausible and \
      protects pipes (SP304).
      """,
    why: """
      No home is meant to be colder or warmer. A value outside the range \
      is a mistake: an extra zero, or tenths of a degree.
      """,
    bad: #""wake": {"time": "06:00", "heat": 720, "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.meantLimits else { return }
    for row in review.week.rows.indices {
      let (heat, cool) = (review.week.rows[row].heat, review.week.rows[row].cool)
      if let heat, !limits.plausible.contains(heat) { report(heat, row, .heat, limits, &review) }
      if let cool, !limits.plausible.contains(cool) { report(cool, row, .cool, limits, &review) }
    }
  }

  static func reportTooLarge(
    _ text: String, at path: DocumentPath, _ reader: inout DocumentReader
  ) {
    let unit = reader.draft.unit
    let ranges = (unit.map { [$0] } ?? TemperatureUnit.allCases).map { unit in
      let plausible = WeekLimits(unit).plausible
      return "\(plausible.lowerBound) to \(plausible.upperBound) \(unit.symbol)"
    }
    let symbol = unit.map { " \($0.symbol)" } ?? ""
    reader.findings.add(
      info, path, "\(about: path) \(text)\(symbol) is outside \(ranges.listed("and"))")
  }

  private static func report(
    _ value: Temperature, _ row: Int, _ field: Field, _ limits: WeekLimits,
    _ review: inout WeekReview
  ) {
    let isFahrenheit = limits.unit == .celsius && WeekLimits(.fahrenheit).plausible.contains(value)
    let tenth = value.isWhole ? Temperature(tenths: value.tenths / 10) : nil
    let guess = isFahrenheit ? value.converted(from: .fahrenheit, to: .celsius) : tenth
    let likely = limits.freezeGuard...limits.plausible.upperBound
    let meant = guess.flatMap { likely.contains($0) ? $0 : nil }
    let (low, high) = (limits.plausible.lowerBound, limits.plausible.upperBound)
    let symbol = limits.unit.symbol
    let typed = isFahrenheit ? " (\(value) °F)" : ""
    review.report(
      self, row: row, field,
      "\(about: row) \(field.name) \(value) \(symbol) is outside \(low) to \(high) \(symbol)"
        + (meant.map { "; did you mean \($0)\(typed)?" } ?? ""),
      repairs: meant.map { [CellRepair(row: row, field, .temperature($0))] } ?? [])
  }
}

enum SP304FreezeGuard: WeekRule {
  static let info = RuleInfo(
    code: "SP304", severity: .warning, summary: "heat at least 45 °F or 7 °C",
    what: "Heat should be at least 45 °F or 7 °C.",
    repair: "The fix raises it; the fix of SP404 may follow.",
    why: """
      Pipes in exterior walls are colder than the room and may freeze. 7 °C is the frost protection of common \
      devices (the Zigbee thermostat cluster's default lowest heat setpoint), 45 °F about the same.
      """,
    bad: #""leave": {"time": "08:00", "heat": 40, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let (lowest, symbol) = (limits.freezeGuard, limits.unit.symbol)
    for row in review.week.rows.indices {
      guard let heat = review.heat(row), heat < lowest else { continue }
      review.report(
        self, row: row, .heat,
        "\(about: row) heat \(heat) \(symbol) is below \(lowest) \(symbol); pipes may freeze",
        repairs: raising(row, review.week.rows[row].cool, limits))
    }
  }

  /// Raises heat to the limit, and cool if it would be too close.
  private static func raising(
    _ row: Int, _ cool: Temperature?, _ limits: WeekLimits
  ) -> [CellRepair] {
    let heat = CellRepair(row: row, .heat, .temperature(limits.freezeGuard))
    let lowestCool = limits.freezeGuard + limits.deadband
    guard let cool, cool < lowestCool else { return [heat] }
    guard limits.plausible.contains(lowestCool) else { return [] }
    return [heat, CellRepair(row: row, .cool, .temperature(lowestCool))]
  }
}

enum SP305OtherUnit: Rule {
  static let info = RuleInfo(
    code: "SP305", severity: .warning, summary: "values look like the stated unit",
    what: """
      When most heat setpoints of a file exceed 40 in °C, or are below 35 in °F, and would be plausible in the other \
      unit, the unit is taken to be wrong. The rules about temperatures are then skipped, except SP303, which uses \
      the other unit. The schedule is not exported.
      """,
    repair: "The fix changes the unit.",
    why: "A single wrong letter makes every value of the file implausible.",
    bad: #""unit": "C","#,
    good: #""unit": "F","#, fix: .unsafe)

  /// The number of heat values, or cool values of cool-only schedules, and how many of them look like the other unit.
  struct Count {
    private(set) var known = 0
    private(set) var foreign = 0
    private(set) var firstForeign: Int?
    private(set) var sides = Sides()

    /// Counts the values of the weeks of a file.
    init(in weeks: some Sequence<DraftWeek>, _ unit: TemperatureUnit?) {
      guard let unit else { return }
      let (low, high) = unit == .celsius ? (401, 990) : (20, 349)
      for week in weeks {
        let side: Side = week.sides == .cool ? .cool : .heat
        sides.insert(Sides(side))
        for row in week.rows.indices {
          guard let degrees = week.rows[row][side] else { continue }
          known += 1
          guard degrees.tenths >= low, degrees.tenths <= high else { continue }
          foreign += 1
          if firstForeign == nil { firstForeign = row }
        }
      }
    }

    /// Whether more than half look like the other unit, unless the user knows better and has switched the rule off.
    func isOtherUnit(_ options: CheckOptions) -> Bool {
      foreign * 2 > known && !options.isDisabled(info)
    }

    /// The finding for a single week; nil if its unit fits.
    func cellFinding(in week: DraftWeek, options: CheckOptions) -> CellFinding? {
      guard isOtherUnit(options), let unit = week.unit, let firstForeign,
        let severity = options.severity(of: info)
      else { return nil }
      return CellFinding(
        code: info.code, severity: severity,
        message: SP305OtherUnit.message(self, unit),
        cell: CellAddress(RowAddress.all[firstForeign], sides == .cool ? .cool : .heat))
    }
  }

  /// Reports a unit that the values contradict; returns whether they do.
  static func check(_ draft: DraftDocument, _ findings: inout FindingList) -> Bool {
    guard let unit = draft.unit else { return false }
    let count = Count(in: draft.schedules.lazy.map { $0.week }, unit)
    guard count.isOtherUnit(findings.options) else { return false }
    let path = DocumentPath.member(.unit)
    findings.add(info, path, message(count, unit)) { index in
      index.fix(.unsafe, replacing: path, by: .string(unit.other.rawValue))
    }
    return true
  }

  private static func message(_ count: Count, _ unit: TemperatureUnit) -> Sentence {
    "unit is \"\(unit.rawValue)\" but \(count.foreign) of \(count.known) "
      + "\(count.sides.each.map(\.name).listed("and")) values "
      + (unit == .celsius ? "exceed 40" : "are below 35") + "; did you mean \(unit.other.symbol)?"
  }
}
