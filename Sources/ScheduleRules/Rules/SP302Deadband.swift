import Diagnostics
import ScheduleModel

/// SP302: cool far enough above heat.
enum SP302Deadband: WeekRule {
  static let info = RuleInfo(
    code: "SP302", severity: .warning, summary: "cool at least 3 °F or 1.5 °C above heat",
    what: """
      The deadband, the difference of cool and heat in a period, must be at least 3 °F or 1.5 °C \
      (option deadband). The fix moves both apart.
      """,
    why: """
      With a narrow deadband the system switches between heating and cooling, and devices that keep \
      a minimum of their own move a setpoint. ASHRAE 90.1 (6.4.3.1.2) asks for 5 °F in commercial \
      buildings.
      """,
    bad: #""wake": {"time": "06:00", "heat": 70, "cool": 71}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    for row in 0..<28 {
      guard let heat = review.heat(row), let cool = review.cool(row) else { continue }
      let deadband = cool - heat
      guard deadband < limits.deadband else { continue }
      let symbol = limits.unit.symbol
      review.report(
        self, row: row, .heat, related: [(row, .cool)],
        {
          "\($0) heat and cool are \(deadband) \(symbol) apart (minimum \(limits.deadband) \(symbol))"
        },
        repairs: repairs(row, heat, cool, limits, review))
    }
  }

  /// Moves the side that was edited last, or both.
  private static func repairs(
    _ row: Int, _ heat: Temperature, _ cool: Temperature, _ limits: WeekLimits,
    _ review: WeekReview
  ) -> [CellRepair] {
    guard let side = review.movedSide else { return widening(row, heat, cool, limits) }
    return review.moving(side, row: row).map { [$0] } ?? []
  }

  /// Moves heat down and cool up by about the same amount, in the coarsest of 1, 0.5 and 0.1 degrees that both are
  /// multiples of; keeps heat above the freeze guard and cool plausible.
  private static func widening(
    _ row: Int, _ heat: Temperature, _ cool: Temperature, _ limits: WeekLimits
  ) -> [CellRepair] {
    let grid = [10, 5, 1].first { heat.tenths % $0 == 0 && cool.tenths % $0 == 0 } ?? 1
    let needed = limits.deadband.tenths - (cool - heat).tenths
    let steps = (needed + grid - 1) / grid
    let floor = min(heat.tenths, limits.freezeGuard.tenths)
    let down = min(steps / 2, max(0, (heat.tenths - floor) / grid))
    let up = min(steps - down, max(0, (limits.plausible.upperBound - cool).tenths / grid))
    let lowered = Temperature(tenths: heat.tenths - (steps - up) * grid)
    let raised = Temperature(tenths: cool.tenths + up * grid)
    guard lowered.tenths >= floor else { return [] }
    return [CellRepair(row: row, .heat, lowered), CellRepair(row: row, .cool, raised)]
      .filter { up > 0 || $0.cell.field == .heat }.filter {
        up < steps || $0.cell.field == .cool
      }
  }
}
