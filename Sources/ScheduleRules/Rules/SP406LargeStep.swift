import Diagnostics
import ScheduleModel

/// SP406: no large steps up.
enum SP406LargeStep: WeekRule {
  static let info = RuleInfo(
    code: "SP406", severity: .info, summary: "heat rises by at most 10 °F or 5.5 °C",
    what: """
      Heat should rise by at most 10 °F or 5.5 °C from one period to the next (option step), also \
      from a day's sleep to the next day's wake.
      """,
    why: """
      A heat pump that has to make up a large step calls its auxiliary resistance heat, which costs \
      two to three times as much. 10 °F is 5.56 °C; 5.5 is the half degree below.
      """,
    bad: #""sleep": {"time": "22:00", "heat": 58, "cool": 82}"#,
    good: #""sleep": {"time": "22:00", "heat": 62, "cool": 82}"#)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let symbol = limits.unit.symbol
    for row in 0..<28 {
      let before = (row + 27) % 28
      guard let heat = review.heat(row), let previous = review.heat(before) else { continue }
      let step = heat - previous
      guard step > limits.step else { continue }
      review.report(
        self, row: row, .heat, related: [(before, .heat)],
        {
          "\($0) heat rises by \(step) \(symbol); above \(limits.step) \(symbol) a heat pump may "
            + "call auxiliary heat"
        })
    }
  }
}
