/// A schedule as a file holds it: a week with a name.
package struct Schedule: Sendable {
  /// What people call it; unique within a document, 1 to 64 characters.
  package var name: String
  /// What people wrote about it.
  package var notes: String?
  /// The id of the device format that it is meant for.
  package var device: String?
  package var week: Week
  /// What else the file says of it.
  package var members = UnknownMembers()
  /// Which schedule it is, whatever it is called and wherever it stands; no part of what it says.
  package var identity = ScheduleIdentity.found()

  /// Gives a week a name.
  package init(name: String, notes: String? = nil, device: String? = nil, week: Week) {
    self.name = name
    self.notes = notes
    self.device = device
    self.week = week
  }
}

extension Schedule {
  /// A schedule that an edit makes, which no text has yet.
  package static func new(name: String, week: Week) -> Schedule {
    var schedule = Schedule(name: name, week: week)
    schedule.identity = .made()
    return schedule
  }

  /// A copy with another name, which no text has yet.
  package func copy(named name: String) -> Schedule {
    var copy = self
    copy.name = name
    copy.identity = .made()
    return copy
  }
}

extension [Schedule] {
  /// The place of the schedule that a person names: the one of these bytes, or else one that looks alike.
  package func index(named name: String) -> Int? {
    firstIndex { ExactText($0.name) == ExactText(name) } ?? firstIndex { $0.name == name }
  }
}

// Texts are compared by their bytes, which the compiler's own == would not do.
extension Schedule: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    ExactText(left.name) == ExactText(right.name) && left.notes.isExactly(right.notes)
      && left.device.isExactly(right.device) && left.week == right.week
      && left.members == right.members
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(week)
  }
}

/// What a document says: one or more schedules in one scale.
package struct Contents: Hashable, Sendable {
  /// The scale of every temperature.
  package var unit: TemperatureUnit
  /// The schedules in the order of the file, at least one.
  package var schedules: [Schedule]
  /// What else the file says.
  package var members = UnknownMembers()

  package init(unit: TemperatureUnit, schedules: [Schedule]) {
    self.unit = unit
    self.schedules = schedules
  }

  /// The document that a new file begins with.
  package static func standard(_ unit: TemperatureUnit, name: String = "Home") -> Self {
    Contents(
      unit: unit, schedules: [Schedule(name: name, week: .standard(unit))])
  }
}

extension Contents {
  /// Returns the document in another scale, every temperature rounded to the nearest tenth, half
  /// away from zero.
  package func converted(to unit: TemperatureUnit) -> Contents {
    guard unit != self.unit else { return self }
    var result = self
    result.unit = unit
    for index in schedules.indices {
      result.schedules[index].week = schedules[index].week.converted(to: unit)
    }
    return result
  }
}

extension Contents {
  /// Counts the temperatures, and those that the conversion of `old` to this document rounded: °F = °C · 9/5 + 32.
  package func conversionCounts(from old: Contents) -> (all: Int, rounded: Int) {
    let values = { (contents: Contents) in
      contents.schedules.flatMap {
        $0.week.setpoints.flatMap { $0.temperatures.map(\.degrees.tenths) }
      }
    }
    let rounded = zip(values(old), values(self)).count { before, after in
      let (celsius, fahrenheit) = old.unit == .celsius ? (before, after) : (after, before)
      return unit != old.unit && celsius * 9 != (fahrenheit - 320) * 5
    }
    return (values(self).count, rounded)
  }
}

extension Week {
  /// Returns the schedule in another scale, rounded in the same way.
  package func converted(to unit: TemperatureUnit) -> Week {
    guard unit != self.unit else { return self }
    var result = self
    result.unit = unit
    for cell in CellAddress.all { result[cell] = self[cell].converted(from: self.unit, to: unit) }
    return result
  }
}
