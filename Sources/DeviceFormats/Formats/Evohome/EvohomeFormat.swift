import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads zone schedules of Honeywell evohome and Total Connect Comfort (EMEA).
///
/// Sources: evohome-async, schemas/schedule.py, schemas/config.py, zone.py and control_system.py; the limits are the
/// `scheduleCapabilities` of its recorded installations (6 switchpoints, 10 minutes, 0.5 °C, 5 to 35 °C; VisionPro and
/// FocusPRO: 4, 15 minutes, 4.5 to 32 °C). Heat only.
struct EvohomeFormat: DeviceFormat {
  let title = "Honeywell evohome, Round, VisionPro (EMEA, Total Connect Comfort)"
  let exampleTarget = "3432521"
  let options: Set<RequestOption> = [.target, .program, .midnight]

  let profiles = [
    DeviceProfile(
      id: "evohome", aliases: ["round"], title: "evohome and Round zones", periods: 6, timeGrid: 10,
      scales: [TemperatureScale(.celsius, step: 50, heat: 500...3500)], sides: .heat),
    DeviceProfile(
      id: "focuspro", aliases: ["visionpro"], title: "VisionPRO and FocusPRO Wi-Fi (EMEA)",
      periods: 4,
      timeGrid: 15, scales: [TemperatureScale(.celsius, step: 50, heat: 450...3200)], sides: .heat),
  ]

  let forms: [(id: String, title: Sentence)] = [
    ("get", "the form that the service reads and writes"),
    ("put", "the form that evohome-async 0.4 writes"),
    ("backup", "a backup file of evohome-async 3; \(option: .target) names the zone's id"),
    ("backup-put", "a backup file of evohome-async 0.4; \(option: .target) names the zone's id"),
  ]
  let formsWithTarget: [String]? = ["backup", "backup-put"]

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let form = options.form ?? ""
    let days = Self.days(week, form)
    guard form.hasPrefix("backup") else { return WrittenText(.object([days])) }
    guard let zone = options.target else {
      throw .usage("a backup needs the zone's id: \(add: .target) ZONE_ID")
    }
    let (id, name) = (JSONValue.string(zone), JSONValue.Member("name", .string(name)))
    return form == "backup"
      ? WrittenText(.array([.object([.init("zone_id", id), name, days])]))
      : WrittenText([zone: .object([name, .init("schedule", .object([days]))])])
  }

  /// The days of a zone; each version of evohome-async has its own spelling, and 0.4 numbers for days.
  private static func days(_ week: FittedWeek, _ form: String) -> JSONValue.Member {
    let keys =
      switch form {
      case "get": ["dailySchedules", "dayOfWeek", "switchpoints", "heatSetpoint", "timeOfDay"]
      case "backup":
        ["daily_schedules", "day_of_week", "switchpoints", "heat_setpoint", "time_of_day"]
      default: ["DailySchedules", "DayOfWeek", "Switchpoints", "heatSetpoint", "TimeOfDay"]
      }
    let days = Weekday.allCases.map { day -> JSONValue in
      let points = week.entries(of: day).map { entry -> JSONValue in
        [keys[3]: .real(entry.heat), keys[4]: .string("\(entry.time):00")]
      }
      let name = ["get": day.title, "backup": day.name][form].map { JSONValue.string($0) }
      return [keys[1]: name ?? .integer(day.rawValue), keys[2]: .array(points)]
    }
    return .init(keys[0], .array(days))
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let document = try files.text.json()
    // Zones by id, or with their ids.
    let backup =
      try document.node.kind == .array
      ? document.array().map { ("", $0) } : document.object().map { ($0.key, $0.value) }
    let zones = backup.filter { $1["schedule"] ?? $1["daily_schedules"] != nil }.map { id, zone in
      let own = zone["zone_id"] ?? zone["dhw_id"]
      return DeviceZone([zone["name"]?.node.string, own?.node.string ?? id]) {
        () throws(ImportRefusal) in
        try Self.program(zone["schedule"] ?? zone)
      }
    }
    return try zones.isEmpty
      ? DevicePrograms(Self.program(document)) : DevicePrograms(zones: zones)
  }

  private static func program(_ document: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(.celsius)
    let days =
      try document.node.kind == .array
      ? document : document.member("dailySchedules", "DailySchedules", "daily_schedules")
    for place in try days.array() {
      let day = try Self.day(place)
      let points = try place.member("switchpoints", "Switchpoints")
      guard program[.heat][day] == nil else { throw place.fault("\(day.title) appears twice") }
      place.warn(unknownBut: [
        "dayOfWeek", "DayOfWeek", "day_of_week", "switchpoints", "Switchpoints",
      ])
      try program.add(Self.points(points).orGap(at: points), to: day, in: document.text)
    }
    return program
  }

  private static func day(_ place: LocatedNode) throws(ImportRefusal) -> Weekday {
    let key = try place.member("dayOfWeek", "DayOfWeek", "day_of_week")
    if let number = key.node.integer {
      guard Weekday.allCases.indices.contains(number) else {
        throw key.fault("day \(number) is outside 0 (Monday) to 6")
      }
      return Weekday.allCases[number]
    }
    return try key.weekday()
  }

  private static func points(_ place: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    try place.entriesOfDay().map { element throws(ImportRefusal) in
      let time = try element.member("timeOfDay", "TimeOfDay", "time_of_day")
      if try element.first(of: "dhwState", "DhwState", "dhw_state") != nil {
        throw element.fault("a hot-water zone switches on and off; it has no setpoints")
      }
      let heat = try element.member("heatSetpoint", "heat_setpoint").degrees()
      element.warn(unknownBut: [
        "timeOfDay", "TimeOfDay", "time_of_day", "heatSetpoint", "heat_setpoint",
      ])
      return ReadSwitchpoint(time: try time.clockTime(), heat: heat, offset: element.offset)
    }
  }
}
