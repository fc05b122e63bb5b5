import Diagnostics
import JSONText
import ScheduleModel

enum SP201TimeFormat: Rule {
  static let info = RuleInfo(
    code: "SP201", severity: .error, summary: "time is HH:MM, 00:00 to 23:59",
    what: """
      A time is a string of two digits, a colon and two digits, from "00:00" to "23:59". The fix rewrites other \
      unambiguous times, such as "6:00", "0630" and "6:30 pm".
      """,
    why: """
      This form sorts correctly as text and leaves no doubt about morning and evening (ISO 8601 has \
      it too). A day has no 24:00; that is the next day's 00:00.
      """,
    bad: #""wake": {"time": "25:61", "heat": 70, "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .safe)

  /// Reads a time; reports a finding and returns nil if it is not one.
  static func read(
    _ node: JSONNode, at path: DocumentPath, _ reader: inout DocumentReader
  ) -> TimeOfDay? {
    let expected = "a string such as \"06:30\""
    guard let text = SP107ValueType.string(node, expected: expected, at: path, &reader)
    else { return nil }
    if let time = TimeOfDay(canonical: text) { return time }
    reader.findings.add(
      info, path,
      "\(about: path) \(text.quoted()) is not a time; use HH:MM, 00:00 to 23:59"
    ) { index in
      // A bare hour or three digits are ambiguous.
      let digits = text.utf8.count { $0.isDigit }
      let isPlain = digits == 4 || text.utf8.contains { $0 == 0x3A || $0 | 0x20 == 0x6D }
      guard isPlain, let time = TimeOfDay(text) else { return nil }
      return index.fix(.safe, replacing: path, by: CellValue.time(time).json)
    }
    return nil
  }
}

enum SP202TimeOrder: WeekRule {
  static let info = RuleInfo(
    code: "SP202", severity: .error, summary: "times strictly increase within a day",
    what:
      "Each period of a day must begin after the one before it; missing and invalid times are skipped.",
    repair: """
      The fix sorts the day's rows by time, so that the same setpoints are in force at the same hours. If leave then \
      asks for more comfort than wake, the fix of SP404 exchanges their setpoints. A sleep period after midnight \
      cannot be expressed; the fix starts it at 23:59.
      """,
    why: "A period that begins too early never applies, or makes a device reject the day.",
    bad: #""leave": {"time": "18:30", "heat": 62, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for day in Weekday.allCases {
      // Compare the times as written: a time that is itself too early still bounds the next one.
      var previous: (row: Int, time: TimeOfDay)?
      for row in day.rows {
        guard let time = review.week.rows[row].time else { continue }
        if let previous, time <= previous.time {
          let earlier = RowAddress.all[previous.row].period.name
          // A person goes to bed after midnight.
          let isNextDay =
            row == day.rows.last && previous.time < .lastOfDay
            && review.week.rows[day.rows.lowerBound].time.map { time < $0 && $0 < previous.time }
              == true
          review.report(
            self, row: row, .time, related: [(previous.row, .time)],
            "\(about: row) \(time) is not after \(earlier) \(previous.time)\(isNextDay ? "; a day ends at 23:59" : "")",
            repairs: isNextDay
              ? [CellRepair(row: row, .time, .time(.lastOfDay))] : sorting(day, in: review.week))
        }
        previous = (row, time)
      }
    }
  }

  /// Returns the repairs that sort the rows of a day; none if a value is missing or two times are equal.
  private static func sorting(_ day: Weekday, in week: DraftWeek) -> [CellRepair] {
    let times = day.rows.compactMap { row in
      week.isComplete(row) ? week.rows[row].time.map { (row: row, time: $0) } : nil
    }
    guard Set(times.map(\.time)).count == day.rows.count else { return [] }
    let sorted = times.sorted { $0.time < $1.time }.map(\.row)
    return zip(day.rows, sorted).filter { $0 != $1 }.flatMap { row, source in
      week.sides.fields.map { CellRepair(row: row, $0, takesFrom: source) }
    }
  }
}

enum SP203SmallestGap: WeekRule {
  static let info = RuleInfo(
    code: "SP203", severity: .warning, summary: "neighbouring periods at least 15 minutes apart",
    what: """
      Two neighbouring periods of a day must begin at least 15 minutes apart (`--gap`). \
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
    let rows = review.sound.rows
    for row in rows.indices where RowAddress.all[row].period != .wake {
      guard let time = rows[row].time, let before = rows[row - 1].time else { continue }
      let gap = time.minutes - before.minutes
      guard gap < smallest, gap > 0 else { continue }
      let (earlier, later) = (RowAddress.all[row - 1].period.name, RowAddress.all[row].period.name)
      review.report(
        self, row: row, .time, related: [(row - 1, .time)],
        "\(about: RowAddress.all[row].day) \(earlier) and \(later) are \(gap) min apart "
          + "(minimum \(smallest) min)")
    }
  }
}
