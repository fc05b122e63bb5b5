import Diagnostics
import ScheduleModel

/// SP608: the dates of a calendar entry are not past.
enum SP608PastDates: Rule {
  static let info = RuleInfo(
    code: "SP608", severity: .info, summary: "the dates of calendar entries are not past",
    what: "The full dates of a calendar entry should not all be past.",
    why: "The entry has no effect any more and can be removed.",
    bad:
      #""unit": "F", "calendar": [{"schedule": "Home", "from": "2001-12-24", "to": "2002-01-02"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "12-24", "to": "01-02"}]"#)

  static func check(_ calendar: [CalendarEntry?], _ findings: inout FindingList) {
    guard let today = findings.options.today else { return }
    for (place, entry) in calendar.enumerated() {
      guard let dates = entry?.dates, !dates.isYearly, dates.to.day < today else { continue }
      findings.add(
        info, .entry(place), "calendar entry \(place + 1) is past: it ended on \(dates.to)")
    }
  }
}
