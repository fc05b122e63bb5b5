import Diagnostics
import ScheduleModel

/// A pass of the rules about values over one week.
///
/// A cell that failed one rule is left alone by the later ones, so that one mistake gives one finding.
struct WeekReview {
  /// What a rule found in a cell.
  struct Finding {
    let rule: RuleInfo
    let cell: CellAddress
    let related: [CellAddress]
    let message: String
    /// What the repair writes, for messages about files; an editor shows it by itself.
    let suggestion: String?
    let repairs: [CellRepair]
  }

  let week: DraftWeek
  let options: CheckOptions
  /// The limits in the week's scale; nil where it is unknown or plainly wrong.
  let limits: WeekLimits?
  /// The limits in the scale that the values are meant in, whatever the file says.
  let meantLimits: WeekLimits?
  /// The side that repairs of SP301 and SP302 move, the one that was edited last; nil for a file, where
  /// nobody knows it.
  let movedSide: Side?
  private(set) var findings: [Finding] = []
  private var failed = CellSet()

  /// Prepares a pass; `isOtherUnit` says that the values are plainly of the other scale, so that the
  /// limits of the stated one mean nothing.
  init(
    of week: DraftWeek, options: CheckOptions, isOtherUnit: Bool, moving movedSide: Side? = nil
  ) {
    self.week = week
    self.options = options
    self.movedSide = movedSide
    let unit = isOtherUnit ? week.unit?.other : week.unit
    meantLimits = unit.map { WeekLimits($0, options: options) }
    limits = isOtherUnit ? nil : meantLimits
  }

  /// Runs all rules.
  mutating func run() {
    let rules =
      options.wantsAdvice
      ? ScheduleRuleList.weekRules : ScheduleRuleList.weekRulesWithoutAdvice
    for rule in rules { rule.check(&self) }
  }

  /// The time of a row, unless it failed a rule.
  func time(_ row: Int) -> TimeOfDay? { failed.time & 1 << row == 0 ? week.rows[row].time : nil }

  /// The heat setpoint of a row, unless it failed a rule.
  func heat(_ row: Int) -> Temperature? { failed.heat & 1 << row == 0 ? week.rows[row].heat : nil }

  /// The cool setpoint of a row, unless it failed a rule.
  func cool(_ row: Int) -> Temperature? { failed.cool & 1 << row == 0 ? week.rows[row].cool : nil }

  /// Returns the repair that moves a side of a row to the value nearest to its own that breaks none of
  /// SP301 to SP304; nil where there is none.
  func moving(_ side: Side, row: Int) -> CellRepair? {
    guard let limits, let other = week.rows[row][side.other],
      let value = limits.nearest(side, beside: other)
    else { return nil }
    return CellRepair(row: row, side.field, value)
  }

  /// Notes a finding; but for advice, its cells count as failed from now on.
  mutating func report(
    _ rule: any WeekRule.Type, row: Int, _ field: Field, related: [(row: Int, field: Field)] = [],
    _ message: (RowAddress) -> String, suggestion: String? = nil, repairs: [CellRepair] = []
  ) {
    guard let address = RowAddress(index: row) else { return }
    findings.append(
      Finding(
        rule: rule.info, cell: CellAddress(address, field),
        related: related.compactMap { related in
          RowAddress(index: related.row).map { CellAddress($0, related.field) }
        },
        message: message(address), suggestion: suggestion, repairs: repairs))
    guard !rule.isAdvice else { return }
    failed.insert(row, field)
    for cell in related { failed.insert(cell.row, cell.field) }
  }
}

/// Some of the 84 cells.
private struct CellSet {
  var time: UInt32 = 0
  var heat: UInt32 = 0
  var cool: UInt32 = 0

  mutating func insert(_ row: Int, _ field: Field) {
    switch field {
    case .time: time |= 1 << row
    case .heat: heat |= 1 << row
    case .cool: cool |= 1 << row
    }
  }
}
