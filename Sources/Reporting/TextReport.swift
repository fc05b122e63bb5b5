package import Diagnostics
import ScheduleModel

/// One line per finding, optionally with an excerpt of the source.
package struct TextReport: Sendable {
  /// The most columns of an excerpt and its caret; nil for none.
  var excerptWidth: Int?
  /// The columns at which lines are wrapped between words.
  var columns: Int?
  var isColored = false
  /// Whether equal findings on several days are separate lines; otherwise they are one, at the first place.
  var each = false

  package var readsSource: Bool { excerptWidth != nil }

  package func text(for diagnostics: [Diagnostic], in source: [UInt8]?) -> String {
    guard !diagnostics.isEmpty else { return "" }
    var result = ""
    let text = SourceText(source ?? [])
    for diagnostic in each ? diagnostics : diagnostics.folded {
      let line = isColored ? diagnostic.coloredSummary : diagnostic.summary
      // Colour sequences have no width; they precede any possible line break.
      let hidden = line.unicodeScalars.count - diagnostic.summary.unicodeScalars.count
      result += columns.map { Self.wrapped(line, at: $0, hidden) } ?? line
      result += "\n"
      if let excerptWidth, source != nil,
        let excerpt = diagnostic.excerpt(of: text, width: excerptWidth)
      {
        result += excerpt + "\n"
      }
    }
    return result
  }

  /// The line, wrapped between words and indented; `hidden` characters of its first part have no width.
  private static func wrapped(_ line: String, at columns: Int, _ hidden: Int) -> String {
    var lines: [String] = []
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let room = columns + (lines.count == 1 ? hidden : 0)
      if let last = lines.last, last.unicodeScalars.count + 1 + word.unicodeScalars.count <= room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : "  " + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension [Diagnostic] {
  /// The findings, with equal ones on several days combined at the place of the first.
  fileprivate var folded: [Diagnostic] {
    let folds = foldedRows(
      alike: { $0.group },
      row: { $0.tag.flatMap { try? CellAddress(tag: $0).row } }, sentence: \.message)
    return folds.map { fold in
      var first = fold.elements[0]
      guard let tag = first.tag, fold.elements.count > 1 else { return first }
      first.message = "\(fold.sentence) (tag \(tag) and \(fold.elements.count - 1) more)"
      first.tag = nil
      return first
    }
  }
}

extension Diagnostic {
  /// The parts, besides the message, that combined findings share.
  var group: [String?] { [code, severity.name, schedule, file] }

  /// The finding on one line, its severity in colour (ECMA-48: 31 red, 33 yellow, 36 cyan).
  fileprivate var coloredSummary: String {
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .info: "36"
      }
    return summary(showing: "\u{1B}[1;\(color)m\(severity.name)\u{1B}[0m")
  }
}

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
