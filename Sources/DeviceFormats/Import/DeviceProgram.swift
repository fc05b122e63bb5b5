import ScheduleModel

/// A change of setpoints as a file has it.
struct Switchpoint {
  /// Minutes since midnight, 0...1439.
  var minutes: Int
  /// The heat setpoint in the file's unit; nil where this program has none.
  var heat: ReadDegrees?
  /// The cool setpoint likewise.
  var cool: ReadDegrees?
  /// Where it stands in the file, in bytes.
  var offset: Int?
  /// The file; nil until a program has taken the switchpoint.
  fileprivate(set) var text: DeviceText?

  /// The setpoint of a side.
  subscript(side: Field) -> ReadDegrees? {
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

  /// Checks that the times of a day rise; in a `padded` day, leaves out the repetitions of the last
  /// entry, with which devices fill what they do not use.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first time that does not come after the one before.
  mutating func set(
    _ points: [Switchpoint], for day: Weekday, padded: Bool = false, in text: DeviceText
  ) throws(ImportRefusal) {
    var result: [Switchpoint] = []
    for (index, point) in points.enumerated() {
      if let last = result.last, point.minutes <= last.minutes {
        let isPadding =
          padded
          && points[index...].allSatisfy { $0.minutes == last.minutes && $0.holdsSame(as: last) }
        if isPadding { break }
        let time = TimeOfDay(wrapping: point.minutes)
        throw text.fault(
          at: point.offset,
          "\(day.name) \(time) does not come after \(TimeOfDay(wrapping: last.minutes))")
      }
      result.append(point)
      result[result.count - 1].text = text
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
        let place = [mine, others].lazy.compactMap { $0.first { $0.minutes == minute } }.first
        return Switchpoint(
          minutes: minute, heat: own?.heat ?? their?.heat, cool: own?.cool ?? their?.cool,
          offset: place?.offset, text: place?.text)
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
  private var parts: [Field: [Weekday: [[Switchpoint]]]] = [:]

  /// Begins two empty programs.
  init(_ unit: TemperatureUnit) {
    heat = DeviceProgram(unit, sides: .heat)
    cool = DeviceProgram(unit, sides: .cool)
  }

  /// Gives a day the switchpoints of the sides that they have; the same ones once more change nothing,
  /// since a device that is asked twice answers twice.
  ///
  /// With `continuing`, switchpoints that all come later than those which are there follow them.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first time that goes back, and where the day has
  ///   other switchpoints already.
  mutating func add(
    _ points: [Switchpoint], of sides: Sides, for day: Weekday, continuing: Bool = false,
    padded: Bool = false, in text: DeviceText
  ) throws(ImportRefusal) {
    for side in sides.fields {
      let own = points.map { $0.only(side) }
      let known = parts[side]?[day] ?? []
      if known.contains(where: { $0.isSame(as: own) }) { continue }
      let present = (side == .heat ? heat : cool).days[day] ?? []
      let follows = continuing && (present.last?.minutes ?? 1440) < (own.first?.minutes ?? 0)
      guard known.isEmpty || follows else {
        throw text.fault(
          at: own.first?.offset,
          "\(day.name) has another \(side.name) program before this one; leave one in the file")
      }
      if side == .heat {
        try heat.set(present + own, for: day, padded: padded, in: text)
      } else {
        try cool.set(present + own, for: day, padded: padded, in: text)
      }
      parts[side, default: [:]][day, default: []].append(own)
    }
  }
}

extension [Switchpoint] {
  /// Whether the same setpoints begin at the same times, wherever they stand in a file.
  fileprivate func isSame(as other: [Switchpoint]) -> Bool {
    elementsEqual(other) { $0.minutes == $1.minutes && $0.holdsSame(as: $1) }
  }
}

extension Switchpoint {
  fileprivate func only(_ side: Field) -> Switchpoint {
    var result = self
    result[side == .heat ? .cool : .heat] = nil
    return result
  }
}
