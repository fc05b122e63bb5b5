import Diagnostics
import JSONText
import ScheduleModel

extension Zigbee2MQTTFormat {
  var readsSeveralFiles: Bool { true }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    var reader = Zigbee2MQTTReader(isUntil: profile(files.options.kind)?.zigbee == .endTimes)
    for text in files.texts {
      for message in try Self.messages(text) { try reader.read(message) }
    }
    return DevicePrograms(reader.program)
  }

  /// The messages of a file: one JSON text or an array of them, or one per line, optionally after a topic as in the
  /// output of `mosquitto_sub -v`.
  private static func messages(_ text: DeviceText) throws(ImportRefusal) -> [LocatedNode] {
    let lines = text.lines()
    guard lines.count > 1, isWhole(lines[0], text) else {
      var start = lines.first?.lowerBound ?? 0
      if let first = lines.first, lines.count == 1 { start = brace(first, text) ?? start }
      let all = try text.json(in: start..<text.bytes.count)
      return all.node.kind == .array ? try all.array() : [all]
    }
    return try lines.map { line throws(ImportRefusal) in
      try text.json(in: (brace(line, text) ?? line.lowerBound)..<line.upperBound)
    }
  }

  /// Whether a line is a complete message, unlike a line of a longer JSON text.
  private static func isWhole(_ line: Range<Int>, _ text: DeviceText) -> Bool {
    guard brace(line, text) != nil else { return false }
    let topicEnds = text.bytes[line.lowerBound] == UInt8(ascii: "{")
    return topicEnds
      ? line.count > 1 && text.bytes[line.upperBound - 1] == UInt8(ascii: "}")
      : text.bytes[line.lowerBound] != UInt8(ascii: "\"")
  }

  /// The start of a line's message: its first brace, after a topic.
  private static func brace(_ line: Range<Int>, _ text: DeviceText) -> Int? {
    text.bytes[line.lowerBound] == UInt8(ascii: "[")
      ? nil : text.bytes[line].firstIndex(of: UInt8(ascii: "{"))
  }
}

/// Reads messages, each with a part of a week.
private struct Zigbee2MQTTReader {
  /// Whether the time in a text is the end of its temperature, so that the last is 24:00.
  let isUntil: Bool
  private(set) var program = DeviceProgram(.celsius)

  /// The members with the program of several days; the second spelling is that of ZWT198 and ZHT-S03.
  private static let dayGroups = [
    "workdays_schedule": "workdays", "holidays_schedule": "holidays",
    "schedule_weekday": "workdays", "schedule_holiday": "holidays",
  ]

  mutating func read(_ message: LocatedNode) throws(ImportRefusal) {
    for (key, value) in try message.object() {
      // The value is null until the device has answered.
      if value.node.kind == .null {
        Self.noteLeftOut(key, value)
      } else if let day = Weekday(zigbeeMember: key) {
        try add(entries(value), to: [day], value)
      } else if key == "weekly_schedule" {
        try readWeekly(value)
      } else if key == "schedule" || key == "programming_mode" {
        try readSchedule(value, of: message)
      } else if let group = Self.dayGroups[key] {
        try readDayGroup(group, value, of: message)
      } else {
        Self.noteLeftOut(key, value)
      }
    }
  }

  /// Warns about a member that could be part of a schedule.
  private static func noteLeftOut(_ key: String, _ value: LocatedNode) {
    guard ["schedule", "transition", "program"].contains(where: key.contains) else { return }
    value.leaveOut("unknown member \(key.quoted())")
  }

  // MARK: schedule

  /// Reads a day's text by its name, or those of workdays and days off.
  private mutating func readSchedule(
    _ place: LocatedNode, of message: LocatedNode
  ) throws(ImportRefusal) {
    if place.node.kind == .string {
      let points = try entries(place)
      // Six entries for workdays and two for days off in one text.
      guard points.count == 8, points[6].minutes < points[5].minutes else {
        throw place.fault("a text of \(points.count) entries without their days")
      }
      try add(Array(points[..<6]), to: days(of: "workdays", place, message), place)
      return try add(Array(points[6...]), to: days(of: "holidays", place, message), place)
    }
    if let name = place["week_day"] {
      let day = try name.weekday()
      place.warn(unknownBut: ["week_day", "schedule"])
      return try add(entries(place.member("schedule")), to: [day], place)
    }
    for (key, value) in try place.object() {
      let name = key.hasSuffix("_schedule") ? String(key.dropLast(9)) : key
      if name == "workdays" || name == "holidays" {
        try readDayGroup(name, value, of: message)
      } else if key != "week" {
        value.leaveOut("unknown member \(key.quoted())")
      }
    }
  }

