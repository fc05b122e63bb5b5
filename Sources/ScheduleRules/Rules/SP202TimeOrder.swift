import Diagnostics
import ScheduleModel

/// SP202: times strictly increase within a day.
enum SP202TimeOrder: WeekRule {
  static let info = RuleInfo(
    code: "SP202", severity: .error, summary: "times strictly increase within a day",
    what: """
      Each period of a day must begin after the one before it; missing and invalid times are skipped. The fix sorts \
      the day's rows by time, so that the same setpoints are in force at the same hours.
      """,
    why: """
      A period that begins before the previous one never applies, or makes a device reject the day.
      """,
    bad: #""leave": {"time": "18:30", "heat": 62, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for day in 0..<7 {
      // Compare the times as written: a time that is itself too early still bounds the next one.
      var previous: (row: Int, time: TimeOfDay)?
      for row in (day * 4)..<(day * 4 + 4) {
        guard let time = review.week.rows[row].time else { continue }
        if let previous, time <= previous.time {
          let earlier = Period.allCases[previous.row % 4].name
          review.report(
            self, row: row, .time, related: [(previous.row, .time)],
            { "\($0) \(time) is not after \(earlier) \(previous.time)" },
            repairs: sorting(day, in: review.week))
        }
        previous = (row, time)
      }
    }
  }

  /// Returns the repairs that sort the rows of a day; none if a value is missing or two times are equal.
  private static func sorting(_ day: Int, in week: DraftWeek) -> [CellRepair] {
    let rows = Array((day * 4)..<(day * 4 + 4))
    let times = rows.compactMap { row -> Int? in
      week.isComplete(row) ? week.rows[row].time?.minutes : nil
    }
    guard times.count == 4, Set(times).count == 4 else { return [] }
    let sorted = rows.sorted { times[$0 % 4] < times[$1 % 4] }
    return zip(rows, sorted).filter { $0 != $1 }.flatMap { row, source in
      week.sides.fields.map { CellRepair(row: row, $0, takesFrom: source, $0) }
    }
  }
}
