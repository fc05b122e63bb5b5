import Diagnostics
import ScheduleModel

/// SP605: no 29 February in the dates of every year.
enum SP605LeapDay: Rule {
  static let info = RuleInfo(
    code: "SP605", severity: .warning, summary: "no 02-29 in the dates of every year",
    what: """
      The dates of every year should not begin or end on 02-29. In a year without that day, dates from \
      02-29 begin on 1 March, and dates to 02-29 end on 28 February.
      """,
    why: "Three of four years do not have the day, and devices treat it differently.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "from": "01-10", "to": "02-29"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "01-10", "to": "02-28"}]"#)

  static func check(_ calendar: [CalendarEntry?], _ findings: inout FindingList) {
    for (place, entry) in calendar.enumerated() {
      guard let dates = entry?.dates else { continue }
      for (member, date, others) in [
        (FileFormat.Member.from, dates.from, "it begins on 03-01"),
        (.to, dates.to, "it ends on 02-28"),
      ] where date.isLeapDay {
        findings.add(
          info, .entry(place, member), "only leap years have 02-29; in other years \(others)")
      }
    }
  }
}
