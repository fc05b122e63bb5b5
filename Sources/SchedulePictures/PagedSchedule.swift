package import ScheduleModel

/// A schedule on a page, with the name of its file if the page has several.
package struct PagedSchedule: Sendable {
  let schedule: Schedule
  let file: String?

  /// Creates an entry; `file` is shown beside the name.
  package init(_ schedule: Schedule, file: String? = nil) {
    self.schedule = schedule
    self.file = file
  }

  /// The name, with the file.
  var title: String { file.map { "\(schedule.name) (\($0))" } ?? schedule.name }
}
