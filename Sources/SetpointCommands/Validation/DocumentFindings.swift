import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

extension ScheduleDocument {
  /// Makes a finding of what a rule says of a cell, with its place in the text.
  func diagnostic(
    for finding: CellFinding, inSchedule index: Int, file: String
  ) -> Diagnostic {
    let place = place(of: finding.cell, inSchedule: index)
    return Diagnostic(
      file: file, location: place.location, code: finding.code, severity: finding.severity,
      message: finding.message, path: place.pointer, schedule: contents.schedules[index].name,
      tag: finding.cell.tag.rawValue)
  }

  /// Makes a finding of what a device cannot hold, with its place in the text.
  func diagnostic(
    for issue: DeviceIssue, inSchedule index: Int, file: String
  ) -> Diagnostic {
    let place = issue.cell.map { self.place(of: $0, inSchedule: index) }
    return Diagnostic(
      file: file, location: place?.location, code: issue.code, message: issue.message,
      path: place?.pointer ?? "/schedules/\(index)", schedule: contents.schedules[index].name,
      tag: issue.cell?.tag.rawValue)
  }
}
