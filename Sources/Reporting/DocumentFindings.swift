package import DeviceFormats
package import Diagnostics
package import ScheduleModel
import ScheduleRules
package import ScheduleText

/// Creates findings about the values of a document; indexes the text once, for the first finding.
package struct DocumentFindings {
  let document: ScheduleDocument
  let file: String
  private lazy var places = SourceIndex(document.original)

  package init(document: ScheduleDocument, file: String) {
    (self.document, self.file) = (document, file)
  }

  /// Creates a finding; `value` is that of its fix, if there is one.
  package mutating func diagnostic(
    for issue: DeviceIssue, _ severity: Severity = .error, fix value: CellValue? = nil,
    inSchedule index: Int
  ) -> Diagnostic {
    var found = diagnostic(
      issue.code, severity, issue.sentence,
      at: issue.cell.map { .cell(index, $0) } ?? .schedule(index), issue.cell, inSchedule: index)
    if let cell = issue.cell, let value {
      found.fix = places.fix(.unsafe, replacing: .cell(index, cell), by: value.json)
    }
    // A finding about the whole week is at the name of the device, or else at the schedule.
    if issue.cell == nil, let place = places.location(of: .member(.device, ofSchedule: index)) {
      found.location = place
    }
    return found
  }

  package mutating func unknownDevice(
    _ name: String, _ severity: Severity, inSchedule index: Int
  ) -> Diagnostic {
    diagnostic(
      RuleInfo.unknownDevice.code, severity, Sentence(DeviceFormats.sentence(aboutUnknown: name)),
      at: .member(.device, ofSchedule: index), nil, inSchedule: index)
  }

  /// Creates the findings that explain why a schedule was not exported.
  package mutating func diagnostics(
    for problem: DeviceExport.Problem, inSchedule index: Int
  ) -> [Diagnostic] {
    switch problem {
    case .rules(let findings):
      findings.map {
        diagnostic(
          $0.code, $0.severity, $0.sentence, at: .cell(index, $0.cell), $0.cell, inSchedule: index)
      }
    case .device(.issues(let issues)): issues.map { diagnostic(for: $0, inSchedule: index) }
    case .device(.usage(let sentence)): [Diagnostic(file: file, message: sentence)]
    case .device(.unreadable(let diagnostics)): diagnostics
    }
  }

  private mutating func diagnostic(
    _ code: String, _ severity: Severity, _ message: Sentence, at path: DocumentPath,
    _ cell: CellAddress?, inSchedule index: Int
  ) -> Diagnostic {
    Diagnostic(
      file: file, location: places.location(of: path), code: code, severity: severity,
      message: message,
      path: path.pointer, schedule: document.contents.schedules[index].name,
      tag: cell?.tag)
  }
}
