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

  package init(
    name: String? = nil, notes: String? = nil, device: String? = nil, week: DraftWeek
  ) {
    self.name = name
    self.notes = notes
    self.device = device
    self.week = week
  }
}

/// A schedule file that may have errors.
package struct DraftDocument: Sendable, Hashable {
  /// The unit; nil if it is missing or unknown.
  package var unit: TemperatureUnit?
  /// The schedules in file order, without elements that are not objects.
  package var schedules: [DraftSchedule]
  /// The entries of the calendar; nil if an entry could not be read.
  package var calendar: [CalendarEntry?] = []

  package init(unit: TemperatureUnit? = nil, schedules: [DraftSchedule] = []) {
    self.unit = unit
    self.schedules = schedules
  }

  init(_ contents: Contents) {
    self.init(
      unit: contents.unit,
      schedules: contents.schedules.map {
        DraftSchedule(
          name: $0.name, notes: $0.notes, device: $0.device, week: DraftWeek($0.week))
      })
  }
}
