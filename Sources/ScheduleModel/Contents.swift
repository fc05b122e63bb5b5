package import Diagnostics

/// A week with a name, as stored in a file.
package struct Schedule: Sendable, Hashable {
  /// The name; unique within a document, 1 to 64 code points.
  package var name: String
  /// The user's remarks.
  package var notes: String?
  /// The id of the device format that the schedule is for.
  package var device: String?
  package var week: Week
  /// The members that setpoint does not know.
  package var members = UnknownMembers()
  /// Identifies the schedule across renames and moves; ignored when comparing.
  package var identity = ScheduleIdentity.found()

  package init(name: String, notes: String? = nil, device: String? = nil, week: Week) {
    self.name = name
    self.notes = notes
    self.device = device
    self.week = week
  }

  /// Creates a schedule that is not in a text yet.
  package static func new(name: String, week: Week, device: String? = nil) -> Schedule {
    Schedule(name: name, device: device, week: week).copy(named: name)
  }

  /// A copy under another name, not in a text yet.
  package func copy(named name: String) -> Schedule {
    var copy = self
    copy.name = name
    copy.identity = .made()
    return copy
  }

  // Compare names and notes by bytes: the synthesized == compares Unicode equivalence.
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

extension [Schedule] {
  /// Finds a schedule by name: the same bytes, or else a canonically equivalent name.
  package func index(named name: String) -> Int? {
    firstIndex { ExactText($0.name) == ExactText(name) } ?? firstIndex { $0.name == name }
  }

  /// Finds a schedule by a typed name, or by one in another case if a single name matches.
  package func index(typed name: String) -> Int? {
    let alike = indices.filter { self[$0].name.lowercased() == name.lowercased() }
    return index(named: name) ?? (alike.count == 1 ? alike[0] : nil)
  }

  /// Throws if a schedule other than the one with `id` has the name.
  package func refuse(another name: String, besides id: ScheduleIdentity? = nil) throws(Refusal) {
    guard let index = index(named: name), self[index].identity != id else { return }
    throw Refusal("there is already a schedule \(name.quoted())")
  }

  /// Finds a schedule by identity; nil if it was removed.
  package func index(of id: ScheduleIdentity?) -> Int? { firstIndex { $0.identity == id } }
  package subscript(id: ScheduleIdentity?) -> Schedule? { first { $0.identity == id } }

  /// The first names, in quotes.
  package var listing: String { map { $0.name.quoted() }.listed(upTo: 8) }

  /// The end of an error about an unknown name: `has no schedule "Wintr"; did you mean "Winter"?`
  package func sentence(aboutUnknown name: String) -> String {
    let near = Spelling.nearest(to: name, among: map(\.name))
    let guess = near.map { "did you mean \($0.quoted())?" } ?? "it has \(listing)"
    return "has no schedule \(name.quoted()); \(guess)"
  }
}

/// The contents of a document: one or more schedules in one unit, and when each applies.
package struct Contents: Hashable, Sendable {
  package var unit: TemperatureUnit
  /// The schedules in file order, at least one.
  package var schedules: [Schedule]
  /// Which schedule applies when; empty where the first one always does.
  package var calendar: [CalendarEntry] = []
  /// The members that setpoint does not know.
  package var members = UnknownMembers()

  package init(unit: TemperatureUnit, schedules: [Schedule]) {
    self.unit = unit
    self.schedules = schedules
  }

  package static func standard(_ unit: TemperatureUnit, name: String = "Home") -> Self {
    Contents(unit: unit, schedules: [Schedule(name: name, week: .standard(unit))])
  }

  /// Converts the document to another unit; rounds temperatures to the nearest tenth, half away from zero.
  package func converted(to unit: TemperatureUnit) -> Contents {
    guard unit != self.unit else { return self }
    var result = self
    result.unit = unit
    for index in schedules.indices {
      result.schedules[index].week = schedules[index].week.converted(to: unit)
    }
    return result
  }

  /// Counts all temperatures and those that the conversion of `old` to this document rounded: °F = °C · 9/5 + 32.
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
  /// Converts the week to another unit, with the same rounding.
  package func converted(to unit: TemperatureUnit) -> Week {
    guard unit != self.unit else { return self }
    var result = self
    result.unit = unit
    for cell in CellAddress.all { result[cell] = self[cell].converted(from: self.unit, to: unit) }
    return result
  }
}
