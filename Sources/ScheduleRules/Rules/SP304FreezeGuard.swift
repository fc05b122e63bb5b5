import Diagnostics
import ScheduleModel

/// SP304: heat at least 45 °F or 7 °C.
enum SP304FreezeGuard: WeekRule {
  static let info = RuleInfo(
    code: "SP304", severity: .warning, summary: "heat at least 45 °F or 7 °C",
    what: "A heat setpoint should be at least 45 °F or 7 °C. The fix raises it to that.",
    why: """
      Pipes in outer walls are colder than the room and may freeze. 7 °C is the frost protection of \
      common devices (the Zigbee thermostat cluster's default lowest heat setpoint), 45 °F about \
      the same.
      """,
    bad: #""leave": {"time": "08:00", "heat": 40, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let (lowest, symbol) = (limits.freezeGuard, limits.unit.symbol)
    for row in 0..<28 {
      guard let heat = review.heat(row), heat < lowest else { continue }
      review.report(
        self, row: row, .heat,
        { "\($0) heat \(heat) \(symbol) is below \(lowest) \(symbol); pipes may freeze" },
        repairs: raising(row, review.week.rows[row].cool, limits))
    }
  }

  /// Raises heat to the limit, and cool if it would be too close.
  private static func raising(
    _ row: Int, _ cool: Temperature?, _ limits: WeekLimits
  ) -> [CellRepair] {
    let heat = CellRepair(row: row, .heat, limits.freezeGuard)
    let lowestCool = limits.freezeGuard + limits.deadband
    guard let cool, cool < lowestCool else { return [heat] }
    guard limits.plausible.contains(lowestCool) else { return [] }
    return [heat, CellRepair(row: row, .cool, lowestCool)]
  }
}
