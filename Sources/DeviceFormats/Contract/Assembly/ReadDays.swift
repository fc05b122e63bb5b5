import ScheduleModel

/// The switchpoints in a file by day, at least one for each, for one side or both.
typealias ReadDays = [Weekday: [ReadSwitchpoint]]

extension ReadDays {
  /// The switchpoint in force at 00:00 of a day: the last one of the previous day.
  func carried(into day: Weekday) -> ReadSwitchpoint? { self[day.previous]?.last }

  /// As above, with a missing day taken from `base` in the same unit.
  private func carried(into day: Weekday, _ base: Week?) -> ReadSwitchpoint? {
    if let own = carried(into: day) { return own }
    guard self[day.previous] == nil, let base, let sides = self[day]?[0].sides else {
      return nil
    }
    let evening = base[RowAddress(day.previous, .sleep)]
    var point = ReadSwitchpoint(minutes: 0)
    for side in sides { point[side] = evening[side].map { ReadDegrees(Hundredths($0)) } }
    return point.sides == sides ? point : nil
  }

  /// Removes entries at 00:00 that repeat the previous day's last setpoints, which devices without carry-over need;
  /// removing them changes nothing in effect.
  ///
  /// A day of exactly four entries keeps them all, since they fill the four rows. Missing days come from `base`.
  func withoutMidnightEntries(base: Week? = nil) -> ReadDays {
    var result = self
    for (day, points) in self {
      guard points.count > 1, points.count != Period.allCases.count, points[0].minutes == 0,
        let before = carried(into: day, base), before.holdsSame(as: points[0])
      else { continue }
      result[day] = Array(points.dropFirst())
    }
    return result
  }

  /// Whether another side has the same times on the same days.
  func hasTimes(of other: ReadDays) -> Bool {
    Weekday.allCases.allSatisfy { self[$0]?.map(\.minutes) == other[$0]?.map(\.minutes) }
  }

  /// The days that both sides have, with the switchpoints and the times of both.
  ///
  /// Before a side's first switchpoint of a day, that of the previous day is in force.
  func merged(with other: ReadDays) -> ReadDays {
    var result: ReadDays = [:]
    for day in Weekday.allCases {
      guard let mine = self[day], let others = other[day] else { continue }
      let times = Set(mine.map(\.minutes)).union(others.map(\.minutes)).sorted()
      result[day] = times.map { minute in
        let own = mine.last { $0.minutes <= minute } ?? carried(into: day)
        let their = others.last { $0.minutes <= minute } ?? other.carried(into: day)
        let place = [mine, others].lazy.compactMap { $0.first { $0.minutes == minute } }.first
        return ReadSwitchpoint(
          minutes: minute, heat: own?.heat ?? their?.heat, cool: own?.cool ?? their?.cool,
          offset: place?.offset, text: place?.text)
      }
    }
    return result
  }

  /// The days with the setpoints of another side sampled at the times of this one.
  func sampling(_ other: ReadDays) -> ReadDays {
    var result = merged(with: other)
    for (day, points) in self {
      let times = Set(points.map(\.minutes))
      result[day]?.removeAll { !times.contains($0.minutes) }
    }
    return result
  }
}
