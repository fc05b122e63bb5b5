package import ScheduleModel

/// A schedule of a file that may have errors.
package struct DraftSchedule: Sendable, Hashable {
  /// The name; nil if it is missing or invalid.
  package var name: String?
  package var notes: String?
  /// The id of the device format, if any.
  package var device: String?
  /// The 28 rows; nil for invalid values.
  package var week: DraftWeek
}

/// A schedule file that may have errors.
package struct DraftDocument: Sendable, Hashable {
  /// The unit; nil if it is missing or unknown.
  package var unit: TemperatureUnit?
  /// The schedules in file order; an element that is not an object has no values.
  package var schedules: [DraftSchedule] = []
  /// The entries of the calendar; nil if an entry could not be read.
  package var calendar: [CalendarEntry?] = []
  /// Whether the text has unknown or repeated members; `$schema` of the document does not count.
  package var hasUnknownMembers = false
}
