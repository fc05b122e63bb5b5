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

  package var namesDevices: Bool { draft?.schedules.contains { $0.device != nil } ?? false }

  /// Checks the text of a file; `file` is its name in findings.
  package init(bytes: [UInt8], file: String, options: CheckOptions = CheckOptions()) {
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      guard tree.root.kind == .object else {
        let start = tree.root.range.lowerBound
        throw JSONSyntaxError("expected '{' to open the document", at: start)
      }
      let (draft, findings) = tree.withView { view in
        var reader = DocumentReader(view, of: tree, options: options)
        reader.readDocument()
        reader.checkValues()
        return (reader.draft, reader.findings.findings)
      }
      self.tree = tree
      self.draft = draft
      diagnostics = Self.located(
        findings.elements, draft, tree, file: file, makesFixes: options.makesFixes)
      unlisted = findings.unlisted
    } catch {
      var text = SourceText(bytes)
      (draft, tree) = (nil, nil)
      diagnostics = [SP101WellFormed.diagnostic(error, file: file, in: &text)]
      unlisted = FindingTally()
    }
  }

  private static func located(
    _ findings: [Finding], _ draft: DraftDocument, _ tree: JSONTree, file: String,
    makesFixes: Bool
  ) -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    var index = SourceIndex(tree.bytes, tree.root)
    let offsets = findings.map { index.offset(of: $0.place) }
    let order = findings.indices.sorted {
      (offsets[$0], findings[$0].code ?? "") < (offsets[$1], findings[$1].code ?? "")
    }
    var found = order.map { place in
      let finding = findings[place]
      var sentence = finding.sentence
      if let first = finding.first {
        let line = index.text.location(at: index.offset(of: first)).line
        sentence = "\(sentence) (first at line \(line))"
      }
      // The file may have schedules that were not read.
      return Diagnostic(
        file: file, location: index.text.location(at: offsets[place]), code: finding.code,
        severity: finding.severity, message: sentence, path: finding.path.pointer,
        schedule: finding.path.scheduleIndex.flatMap { draft.schedules.dropFirst($0).first?.name },
        tag: finding.path.cell?.tag, fix: makesFixes ? finding.fix?(&index) : nil)
    }
    SP106UnknownMember.removeHarmfulFixes(from: &found, of: tree.bytes)
    return found
  }
}

extension DocumentReader {
  fileprivate mutating func checkValues() {
    findings.check(draft.calendar, of: draft.schedules.map(\.name))
    let isOtherUnit = SP305OtherUnit.check(draft, &findings)
    for (index, schedule) in draft.schedules.enumerated() {
      let review = WeekReview(
        of: schedule.week, options: findings.options, isOtherUnit: isOtherUnit)
      for finding in review.findings {
        let repairs = finding.repairs
        findings.add(
          finding.rule, .cell(index, finding.cell),
          "\(finding.sentence)\(finding.suggestion.map { "; \($0) would fit" } ?? "")",
          fix: repairs.isEmpty ? nil : { CellRepair.fix(repairs, schedule: index, in: &$0) })
      }
    }
  }
}
