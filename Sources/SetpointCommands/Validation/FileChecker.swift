import DeviceFormats
import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText
import Synchronization

struct CheckedFile: Sendable {
  let name: String
  /// The listed findings, by position.
  var diagnostics: [Diagnostic] = []
  /// The count of further findings.
  var unlisted = FindingTally()
  /// The text; nil if it was not read or has no findings.
  var source: [UInt8]?
  /// Whether the input does not exist or cannot be read.
  var isMissing = false
  /// The output of `--diff`.
  var difference: [UInt8]?
  /// The number of fixes applied, or applicable.
  var fixes = 0
  /// The fixed text, for standard output.
  var repaired: [UInt8]?

  /// The findings for a report, with a notice about unlisted ones.
  var report: [Diagnostic] {
    unlisted.isEmpty ? diagnostics : diagnostics + [unlisted.notice(file: name)].compactMap(\.self)
  }

  /// The findings for the answer to a record, in which findings about the whole text have a place as well.
  var recordReport: [Diagnostic] {
    var report = report
    if !unlisted.isEmpty { report[report.count - 1].location = .start }
    return report
  }
}

extension CheckedFile {
  /// Creates the findings of a text. Complete schedules are also checked for `device`, or if nil, for the device that
  /// each schedule names.
  init(
    _ check: DocumentCheck, of bytes: [UInt8], name: String, _ options: CheckOptions,
    for device: DeviceProfile?
  ) {
    self.init(name: name, diagnostics: check.diagnostics, unlisted: check.unlisted)
    guard device != nil || check.namesDevices,
      !check.hasErrors,
      let document = try? ScheduleDocument(check, of: bytes)
    else { return }
    var findings = DocumentFindings(document: document, file: name)
    var found = LimitedFindings<Diagnostic>(limit: options.limit)
    for diagnostic in check.diagnostics {
      found.add(diagnostic, code: diagnostic.code, severity: diagnostic.severity)
    }
    for (index, schedule) in document.contents.schedules.enumerated() {
      let named = device == nil ? schedule.device : nil
      guard let profile = device ?? named.flatMap({ DeviceFormats.device(named: $0)?.profile })
      else {
        guard let named, let severity = options.severity(of: .unknownDevice) else { continue }
        found.add(
          findings.unknownDevice(named, severity, inSchedule: index),
          code: RuleInfo.unknownDevice.code, severity: severity)
        continue
      }
      for issue in DeviceCheck.issues(schedule.week, for: profile) {
        guard let severity = options.severity(of: issue.rule) else { continue }
        found.add(
          findings.diagnostic(for: issue, severity, inSchedule: index),
          code: issue.code, severity: severity)
      }
    }
    let place = { (finding: Diagnostic) in (finding.location?.offset ?? 0, finding.code ?? "") }
    diagnostics = found.elements.sorted { place($0) < place($1) }
    unlisted.add(found.unlisted)
  }
}

/// Checks files one by one, on any thread.
struct FileChecker: Sendable {
  enum Repair: Sendable {
    case none, write, show
  }

  let arguments: CheckOptionGroup
  /// The device for all schedules; nil if each schedule names its own device, or none.
  let device: DeviceProfile?
  let repair: Repair
  let allowsUnsafe: Bool
  let policy: AtomicFile.Policy
  /// Finds project options; nil to ignore projects.
  let projects: ProjectFinder?
  /// The name of standard input in findings.
  let standardInputName: String?
  /// Whether the report needs the texts of files with findings.
  let keepsSources: Bool

  /// Checks a file; errors become findings.
  func check(_ input: InputList.Input) -> CheckedFile {
    switch input {
    case .problem(let path, let reason):
      return CheckedFile(
        name: path, diagnostics: [Diagnostic(file: path, message: reason)], isMissing: true)
    case .file(let path):
      do {
        return try DocumentLock.whileLocked(path, forChange: repair == .write) {
          let bytes = try FileReading.bytes(at: path)
          return try LargeDocuments.inTurn(bytes.count) { try check(bytes, path) }
        }
      } catch {
        let failure = error as? FileError
        let operation = failure?.operation
        let message = "\(error)\(failure?.advice ?? "")"
        return CheckedFile(
          name: path, diagnostics: [Diagnostic(file: path, message: message)],
          isMissing: operation == .open || operation == .read)
      }
    }
  }

