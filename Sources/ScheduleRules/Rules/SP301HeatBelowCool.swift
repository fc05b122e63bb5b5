import Diagnostics
import ScheduleModel

/// SP301: heat below cool.
enum SP301HeatBelowCool: WeekRule {
  static let info = RuleInfo(
    code: "SP301", severity: .error, summary: "heat below cool",
    what: """
      The heat setpoint of a period must be below its cool setpoint. The fix moves one side to the \
      nearest allowed value: the side that differs from all other days in this period, if the other \
      side equals another day. Otherwise there is no fix.
      """,
    why: """
      Otherwise the furnace and the air conditioner run against each other, or the device silently moves one setpoint.
      """,
    bad: #""wake": {"time": "06:00", "heat": 78, "cool": 70}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for row in 0..<28 {
      guard let heat = review.heat(row), let cool = review.cool(row), heat >= cool else { continue }
      let repair = repair(row, review)
      review.report(
        self, row: row, .heat, related: [(row, .cool)],
        { "\($0) heat \(heat) is not below cool \(cool)" },
        suggestion: repair.map { "\($0.cell.field.name) \($0.content)" },
        repairs: repair.map { [$0] } ?? [])
    }
  }

  /// Moves the side that was edited last, or else the side that differs from the other days.
  private static func repair(_ row: Int, _ review: WeekReview) -> CellRepair? {
    (review.movedSide ?? side(differingIn: row, review)).flatMap { review.moving($0, row: row) }
  }

  /// The side whose value no other day has in this period, if another day has the value of the other side.
  ///
  /// Ignores days that break this rule themselves.
  private static func side(differingIn row: Int, _ review: WeekReview) -> Side? {
    let own = review.week.rows[row]
    var (sharesHeat, sharesCool) = (false, false)
    for other in stride(from: row % 4, to: 28, by: 4) where other != row {
      guard let heat = review.heat(other), let cool = review.cool(other), heat < cool else {
        continue
      }
      sharesHeat = sharesHeat || heat == own.heat
      sharesCool = sharesCool || cool == own.cool
    }
    return sharesHeat == sharesCool ? nil : sharesCool ? .heat : .cool
  }
}
