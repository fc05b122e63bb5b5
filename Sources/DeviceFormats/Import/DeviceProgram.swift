import ScheduleModel

/// A change of setpoints as a file has it.
struct Switchpoint: Hashable {
  /// Minutes since midnight, 0...1439.
  var minutes: Int
  /// The heat setpoint in hundredths of the file's unit; nil where this program has none.
  var heat: Int?
  /// The cool setpoint likewise.
  var cool: Int?
  /// Where it stands in the file, in bytes.
  var offset: Int?

  /// The setpoint of a side.
  subscript(side: Field) -> Int? {
    get { side == .heat ? heat : cool }
    set {
      if side == .heat { heat = newValue } else { cool = newValue }
    }
  }

  /// Whether the same setpoints hold.
  func holdsSame(as other: Switchpoint) -> Bool { heat == other.heat && cool == other.cool }
}

/// A weekly program as a file has it: any number of switchpoints a day, heat, cool or both.
struct DeviceProgram {
  /// The unit of the setpoints.
  var unit: TemperatureUnit
  /// The switchpoints of the days that the file has.
  var days: [Weekday: [Switchpoint]]
  /// The sides that the switchpoints have.
  var sides: Sides
  /// Whether an entry at 00:00 may be there only because the device does not carry over.
  var midnight: MidnightRule

  /// Begins a program.
  init(
    _ unit: TemperatureUnit, sides: Sides, midnight: MidnightRule,
    days: [Weekday: [Switchpoint]] = [:]
  ) {
    self.unit = unit
    self.sides = sides
    self.midnight = midnight
    self.days = days
  }

  /// What goes on at 00:00 of a day: the last switchpoint of the day before.
  func carried(into day: Weekday) -> Switchpoint? { days[day.previous]?.last }

  /// Checks that the times of a day rise and leaves out repetitions of the last entry, with which
  /// devices pad a day.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first time that goes back.
  mutating func set(
    _ points: [Switchpoint], for day: Weekday, in text: DeviceText
  ) throws(ImportRefusal) {
    var result: [Switchpoint] = []
    for point in points {
      if let last = result.last, point.minutes <= last.minutes {
        if point.minutes == last.minutes, point.holdsSame(as: last) { continue }
        let time = TimeOfDay(wrapping: point.minutes)
        throw text.fault(
          at: point.offset,
          "\(day.name) \(time) does not come after \(TimeOfDay(wrapping: last.minutes))")
      }
      result.append(point)
    }
    if result.isEmpty { throw text.fault(at: nil, "\(day.name) has no switchpoint") }
    days[day] = result
  }

  /// The program without the entries at 00:00 that only go on with the day before, where a device
  /// needs such entries.
  ///
  /// A day of exactly four entries keeps them all: they fill the four rows.
  func withoutMidnightEntries() -> DeviceProgram {
    guard midnight == .needsEntry else { return self }
    var result = self
    for (day, points) in days {
      guard points.count > 1, points.count != Period.allCases.count, points[0].minutes == 0,
        let before = carried(into: day), before.holdsSame(as: points[0])
      else { continue }
      result.days[day] = Array(points.dropFirst())
    }
    return result
  }

  /// The program with the switchpoints of another side, at the times of both.
  ///
  /// Before a side's first switchpoint of a day, that of the day before goes on.
  func merged(with other: DeviceProgram) -> DeviceProgram {
    var result = DeviceProgram(unit, sides: sides.union(other.sides), midnight: .carriesOver)
    for day in Weekday.allCases {
      guard let mine = days[day], let others = other.days[day] else { continue }
      let times = Set(mine.map(\.minutes)).union(others.map(\.minutes)).sorted()
      result.days[day] = times.map { minute in
        let own = mine.last { $0.minutes <= minute } ?? carried(into: day)
        let their = others.last { $0.minutes <= minute } ?? other.carried(into: day)
        return Switchpoint(
          minutes: minute, heat: own?.heat ?? their?.heat, cool: own?.cool ?? their?.cool,
          offset: mine.first { $0.minutes == minute }?.offset ?? own?.offset)
      }
    }
    return result
  }

  /// The program with the setpoints of another side as they are at the times of this one.
  func sampling(_ other: DeviceProgram) -> DeviceProgram {
    var result = merged(with: other)
    for (day, points) in days {
      let times = Set(points.map(\.minutes))
      result.days[day]?.removeAll { !times.contains($0.minutes) }
    }
    return result
  }
}