  private func check(_ bytes: [UInt8], _ path: String) throws(FileError) -> CheckedFile {
    let name = path == "-" ? standardInputName ?? "-" : path
    let options = arguments.applied(to: projects?.options(forFile: name))
    guard repair == .none else { return try repaired(bytes, path, name: name, options) }
    let check = DocumentCheck(bytes: bytes, file: name, options: options)
    var checked = CheckedFile(check, of: bytes, name: name, options, for: device)
    // A large text is read again for the report, since many may be waiting.
    let isKept = keepsSources && (path == "-" || bytes.count < LargeDocuments.size / 4)
    checked.source = isKept && !checked.diagnostics.isEmpty ? bytes : nil
    return checked
  }

  private func repaired(
    _ bytes: [UInt8], _ path: String, name: String, _ options: CheckOptions
  ) throws(FileError) -> CheckedFile {
    let result = FixEngine.fixed(bytes, file: name, options: options, unsafe: allowsUnsafe)
    var checked = CheckedFile(
      result.check, of: result.bytes, name: name, options, for: device)
    checked.source = result.bytes
    checked.fixes = result.applied
    if repair == .show {
      checked.difference = UnifiedDiff.text(from: bytes, to: result.bytes, file: name)
    } else if path == "-" {
      checked.repaired = result.bytes
    } else if result.bytes != bytes {
      do {
        try AtomicFile.write(
          result.bytes, to: path, existing: .replaceText(bytes), policy: policy)
        HistoryFile(of: CompanionFile(of: path)).add(
          "validate --fix", from: bytes, to: result.bytes)
      } catch {
        if error.isChangedMeanwhile { throw error }
        checked.fixes = 0
        checked.diagnostics.append(Diagnostic(file: path, message: "\(error)\(error.advice)"))
      }
    }
    return checked
  }
}

/// Checks large documents one at a time: each may need most of the permitted memory.
enum LargeDocuments {
  private static let turn = Mutex(())
  /// The size in bytes from which a document is large: 256 KiB.
  static let size = 256 << 10

  /// Runs `work` on a text of `count` bytes, exclusively if it is large.
  static func inTurn<Result: Sendable, Failure: Error>(
    _ count: Int, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard count >= size else { return try work() }
    return try turn.withLock { _ throws(Failure) in
      defer { JSONLimits.giveBackMemory() }
      return try work()
    }
  }
}

/// Creates findings about the values of a document; indexes the text once, for the first finding.
struct DocumentFindings {
  let document: ScheduleDocument
  let file: String
  private var places: SourceIndex?

  init(document: ScheduleDocument, file: String) { (self.document, self.file) = (document, file) }

  mutating func diagnostic(for finding: CellFinding, inSchedule index: Int) -> Diagnostic {
    diagnostic(
      finding.code, finding.severity, finding.message, at: .cell(index, finding.cell), finding.cell,
      inSchedule: index)
  }

  mutating func diagnostic(
    for issue: DeviceIssue, _ severity: Severity = .error, inSchedule index: Int
  ) -> Diagnostic {
    var found = diagnostic(
      issue.code, severity, issue.message,
      at: issue.cell.map { .cell(index, $0) } ?? .schedule(index), issue.cell, inSchedule: index)
    // A finding about the whole week is at the name of the device, or else at the schedule.
    if issue.cell == nil, let place = location(of: .member(.device, ofSchedule: index)) {
      found.location = place
    }
    return found
  }

  /// Creates a finding about an unknown device's name in a schedule.
  mutating func unknownDevice(
    _ name: String, _ severity: Severity, inSchedule index: Int
  ) -> Diagnostic {
    diagnostic(
      RuleInfo.unknownDevice.code, severity, DeviceFormats.sentence(aboutUnknown: name),
      at: .member(.device, ofSchedule: index), nil, inSchedule: index)
  }

  /// Creates the findings that explain why a schedule was not exported.
  mutating func diagnostics(
    for problem: ScheduleExport.Problem, inSchedule index: Int
  ) -> [Diagnostic] {
    switch problem {
    case .rules(let findings): findings.map { diagnostic(for: $0, inSchedule: index) }
    case .device(.issues(let issues)): issues.map { diagnostic(for: $0, inSchedule: index) }
    case .device(.usage(let sentence)): [Diagnostic(file: file, message: sentence)]
    case .device(.unreadable(let diagnostics)): diagnostics
    }
  }

  private mutating func diagnostic(
    _ code: String, _ severity: Severity, _ message: String, at path: DocumentPath,
    _ cell: CellAddress?, inSchedule index: Int
  ) -> Diagnostic {
    Diagnostic(
      file: file, location: location(of: path), code: code, severity: severity, message: message,
      path: path.pointer, schedule: document.contents.schedules[index].name,
      tag: cell?.tag)
  }

  private mutating func location(of path: DocumentPath) -> SourceLocation? {
    if places == nil { places = SourceIndex(document.original) }
    return places?.location(of: path)
  }
}
