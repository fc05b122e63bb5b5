package import ScheduleModel

/// A schedule on a page, with the file that it comes from where the page has several.
package struct PagedSchedule: Sendable {
  let schedule: Schedule
  let file: String?

  /// Puts a schedule on a page; `file` stands beside its name.
  package init(_ schedule: Schedule, file: String? = nil) {
    self.schedule = schedule
    self.file = file
  }

  /// The name, with the file's.
  var title: String { file.map { "\(schedule.name) (\($0))" } ?? schedule.name }
}
