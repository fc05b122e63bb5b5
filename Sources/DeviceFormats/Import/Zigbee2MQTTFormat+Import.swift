import Diagnostics
import JSONText
import ScheduleModel

extension Zigbee2MQTTFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    var programs = SidePrograms(.celsius)
    let texts = inputs.map { DeviceText($0) }
    for text in texts {
      for message in try Self.messages(text) { try Self.read(message, into: &programs) }
    }
    guard let first = texts.first else { throw .usage("zigbee2mqtt reads one file or more") }
    var assembly = try WeekAssembly(first, options, of: self)
    let schedule = try assembly.schedule(from: programs)
    return ImportOutput(
      schedule: schedule, name: nil, warnings: texts.flatMap(\.warnings))
  }

  /// The messages of a file: one JSON text or an array of them, or one on each line, where a topic
  /// may stand before it as `mosquitto_sub -v` writes it.
  private static func messages(_ text: DeviceText) throws(ImportRefusal) -> [JSONPlace] {
    let lines = text.lines()
    guard lines.count > 1, isWhole(lines[0], text) else {
      var start = lines.first?.lowerBound ?? 0
      if let first = lines.first, lines.count == 1 { start = brace(first, text) ?? start }
      let all = try text.json(in: start..<text.bytes.count)
      return all.node.kind == .array ? try all.array() : [all]
    }
    var messages: [JSONPlace] = []
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
    _ message: JSONPlace, into programs: inout SidePrograms
  ) throws(ImportRefusal) {
    var known: Set<String> = ["weekly_schedule"]
    for (key, value) in try message.object() {
      // A device that did not answer yet has null.
      guard let day = dayOfText(key), value.node.kind != .null else { continue }
      known.insert(key)
      try readDay(value, day, into: &programs)
    }
    message.warn(unknownBut: known)
    guard let weekly = message["weekly_schedule"] else { return }
    var hasDays = false
    for (key, value) in try weekly.object() {
      guard let day = dayOfText(key) else { continue }
      hasDays = true
      try readDay(value, day, into: &programs)
    }
    guard !hasDays || weekly["transitions"] != nil else {
      return weekly.warn(
        unknownBut: Set(weekly.node.members.map(\.key).filter { dayOfText($0) != nil }))
    }
    try readWeekly(weekly, into: &programs)
  }

  /// The day of `schedule_monday`, `weekly_schedule_monday` or `monday`.
  private static func dayOfText(_ key: String) -> Weekday? {
    let name = key.split(separator: "_").last.map(String.init) ?? ""
    let prefix = key.dropLast(name.count)
    guard ["", "schedule_", "weekly_schedule_"].contains(String(prefix)) else { return nil }
    return Weekday.allCases.first { $0.name == name }
  }

  // MARK: weekly_schedule

  private static func readWeekly(
    _ weekly: JSONPlace, into programs: inout SidePrograms
  ) throws(ImportRefusal) {
    guard let dayList = try weekly.first(of: "dayofweek", "days") else {
      throw weekly.fault("\"dayofweek\" (or \"days\") is missing")
    }
    let days = try dayList.node.kind == .string ? [day(dayList)] : days(dayList)
    weekly.warn(unknownBut: [
      "dayofweek", "days", "transitions", "numoftrans", "mode",
    ])
    let transitions = try weekly.member("transitions")
    if let count = weekly["numoftrans"], let number = count.node.integer,
      try transitions.array().count != number
    {
      throw count.fault(
        "\(number) transitions are announced, and \(try transitions.array().count) are there")
    }
    var points: [Switchpoint] = []
    for transition in try transitions.array() { points.append(try point(transition)) }
    guard points.count <= 48 else {
      throw transitions.fault("\(points.count) transitions a day are more than any device has")
    }
    guard let first = points.first else { throw transitions.fault("there is no transition") }
    let sides: Sides = [first.heat == nil ? [] : .heat, first.cool == nil ? [] : .cool]
    for (index, point) in points.enumerated()
    where (point.heat == nil) != (first.heat == nil) || (point.cool == nil) != (first.cool == nil) {
      throw weekly.text.fault(
        at: point.offset, "transition \(index + 1) has other setpoints than the first")
    }
    for day in days {
      try programs.add(points, of: sides, for: day, padded: true, in: weekly.text)
    }
  }

  private static func days(_ list: JSONPlace) throws(ImportRefusal) -> [Weekday] {
    var days: [Weekday] = []
    for element in try list.array() {
      let own = try day(element["day"] ?? element)
      guard !days.contains(own) else { throw element.fault("\(own.name) appears twice") }
      days.append(own)
    }
    guard !days.isEmpty else { throw list.fault("there is no day") }
    return days
  }

  private static func day(_ place: JSONPlace) throws(ImportRefusal) -> Weekday {
    let name = try place.string()
    guard let day = Weekday.allCases.first(where: { $0.name == name.lowercased() }) else {
      throw place.fault("\(name.quoted()) is not a day")
    }
    return day
  }

  private static let transitionMembers: Set = [
    "transitionTime", "transition_time", "time", "heatSetpoint", "heat_setpoint",
    "heating_setpoint", "coolSetpoint", "cool_setpoint", "cooling_setpoint",
  ]

  private static func point(_ transition: JSONPlace) throws(ImportRefusal) -> Switchpoint {
    _ = try transition.object()
    transition.warn(unknownBut: transitionMembers)
    guard let time = try transition.first(of: "transitionTime", "transition_time", "time") else {
      throw transition.fault("\"transitionTime\" (or \"time\") is missing")
    }
    var point = Switchpoint(minutes: try minutes(time), offset: transition.offset)
    let heat = try transition.first(of: "heatSetpoint", "heat_setpoint", "heating_setpoint")
    let cool = try transition.first(of: "coolSetpoint", "cool_setpoint", "cooling_setpoint")
    point.heat = try heat?.degrees()
    point.cool = try cool?.degrees()
    if heat == nil, cool == nil {
      throw transition.fault("\"heatSetpoint\" (or \"heating_setpoint\") is missing")
    }
    return point
  }

  private static func minutes(_ time: JSONPlace) throws(ImportRefusal) -> Int {
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
    _ place: JSONPlace, _ day: Weekday, into programs: inout SidePrograms
  ) throws(ImportRefusal) {
    var points: [Switchpoint] = []
    let words = try place.string().split(separator: " ")
    guard words.count <= 48 else {
      throw place.fault("\(words.count) entries a day are more than any device has")
    }
    for word in words {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let minutes = ClockText.minutes(parts[0]),
        let heat = NumberText.degrees(parts[1])
      else { throw place.fault("\(String(word).quoted()) is not like 06:00/21") }
      points.append(Switchpoint(minutes: minutes, heat: heat, offset: place.offset))
    }
    guard !points.isEmpty else { throw place.fault("\(day.name) has no entry") }
    try programs.add(points, of: .heat, for: day, padded: true, in: place.text)
  }
}
