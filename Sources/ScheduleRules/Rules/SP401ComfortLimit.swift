import Diagnostics
import ScheduleModel

/// SP401: comfort periods use no more energy than the ENERGY STAR program.
enum SP401ComfortLimit: WeekRule {
  static let info = RuleInfo(
    code: "SP401", severity: .info, summary: "comfort setpoints within the ENERGY STAR program",
    what: """
      In wake and return, heat should be at most 70 °F (21 °C) and cool at least 78 °F (26 °C).
      """,
    why: """
      These are the comfort setpoints of the ENERGY STAR Program Requirements for Programmable Thermostats, version \
      1.2, and of Natural Resources Canada's table in °C. Each additional degree of heating costs about three \
      percent.
      """,
    bad: #""wake": {"time": "06:00", "heat": 72, "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let (comfort, symbol) = (limits.comfort, limits.unit.symbol)
    let program = "the ENERGY STAR program's"
    for row in stride(from: 0, to: 28, by: 2) {
      if let heat = review.heat(row), heat > comfort.heat {
        review.report(
          self, row: row, .heat,
          { "\($0) heat \(heat) \(symbol) is above \(program) \(comfort.heat) \(symbol)" })
      }
      if let cool = review.cool(row), cool < comfort.cool {
        review.report(
          self, row: row, .cool,
          { "\($0) cool \(cool) \(symbol) is below \(program) \(comfort.cool) \(symbol)" })
      }
    }
  }
}
