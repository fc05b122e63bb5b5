import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText
import Streams

struct CheckedFile: Sendable {
  let name: String
  /// The listed findings, by position.
  var diagnostics: [Diagnostic] = []
  /// The count of further findings.
  var unlisted = FindingTally()
  /// The text; nil if it was not read or has no findings.
  var source: [UInt8]?
  /// The status of a file that cannot be read or written.
  var failure = ExitStatus.success
  /// The output of `--diff`, or the fixed text for standard output.
  var output: [UInt8]?
  /// The number of fixes applied, or applicable.
  var fixes = 0
  /// What the fixes changed in the schedules, a line each.
  var changes: [String] = []

  /// The findings for a report, with a notice about unlisted ones.
  var report: [Diagnostic] { diagnostics + (unlisted.notice(file: name).map { [$0] } ?? []) }

  /// The findings for the answer to a record, in which findings about the whole text have a place as well.
  var recordReport: [Diagnostic] {
    var report = report
    if !unlisted.isEmpty { report[report.count - 1].location = .start }
    return report
  }
}

extension CheckedFile {
  /// Creates the findings of a text. Complete schedules are also checked for `device`, or the device that each names.
  init(
    _ check: DocumentCheck, of bytes: [UInt8], name: String, _ options: CheckOptions,
    for device: DeviceProfile?
  ) {
    self.init(name: name, diagnostics: check.diagnostics, unlisted: check.unlisted)
    guard device != nil || check.namesDevices,
      check.unlisted.count(of: .error) == 0,
      !check.diagnostics.contains(where: { $0.severity == .error }),
      let document = try? ScheduleDocument(check, of: bytes)
    else { return }
    var findings = DocumentFindings(document: document, file: name)
    var found = LimitedFindings<Diagnostic>(limit: options.limit)
    func add(_ finding: Diagnostic) {
      found.add(finding, code: finding.code, severity: finding.severity)
    }
    check.diagnostics.forEach(add)
    for (index, schedule) in document.contents.schedules.enumerated() {
      let named = device == nil ? schedule.device : nil
      guard let profile = device ?? named.flatMap({ DeviceFormats.device(named: $0)?.profile })
      else {
        guard let named, let severity = options.severity(of: .unknownDevice) else { continue }
        add(findings.unknownDevice(named, severity, inSchedule: index))
        continue
      }
      let week = schedule.week
      let fixed = options.makesFixes ? profile.repaired(week, options: options) : week
      for issue in DeviceCheck.issues(week, for: profile) {
        guard let own = options.severity(of: issue.rule) else { continue }
        // The question is whether the schedule fits the device of the option.
        let severity = device == nil ? own : .error
        let value = issue.cell.flatMap { fixed[$0] == week[$0] ? nil : fixed[$0] }
        add(findings.diagnostic(for: issue, severity, fix: value, inSchedule: index))
      }
    }
    let place = { (finding: Diagnostic) in (finding.location?.offset ?? 0, finding.code ?? "") }
    diagnostics = found.elements.sorted { place($0) < place($1) }
    unlisted.add(found.unlisted)
  }

  /// Applies the fixes of a text, and creates the findings that are left.
  static func fixed(
    _ bytes: [UInt8], name: String, _ options: CheckOptions, for device: DeviceProfile?,
    unsafe: Bool
  ) -> (FixedDocument, left: CheckedFile) {
    let check = { CheckedFile($0, of: $1, name: name, options, for: device) }
    let result = FixedDocument(bytes, file: name, options: options, unsafe: unsafe) {
      check($0, $1).diagnostics.compactMap(\.fix)
    }
    return (result, check(result.check, result.bytes))
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
  let policy: SavePolicy
  /// Finds project options; nil to ignore projects.
  let projects: ProjectFinder?
  /// The name of standard input in findings.
  let standardInputName: String?
  /// Whether the report needs the texts of files with findings.
  let keepsSources: Bool

  /// Checks a file; errors become findings.
  func check(_ input: InputList.Input) -> CheckedFile {
    let path = input.path
    func unread(_ reason: String, _ status: ExitStatus) -> CheckedFile {
      let finding = Diagnostic(file: path, message: Sentence(reason))
      return CheckedFile(name: path, diagnostics: [finding], failure: status)
    }
    if case .problem(_, let reason) = input { return unread(reason, .noInput) }
    do {
      return try DocumentLock.whileLocked(path, forChange: repair == .write) {
        let bytes = try FileReading.bytes(
          at: path, ofFilesAlone: repair == .write && path != "-")
        return try LargeDocuments.inTurn(bytes.count) { try check(bytes, path) }
      }
    } catch {
      let failure = error as? FileError
      return unread(
        "\(error)\(failure?.advice ?? "")", failure.map(ExitStatus.init) ?? .problems)
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
    var (result, checked) = CheckedFile.fixed(
      bytes, name: name, options, for: device, unsafe: allowsUnsafe)
    checked.source = result.bytes
    checked.fixes = result.applied
    if repair == .show {
      checked.output = UnifiedDiff.text(from: bytes, to: result.bytes, file: name)
    } else if path == "-" {
      checked.output = result.bytes
    } else if result.bytes != bytes {
      do {
        try AtomicFile.write(result.bytes, to: path, existing: .replaceText(bytes), policy: policy)
        HistoryFile(of: CompanionFile(of: path)).add(
          "validate --fix", from: bytes, to: result.bytes)
        if let old = try? ScheduleDocument(reading: bytes, file: name),
          let new = try? ScheduleDocument(result.check, of: result.bytes)
        {
          let lines = ContentsDiff(from: old.contents, to: new.contents).lines(each: false)
          // A corrected unit, which comes first, does not change the numbers.
          let isSame = old.contents.unit == new.contents.unit
          checked.changes = isSame ? lines : Array(lines.prefix(1))
        }
      } catch {
        if error.isChangedMeanwhile { throw error }
        // Report the findings of the unchanged file.
        let check = DocumentCheck(bytes: bytes, file: name, options: options)
        checked = CheckedFile(check, of: bytes, name: name, options, for: device)
        checked.source = bytes
        checked.failure = ExitStatus(error)
        checked.diagnostics.append(Diagnostic(file: path, message: "\(error)\(error.advice)"))
      }
    }
    return checked
  }
}
