import Diagnostics
import JSONText
import ScheduleModel

extension Zigbee2MQTTFormat {
  var readsSeveralFiles: Bool { true }

  func program(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(.celsius)
    for text in files {
      for message in try Self.messages(text) { try Self.read(message, into: &program) }
    }
    return program
  }

  /// The messages of a file: one JSON text or an array of them, or one on each line, where a topic
  /// may stand before it as `mosquitto_sub -v` writes it.
  private static func messages(_ text: DeviceText) throws(ImportRefusal) -> [LocatedNode] {
    let lines = text.lines()
    guard lines.count > 1, isWhole(lines[0], text) else {
      var start = lines.first?.lowerBound ?? 0
      if let first = lines.first, lines.count == 1 { start = brace(first, text) ?? start }
      let all = try text.json(in: start..<text.bytes.count)
      return all.node.kind == .array ? try all.array() : [all]
    }
    var messages: [LocatedNode] = []
    for line in lines {
      messages.append(try text.json(in: (brace(line, text) ?? line.lowerBound)..<line.upperBound))
    }
    return messages
  }

  /// Whether a line looks like a message of its own, so that a JSON text over many lines does not.
  private static func isWhole(_ line: Range<Int>, _ text: DeviceText) -> Bool {
    guard brace(line, text) != nil else { return false }
    let topicEnds = text.bytes[line.lowerBound] == UInt8(ascii: "{")
    return topicEnds
      ? line.count > 1 && text.bytes[line.upperBound - 1] == UInt8(ascii: "}")
      : text.bytes[line.lowerBound] != UInt8(ascii: "\"")
  }

  /// Where the message of a line begins: at its first brace, behind a topic.
  private static func brace(_ line: Range<Int>, _ text: DeviceText) -> Int? {
    text.bytes[line.lowerBound] == UInt8(ascii: "[")
      ? nil : text.bytes[line].firstIndex(of: UInt8(ascii: "{"))
  }

  private static func read(
    _ message: LocatedNode, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    var known: Set<String> = ["weekly_schedule"]
    for (key, value) in try message.object() {
      // A device that did not answer yet has null.
      guard let day = dayOfText(key), value.node.kind != .null else { continue }
      known.insert(key)
      try readDay(value, day, into: &program)
    }
    message.warn(unknownBut: known)
    guard let weekly = message["weekly_schedule"] else { return }
    var hasDays = false
    for (key, value) in try weekly.object() {
      guard let day = dayOfText(key) else { continue }
      hasDays = true
      try readDay(value, day, into: &program)
    }
    guard !hasDays || weekly["transitions"] != nil else {
      return weekly.warn(
        unknownBut: Set(weekly.node.members.map(\.key).filter { dayOfText($0) != nil }))
    }
    try readWeekly(weekly, into: &program)
  }

  /// The day of `schedule_monday`, `weekly_schedule_monday` or `monday`.
  private static func dayOfText(_ key: String) -> Weekday? {
    let name = key.split(separator: "_").last.map(String.init) ?? ""
    let prefix = key.dropLast(name.count)
    guard ["", "schedule_", "weekly_schedule_"].contains(String(prefix)) else { return nil }
    return Weekday(exactly: name)
  }

  // MARK: weekly_schedule

  private static func readWeekly(
    _ weekly: LocatedNode, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    guard let dayList = try weekly.first(of: "dayofweek", "days") else {
      throw weekly.fault("\"dayofweek\" (or \"days\") is missing")
    }
    let days = try dayList.node.kind == .string ? [dayList.weekday()] : days(dayList)
    weekly.warn(unknownBut: [
      "dayofweek", "days", "transitions", "numoftrans", "mode",
    ])
    let place = try weekly.member("transitions")
    let transitions = try place.array()
    if let count = weekly["numoftrans"], let number = count.node.integer,
      transitions.count != number
    {
      throw count.fault(
        "\(number) transitions are announced, and \(transitions.count) are there")
    }
    guard transitions.count <= 48 else {
      throw place.fault("\(transitions.count) transitions a day are more than any device has")
    }
    var points: [ReadSwitchpoint] = []
    for transition in transitions { points.append(try point(transition)) }
    guard let first = points.first else { throw place.fault("there is no transition") }
    for (index, point) in points.enumerated() where point.sides != first.sides {
      throw weekly.text.fault(
        at: point.offset, "transition \(index + 1) has other setpoints than the first")
    }
    for day in days {
      try program.add(points, to: day, padded: true, in: weekly.text)
    }
  }

  private static func days(_ list: LocatedNode) throws(ImportRefusal) -> [Weekday] {
    var days: [Weekday] = []
    for element in try list.array() {
      let own = try (element["day"] ?? element).weekday()
      guard !days.contains(own) else { throw element.fault("\(own.name) appears twice") }
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
    point.heat = try heat?.degrees()
    point.cool = try cool?.degrees()
    if heat == nil, cool == nil {
      throw transition.fault("\"heatSetpoint\" (or \"heating_setpoint\") is missing")
    }
    return point
  }

  private static func minutes(_ time: LocatedNode) throws(ImportRefusal) -> Int {
    switch time.node.kind {
    case .string: return try time.clockMinutes()
    case .object:
      let (hour, minute) = (try time.member("hour"), try time.member("minute"))
      guard let value = TimeOfDay(hour: hour.node.integer ?? -1, minute: minute.node.integer ?? -1)
      else { throw time.fault("the hour and minute are no time") }
      return value.minutes
    default: return try time.minutes()
    }
  }

  // MARK: 06:00/21 08:00/16

  private static func readDay(
    _ place: LocatedNode, _ day: Weekday, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    var points: [ReadSwitchpoint] = []
    let words = try place.string().split(separator: " ")
    guard words.count <= 48 else {
      throw place.fault("\(words.count) entries a day are more than any device has")
    }
    for word in words {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let minutes = ClockText.minutes(parts[0]),
        let heat = NumberText.degrees(parts[1])
      else { throw place.fault("\(String(word).quoted()) is not like 06:00/21") }
      points.append(ReadSwitchpoint(minutes: minutes, heat: heat, offset: place.offset))
    }
    guard !points.isEmpty else { throw place.fault("\(day.name) has no entry") }
    try program.add(points, to: day, padded: true, in: place.text)
  }
}
