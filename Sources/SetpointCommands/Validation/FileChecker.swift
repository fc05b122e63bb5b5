import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules

/// What the check of one input gave.
struct CheckedFile: Sendable {
  /// How findings name the input.
  let name: String
  /// The findings, by position; those that are listed.
  var diagnostics: [Diagnostic] = []
  /// The findings beyond those.
  var unlisted = FindingTally()
  /// The text that they are about; nil where it was not read or nothing was found.
  var source: [UInt8]?
  /// Whether the input does not exist or may not be read.
  var isMissing = false
  /// What `--diff` shows.
  var difference: [UInt8]?
  /// How many fixes were carried out, or would be.
  var fixes = 0
  /// The repaired text, for standard output.
  var repaired: [UInt8]?

  /// What a report says: the findings, and how many are not among them.
  var report: [Diagnostic] {
    unlisted.isEmpty ? diagnostics : diagnostics + [unlisted.notice(file: name)].compactMap(\.self)
  }

  /// What the answer to a record says: there, what is said of all of it has its place, too.
  var recordReport: [Diagnostic] {
    var report = report
    if !unlisted.isEmpty { report[report.count - 1].location = .start }
    return report
  }
}

extension CheckedFile {
  /// The findings of a text, with what devices cannot hold of schedules that are whole: `device`, or, where
  /// that is nil, the one that a schedule names.
  init(
    _ check: DocumentCheck, of bytes: [UInt8], name: String, _ options: CheckOptions,
    for device: DeviceProfile?
  ) {
    self.init(name: name, diagnostics: check.diagnostics, unlisted: check.unlisted)
    guard device != nil || check.namesDevices,
      !check.hasErrors,
      let document = try? ScheduleDocument(check, of: bytes)
    else { return }
    var findings = DocumentFindings(document, file: name)
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
  /// What becomes of repairs.
  enum Repair: Sendable {
    case none, write, show
  }

  let arguments: RuleRequest
  /// Finds the options of projects; nil where they do not count.
  let projects: ProjectFinder?
  /// The device that all schedules are meant for; nil where each says it, or not.
  let device: DeviceProfile?
  let repair: Repair
  let allowsUnsafe: Bool
  /// How repaired files are written.
  let policy: AtomicFile.Policy
  /// How findings name standard input.
  let standardInputName: String?
  /// Whether the report needs the texts of files with findings.
  let keepsSources: Bool
  /// The options where there is no project.
  private let standard: CheckOptions

  /// Prepares to check files as the command line asks.
  init(
    arguments: RuleRequest, device: DeviceProfile?, repair: Repair, allowsUnsafe: Bool,
    policy: AtomicFile.Policy, projects: ProjectFinder?, standardInputName: String?,
    keepsSources: Bool
  ) {
    self.arguments = arguments
    self.device = device
    self.repair = repair
    self.allowsUnsafe = allowsUnsafe
    self.policy = policy
    self.projects = projects
    self.standardInputName = standardInputName
    self.keepsSources = keepsSources
    standard = arguments.applied(to: nil)
  }

  /// Checks some files, one after another; whatever goes wrong is a finding.
  func check(_ inputs: ArraySlice<InputList.Input>) -> [CheckedFile] {
    inputs.map(check)
  }

  private func check(_ input: InputList.Input) -> CheckedFile {
    switch input {
    case .problem(let path, let reason), .unreadable(let path, let reason):
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
    let options = projects?.options(forFile: name).map(arguments.applied) ?? standard
    guard repair == .none else { return try repaired(bytes, path, name: name, options) }
    let check = DocumentCheck(bytes: bytes, file: name, options: options)
    var checked = CheckedFile(check, of: bytes, name: name, options, for: device)
    // A large text is read again when its findings are told: many of them may wait for that.
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
      } catch {
        if error.isChangedMeanwhile { throw error }
        checked.fixes = 0
        checked.diagnostics.append(Diagnostic(file: path, message: "\(error)\(error.advice)"))
      }
    }
    return checked
  }
}
