import JSONText
import ScheduleModel

// The member weekly_schedule: days, each with transitions or a text.

extension Zigbee2MQTTFormat {
  /// Reads the days of a member `weekly_schedule`, in any spelling.
  static func readWeekly(
    _ weekly: LocatedNode, _ times: DayText, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    let members = try weekly.object()
    // Saswell numbers the days from Sunday and uses the numbers as members.
    let numbered = members.filter { ["1", "2", "3", "4", "5", "6", "7"].contains($0.key) }
    let named = members.compactMap { key, value in dayOfText(key).map { ($0, value) } }
    guard numbered.isEmpty, named.isEmpty || weekly["transitions"] != nil else {
      for (day, value) in named {
        try program.add(times.points(value, day), to: day, padded: true, in: value.text)
      }
      for (key, value) in numbered {
        let day = Weekday.allCases[((Int(key) ?? 1) + 5) % 7]
        if let own = value["dayofweek"], own.node.integer != Int(key) {
          throw own.fault("\"dayofweek\" is not \(key), the member's name")
        }
        try readTransitions(of: value, [day], into: &program)
      }
      let known = members.filter { dayOfText($0.key) != nil }.map(\.key) + numbered.map(\.key)
      return weekly.warn(unknownBut: Set(known))
    }
    guard let dayList = try weekly.first(of: "dayofweek", "days") else {
      throw weekly.fault("\"dayofweek\" (or \"days\") is missing")
    }
    try readTransitions(of: weekly, days(dayList), into: &program)
  }

  private static func readTransitions(
    of weekly: LocatedNode, _ days: [Weekday], into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    weekly.warn(unknownBut: [
      "dayofweek", "days", "transitions", "numoftrans", "mode",
    ])
    let place = try weekly.member("transitions")
    let transitions = try place.array()
    if let count = weekly["numoftrans"], let number = count.node.integer,
      transitions.count != number
    {
      throw count.fault(
        "\"numoftrans\" is \(number), but there are \(transitions.count) transitions")
    }
    try place.refuseTooMany(transitions.count)
    var points: [ReadSwitchpoint] = []
    for transition in transitions { points.append(try point(transition)) }
    if points.isEmpty { points = [.gap(from: 0, [.heat], at: place.offset)] }
    let first = points[0]
    for (index, point) in points.enumerated() where point.sides != first.sides {
      throw weekly.text.fault(
        at: point.offset, "transition \(index + 1) has other setpoints than the first")
    }
    for day in days {
      try program.add(points, to: day, padded: true, in: weekly.text)
    }
  }

  /// Parses a list of names, a name, or the bit set of the cluster, whose bit 0 is Sunday.
  private static func days(_ list: LocatedNode) throws(ImportRefusal) -> [Weekday] {
    if list.node.kind == .string { return [try list.weekday()] }
    if let bits = list.node.integer {
      guard (1..<128).contains(bits) else {
        throw list.fault("\(bits) is not a set of days (1 to 127)")
      }
      return Weekday.allCases.filter { bits & 1 << (($0.rawValue + 1) % 7) != 0 }
    }
    var days: [Weekday] = []
    for element in try list.array() {
      let own = try (element["day"] ?? element).weekday()
      guard !days.contains(own) else { throw element.fault("\(own.title) appears twice") }
      days.append(own)
    }
    guard !days.isEmpty else { throw list.fault("there is no day") }
    return days
  }

  private static let transitionMembers: Set = [
    "transitionTime", "transition_time", "time", "heatSetpoint", "heat_setpoint",
    "heating_setpoint", "coolSetpoint", "cool_setpoint", "cooling_setpoint",
  ]

  private static func point(_ transition: LocatedNode) throws(ImportRefusal) -> ReadSwitchpoint {
    _ = try transition.object()
    transition.warn(unknownBut: transitionMembers)
    guard let time = try transition.first(of: "transitionTime", "transition_time", "time") else {
      throw transition.fault("\"transitionTime\" (or \"time\") is missing")
    }
    var point = ReadSwitchpoint(minutes: try minutes(time), offset: transition.offset)
    let heat = try transition.first(of: "heatSetpoint", "heat_setpoint", "heating_setpoint")
    let cool = try transition.first(of: "coolSetpoint", "cool_setpoint", "cooling_setpoint")
    point.heat = try heat?.degrees().orZigbeeGap
    point.cool = try cool?.degrees().orZigbeeGap
    if heat == nil, cool == nil {
      throw transition.fault("\"heatSetpoint\" (or \"heating_setpoint\") is missing")
    }
    return point
  }

  private static func minutes(_ time: LocatedNode) throws(ImportRefusal) -> Int {
    switch time.node.kind {
    case .string: return try time.clockMinutes()
    case .object: return try time.hourAndMinute()
    default: return try time.minutes()
    }
  }
}
