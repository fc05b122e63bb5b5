package import Diagnostics
import JSONText
import ScheduleModel

/// The check of a schedule file: what could be read of it, and what is wrong with it.
package struct DocumentCheck: Sendable {
  /// What could be read; nil when the text is no JSON object (SP101).
  package let draft: DraftDocument?
  /// The findings, by position.
  package let diagnostics: [Diagnostic]

  /// Checks the text of a file; `file` is how findings name it.
  package init(bytes: [UInt8], file: String, options: CheckOptions = CheckOptions()) {
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      guard tree.root.kind == .object else { throw SP101WellFormed.notAnObject(bytes) }
      (draft, diagnostics) = Self.check(tree, bytes, file: file, options: options)
    } catch {
      var text = SourceText(bytes)
      draft = nil
      diagnostics = [SP101WellFormed.diagnostic(error, file: file, in: &text)]
    }
  }

  private static func check(
    _ tree: JSONTree, _ bytes: [UInt8], file: String, options: CheckOptions
  ) -> (DraftDocument, [Diagnostic]) {
    var index = SourceIndex(bytes, tree.map)
    var findings = FindingList(options: options)
    var duplicated: Set<DocumentPath> = []
    if tree.hasDuplicateKeys {
      duplicated = SP108DuplicateKey.report(index.duplicates(), &findings)
    }
    var reader = DocumentReader(findings: findings, duplicated: duplicated)
    reader.readDocument(tree.root)
    findings = reader.findings
    checkWeeks(of: reader, options: options, &findings)
    guard !findings.findings.isEmpty else { return (reader.draft, []) }
    return (reader.draft, diagnostics(findings, reader, file: file, &index))
  }

  private static func checkWeeks(
    of reader: DocumentReader, options: CheckOptions, _ findings: inout FindingList
  ) {
    let isOtherUnit = SP305OtherUnit.check(reader.draft, &findings)
    for (index, schedule) in zip(reader.scheduleIndices, reader.draft.schedules) {
      var review = WeekReview(of: schedule.week, options: options, isOtherUnit: isOtherUnit)
      review.run()
      for finding in review.findings { findings.add(finding, schedule: index) }
    }
  }
}

extension FindingList {
  fileprivate mutating func add(_ finding: WeekReview.Finding, schedule: Int) {
    let repairs = finding.repairs
    add(
      finding.rule, .cell(schedule, finding.cell), finding.message,
      fix: repairs.isEmpty ? nil : { CellRepair.fix(repairs, schedule: schedule, in: &$0) })
  }
}

// MARK: Locating

extension DocumentCheck {
  private static func diagnostics(
    _ list: FindingList, _ reader: DocumentReader, file: String, _ index: inout SourceIndex
  ) -> [Diagnostic] {
    let placed = list.findings.map { (finding: $0, offset: index.offset(of: $0.place)) }
      .sorted { ($0.offset, $0.finding.code) < ($1.offset, $1.finding.code) }
    var result = placed.map { finding, offset in
      var message = finding.message
      if let first = finding.first {
        message += " (first at line \(index.location(at: index.offset(of: first)).line))"
      }
      return Diagnostic(
        file: file, location: index.location(at: offset), code: finding.code,
        severity: finding.severity, message: message, path: finding.path.jsonPath.pointer,
        schedule: finding.path.scheduleIndex.flatMap { reader.name(ofSchedule: $0) },
        tag: finding.path.cell?.tag.rawValue, fix: finding.fix?(&index))
    }
    if let severity = list.severityBeyondLimit {
      result.append(
        Diagnostic(
          file: file, severity: severity,
          message: "more than \(list.options.limit) findings; the others are not shown"))
    }
    return result
  }
}
