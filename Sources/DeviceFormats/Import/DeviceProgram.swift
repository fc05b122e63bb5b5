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

extension [Switchpoint] {
  /// The switchpoints of a day; where there are more than the table's four, without those that
  /// repeat what is in force.
  func withoutRepetitions() -> [Switchpoint] {
    guard count > Period.allCases.count else { return self }
    return enumerated().filter { index, point in
      index == 0 || !point.holdsSame(as: self[index - 1])
    }.map(\.element)
  }
}

/// A weekly program as a file has it: any number of switchpoints a day, heat, cool or both.
struct DeviceProgram {
  /// The unit of the setpoints.
  var unit: TemperatureUnit
  /// The switchpoints of the days that the file has.
  var days: [Weekday: [Switchpoint]]
  /// The sides that the switchpoints have.
  var sides: Sides

  /// Begins a program.
  init(_ unit: TemperatureUnit, sides: Sides, days: [Weekday: [Switchpoint]] = [:]) {
    self.unit = unit
    self.sides = sides
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

  /// The program without the entries at 00:00 that only go on with the day before, which devices
  /// need that do not carry over; without them the house sees no difference.
  ///
  /// A day of exactly four entries keeps them all: they fill the four rows.
  func withoutMidnightEntries() -> DeviceProgram {
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
    var result = DeviceProgram(unit, sides: sides.union(other.sides))
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

/// The heat program and the cool program of a device, as far as they were read.
struct SidePrograms {
  /// The heat program.
  var heat: DeviceProgram
  /// The cool program.
  var cool: DeviceProgram

  /// Begins two empty programs.
  init(_ unit: TemperatureUnit) {
    heat = DeviceProgram(unit, sides: .heat)
    cool = DeviceProgram(unit, sides: .cool)
  }

  /// Adds a day's switchpoints to the sides that they have; later parts of a day may follow.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first time that goes back.
  mutating func add(
    _ points: [Switchpoint], of sides: Sides, for day: Weekday, in text: DeviceText
  ) throws(ImportRefusal) {
    if sides.contains(.heat) {
      try heat.set((heat.days[day] ?? []) + points.map { $0.only(.heat) }, for: day, in: text)
    }
    if sides.contains(.cool) {
      try cool.set((cool.days[day] ?? []) + points.map { $0.only(.cool) }, for: day, in: text)
    }
  }
}

extension Switchpoint {
  fileprivate func only(_ side: Field) -> Switchpoint {
    var result = self
    result[side == .heat ? .cool : .heat] = nil
    return result
  }
}
