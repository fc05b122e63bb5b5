import Diagnostics
import JSONText
import ScheduleModel

/// SP305: values look like the other unit.
enum SP305OtherUnit: Rule {
  static let info = RuleInfo(
    code: "SP305", severity: .warning, summary: "values look like the stated unit",
    what: """
      When most heat setpoints of a file exceed 40 in °C, or are below 35 in °F, and would be plausible in the other \
      unit, the unit is taken to be wrong. The rules about temperatures are then skipped, except SP303, which uses \
      the other unit. The fix changes the unit.
      """,
    why: "Otherwise one wrong letter would make every value of the file implausible.",
    bad: #""unit": "C","#,
    good: #""unit": "F","#, fix: .unsafe)

  /// The number of heat values, or cool values of cool-only schedules, and how many of them look like the other unit.
  struct Count {
    private(set) var known = 0
    private(set) var foreign = 0
    private(set) var firstForeign: Int?
    private(set) var sides = Sides()

    init() {}

    init(in week: DraftWeek) { add(week) }

    /// Whether more than half look like the other unit.
    var isOtherUnit: Bool { foreign * 2 > known }

    /// Adds another week of the same file.
    mutating func add(_ week: DraftWeek) {
      guard let unit = week.unit else { return }
      let (low, high) = unit == .celsius ? (401, 990) : (20, 349)
      let side: Side = week.sides == .cool ? .cool : .heat
      sides.insert(Sides(side))
      for row in 0..<28 {
        guard let degrees = week.rows[row][side] else { continue }
        known += 1
        guard degrees.tenths >= low, degrees.tenths <= high else { continue }
        foreign += 1
        if firstForeign == nil { firstForeign = row }
      }
    }
  }

  /// Reports a unit that the values contradict; returns whether they do.
  static func check(_ draft: DraftDocument, _ findings: inout FindingList) -> Bool {
    guard let unit = draft.unit else { return false }
    var count = Count()
    for schedule in draft.schedules { count.add(schedule.week) }
    guard count.isOtherUnit else { return false }
    let path = DocumentPath.member(.unit)
    findings.add(info, path, message(count, unit)) { index in
      index.fix(.unsafe, replacing: path, by: .string(unit.other.rawValue))
    }
    return true
  }

  private static func message(_ count: Count, _ unit: TemperatureUnit) -> String {
    "unit is \"\(unit.rawValue)\" but \(count.foreign) of \(count.known) "
      + "\(count.sides.each.map(\.name).listed("and")) values "
      + (unit == .celsius ? "exceed 40" : "are below 35") + "; \(unit.other.symbol)?"
  }
}

extension SP305OtherUnit.Count {
  /// The finding for a single week; nil if its unit fits.
  func cellFinding(in week: DraftWeek, options: CheckOptions) -> CellFinding? {
    let info = SP305OtherUnit.info
    guard isOtherUnit, let unit = week.unit,
      let row = firstForeign.flatMap(RowAddress.init(index:)),
      let severity = options.severity(of: info)
    else { return nil }
    return CellFinding(
      code: info.code, severity: severity,
      message: SP305OtherUnit.message(self, unit),
      cell: CellAddress(row, sides == .cool ? .cool : .heat))
  }
}

extension TemperatureUnit {
  var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }
}
