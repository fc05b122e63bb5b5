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
    var messages: [LocatedNode] = []
    for line in lines {
      messages.append(try text.json(in: (brace(line, text) ?? line.lowerBound)..<line.upperBound))
    }
    return messages
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

  /// The members with the program of several days; the second spelling is that of ZWT198.
  private static let dayGroups = [
    "workdays_schedule": "workdays", "holidays_schedule": "holidays",
    "schedule_weekday": "workdays", "schedule_holiday": "holidays",
  ]

  private static func read(
    _ message: LocatedNode, _ times: DayText, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    for (key, value) in try message.object() {
      // The value is null until the device has answered.
      if value.node.kind == .null {
        noteLeftOut(key, value)
      } else if let day = dayOfText(key) {
        try program.add(times.points(value, day), to: day, padded: true, in: value.text)
      } else if key == "weekly_schedule" {
        try readWeekly(value, times, into: &program)
      } else if key == "schedule" || key == "programming_mode" {
        try readSchedule(value, of: message, times, into: &program)
      } else if let group = dayGroups[key] {
        try readDayGroup(group, value, of: message, times, into: &program)
      } else {
        noteLeftOut(key, value)
      }
    }
  }

  /// Warns about a member that could be part of a schedule.
  private static func noteLeftOut(_ key: String, _ value: LocatedNode) {
    guard ["schedule", "transition", "program"].contains(where: key.contains) else { return }
    value.text.leaveOut("unknown member \(key.quoted())", at: value.offset)
  }

  /// The day of `schedule_monday`, `weekly_schedule_monday` or `monday`.
  static func dayOfText(_ key: String) -> Weekday? {
    let name = key.split(separator: "_").last.map(String.init) ?? ""
    let prefix = key.dropLast(name.count)
    guard ["", "schedule_", "weekly_schedule_"].contains(String(prefix)) else { return nil }
    return Weekday(exactly: name)
  }

  // MARK: schedule

  /// Reads a day's text by its name, or those of workdays and days off.
  private static func readSchedule(
    _ place: LocatedNode, of message: LocatedNode, _ times: DayText,
    into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    if place.node.kind == .string {
      let points = try times.entries(place)
      // Six entries for workdays and two for days off in one text.
      guard points.count == 8, points[6].minutes < points[5].minutes else {
        throw place.fault("a text of \(points.count) entries without their days")
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
      let minutes = try entry.hourAndMinute()
      entry.warn(unknownBut: ["hour", "minute", "temperature"])
      points.append(
        ReadSwitchpoint(
          minutes: minutes, heat: try entry.member("temperature").degrees(),
          offset: entry.offset))
    }
    try add(points, to: group, value, of: message, into: &program)
  }

  /// Sets workdays or days off; `week` defines them.
  private static func add(
    _ points: [ReadSwitchpoint], to group: String, _ place: LocatedNode, of message: LocatedNode,
    into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    let nested = ["schedule", "programming_mode"].lazy.compactMap { message[$0]?["week"] }.first
    let week = (message["week"] ?? nested ?? message["working_day"])?.node.string
    let known = ["5+2": 5, "6+1": 6, "7": 7, "mon_fri": 5, "mon_sat": 6, "mon_sun": 7]
    guard let workdays = known[week ?? ""] else {
      throw place.fault(
        "workdays and holidays require \"week\" (5+2, 6+1 or 7)")
    }
    let days = Weekday.allCases.filter { ($0.rawValue < workdays) == (group == "workdays") }
    if days.isEmpty {
      place.text.leaveOut(
        "the program of \(group), which a week of \(workdays) lacks,", at: place.offset)
    }
    for day in days { try program.add(points, to: day, padded: true, in: place.text) }
  }
}
