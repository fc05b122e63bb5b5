import ScheduleModel

/// Minutes since midnight, rounded if the file has seconds, and the text in the file if it has.
typealias ReadTime = (minutes: Int, finer: String?)

/// A change of setpoints in a file.
struct ReadSwitchpoint: Equatable {
  var time: ReadTime
  /// The heat setpoint in the file's unit, if any.
  var heat: ReadDegrees?
  /// The cool setpoint in the file's unit, if any.
  var cool: ReadDegrees?
  /// The byte offset in the file.
  var offset: Int?
  /// The file; nil until the switchpoint is added to a program.
  var text: DeviceText?

  subscript(side: Side) -> ReadDegrees? {
    get { side == .heat ? heat : cool }
    set {
      if side == .heat { heat = newValue } else { cool = newValue }
    }
  }

  /// Minutes since midnight, 0...1439.
  var minutes: Int {
    get { time.minutes }
    set { time.minutes = newValue }
  }

  var sides: [Side] { Side.allCases.filter { self[$0] != nil } }

  func holdsSame(as other: ReadSwitchpoint) -> Bool { heat == other.heat && cool == other.cool }

  /// The sum of the differences of both sides, in hundredths.
  func distance(from other: ReadSwitchpoint) -> Int {
    let degrees = { (point: Self, side: Side) in point[side]?.hundredths.count ?? 0 }
    return Side.allCases.reduce(0) { $0 + abs(degrees(self, $1) - degrees(other, $1)) }
  }

  func only(_ side: Side) -> ReadSwitchpoint {
    var result = self
    result[side.other] = nil
    return result
  }

  /// Creates a switchpoint at which the setpoints of some sides end.
  static func gap(from time: ReadTime, _ sides: [Side], at offset: Int?) -> ReadSwitchpoint {
    var point = ReadSwitchpoint(time: time, offset: offset)
    for side in sides { point[side] = .gap }
    return point
  }

  // Compares times and setpoints, not places in files.
  static func == (left: Self, right: Self) -> Bool {
    left.minutes == right.minutes && left.holdsSame(as: right)
  }
}

extension [ReadSwitchpoint] {
  /// The switchpoints of a day; in an empty one at `place`, the setpoints of some sides end at 00:00.
  func orGap(_ sides: [Side] = [.heat], at place: LocatedNode) -> Self {
    isEmpty ? [.gap(from: (0, nil), sides, at: place.offset)] : self
  }

  /// The switchpoints of a day that change the setpoints in force, at first those of `before`.
  func changes(after before: ReadSwitchpoint?) -> [ReadSwitchpoint] {
    zip(self, [before] + self).filter { $1?.holdsSame(as: $0) != true }.map(\.0)
  }
}

/// The switchpoints in a file by day, at least one for each, for one side or both.
typealias ReadDays = [Weekday: [ReadSwitchpoint]]

extension ReadDays {
  /// The switchpoint in force at 00:00 of a day: the last one of the previous day.
  func carried(into day: Weekday) -> ReadSwitchpoint? { self[day.previous]?.last }

  /// Removes entries at 00:00 that repeat the previous day's last setpoints, which devices without carry-over need;
  /// removing them changes nothing in effect.
  ///
  /// A day of exactly four entries keeps them all, since they fill the four rows.
  func withoutMidnightEntries() -> ReadDays {
    var result = self
    for (day, points) in self {
      guard points.count > 1, points.count != Period.allCases.count, points[0].minutes == 0,
        carried(into: day)?.holdsSame(as: points[0]) == true
      else { continue }
      result[day] = Array(points.dropFirst())
    }
    return result
  }

