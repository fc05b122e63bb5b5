import Diagnostics
import ScheduleModel

/// SP604: calendar entries after the first have a condition.
enum SP604Condition: Rule {
  static let info = RuleInfo(
    code: "SP604", severity: .error, summary: "calendar entries after the first have a condition",
    what: """
      A calendar entry must have "from" and "to", "weeks" or "days". Only the first entry may have \
      none: it applies where no other does.
      """,
    why: """
      The last entry that applies decides, so an entry without a condition overrides all entries \
      before it.
      """,
    bad: #"""
      "unit": "F", "calendar": [{"schedule": "Home", "days": ["monday"]}, {"schedule": "Home"}]
      """#,
    good: #"""
      "unit": "F", "calendar": [{"schedule": "Home"}, {"schedule": "Home", "days": ["monday"]}]
      """#)

  static func check(_ calendar: [CalendarEntry?], _ findings: inout FindingList) {
    for (place, entry) in calendar.enumerated().dropFirst() where entry?.isUnconditional == true {
      findings.add(
        info, .entry(place),
        "calendar entry \(place + 1) has no condition, so that no entry before it ever applies")
    }
  }
}
