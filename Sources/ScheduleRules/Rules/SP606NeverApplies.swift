import Diagnostics
import ScheduleModel

/// SP606: every calendar entry applies on a day.
enum SP606NeverApplies: Rule {
  static let info = RuleInfo(
    code: "SP606", severity: .warning, summary: "every calendar entry applies on some day",
    what: """
      On at least one day from 1583 to 9999, all conditions of a calendar entry should be met, and \
      no later entry should apply. The check is exact.
      """,
    why: "The last entry that applies decides: put exceptions last.",
    bad: #"""
      "unit": "F", "calendar": [{"schedule": "Home", "days": ["monday"]}, \#
      {"schedule": "Home", "from": "01-01", "to": "12-31"}]
      """#,
    good: #"""
      "unit": "F", "calendar": [{"schedule": "Home", "from": "01-01", "to": "12-31"}, \#
      {"schedule": "Home", "days": ["monday"]}]
      """#)

  static func check(
    _ entries: [CalendarEntry], _ coverage: CalendarCoverage, _ findings: inout FindingList
  ) {
    for (place, entry) in entries.enumerated() where !coverage.deciding.contains(place) {
      // An entry without a condition after it has its own finding (SP604).
      guard !entries[(place + 1)...].contains(where: \.isUnconditional) else { continue }
      let hasDays = !CalendarCoverage([entry]).deciding.isEmpty
      findings.add(
        info, .entry(place),
        "calendar entry \(place + 1) never applies: "
          + (hasDays ? "later entries apply on all of its days" : "no day meets its conditions"))
    }
  }
}
