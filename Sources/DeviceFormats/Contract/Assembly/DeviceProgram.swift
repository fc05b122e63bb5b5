import ScheduleModel

/// A weekly program in a file: heat, cool or both, each with any number of switchpoints per day.
package struct DeviceProgram {
  let unit: TemperatureUnit
  /// The name in the file, if any.
  var name: String?
  /// Whether the program is due on some dates only, so that the day before may have another one.
  var hasDates = false
  private var sides: [Side: ReadDays] = [:]
  private var parts: [Side: [Weekday: [[ReadSwitchpoint]]]] = [:]

  /// Creates an empty program.
  init(_ unit: TemperatureUnit) {
    self.unit = unit
  }

  /// The sides in the files.
  var heldSides: Sides {
    Sides(Side.allCases.filter { !self[$0].isEmpty }.map { Sides($0) })
  }

  /// The days of a side; empty if the files do not contain it.
  subscript(side: Side) -> ReadDays {
    get { sides[side] ?? [:] }
    set { sides[side] = newValue }
  }

  /// Adds the switchpoints of a day for the sides of the first one. Adding the same ones again has no effect, since a
  /// device may answer twice.
  ///
  /// With `continuing`, later switchpoints are appended to the existing ones. In a `padded` day, entries that repeat
  /// the previous one are skipped: devices fill unused entries with them, at the end or in the middle.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a day without switchpoints, for times that do not increase, and for a day
  ///   that already has other switchpoints.
  mutating func add(
    _ points: [ReadSwitchpoint], to day: Weekday, continuing: Bool = false, padded: Bool = false,
    in text: DeviceText
  ) throws(ImportRefusal) {
    guard let first = points.first else {
      throw text.fault(at: nil, "\(day.title) has no switchpoint")
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
          "\(day.title) has another \(side.name) program before this one; leave one in the file")
      }
      sides[side, default: [:]][day] = try Self.rising(present + own, day, padded, text)
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
          "\(day.title) \(TimeOfDay(wrapping: point.minutes)) does not come after "
            + "\(TimeOfDay(wrapping: last.minutes))")
      }
      result.append(point)
      result[result.count - 1].text = text
    }
    return result
  }
}
