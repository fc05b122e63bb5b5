package import DeviceFormats
package import Diagnostics
import ScheduleModel
package import ScheduleRules
package import ScheduleText

/// Creates findings about the values of a document; indexes the text once, for the first finding.
package struct DocumentFindings {
  let document: ScheduleDocument
  let file: String
  private var places: SourceIndex?

  package init(document: ScheduleDocument, file: String) {
    (self.document, self.file) = (document, file)
  }

  package mutating func diagnostic(for finding: CellFinding, inSchedule index: Int) -> Diagnostic {
    diagnostic(
      finding.code, finding.severity, finding.sentence, at: .cell(index, finding.cell),
      finding.cell, inSchedule: index)
  }

  package mutating func diagnostic(
    for issue: DeviceIssue, _ severity: Severity = .error, inSchedule index: Int
  ) -> Diagnostic {
    var found = diagnostic(
      issue.code, severity, issue.sentence,
      at: issue.cell.map { .cell(index, $0) } ?? .schedule(index), issue.cell, inSchedule: index)
    // A finding about the whole week is at the name of the device, or else at the schedule.
    if issue.cell == nil, let place = location(of: .member(.device, ofSchedule: index)) {
      found.location = place
    }
    return found
  }

  /// Creates a finding about an unknown device's name in a schedule.
  package mutating func unknownDevice(
    _ name: String, _ severity: Severity, inSchedule index: Int
  ) -> Diagnostic {
    diagnostic(
      RuleInfo.unknownDevice.code, severity, Sentence(DeviceFormats.sentence(aboutUnknown: name)),
      at: .member(.device, ofSchedule: index), nil, inSchedule: index)
  }

  /// Creates the findings that explain why a schedule was not exported.
  package mutating func diagnostics(
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
    _ code: String, _ severity: Severity, _ message: Sentence, at path: DocumentPath,
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
