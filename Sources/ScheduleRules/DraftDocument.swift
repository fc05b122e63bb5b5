package import ScheduleModel

/// A schedule of a file, as far as it could be read.
package struct DraftSchedule: Sendable, Hashable {
  /// The name; nil where it is missing or no name.
  package var name: String?
  /// The notes; nil where there are none.
  package var notes: String?
  /// The id of the device format that the schedule is meant for; nil where there is none.
  package var device: String?
  /// The 28 rows, with nil for what could not be read.
  package var week: DraftWeek

  /// Describes a schedule with whatever is known of it.
  package init(
    name: String? = nil, notes: String? = nil, device: String? = nil, week: DraftWeek
  ) {
    self.name = name
    self.notes = notes
    self.device = device
    self.week = week
  }
}

/// A schedule file, as far as it could be read.
package struct DraftDocument: Sendable, Hashable {
  /// The scale of every temperature; nil where it is missing or unknown.
  package var unit: TemperatureUnit?
  /// The schedules in the order of the file; what stands there and is no object is left out.
  package var schedules: [DraftSchedule]

  /// Describes a file with whatever is known of it.
  package init(unit: TemperatureUnit? = nil, schedules: [DraftSchedule] = []) {
    self.unit = unit
    self.schedules = schedules
  }

  /// Looks at a complete file as a draft.
  init(_ contents: Contents) {
    self.init(
      unit: contents.unit,
      schedules: contents.schedules.map {
        DraftSchedule(
          name: $0.name, notes: $0.notes, device: $0.device, week: DraftWeek($0.week))
      })
  }
}
