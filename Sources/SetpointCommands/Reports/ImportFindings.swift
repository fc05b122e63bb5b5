package import Diagnostics
import ScheduleModel

/// Groups the findings of an import that are equal on several days or rows.
package enum ImportFindings {
  /// Returns the findings, with the schedule if there are several; equal ones are combined at the place of the first.
  /// At most `limit` are listed, and one counts the rest.
  package static func grouped(_ findings: [Diagnostic], limit: Int = 20) -> [Diagnostic] {
    let groups = findings.foldedRows(
      alike: { $0.group }, row: { row($0.message) }, sentence: \.message
    ).map { fold in (finding: finding(fold), count: fold.elements.count) }
    let shown = groups.count > limit ? groups.prefix(limit - 1) : groups[...]
    var result = shown.map { group in
      var finding = group.finding
      if let schedule = finding.schedule {
        finding.message = "\(schedule.quoted()): \(finding.message)"
      }
      return finding
    }
    let left = groups.dropFirst(shown.count).reduce(0) { $0 + $1.count }
    if left > 0, let last = groups.last?.finding {
      result.append(
        Diagnostic(
          file: last.file, code: last.code, severity: last.severity,
          message: "and \(left) more like these"))
    }
    return result
  }

  /// The row at the start of a message, `Monday wake`, or any row of the day, `Monday has 5 periods …`.
  private static func row(_ message: String) -> RowAddress? {
    let words = message.split(separator: " ", maxSplits: 2)
    guard words.count > 1, let day = Weekday(title: words[0]) else { return nil }
    return RowAddress(day, Period(String(words[1])) ?? .wake)
  }

  /// The finding about several rows; about several days, `Mon–Tue: 5 periods …`.
  private static func finding(_ fold: FoldedRows<Diagnostic>) -> Diagnostic {
    var finding = fold.elements[0]
    let words = finding.message.split(separator: " ", maxSplits: 2)
    let isAboutDay = words.count > 1 && Period(String(words[1])) == nil
    let rest = finding.message.drop { $0 != " " }
    finding.message = fold.sentence
    if isAboutDay, fold.elements.count > 1 {
      let days = fold.sentence.dropLast(rest.count)
      finding.message = "\(days): \(rest.dropFirst(rest.hasPrefix(" has ") ? 5 : 1))"
    }
    return finding
  }
}
