import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the blocks of a tado zone.
///
/// Sources: PyPI libtado (api.py: get_schedule_blocks, set_schedule_blocks, get_capabilities): blocks of a day type
/// with start and end, 00:00 at the end of a day; timetable 0 has one day type, 1 three, 2 seven; 5 to 25 °C.
/// tado X, PyPI python-tado (models/line_x/schedule.py, zone/hops_zone.py, const.py): a request for each day, no zone
/// type, 24:00 at the end of a day, 5 to 30 °C; a room's answer has all days in `schedule`.
/// The interfaces are unpublished and limit the calls per day.
struct TadoFormat: DeviceFormat {
  let title = "tado zones that heat (blocks of a timetable)"

  let profiles = [
    DeviceProfile(
      id: "tado", title: "tado zones that heat",
      scales: [TemperatureScale(.celsius, step: 10, heat: 500...2500)],
      sides: .heat, needsMidnightEntry: true),
    DeviceProfile(
      id: "tado-x", title: "tado X rooms",
      scales: [TemperatureScale(.celsius, step: 10, heat: 500...3000)],
      sides: .heat, needsMidnightEntry: true),
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let isX = week.profile.id == "tado-x"
    let days = Weekday.allCases.map { day in Self.blocks(week.entries(of: day), day, isX: isX) }
    guard isX else { return WrittenText(.array(days.flatMap(\.self))) }
    return WrittenText(
      .array(
        zip(Weekday.allCases, days).map { day, blocks in
          ["dayType": .string(day.name.uppercased()), "daySchedule": .array(blocks)]
        }))
  }

  private static func blocks(
    _ entries: [WrittenSwitchpoint], _ day: Weekday, isX: Bool
  ) -> [JSONValue] {
    entries.withEnds.map { entry, end in
      let fahrenheit = Hundredths(entry.heat.count * 9 / 5 + 3200)
      let temperature: JSONValue =
        isX
        ? ["value": .real(entry.heat)]
        : ["celsius": .real(entry.heat), "fahrenheit": .real(fahrenheit)]
      return .object(known: [
        "dayType": .string(day.name.uppercased()), "start": .string("\(entry.time)"),
        "end": .string(isX || end != "24:00" ? end : "00:00"),
        "geolocationOverride": isX ? nil : .boolean(false),
        "setting": .object(known: [
          "type": isX ? nil : "HEATING", "power": "ON", "temperature": temperature,
        ]),
      ])
    }
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let document = try files.text.json()
    if let errors = document["errors"] {
      throw errors.fault(
        "tado refused: \((errors.node[0]?["title"]?.string ?? "no reason").quoted())")
    }
    var program = DeviceProgram(.celsius)
    program.name = document["room"]?["name"]?.node.string
    var found: [Weekday: DayBlocks] = [:]
    for block in try Self.blocks(document) {
      let (days, point, end) = try Self.block(block)
      for day in days {
        try found[day, default: DayBlocks([.heat])].add(point, until: end, at: block)
      }
    }
    for (day, blocks) in found.sorted(by: { $0.key < $1.key }) {
      try program.add(blocks.switchpoints(at: document), to: day, in: files.text)
    }
    return DevicePrograms(program)
  }

  /// The blocks of a timetable, of a day, of an answer of tado X or of its requests.
  private static func blocks(_ document: LocatedNode) throws(ImportRefusal) -> [LocatedNode] {
    if let schedule = document["schedule"] { return try schedule.array() }
    let list = try document["dayType"] == nil ? document.array() : [document]
    var blocks: [LocatedNode] = []
    for element in list { blocks += try element["daySchedule"]?.array() ?? [element] }
    return blocks
  }

  private static func block(
    _ block: LocatedNode
  ) throws(ImportRefusal) -> (days: [Weekday], point: ReadSwitchpoint, end: ReadTime) {
    let type = try block.member("dayType")
    let days: [Weekday]
    switch try type.string() {
    case "MONDAY_TO_SUNDAY": days = Weekday.allCases
    case "MONDAY_TO_FRIDAY": days = Weekday.workdays
    default: days = [try type.weekday()]
    }
    let start = try block.member("start").clockTime()
    let last = try block.member("end")
    let end: ReadTime = try last.node.string == "24:00" ? (0, nil) : last.clockTime()
    let setting = try block.member("setting")
    let value = setting["temperature"]?["value"]
    let power = try setting.member("power").string()
    // Rooms of tado X only heat and have no type; python-tado writes null.
    if let zone = setting["type"], zone.node.kind != .null {
      guard try zone.string() == "HEATING" else {
        throw zone.fault("only zones that heat can be read, not \(try zone.string().quoted())")
      }
    } else if value == nil, power == "ON" {
      throw setting.fault("\"type\" is missing")
    }
    block.warn(unknownBut: [
      "dayType", "start", "end", "geolocationOverride", "setting", "modulation",
    ])
    setting.warn(unknownBut: [
      "type", "power", "temperature", "mode", "fanLevel", "verticalSwing", "horizontalSwing",
      "light",
    ])
    var point = ReadSwitchpoint(time: start, heat: .gap, offset: block.offset)
    switch power {
    case "ON":
      point.heat =
        if let value { try value.degrees() } else {
          try setting.member("temperature").member("celsius").degrees()
        }
    case "OFF": break
    default: throw setting.fault("expected the power ON or OFF")
    }
    return (days, point, end.minutes == 0 ? (1440, nil) : end)
  }
}
