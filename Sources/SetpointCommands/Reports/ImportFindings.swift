package import Diagnostics
import ScheduleModel

/// Groups the findings of an import that are equal on several days or rows.
package enum ImportFindings {
  /// Returns the findings, with the schedule if there are several; equal ones are combined at the place of the first.
  /// At most `limit` are listed, and one counts the rest.
  package static func grouped(_ findings: [Diagnostic], limit: Int = 20) -> [Diagnostic] {
    let rows = findings.foldedRows(
      alike: { $0.group }, row: { row($0.message) }, sentence: \.message)
    var groups = rows.map { fold in
      var first = fold.elements[0]
      first.message = fold.sentence
      return (finding: first, count: fold.elements.count)
    }
    groups = alikeOnDays(groups)
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

  /// The row at the start of a message, `Monday wake`.
  private static func row(_ message: String) -> RowAddress? {
    let words = message.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let day = Weekday(title: words[0]),
      let period = Period(String(words[1]))
    else { return nil }
    return RowAddress(day, period)
  }

  /// Combines equal messages about several days, `Monday has 5 periods …`.
  private static func alikeOnDays(
    _ groups: [(finding: Diagnostic, count: Int)]
  ) -> [(finding: Diagnostic, count: Int)] {
    var result: [(finding: Diagnostic, count: Int, days: [Weekday], rest: String)] = []
    var places: [[String?]: Int] = [:]
    for (finding, count) in groups {
      let first = finding.message.prefix { $0 != " " }
      let day = Weekday(title: first)
      let rest = day == nil ? finding.message : String(finding.message.dropFirst(first.count))
      let place = finding.group + [rest]
      if let day, let index = places[place] {
        result[index].days.append(day)
        result[index].count += count
      } else {
        if day != nil { places[place] = result.count }
        result.append((finding, count, day.map { [$0] } ?? [], rest))
      }
    }
    return result.map { finding, count, days, rest in
      guard days.count > 1 else { return (finding, count) }
      var finding = finding
      finding.message =
        "\(DayGroup(days)): "
        + (rest.hasPrefix(" has ") ? rest.dropFirst(5) : rest.dropFirst())
      return (finding, count)
    }
  }
}
