import Diagnostics
import ScheduleModel

/// One run of the rules about values over a week.
///
/// Rules skip cells that failed an earlier rule, so that one mistake causes one finding.
struct WeekReview {
  struct BrokenRule {
    let rule: RuleInfo
    let cell: CellAddress
    let related: [CellAddress]
    let sentence: Sentence
    /// What the fix writes, for messages about files; the editor shows it separately.
    let suggestion: String?
    let repairs: [CellRepair]
  }

  let week: DraftWeek
  let options: CheckOptions
  /// The limits in the week's unit; nil if it is unknown or plainly wrong.
  let limits: WeekLimits?
  /// The limits in the unit that the values are meant in, even if the file has another.
  let meantLimits: WeekLimits?
  /// The side that fixes of SP301 and SP302 move: the side edited last; nil for a file.
  let movedSide: Side?
  private(set) var findings: [BrokenRule] = []
  /// The week without the cells that failed a rule.
  private(set) var sound: DraftWeek

  /// Runs the rules. `isOtherUnit`: the values are plainly in the other unit, so the limits of the unit do not apply.
  init(
    of week: DraftWeek, options: CheckOptions, isOtherUnit: Bool, moving movedSide: Side? = nil
  ) {
    (self.week, sound) = (week, week)
    self.options = options
    self.movedSide = movedSide
    let unit = isOtherUnit ? week.unit?.other : week.unit
    meantLimits = unit.map { WeekLimits($0, options: options) }
    limits = isOtherUnit ? nil : meantLimits
    for rule in options.weekRules { rule.check(&self) }
  }

  /// The heat setpoint of a row, unless it failed a rule.
  func heat(_ row: Int) -> Temperature? { sound.rows[row].heat }

  /// The cool setpoint of a row, unless it failed a rule.
  func cool(_ row: Int) -> Temperature? { sound.rows[row].cool }

  /// Returns the repair that moves a side of a row to the nearest value that breaks none of SP301 to SP304, if any.
  func moving(_ side: Side, row: Int) -> CellRepair? {
    guard let limits, let other = week.rows[row][side.other] else { return nil }
    let value = side == .heat ? other - limits.deadband : other + limits.deadband
    let lowest = side == .heat ? limits.freezeGuard : limits.plausible.lowerBound
    guard lowest...limits.plausible.upperBound ~= value else { return nil }
    return CellRepair(row: row, side.field, .temperature(value))
  }

  /// Adds a finding. Unless it is advice, its cells count as failed from then on.
  mutating func report(
    _ rule: any WeekRule.Type, row: Int, _ field: Field, related: [(row: Int, field: Field)] = [],
    _ sentence: Sentence, suggestion: String? = nil, repairs: [CellRepair] = []
  ) {
    findings.append(
      BrokenRule(
        rule: rule.info, cell: CellAddress(RowAddress.all[row], field),
        related: related.map { CellAddress(RowAddress.all[$0.row], $0.field) },
        sentence: sentence, suggestion: suggestion, repairs: repairs))
    guard !rule.isAdvice else { return }
    for cell in [(row, field)] + related {
      if let side = cell.field.side {
        sound.rows[cell.row][side] = nil
      } else {
        sound.rows[cell.row].time = nil
      }
    }
  }
}
