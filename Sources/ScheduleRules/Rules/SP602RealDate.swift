import Diagnostics
import JSONText
import ScheduleModel

/// SP602: the dates of calendar entries exist.
enum SP602RealDate: Rule {
  static let info = RuleInfo(
    code: "SP602", severity: .error, summary: "dates are MM-DD or YYYY-MM-DD, and exist",
    what: """
      "from" and "to" of a calendar entry must be a day of every year, MM-DD, or a day of one year \
      from 1583 to 9999, YYYY-MM-DD, in the Gregorian calendar. The fix adds missing zeros.
      """,
    why: "30 February is a typing mistake, and programs treat it differently.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "from": "2-1", "to": "02-28"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "02-01", "to": "02-28"}]"#,
    fix: .safe)

  /// Reads a date; reports a finding and returns nil if it is not one.
  static func read(
    _ node: JSONNode, _ path: DocumentPath, _ reader: inout DocumentReader
  ) -> CalendarDate? {
    guard let text = SP107ValueType.string(node, at: path, &reader) else { return nil }
    if let date = CalendarDate(text) { return date }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let padded = parts.map { $0.utf8.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
    let isPadded = CalendarDate(padded) != nil
    reader.findings.add(
      info, path,
      "\(text.quoted()) is not a date; "
        + (isPadded ? "\(padded)?" : "use MM-DD or YYYY-MM-DD, such as 12-24 or 2026-12-24")
    ) { index in
      isPadded ? index.fix(.safe, replacing: path, by: .string(padded)) : nil
    }
    return nil
  }
}
