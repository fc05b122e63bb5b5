import Diagnostics
import ScheduleModel

/// SP301: heat below cool.
enum SP301HeatBelowCool: WeekRule {
  static let proof = RuleProof.byValues
  static let info = RuleInfo(
    code: "SP301", severity: .error, summary: "heat below cool",
    what: "The heat setpoint of a period must be below its cool setpoint.",
    why: """
      Otherwise furnace and air conditioner run against each other, or the device silently moves \
      one of the two.
      """,
    bad: #""wake": {"time": "06:00", "heat": 78, "cool": 70}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for row in 0..<28 {
      guard let heat = review.heat(row), let cool = review.cool(row), heat >= cool else { continue }
      review.report(
        self, row: row, .heat, related: [(row, .cool)],
        { "\($0) heats to \(heat) while cooling to \(cool)" },
        repairs: heat == cool ? [] : CellRepair.swap(row, .heat, with: row, .cool))
    }
  }
}
