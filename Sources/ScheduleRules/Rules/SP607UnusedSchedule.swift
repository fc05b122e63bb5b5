import Diagnostics
import ScheduleModel

/// SP607: every schedule of a file with a calendar applies on a day.
enum SP607UnusedSchedule: Rule {
  static let info = RuleInfo(
    code: "SP607", severity: .warning, summary: "the calendar uses every schedule",
    what: """
      In a file with a calendar, an entry should name each schedule but the first. The first one should \
      be named too where entries apply on every day.
      """,
    why: "A schedule that is never due was probably forgotten in the calendar.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "days": ["monday"]}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Away", "days": ["monday"]}]"#)

  static func check(
    _ reader: DocumentReader, _ entries: [CalendarEntry], _ coverage: CalendarCoverage,
    _ findings: inout FindingList
  ) {
    let named = Set(entries.map(\.schedule))
    for (place, schedule) in zip(reader.scheduleIndices, reader.draft.schedules) {
      guard let name = schedule.name, !named.contains(name), place > 0 || !coverage.hasFreeDays
      else { continue }
      findings.add(
        info, .member(.name, ofSchedule: place), "schedule \(name.quoted()) never applies")
    }
  }
}
