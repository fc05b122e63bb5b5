import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import TerminalScreen

/// How listed files are checked: as `validate` does where no option is given.
struct ListCheck: Sendable {
  let projects = ProjectFinder()

  /// The check of the file at `path`, as its project has it.
  func options(forFile path: String) -> CheckOptions {
    projects.options(forFile: path) ?? CheckOptions()
  }
}

/// What the list says of a file.
struct ListedFile: Sendable {
  /// The lines of its schedules, or the same as objects.
  private(set) var lines = ListLines()
  private(set) var json: [JSONValue] = []
  /// Why there is nothing to list, a sentence each.
  private(set) var problems: [String] = []
  private(set) var status = ExitStatus.success

  /// Reads and checks an input; whatever goes wrong is said in `problems`. Makes lines with `marks`, and
  /// objects where there are none.
  init(_ input: InputList.Input, marks: WeekMarks?, _ check: ListCheck) {
    switch input {
    case .problem(let path, let reason), .unreadable(let path, let reason):
      refuse(path, .noInput, reason)
    case .file(let path):
      do {
        let bytes = try FileReading.bytes(at: path)
        list(path, bytes, marks, check.options(forFile: path))
      } catch {
        refuse(path, ExitStatus(error), "\(error)\(error.advice)")
      }
    }
  }

  private mutating func refuse(_ path: String, _ status: ExitStatus, _ reason: String) {
    self.status = status
    problems.append("\(path): \(reason)")
  }

  private mutating func list(
    _ path: String, _ bytes: [UInt8], _ marks: WeekMarks?, _ options: CheckOptions
  ) {
    let check = DocumentCheck(bytes: bytes, file: path, options: options)
    let found = CheckedFile(check, of: bytes, name: path, options, for: nil)
    var tally = found.unlisted
    for finding in found.diagnostics { tally.add(finding.code, finding.severity) }
    let errors = tally.bySeverity[.error] ?? 0
    let warnings = tally.bySeverity[.warning] ?? 0
    if errors > 0 { status = .problems }
    guard let draft = check.draft, !draft.schedules.isEmpty else {
      return refuse(path, .unreadableData, check.diagnostics.first?.message ?? "no schedule")
    }
    guard let marks else {
      json = draft.schedules.map { ListResult.json($0, draft.unit, of: path, errors, warnings) }
      return
    }
    let words = ListLines.words(errors, warnings)
    for schedule in draft.schedules {
      lines.add(
        path, schedule.name ?? "?", draft.unit?.rawValue ?? "?", schedule.device ?? "-", words
      ) { marks.add(schedule.week, to: &$0) }
    }
  }
}
