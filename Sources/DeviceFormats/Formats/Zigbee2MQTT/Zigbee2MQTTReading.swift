import Diagnostics
import JSONText
import ScheduleModel

extension Zigbee2MQTTFormat {
  var readsSeveralFiles: Bool { true }

  func zones(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> [DeviceZone] {
    var program = DeviceProgram(.celsius)
    let times = DayText(
      isUntil: profiles.first { $0.isNamed(options.kind ?? "") }?.id == "tuya-until")
    for text in files {
      for message in try Self.messages(text) {
        try Self.read(message, times, into: &program)
      }
    }
    return [DeviceZone(program)]
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
    _ message: LocatedNode, _ times: DayText, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    for (key, value) in try message.object() {
      // A device that did not answer yet has null.
      if value.node.kind == .null {
        noteLeftOut(key, value)
      } else if let day = dayOfText(key) {
        try program.add(times.points(value, day), to: day, padded: true, in: value.text)
      } else if key == "weekly_schedule" {
        try readWeekly(value, times, into: &program)
      } else if key == "schedule" || key == "programming_mode" {
        try readSchedule(value, of: message, times, into: &program)
      } else if key == "workdays_schedule" || key == "holidays_schedule" {
        try readDayGroup(String(key.dropLast(9)), value, of: message, times, into: &program)
      } else {
        noteLeftOut(key, value)
      }
    }
  }

  /// Names a member that could be about a schedule; the rest of a device's state is not.
  private static func noteLeftOut(_ key: String, _ value: LocatedNode) {
    guard ["schedule", "transition", "program"].contains(where: key.contains) else { return }
    value.text.leaveOut("unknown member \(key.quoted())", at: value.offset)
  }

  /// The day of `schedule_monday`, `weekly_schedule_monday` or `monday`.
  private static func dayOfText(_ key: String) -> Weekday? {
    let name = key.split(separator: "_").last.map(String.init) ?? ""
    let prefix = key.dropLast(name.count)
    guard ["", "schedule_", "weekly_schedule_"].contains(String(prefix)) else { return nil }
    return Weekday(exactly: name)
  }

  // MARK: schedule

  /// A day by its name with a text, or the days of work and the others.
  private static func readSchedule(
    _ place: LocatedNode, of message: LocatedNode, _ times: DayText,
    into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    if place.node.kind == .string {
      let points = try times.entries(place)
      // Six entries of a workday and two of a holiday in one text.
      guard points.count == 8, points[6].minutes < points[5].minutes else {
        throw place.fault("a text of \(points.count) entries that does not say whose they are")
      }
      try add(Array(points[..<6]), to: "workdays", place, of: message, into: &program)
      return try add(Array(points[6...]), to: "holidays", place, of: message, into: &program)
    }
    if let name = place["week_day"] {
      let day = try name.weekday()
      place.warn(unknownBut: ["week_day", "schedule"])
      return try program.add(
        times.points(place.member("schedule"), day), to: day, padded: true, in: place.text)
    }
    for (key, value) in try place.object() {
      let name = key.hasSuffix("_schedule") ? String(key.dropLast(9)) : key
      if name == "workdays" || name == "holidays" {
        try readDayGroup(name, value, of: message, times, into: &program)
      } else if key != "week" {
        place.text.leaveOut("unknown member \(key.quoted())", at: value.offset)
      }
    }
  }

  private static func readDayGroup(
    _ group: String, _ value: LocatedNode, of message: LocatedNode, _ times: DayText,
    into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    guard value.node.kind == .array else {
      return try add(times.entries(value), to: group, value, of: message, into: &program)
    }
    var points: [ReadSwitchpoint] = []
    for entry in try value.array() {
      let (hour, minute) = (try entry.member("hour"), try entry.member("minute"))
      guard let time = TimeOfDay(hour: hour.node.integer ?? -1, minute: minute.node.integer ?? -1)
      else { throw entry.fault("the hour and minute are no time") }
      entry.warn(unknownBut: ["hour", "minute", "temperature"])
      points.append(
        ReadSwitchpoint(
          minutes: time.minutes, heat: try entry.member("temperature").degrees(),
          offset: entry.offset))
    }
    try add(points, to: group, value, of: message, into: &program)
  }

  /// Gives the days of work or the others what they hold; `week` says which days those are.
  private static func add(
    _ points: [ReadSwitchpoint], to group: String, _ place: LocatedNode, of message: LocatedNode,
    into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    let nested = ["schedule", "programming_mode"].lazy.compactMap { message[$0]?["week"] }.first
    let week = (message["week"] ?? nested)?.node.string
    guard let workdays = ["5+2": 5, "6+1": 6, "7": 7][week ?? ""] else {
      throw place.fault(
        "workdays and holidays without \"week\" (5+2, 6+1 or 7), which says what days those are")
    }
    let days = Weekday.allCases.filter { ($0.rawValue < workdays) == (group == "workdays") }
    for day in days { try program.add(points, to: day, padded: true, in: place.text) }
  }

  // MARK: weekly_schedule

  private static func readWeekly(
    _ weekly: LocatedNode, _ times: DayText, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    let members = try weekly.object()
    // Saswell numbers the days, Sunday first, and writes them as members.
    let numbered = members.filter { ["1", "2", "3", "4", "5", "6", "7"].contains($0.key) }
    let named = members.compactMap { key, value in dayOfText(key).map { ($0, value) } }
    guard numbered.isEmpty, named.isEmpty || weekly["transitions"] != nil else {
      for (day, value) in named {
        try program.add(times.points(value, day), to: day, padded: true, in: value.text)
      }
      for (key, value) in numbered {
        let day = Weekday.allCases[((Int(key) ?? 1) + 5) % 7]
        if let own = value["dayofweek"], own.node.integer != Int(key) {
          throw own.fault("\"dayofweek\" is not \(key), which the member is called")
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

  /// The days of a list of names, a name, or the number of the cluster, whose bit 0 is Sunday.
  private static func days(_ list: LocatedNode) throws(ImportRefusal) -> [Weekday] {
    if list.node.kind == .string { return [try list.weekday()] }
    if let bits = list.node.integer {
      guard (1..<128).contains(bits) else {
        throw list.fault("\(bits) is no set of days (1 to 127)")
      }
      return Weekday.allCases.filter { bits & 1 << (($0.rawValue + 1) % 7) != 0 }
    }
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
}

/// The times and temperatures of a day in one text, `06:00/21 08:00/16`.
private struct DayText {
  /// Whether a time is when its temperature ends, and the last is 24:00.
  let isUntil: Bool

  /// The switchpoints of a day.
  func points(_ place: LocatedNode, _ day: Weekday) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let points = try entries(place)
    guard !points.isEmpty else { throw place.fault("\(day.name) has no entry") }
    return points
  }

  /// The switchpoints of a text.
  func entries(_ place: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let words = try place.string().split(separator: " ")
    guard words.count <= 48 else {
      throw place.fault("\(words.count) entries a day are more than any device has")
    }
    var points: [ReadSwitchpoint] = []
    var start = 0
    for word in words {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      let isEnd = parts[0] == "24:00"
      guard parts.count == 2, let minutes = isEnd ? 1440 : ClockText.minutes(parts[0]),
        let heat = NumberText.degrees(parts[1].replacing("°C", with: ""))
      else { throw place.fault("\(String(word).quoted()) is not like 06:00/21") }
      if isEnd, !isUntil {
        throw place.fault(
          "24:00 begins no period; a valve whose times are the ends of its temperatures, such as "
            + "TV02, ME167 or ZONNSMART, is --device-kind tuya-until")
      }
      if isUntil, start == minutes, !points.isEmpty { continue }
      points.append(
        ReadSwitchpoint(minutes: isUntil ? start : minutes, heat: heat, offset: place.offset))
      if isUntil, minutes <= start { throw place.fault("the times do not rise at \(word)") }
      start = minutes
    }
    if isUntil, start != 1440 {
      throw place.fault("the last time is not 24:00, where the day ends")
    }
    return points
  }
}
