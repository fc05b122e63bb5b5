import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the blocks of a tado zone.
///
/// Sources: PyPI libtado (api.py: get_schedule_blocks, set_schedule_blocks, get_capabilities): blocks of a day type
/// with start and end, 00:00 at the end of a day; timetable 0 has one day type, 1 three, 2 seven; 5 to 25 °C. The
/// interface is unpublished and limits the calls per day.
struct TadoFormat: ImportableFormat {
  let id = "tado"
  let fileSuffix = "json"
  let title = "tado zones that heat (blocks of a timetable)"
  let options: DeviceOptionSet = []

  let profiles = [
    DeviceProfile(
      "tado", title: "tado zones that heat",
      capabilities: DeviceCapabilities(
        periods: nil, scales: [TemperatureScale(.celsius, step: 10, heat: 500...2500)],
        sides: .heat, midnight: .needsEntry))
  ]

  let instructions = [
    "setpoint export FILE --to tado --drop-cool -o blocks.json",
    "The blocks are those of timetable 2 (seven days). With PyPI libtado, tado being logged in:",
    "tado.set_schedule_blocks(ZONE, 2, json.load(open('blocks.json')))",
    "tado.set_schedule(ZONE, 2)",
    "Read back: json.dump(tado.get_schedule_blocks(ZONE, 2), open('blocks.json', 'w')), then",
    "setpoint import blocks.json --from tado",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let blocks = Weekday.allCases.flatMap { day -> [JSONValue] in
      let entries = week.entries(of: day)
      return entries.indices.map { index in
        let end = index + 1 < entries.count ? "\(entries[index + 1].time)" : "00:00"
        let heat = entries[index].heat
        return [
          "dayType": .string(day.name.uppercased()), "start": .string("\(entries[index].time)"),
          "end": .string(end), "geolocationOverride": .boolean(false),
          "setting": [
            "type": "HEATING", "power": "ON",
            "temperature": [
              "celsius": .real(heat),
              "fahrenheit": .real(Hundredths(heat.count * 9 / 5 + 3200)),
            ],
          ],
        ]
      }
    }
    return WrittenText(.array(blocks))
  }
}

// MARK: Reading

extension TadoFormat {
  func zones(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> [DeviceZone] {
    let document = try files[0].json()
    if let errors = document["errors"] {
      throw errors.fault(
        "tado refused: \((errors.node[0]?["title"]?.string ?? "no reason").quoted())")
    }
    var program = DeviceProgram(.celsius)
    var found: [Weekday: (points: [ReadSwitchpoint], end: Int)] = [:]
    for block in try document["dayType"] == nil ? document.array() : [document] {
      let (days, point, end) = try Self.block(block)
      for day in days {
        let last = found[day]?.end ?? 0
        guard point.minutes == last else {
          throw block.fault(
            "\(day.name) has no block from \(TimeOfDay(wrapping: last)) to "
              + "\(TimeOfDay(wrapping: point.minutes)); the table has no pauses")
        }
        found[day, default: ([], 0)].points.append(point)
        found[day]?.end = end
      }
    }
    for (day, blocks) in found.sorted(by: { $0.key < $1.key }) {
      guard blocks.end == 1440 else {
        throw document.fault(
          "\(day.name) has no block from \(TimeOfDay(wrapping: blocks.end)) to 24:00")
      }
      try program.add(blocks.points, to: day, in: files[0])
    }
    return [DeviceZone(program)]
  }

  private static func block(
    _ block: LocatedNode
  ) throws(ImportRefusal) -> (days: [Weekday], point: ReadSwitchpoint, end: Int) {
    let type = try block.member("dayType")
    let days: [Weekday]
    switch try type.string() {
    case "MONDAY_TO_SUNDAY": days = Weekday.allCases
    case "MONDAY_TO_FRIDAY": days = Weekday.allCases.filter { !$0.isWeekend }
    default: days = [try type.weekday()]
    }
    let start = try block.member("start").clockMinutes()
    let end = try block.member("end").clockMinutes()
    let setting = try block.member("setting")
    let zone = try setting.member("type")
    guard try zone.string() == "HEATING" else {
      throw zone.fault("only zones that heat can be read, not \(try zone.string().quoted())")
    }
    guard try setting.member("power").string() == "ON" else {
      throw block.fault("the zone is off from here; the table has no pauses")
    }
    block.warn(unknownBut: [
      "dayType", "start", "end", "geolocationOverride", "setting", "modulation",
    ])
    setting.warn(unknownBut: ["type", "power", "temperature"])
    var point = ReadSwitchpoint(minutes: start, offset: block.offset)
    point.heat = try setting.member("temperature").member("celsius").degrees()
    return (days, point, end == 0 ? 1440 : end)
  }
}
