import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads zone schedules of Honeywell evohome and Total Connect Comfort (EMEA).
///
/// Sources: evohome-async, schemas/schedule.py, schemas/config.py and zone.py; the limits are the
/// `scheduleCapabilities` of its recorded installations (6 switchpoints, 10 minutes, 0.5 °C, 5 to 35 °C; VisionPro and
/// FocusPro: 4, 15 minutes, 4.5 to 32 °C). Heat only.
struct EvohomeFormat: DeviceFormat {
  let id = "evohome"
  let title = "Honeywell evohome, Round, VisionPro (EMEA, Total Connect Comfort)"
  let exampleTarget = "3432521"
  let options: Set<RequestOption> = [.target, .program, .midnight]

  let profiles = [
    DeviceProfile(
      id: "evohome", aliases: ["round"], title: "evohome and Round zones", periods: 6, timeGrid: 10,
      scales: [TemperatureScale(.celsius, step: 50, heat: 500...3500)], sides: .heat),
    DeviceProfile(
      id: "focuspro", aliases: ["visionpro"], title: "VisionPro and FocusPro Wi-Fi (EMEA)",
      periods: 4,
      timeGrid: 15, scales: [TemperatureScale(.celsius, step: 50, heat: 450...3200)], sides: .heat),
  ]

  let forms: [(id: String, title: Sentence)] = [
    ("get", "the form that the service reads and writes (evohome-async 3)"),
    ("put", "the form that evohome-async 0.4 writes"),
    ("backup", "a backup file of evohome-async 3; \(option: .target) names the zone's id"),
    ("backup-put", "a backup file of evohome-async 0.4; \(option: .target) names the zone's id"),
  ]
  let formsWithTarget: [String]? = ["backup", "backup-put"]

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let form = options.form ?? ""
    var document = Self.document(week, isPut: form.hasSuffix("put"))
    if form.hasPrefix("backup") {
      guard let zone = options.target else {
        throw .usage("a backup needs the zone's id: \(add: .target) ZONE_ID")
      }
      document = [zone: ["name": .string(name), "schedule": document]]
    }
    return WrittenText(document)
  }

  /// The days of a zone; evohome-async 0.4 has its own spellings and numbers for days.
  private static func document(_ week: FittedWeek, isPut: Bool) -> JSONValue {
    let days = Weekday.allCases.map { day -> JSONValue in
      let points = JSONValue.array(
        week.entries(of: day).map { entry in
          [
            "heatSetpoint": .real(entry.heat),
            isPut ? "TimeOfDay" : "timeOfDay": .string("\(entry.time):00"),
          ]
        })
      return isPut
        ? ["DayOfWeek": .integer(day.rawValue), "Switchpoints": points]
        : ["dayOfWeek": .string(day.title), "switchpoints": points]
    }
    return [isPut ? "DailySchedules" : "dailySchedules": .array(days)]
  }

  // MARK: Reading

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let document = try files.text.json()
    let backup = try document.object().filter { $0.value["schedule"] != nil }
    if backup.isEmpty { return DevicePrograms(try Self.program(document)) }
    let zones = backup.map { id, zone in
      DeviceZone([zone["name"]?.node.string, id]) { () throws(ImportRefusal) in
        try Self.program(zone.member("schedule"))
      }
    }
    return DevicePrograms(zones: zones)
  }

  private static func program(_ document: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(.celsius)
    for place in try document.member("dailySchedules", "DailySchedules").array() {
      let day = try Self.day(place)
      guard program[.heat][day] == nil else { throw place.fault("\(day.title) appears twice") }
      let points = try place.member("switchpoints", "Switchpoints")
      place.warn(unknownBut: ["dayOfWeek", "DayOfWeek", "switchpoints", "Switchpoints"])
      try program.add(Self.points(points), to: day, in: document.text)
    }
    return program
  }

  private static func day(_ place: LocatedNode) throws(ImportRefusal) -> Weekday {
    let key = try place.member("dayOfWeek", "DayOfWeek")
    if let number = key.node.integer {
      guard Weekday.allCases.indices.contains(number) else {
        throw key.fault("day \(number) is outside 0 (Monday) to 6")
      }
      return Weekday.allCases[number]
    }
    return try key.weekday()
  }

  private static func points(_ place: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let elements = try place.entriesOfDay()
    if elements.isEmpty { return [.gap(from: 0, [.heat], at: place.offset)] }
    return try elements.map { element throws(ImportRefusal) in
      let time = try element.member("timeOfDay", "TimeOfDay")
      if try element.first(of: "dhwState", "DhwState") != nil {
        throw element.fault("a hot water zone switches on and off; it has no setpoints")
      }
      let heat = try element.member("heatSetpoint").degrees()
      element.warn(unknownBut: ["timeOfDay", "TimeOfDay", "heatSetpoint"])
      return ReadSwitchpoint(minutes: try time.clockMinutes(), heat: heat, offset: element.offset)
    }
  }
}
