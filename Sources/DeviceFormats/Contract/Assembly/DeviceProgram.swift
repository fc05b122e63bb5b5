import ScheduleModel

/// A weekly program as files have it: heat, cool or both, each with any number of switchpoints a day.
package struct DeviceProgram {
  /// The unit of the setpoints.
  let unit: TemperatureUnit
  /// What the file calls it; nil where it has no name.
  var name: String?
  private var sides: [Side: ReadDays] = [:]
  private var parts: [Side: [Weekday: [[ReadSwitchpoint]]]] = [:]

  /// Begins a program that holds nothing.
  init(_ unit: TemperatureUnit) {
    self.unit = unit
  }

  /// The sides that the files have.
  var heldSides: Sides {
    Sides(Side.allCases.filter { !self[$0].isEmpty }.map { Sides($0) })
  }

  /// The days of a side; empty where the files do not have it.
  subscript(side: Side) -> ReadDays { sides[side] ?? ReadDays() }

  /// Gives a day the switchpoints of the sides that the first of them has; the same ones once more
  /// change nothing, since a device that is asked twice answers twice.
  ///
  /// With `continuing`, switchpoints that all come later than those which are there follow them. In a
  /// `padded` day, repetitions of the entry before are left out, with which devices fill what they do
  /// not use, at the end or in the middle.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a day without switchpoints, at the first time that does
  ///   not come after the one before, and where the day has other switchpoints already.
  mutating func add(
    _ points: [ReadSwitchpoint], to day: Weekday, continuing: Bool = false, padded: Bool = false,
    in text: DeviceText
  ) throws(ImportRefusal) {
    guard let first = points.first else {
      throw text.fault(at: nil, "\(day.name) has no switchpoint")
    }
    for side in first.sides {
      let own = points.map { $0.only(side) }
      let known = parts[side]?[day] ?? []
      if known.contains(where: { $0.isSame(as: own) }) { continue }
      let present = self[side][day] ?? []
      let follows = continuing && (present.last?.minutes ?? 1440) < own[0].minutes
      guard known.isEmpty || follows else {
        throw text.fault(
          at: own[0].offset,
          "\(day.name) has another \(side.name) program before this one; leave one in the file")
      }
      sides[side, default: ReadDays()][day] = try Self.rising(present + own, day, padded, text)
      parts[side, default: [:]][day, default: []].append(own)
    }
  }

  private static func rising(
    _ points: [ReadSwitchpoint], _ day: Weekday, _ isPadded: Bool, _ text: DeviceText
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    var result: [ReadSwitchpoint] = []
    for point in points {
      if let last = result.last, point.minutes <= last.minutes {
        if isPadded, point.minutes == last.minutes, point.holdsSame(as: last) { continue }
        throw text.fault(
          at: point.offset,
          "\(day.name) \(TimeOfDay(wrapping: point.minutes)) does not come after "
            + "\(TimeOfDay(wrapping: last.minutes))")
      }
      result.append(point)
      result[result.count - 1].text = text
    }
    return result
  }
}