  private mutating func readDayGroup(
    _ group: String, _ value: LocatedNode, of message: LocatedNode
  ) throws(ImportRefusal) {
    let days = try days(of: group, value, message)
    guard value.node.kind == .array else { return try add(entries(value), to: days, value) }
    let points = try value.array().map { entry throws(ImportRefusal) in
      let time = try entry.hourAndMinute()
      entry.warn(unknownBut: ["hour", "minute", "temperature"])
      return ReadSwitchpoint(
        time: time, heat: try entry.member("temperature").degrees(), offset: entry.offset)
    }
    try add(points, to: days, value)
  }

  private mutating func add(
    _ points: [ReadSwitchpoint], to days: [Weekday], _ place: LocatedNode
  ) throws(ImportRefusal) {
    for day in days {
      try program.add(points.orGap(at: place), to: day, padded: true, in: place.text)
    }
  }

  /// The workdays or the days off; `week` defines them.
  private func days(
    of group: String, _ place: LocatedNode, _ message: LocatedNode
  ) throws(ImportRefusal) -> [Weekday] {
    let nested = ["schedule", "programming_mode"].lazy.compactMap { message[$0]?["week"] }.first
    let week = (message["week"] ?? nested ?? message["working_day"])?.node.string
    let known = ["5+2": 5, "6+1": 6, "7": 7, "mon_fri": 5, "mon_sat": 6, "mon_sun": 7]
    // ZWT198 reports 5-2.
    guard let workdays = known[week?.replacing("-", with: "+") ?? ""] else {
      throw place.fault("workdays and holidays require \"week\" (5+2, 6+1 or 7)")
    }
    let days = Weekday.allCases.filter { ($0.rawValue < workdays) == (group == "workdays") }
    if days.isEmpty {
      place.leaveOut("the program of \(group), which a week of \(workdays) lacks,")
    }
    return days
  }

  // MARK: The member weekly_schedule: days, each with transitions or a text.

  /// Reads the days of a member `weekly_schedule`, in any spelling.
  private mutating func readWeekly(_ weekly: LocatedNode) throws(ImportRefusal) {
    let members = try weekly.object()
    // Saswell numbers the days from Sunday and uses the numbers as members.
    let numbered = members.filter { ["1", "2", "3", "4", "5", "6", "7"].contains($0.key) }
    let named = members.compactMap { key, value in Weekday(zigbeeMember: key).map { ($0, value) } }
    guard numbered.isEmpty, named.isEmpty || weekly["transitions"] != nil else {
      for (day, value) in named { try add(entries(value), to: [day], value) }
      for (key, value) in numbered {
        let day = Weekday.week(from: .sunday)[(Int(key) ?? 1) - 1]
        if let own = value["dayofweek"], own.node.integer != Int(key) {
          throw own.fault("\"dayofweek\" is not \(key), the member's name")
        }
        try readTransitions(of: value, [day])
      }
      let known =
        members.filter { Weekday(zigbeeMember: $0.key) != nil }.map(\.key) + numbered.map(\.key)
      return weekly.warn(unknownBut: Set(known))
    }
    guard let dayList = try weekly.first(of: "dayofweek", "days") else {
      throw weekly.fault("\"dayofweek\" (or \"days\") is missing")
    }
    try readTransitions(of: weekly, Self.days(dayList))
  }

  private mutating func readTransitions(
    of weekly: LocatedNode, _ days: [Weekday]
  ) throws(ImportRefusal) {
    weekly.warn(unknownBut: ["dayofweek", "days", "transitions", "numoftrans", "mode"])
    let place = try weekly.member("transitions")
    let transitions = try place.array()
    if let count = weekly["numoftrans"], let number = count.node.integer,
      transitions.count != number
    {
      throw count.fault(
        "\"numoftrans\" is \(number), but there are \(transitions.count) transitions")
    }
    try place.refuseTooMany(transitions.count)
    let points = try transitions.map(Self.point).orGap(at: place)
    let first = points[0]
    for (index, point) in points.enumerated() where point.sides != first.sides {
      throw weekly.text.fault(
        at: point.offset, "transition \(index + 1) does not have the setpoints of the first")
    }
    try add(points, to: days, weekly)
  }