  /// The days that both sides have, with the switchpoints and the times of both.
  ///
  /// Before a side's first switchpoint of a day, that of the previous day is in force.
  func merged(with other: ReadDays) -> ReadDays {
    var result: ReadDays = [:]
    for day in Weekday.allCases {
      guard var mine = self[day]?[...], var others = other[day]?[...] else { continue }
      let times = Set(mine.map(\.minutes)).union(others.map(\.minutes)).sorted()
      var (own, their) = (carried(into: day), other.carried(into: day))
      result[day] = times.map { minute in
        var place: ReadSwitchpoint?
        while let next = others.first, next.minutes <= minute {
          (their, place) = (next, next)
          others.removeFirst()
        }
        while let next = mine.first, next.minutes <= minute {
          (own, place) = (next, next)
          mine.removeFirst()
        }
        return ReadSwitchpoint(
          time: (minute, nil), heat: own?.heat ?? their?.heat, cool: own?.cool ?? their?.cool,
          offset: place?.offset, text: place?.text)
      }
    }
    return result
  }

  /// The days at the times of this side, with the setpoints of another side that are in force longest until the next.
  func sampling(_ side: Side, of other: ReadDays) -> ReadDays {
    let both = merged(with: other)
    var result: ReadDays = [:]
    for (day, points) in self {
      let next = self[day.next]?.first?.minutes ?? 0
      var following = both[day.next] ?? []
      for index in following.indices { following[index].minutes += 1440 }
      let ends = points.dropFirst().map(\.minutes) + [1440 + next]
      result[day] = zip(points, ends).compactMap { point, end in
        let parts = ((both[day] ?? []) + following).filter {
          (point.minutes..<end).contains($0.minutes)
        }
        var lengths: [ReadDegrees?: Int] = [:]
        for (part, end) in zip(parts, parts.dropFirst().map(\.minutes) + [end]) {
          lengths[part[side], default: 0] += end - part.minutes
        }
        var row = parts.first
        row?[side] =
          parts.max { lengths[$0[side], default: 0] < lengths[$1[side], default: 0] }?[side]
        return row
      }
    }
    return result
  }
}

struct ReadDegrees: Hashable {
  /// The value in the file's unit, rounded if the file has more decimals.
  let hundredths: Hundredths
  /// The text in the file if it has more than two decimals.
  let finer: String?
  /// Whether the file has no setpoint at this time.
  private(set) var isGap = false

  /// The absence of a setpoint; the options supply one.
  static let gap = ReadDegrees(0, isGap: true)

  init(_ hundredths: Hundredths, isGap: Bool = false) {
    self.hundredths = hundredths
    finer = nil
    self.isGap = isGap
  }

  /// Converts degrees; nil beyond ±1000 and for NaN.
  init?(_ number: Double) {
    guard number.isFinite, abs(number) <= 1000 else { return nil }
    hundredths = Hundredths(Int((number * 100).rounded()))
    finer = abs(number * 100 - Double(hundredths.count)) < 1e-6 ? nil : "\(number)"
  }

  /// Parses a decimal number without exponent; nil for anything else and beyond ±1000.
  init?(text: some StringProtocol) {
    guard text.utf8.count <= 24, text.utf8.allSatisfy("0123456789.-".utf8.contains),
      let number = Double(String(text))
    else { return nil }
    self.init(number)
  }

  /// Converts the shortest decimal number to which an IEEE single is the nearest; nil beyond ±1000 and for NaN.
  init?(_ number: Float) { self.init(Double("\(number)") ?? .nan) }

  /// The same value, or a gap for 0x8000, which means "not defined" in Zigbee.
  var orZigbeeGap: ReadDegrees { hundredths == -32768 ? .gap : self }

  /// Whether a value with three or more decimals is a converted temperature of the other unit: 15.556 °C for 60 °F.
  func isWritten(of value: Temperature, in unit: TemperatureUnit, as own: TemperatureUnit) -> Bool {
    guard let finer, unit != own, let number = Double(finer) else { return false }
    let exact = own == .celsius ? (value.degrees - 32) * 5 / 9 : value.degrees * 9 / 5 + 32
    let decimals = finer.split(separator: ".").last?.utf8.count ?? 0
    let scale = (0..<min(decimals, 10)).reduce(1.0) { scale, _ in scale * 10 }
    return ((exact * scale).rounded() / scale - number).magnitude < 1e-9
  }

  /// The value with all decimals.
  var text: String { finer ?? "\(hundredths)" }
}
