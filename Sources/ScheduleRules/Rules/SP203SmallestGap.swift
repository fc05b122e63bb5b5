import Diagnostics
import ScheduleModel

/// SP203: neighbours at least 15 minutes apart.
enum SP203SmallestGap: WeekRule {
  static let info = RuleInfo(
    code: "SP203", severity: .warning, summary: "neighbours at least 15 minutes apart",
    what: """
      Two neighbouring periods of a day must begin at least 15 minutes apart (option gap). \
      Periods on different days are not compared.
      """,
    why: """
      A house cannot warm up or cool down in less time, so a shorter period is probably a mistake; many \
      thermostats store times in quarters of an hour (the Honeywell Home schedule API does).
      """,
    bad: #""leave": {"time": "06:10", "heat": 62, "cool": 85}"#,
    good: #""leave": {"time": "06:15", "heat": 62, "cool": 85}"#)

  static func check(_ review: inout WeekReview) {
    let smallest = review.options.gap
    // Read all times before reporting: each of several narrow gaps in a row is a separate mistake.
    let times = (0..<28).map(review.time)
    for row in 0..<28 where row % 4 != 0 {
      guard let time = times[row], let before = times[row - 1] else { continue }
      let gap = time.minutes - before.minutes
      guard gap < smallest, gap > 0 else { continue }
      let (earlier, later) = (Period.allCases[row % 4 - 1].name, Period.allCases[row % 4].name)
      review.report(
        self, row: row, .time, related: [(row - 1, .time)],
        { "\($0.day.title) \(earlier) and \(later) are \(gap) min apart (minimum \(smallest) min)" }
      )
    }
  }
}
