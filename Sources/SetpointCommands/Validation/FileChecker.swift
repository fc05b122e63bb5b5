import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

/// What the check of one input gave.
struct CheckedFile: Sendable {
  /// The findings, by position.
  var diagnostics: [Diagnostic] = []
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
}

/// Checks files one by one, on any thread.
struct FileChecker: Sendable {
  /// What becomes of repairs.
  enum Repair: Sendable {
    case none, write, show
  }

  let arguments: CheckOptionGroup
  let projects = ProjectFinder()
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
  private let standardOptions: CheckOptions

  /// Prepares to check files as the command line asks.
  init(
    arguments: CheckOptionGroup, device: DeviceProfile?, repair: Repair, allowsUnsafe: Bool,
    policy: AtomicFile.Policy, standardInputName: String?, keepsSources: Bool
  ) {
    self.arguments = arguments
    self.device = device
    self.repair = repair
    self.allowsUnsafe = allowsUnsafe
    self.policy = policy
    self.standardInputName = standardInputName
    self.keepsSources = keepsSources
    standardOptions = arguments.applied(to: nil)
  }

  /// Checks a file; whatever goes wrong is a finding.
  func check(_ input: InputList.Input) -> CheckedFile {
    switch input {
    case .problem(let path, let reason):
      return CheckedFile(diagnostics: [Diagnostic(file: path, message: reason)])
    case .file(let path):
      // From reading to writing, nobody else may change the file.
      let lock: DocumentLock?
      do {
        lock = repair == .write ? try DocumentLock.writing(path) : nil
      } catch {
        return CheckedFile(diagnostics: [Diagnostic(file: path, message: error.reason)])
      }
      defer { withExtendedLifetime(lock) {} }
      do {
        let bytes = try FileReading.bytes(at: path)
        return LargeDocuments.inTurn(bytes.count) { check(bytes, path) }
      } catch {
        return CheckedFile(
          diagnostics: [Diagnostic(file: path, message: "\(error)")],
          isMissing: error.operation == .open)
      }
    }
  }

  private func check(_ bytes: [UInt8], _ path: String) -> CheckedFile {
    let name = path == "-" ? standardInputName ?? "-" : path
    let options = projects.options(forFile: name).map(arguments.applied) ?? standardOptions
    guard repair == .none else { return repaired(bytes, path, name: name, options) }
    let check = DocumentCheck(bytes: bytes, file: name, options: options)
    let found = check.diagnostics + deviceFindings(bytes, check, name, options)
    // A large text is read again when its findings are told: many of them may wait for that.
    let isKept = keepsSources && (path == "-" || bytes.count < LargeDocuments.size / 4)
    return CheckedFile(diagnostics: found, source: isKept && !found.isEmpty ? bytes : nil)
  }

  private func repaired(
    _ bytes: [UInt8], _ path: String, name: String, _ options: CheckOptions
  ) -> CheckedFile {
    let result = FixEngine.fixed(bytes, file: name, options: options, unsafe: allowsUnsafe)
    var checked = CheckedFile(diagnostics: result.remaining, source: result.bytes)
    checked.fixes = result.applied
    if repair == .show {
      checked.difference = UnifiedDiff.text(from: bytes, to: result.bytes, file: name)
    } else if path == "-" {
      checked.repaired = result.bytes
    } else if result.bytes != bytes {
      do {
        try AtomicFile.write(result.bytes, to: path, policy: policy)
      } catch {
        checked.fixes = 0
        checked.diagnostics.append(Diagnostic(file: path, message: "\(error)\(error.advice)"))
      }
    }
    return checked
  }

  /// What a device cannot hold, for schedules that are whole.
  private func deviceFindings(
    _ bytes: [UInt8], _ check: DocumentCheck, _ name: String, _ options: CheckOptions
  ) -> [Diagnostic] {
    guard let device, !check.diagnostics.contains(where: { $0.severity == .error }),
      let document = try? ScheduleDocument(reading: bytes, file: name)
    else { return [] }
    return document.contents.schedules.enumerated().flatMap { index, schedule in
      DeviceCheck.issues(schedule.week, for: device).compactMap { issue in
        options.severity(of: issue.rule).map { severity in
          var finding = document.diagnostic(for: issue, inSchedule: index, file: name)
          finding.severity = severity
          return finding
        }
      }
    }
  }
}
