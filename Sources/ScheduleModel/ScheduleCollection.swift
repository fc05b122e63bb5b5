/// A schedule as a file holds it: a week with a name.
package struct NamedSchedule: Hashable, Sendable {
  /// What people call it; unique within a document, 1 to 64 characters.
  package var name: String
  /// What people wrote about it.
  package var notes: String?
  /// The id of the device format that it is meant for.
  package var device: String?
  /// The week.
  package var week: Schedule

  /// Gives a week a name.
  package init(name: String, notes: String? = nil, device: String? = nil, week: Schedule) {
    self.name = name
    self.notes = notes
    self.device = device
    self.week = week
  }
}

/// What a document says: one or more schedules in one scale.
package struct ScheduleCollection: Hashable, Sendable {
  /// The scale of every temperature.
  package var unit: TemperatureUnit
  /// The schedules in the order of the file, at least one.
  package var schedules: [NamedSchedule]

  /// Joins a scale and schedules.
  package init(unit: TemperatureUnit, schedules: [NamedSchedule]) {
    self.unit = unit
    self.schedules = schedules
  }

  /// The document that a new file begins with.
  package static func standard(_ unit: TemperatureUnit, name: String = "Home") -> Self {
    ScheduleCollection(
      unit: unit, schedules: [NamedSchedule(name: name, week: .standard(unit))])
  }
}
