import DeviceFormats
import Diagnostics
import JSONText
import ScheduleText
import ScheduleModel
import ScheduleRules

/// Creates findings about the values of a document; indexes the text once, for the first finding.
struct DocumentFindings {
  let document: ScheduleDocument
  /// The name of the document in findings.
  let file: String
  private(set) var places: SourceIndex?

  /// Creates a finding of a rule about a cell.
  mutating func diagnostic(for finding: CellFinding, inSchedule index: Int) -> Diagnostic {
    let path = DocumentPath.cell(index, finding.cell)
    return Diagnostic(
      file: file, location: location(of: path), code: finding.code, severity: finding.severity,
      message: finding.message, path: path.pointer,
      schedule: document.contents.schedules[index].name, tag: finding.cell.tag)
  }

  /// Creates a finding of a device check.
  mutating func diagnostic(
    for issue: DeviceIssue, _ severity: Severity = .error, inSchedule index: Int
  ) -> Diagnostic {
    let schedule = DocumentPath.schedule(index)
    let path = issue.cell.map { DocumentPath.cell(index, $0) } ?? schedule
    // A finding about the whole week is at the name of the device, or else at the schedule.
    let device = DocumentPath.member(.device, ofSchedule: index)
    let location =
      issue.cell == nil ? location(of: device) ?? location(of: path) : location(of: path)
    return Diagnostic(
      file: file, location: location, code: issue.code, severity: severity,
      message: issue.message, path: path.pointer,
      schedule: document.contents.schedules[index].name, tag: issue.cell?.tag)
  }

  /// Creates a finding about an unknown device's name in a schedule.
  mutating func unknownDevice(
    _ name: String, _ severity: Severity, inSchedule index: Int
  ) -> Diagnostic {
    let path = DocumentPath.member(.device, ofSchedule: index)
    return Diagnostic(
      file: file, location: location(of: path), code: RuleInfo.unknownDevice.code,
      severity: severity, message: DeviceFormats.sentence(aboutUnknown: name),
      path: path.pointer, schedule: document.contents.schedules[index].name)
  }

  private mutating func location(of path: DocumentPath) -> SourceLocation? {
    if places == nil { places = SourceIndex(document.original) }
    return places?.location(of: path)
  }
}
