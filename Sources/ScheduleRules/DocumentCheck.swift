package import Diagnostics
import JSONText
import ScheduleModel

/// The check of a schedule file: what could be read of it, and what is wrong with it.
package struct DocumentCheck: Sendable {
  /// What could be read; nil when the text is no JSON object (SP101).
  package var draft: DraftDocument? {
    switch content {
    case .known(let known): known.draft
    case .draft(let draft): draft
    }
  }

  /// Whether a schedule names the device that it is meant for.
  package var namesDevices: Bool {
    switch content {
    case .known(let known): known.namesDevices
    case .draft(let draft): draft?.schedules.contains { $0.device != nil } ?? false
    }
  }

  /// What could be read, as it was read: few who check a clean document want its draft.
  private enum Content: Sendable {
    case known(KnownShape)
    case draft(DraftDocument?)
  }
  private let content: Content
  /// The findings, by position: no more than the options allow, errors first.
  package let diagnostics: [Diagnostic]
  /// The findings beyond those.
  package let unlisted: FindingTally

  /// Checks the text of a file; `file` is how findings name it.
  package init(bytes: [UInt8], file: String, options: CheckOptions = CheckOptions()) {
    self.init(bytes: bytes, file: file, clean: CleanDocument(options: options))
  }

  /// Checks the same with what was prepared for the options.
  package init(bytes: [UInt8], file: String, clean: CleanDocument) {
    var reader = KnownShape()
    self.init(bytes: bytes, file: file, clean: clean, reader: &reader)
  }

  /// Checks the same with a reader that has read other files, which are often laid out alike.
  package init(bytes: [UInt8], file: String, clean: CleanDocument, reader: inout KnownShape) {
    let isKnown = bytes.withUnsafeBytes { clean.read($0, into: &reader) }
    self.init(bytes: bytes, known: isKnown ? reader : nil, file: file, clean: clean)
  }

  /// Checks a text of which the fast reader read `known`, nil where it gave up.
  package init(bytes: [UInt8], known: KnownShape?, file: String, clean: CleanDocument) {
    guard let known else {
      self.init(slowly: bytes, file: file, options: clean.options)
      return
    }
    if clean.isProved(known) {
      self.init(.known(known), diagnostics: [], unlisted: FindingTally())
    } else {
      // Only values can be wrong.
      let reader = DocumentReader(known.draft, findings: FindingList(options: clean.options))
      let found = Self.diagnostics(reader, bytes, nil, file: file)
      self.init(.known(known), diagnostics: found.0, unlisted: found.1)
    }
  }

  /// Checks the same without the fast reader, by the tree.
  package init(slowly bytes: [UInt8], file: String, options: CheckOptions = CheckOptions()) {
    do throws(JSONSyntaxError) {
      let tree = try JSONTree(parsing: bytes)
      guard tree.root.kind == .object else { throw SP101WellFormed.notAnObject(bytes) }
      let (draft, found, left) = Self.check(tree, bytes, file: file, options: options)
      (content, diagnostics, unlisted) = (.draft(draft), found, left)
    } catch {
      var text = SourceText(bytes)
      content = .draft(nil)
      diagnostics = [SP101WellFormed.diagnostic(error, file: file, in: &text)]
      unlisted = FindingTally()
    }
  }

  private init(_ content: Content, diagnostics: [Diagnostic], unlisted: FindingTally) {
    self.content = content
    self.diagnostics = diagnostics
    self.unlisted = unlisted
  }

  /// Reads a tree and checks what is there.
  private static func check(
    _ tree: JSONTree, _ bytes: [UInt8], file: String, options: CheckOptions
  ) -> (DraftDocument, [Diagnostic], FindingTally) {
    var findings = FindingList(options: options)
    var duplicated: Set<DocumentPath> = []
    if tree.hasDuplicateKeys {
      duplicated = SP108DuplicateKey.report(
        tree.map.duplicates().map { (DocumentPath($0.object), $0.key, $0.offset) }, &findings)
    }
    var reader = DocumentReader(findings: findings, duplicated: duplicated)
    reader.readDocument(tree.root)
    let (found, unlisted) = diagnostics(reader, bytes, tree.map, file: file)
    return (reader.draft, found, unlisted)
  }

  /// Runs the rules about values and finds the places of all that was found.
  private static func diagnostics(
    _ reader: DocumentReader, _ bytes: [UInt8], _ map: SourceMap?, file: String
  ) -> ([Diagnostic], FindingTally) {
    var findings = reader.findings
    let options = findings.options
    let isOtherUnit = SP305OtherUnit.check(reader.draft, &findings)
    for (index, schedule) in zip(reader.scheduleIndices, reader.draft.schedules) {
      var review = WeekReview(of: schedule.week, options: options, isOtherUnit: isOtherUnit)
      review.run()
      for finding in review.findings { findings.add(finding, schedule: index) }
    }
    let listed = findings.findings.elements
    guard !listed.isEmpty else { return ([], findings.findings.unlisted) }
    var index = SourceIndex(bytes, map ?? SourceMap(bytes))
    return (diagnostics(listed, reader, file: file, &index), findings.findings.unlisted)
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
    _ findings: [Finding], _ reader: DocumentReader, file: String, _ index: inout SourceIndex
  ) -> [Diagnostic] {
    let placed = findings.map { (finding: $0, offset: index.offset(of: $0.place)) }
      .sorted { ($0.offset, $0.finding.code) < ($1.offset, $1.finding.code) }
    return placed.map { finding, offset in
      var message = finding.message
      if let first = finding.first {
        message += " (first at line \(index.location(at: index.offset(of: first)).line))"
      }
      return Diagnostic(
        file: file, location: index.location(at: offset), code: finding.code,
        severity: finding.severity, message: message, path: finding.path.jsonPath.pointer,
        schedule: finding.path.scheduleIndex.flatMap { reader.name(ofSchedule: $0) },
        tag: finding.path.cell?.tag.rawValue,
        fix: reader.findings.options.makesFixes ? finding.fix?(&index) : nil)
    }
  }
}
