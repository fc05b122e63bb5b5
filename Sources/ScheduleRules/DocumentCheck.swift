package import Diagnostics
package import JSONText
import ScheduleModel

/// The result of checking a schedule file: its values and the findings.
package struct DocumentCheck: Sendable {
  /// The values; nil if the text is not a JSON object (SP101).
  package let draft: DraftDocument?
  /// The JSON tree; nil if the text is not a JSON object.
  package let tree: JSONTree?
  /// The listed findings, by position: no more than the limit, errors first.
  package let diagnostics: [Diagnostic]
  /// The count of further findings.
  package let unlisted: FindingTally

  package var isClean: Bool { diagnostics.isEmpty && unlisted.isEmpty }

  package var hasErrors: Bool {
    unlisted.count(of: .error) > 0 || diagnostics.contains { $0.severity == .error }
  }

  package var namesDevices: Bool { draft?.schedules.contains { $0.device != nil } ?? false }

  /// Checks the text of a file; `file` is its name in findings.
  package init(bytes: [UInt8], file: String, options: CheckOptions = CheckOptions()) {
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      guard tree.root.kind == .object else { throw SP101WellFormed.notAnObject(bytes) }
      var findings = FindingList(options: options)
      var duplicated: Set<DocumentPath> = []
      if tree.hasDuplicateKeys {
        duplicated = SP108DuplicateKey.report(
          tree.duplicates().map { (DocumentPath($0.object), $0.key, $0.offset) }, &findings)
      }
      let reader = tree.withView { view in
        var reader = DocumentReader(view, of: tree, findings: findings, duplicated: duplicated)
        reader.readDocument()
        return reader
      }
      self.tree = tree
      draft = reader.draft
      (diagnostics, unlisted) = Self.diagnostics(reader, tree, file: file)
    } catch {
      var text = SourceText(bytes)
      (draft, tree) = (nil, nil)
      diagnostics = [SP101WellFormed.diagnostic(error, file: file, in: &text)]
      unlisted = FindingTally()
    }
  }

  /// Runs the rules about values and locates the findings.
  private static func diagnostics(
    _ reader: DocumentReader, _ tree: JSONTree, file: String
  ) -> ([Diagnostic], FindingTally) {
    var findings = reader.findings
    let options = findings.options
    reader.checkCalendar(&findings)
    let isOtherUnit = SP305OtherUnit.check(reader.draft, &findings)
    for (index, schedule) in reader.draft.schedules.enumerated() {
      var review = WeekReview(of: schedule.week, options: options, isOtherUnit: isOtherUnit)
      review.run()
      for finding in review.findings { findings.add(finding, schedule: index) }
    }
    let listed = findings.findings.elements
    guard !listed.isEmpty else { return ([], findings.findings.unlisted) }
    var index = SourceIndex(tree.bytes, tree.root)
    return (diagnostics(listed, reader, file: file, &index), findings.findings.unlisted)
  }
}

extension FindingList {
  fileprivate mutating func add(_ finding: WeekReview.Finding, schedule: Int) {
    let repairs = finding.repairs
    add(
      finding.rule, .cell(schedule, finding.cell),
      "\(finding.sentence)\(finding.suggestion.map { "; \($0)?" } ?? "")",
      fix: repairs.isEmpty ? nil : { CellRepair.fix(repairs, schedule: schedule, in: &$0) })
  }
}

// MARK: Locating

extension DocumentCheck {
  private static func diagnostics(
    _ findings: [Finding], _ reader: DocumentReader, file: String, _ index: inout SourceIndex
  ) -> [Diagnostic] {
    let offsets = findings.map { index.offset(of: $0.place) }
    let order = findings.indices.sorted { first, second in
      offsets[first] == offsets[second]
        ? findings[first].code ?? "" < findings[second].code ?? ""
        : offsets[first] < offsets[second]
    }
    return order.map { place in
      var sentence = findings[place].sentence
      if let first = findings[place].first {
        let line = index.location(at: index.offset(of: first)).line
        sentence = "\(sentence) (first at line \(line))"
      }
      let path = findings[place].path
      return Diagnostic(
        file: file, location: index.location(at: offsets[place]), code: findings[place].code,
        severity: findings[place].severity, message: sentence, path: path.pointer,
        schedule: path.scheduleIndex.flatMap { reader.name(ofSchedule: $0) }, tag: path.cell?.tag,
        fix: reader.findings.options.makesFixes ? findings[place].fix?(&index) : nil)
    }
  }
}
