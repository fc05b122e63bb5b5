import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleModel
import SchedulePictures
import ScheduleRules

/// The list entry of a file, with the findings of `validate` without options.
struct ListedFile: Sendable {
  /// The lines of its schedules, or JSON objects.
  private(set) var lines = ColumnTable()
  private(set) var json: [JSONValue] = []
  /// Why there is nothing to list, one sentence each.
  private(set) var problems: [String] = []
  private(set) var status = ExitStatus.success

  /// Reads and checks an input; collects errors in `problems`. Creates lines with `marks`, otherwise objects.
  init(_ input: InputList.Input, marks: BandMarks?, _ projects: ProjectFinder) {
    switch input {
    case .problem(let path, let reason):
      refuse(path, .noInput, reason)
    case .file(let path):
      do {
        let bytes = try FileReading.bytes(at: path)
        list(path, bytes, marks, projects.options(forFile: path) ?? CheckOptions())
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
    _ path: String, _ bytes: [UInt8], _ marks: BandMarks?, _ options: CheckOptions
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
      json = draft.schedules.map { schedule in
        .object([
          "file": .string(path), "schedule": .optional(schedule.name),
          "unit": .optional(draft.unit?.rawValue), "device": .optional(schedule.device),
          "errors": .integer(errors), "warnings": .integer(warnings),
        ])
      }
      return
    }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
    let problems = counts.isEmpty ? "none" : counts.joined(separator: ", ")
    for schedule in draft.schedules {
      lines.add(
        path, schedule.name ?? "?", draft.unit?.rawValue ?? "?", schedule.device ?? "-", problems,
        marks.text(of: schedule.week))
    }
  }
}
