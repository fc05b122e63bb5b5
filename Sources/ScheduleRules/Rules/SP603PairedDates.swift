import Diagnostics
import ScheduleModel

/// SP603: the dates of a calendar entry belong together.
enum SP603PairedDates: Rule {
  static let info = RuleInfo(
    code: "SP603", severity: .error, summary: "from and to come together, in one form and in order",
    what: """
      A calendar entry must have both "from" and "to" or neither, both MM-DD or both YYYY-MM-DD. \
      Full dates must be in order; dates of every year may go over New Year, from 10-01 to 04-30. The \
      fix exchanges full dates that are out of order.
      """,
    why: "An entry with one date, or with an end before its start, is incomplete.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "from": "12-24", "to": "2027-01-02"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "12-24", "to": "01-02"}]"#,
    fix: .unsafe)

  /// Joins the dates of an entry; nil, with a finding, where that is not possible.
  static func read(
    _ from: CalendarDate?, _ to: CalendarDate?, _ entry: Int, _ reader: inout DocumentReader
  ) -> CalendarDates? {
    let (first, last) = (DocumentPath.entry(entry, .from), DocumentPath.entry(entry, .to))
    guard let from, let to else {
      let names = from == nil ? ("to", "from") : ("from", "to")
      reader.findings.add(
        info, from == nil ? last : first,
        "calendar entry \(entry + 1) has \"\(names.0)\" without \"\(names.1)\"")
      return nil
    }
    if let dates = CalendarDates(from: from, to: to) { return dates }
    guard from.isYearly == to.isYearly else {
      reader.findings.add(
        info, last, "to is \(to), but from is \(from); use MM-DD or YYYY-MM-DD for both")
      return nil
    }
    reader.findings.add(info, last, "to \(to) is before from \(from)") { index in
      guard let begin = index.bytes(of: first), let end = index.bytes(of: last),
        let edit = index.replacement(of: first, by: end),
        let other = index.replacement(of: last, by: begin)
      else { return nil }
      return Fix(.unsafe, edits: [edit, other])
    }
    return nil
  }
}
