package import ScheduleModel

/// A schedule of a file, as far as it could be read.
package struct ScheduleDraft: Sendable, Hashable {
  /// The name; nil where it is missing or no name.
  package var name: String?
  /// The notes; nil where there are none.
  package var notes: String?
  /// The id of the device format that the schedule is meant for; nil where there is none.
  package var device: String?
  /// The 28 rows, with nil for what could not be read.
  package var week: DraftSchedule

  /// Describes a schedule with whatever is known of it.
  package init(
    name: String? = nil, notes: String? = nil, device: String? = nil, week: DraftSchedule
  ) {
    self.name = name
    self.notes = notes
    self.device = device
    self.week = week
  }
}

/// A schedule file, as far as it could be read.
package struct DocumentDraft: Sendable, Hashable {
  /// The scale of every temperature; nil where it is missing or unknown.
  package var unit: TemperatureUnit?
  /// The schedules in the order of the file; what stands there and is no object is left out.
  package var schedules: [ScheduleDraft]

  /// Describes a file with whatever is known of it.
  package init(unit: TemperatureUnit? = nil, schedules: [ScheduleDraft] = []) {
    self.unit = unit
    self.schedules = schedules
  }
}