  /// Parses a list of names, a name, or the bit set of the cluster.
  private static func days(_ list: LocatedNode) throws(ImportRefusal) -> [Weekday] {
    let absence = { list.leaveOut("the program for absence") }
    if let bits = list.node.integer {
      guard (1..<256).contains(bits) else {
        throw list.fault("\(bits) is not a set of days (1 to 255)")
      }
      if bits >= 128 { absence() }
      return Weekday.days(inBitsFromSunday: bits)
    }
    let names = try list.node.kind == .string ? [list] : list.array().map { $0["day"] ?? $0 }
    let present = names.filter { $0.node.string != "away_or_vacation" }
    if present.count < names.count { absence() }
    var days: [Weekday] = []
    for element in present {
      let own = try element.weekday()
      guard !days.contains(own) else { throw element.fault("\(own.title) appears twice") }
      days.append(own)
    }
    guard !names.isEmpty else { throw list.fault("the list of days is empty") }
    return days
  }

  private static func point(_ transition: LocatedNode) throws(ImportRefusal) -> ReadSwitchpoint {
    _ = try transition.object()
    transition.warn(unknownBut: [
      "transitionTime", "transition_time", "time", "heatSetpoint", "heat_setpoint",
      "heating_setpoint", "coolSetpoint", "cool_setpoint", "cooling_setpoint",
    ])
    guard let time = try transition.first(of: "transitionTime", "transition_time", "time") else {
      throw transition.fault("\"transitionTime\" (or \"time\") is missing")
    }
    var point = ReadSwitchpoint(time: try self.time(time), offset: transition.offset)
    let heat = try transition.first(of: "heatSetpoint", "heat_setpoint", "heating_setpoint")
    let cool = try transition.first(of: "coolSetpoint", "cool_setpoint", "cooling_setpoint")
    point.heat = try heat?.degrees().orZigbeeGap
    point.cool = try cool?.degrees().orZigbeeGap
    if heat == nil, cool == nil {
      throw transition.fault("\"heatSetpoint\" (or \"heating_setpoint\") is missing")
    }
    return point
  }

  private static func time(_ time: LocatedNode) throws(ImportRefusal) -> ReadTime {
    switch time.node.kind {
    case .string: try time.clockTime()
    case .object: try time.hourAndMinute()
    default: try time.minutes()
    }
  }

  // MARK: The times and temperatures of a day in one text, `06:00/21 08:00/16`

  /// What Aqara W600 (`08:00/home, 22:00/sleep`) and PO-BOCO-ELEC (`comfort / 06:00 / eco`) have for degrees.
  private static let presets: Set = [
    "home", "away", "sleep", "vacation", "wind_down", "off", "antifrost", "eco", "comfort_-2",
    "comfort_-1", "comfort",
  ]

  private func entries(_ place: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let words = try place.string().split(separator: " ")
    try place.refuseTooMany(words.count)
    let parts = words.flatMap { $0.split { "/,".contains($0) } }
    if let preset = parts.first(where: { Self.presets.contains(String($0)) }) {
      throw place.fault(
        "\(String(preset).quoted()) is a preset of the device; its degrees are not in the schedule")
    }
    var points: [ReadSwitchpoint] = []
    var start = 0
    for word in words {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      let isEnd = parts[0] == "24:00"
      guard parts.count == 2, let minutes = isEnd ? 1440 : TimeOfDay(clock: parts[0])?.minutes,
        let heat = ReadDegrees(text: parts[1].replacing("°C", with: ""))
      else { throw place.fault("\(String(word).quoted()) is not an entry such as 06:00/21") }
      if isEnd, !isUntil {
        throw place.fault(
          "24:00 cannot start a period; if the times of the valve are ends (TV02, TV01-ZB, "
            + "ZONNSMART), pass \(add: .device) tuya-until")
      }
      if isUntil, start == minutes, !points.isEmpty { continue }
      points.append(
        ReadSwitchpoint(time: (isUntil ? start : minutes, nil), heat: heat, offset: place.offset))
      if isUntil, minutes <= start { throw place.fault("the times do not rise at \(word)") }
      start = minutes
    }
    if isUntil, start != 1440 { throw place.fault("the last time is not 24:00") }
    return points
  }
}
