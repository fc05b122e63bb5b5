import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads heating schedules of Drayton Wiser, as files of its integration or in the format of the hub.
///
/// Sources: PyPI aioWiserHeatAPI (schedule.py, const.py, helpers/temp.py): a file names its type and has a list of
/// times and temperatures for each day; the hub has two lists for each day, times as HHMM and tenths of a degree; 5 to
/// 30 °C in halves; -20 is off; 3000 and 4000 are sunrise and sunset.
struct WiserFormat: DeviceFormat {
  let title = "Drayton Wiser (schedule file, local hub)"
  let options: Set<RequestOption> = [.midnight]

  let profiles = [
    DeviceProfile(
      id: "wiser", aliases: ["drayton"], title: "Drayton Wiser rooms",
      scales: [TemperatureScale(.celsius, step: 50, heat: 500...3000)],
      sides: .heat)
  ]

  let forms: [(id: String, title: Sentence)] = [
    ("file", "a schedule file: YAML, written as JSON"),
    ("hub", "the hub's own form in JSON"),
  ]

  func fileSuffix(ofForm form: String?) -> String { form == "hub" ? "json" : "yaml" }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let isHub = options.form == "hub"
    let days = Weekday.allCases.map { day -> JSONValue.Member in
      let entries = week.entries(of: day)
      guard isHub else {
        let points = entries.map {
          ["Time": .string("\($0.time)"), "Temp": .real($0.heat)] as JSONValue
        }
        return .init(day.title, .array(points))
      }
      return .init(
        day.title,
        [
          "Time": .array(entries.map { .integer($0.time.hour * 100 + $0.time.minute) }),
          "DegreesC": .array(entries.map { .integer($0.heat.count / 10) }),
        ])
    }
    // The integration reads YAML; JSON is a subset in which truncation is detectable.
    let head: [JSONValue.Member] = [
      .init("Name", .string(name)),
      .init("Description", .string("Heating schedule for \(name)")), .init("Type", "Heating"),
    ]
    return WrittenText(.object(isHub ? days : head + days))
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    let document = try text.document()
    // A truncated YAML list is otherwise undetectable.
    guard text.bytes.first == UInt8(ascii: "{") || text.bytes.last == UInt8(ascii: "\n") else {
      throw text.fault(at: 0, "the file ends in the middle of a line, and may be cut short")
    }
    let found = document.weeks(except: ["OnOff", "Level"], warns: false) {
      Self.days(of: $0) != nil
    }
    let zones = found.compactMap { place, _ -> DeviceZone? in
      let type = place["Type"]?.node.string ?? "Heating"
      guard type == "Heating" else {
        place.leaveOut("a schedule of type \(type.quoted())")
        return nil
      }
      let id = place["id"]?.node.integer.map { "\($0)" }
      return DeviceZone([place["Name"]?.node.string, id]) { () throws(ImportRefusal) in
        try Self.program(place)
      }
    }
    guard !zones.isEmpty else { throw document.fault("no heating schedule with days") }
    return DevicePrograms(zones: zones)
  }

  /// Members of a schedule that are not days.
  private static let ordinary: Set = [
    "id", "Name", "Description", "Type", "Next", "CurrentSetpoint", "Assignments",
  ]

  /// The days of a key: one by its name, or several by a name of the integration, such as `Weekdays`.
  private static func days(of key: String) -> [Weekday]? {
    switch key.lowercased() {
    case "weekdays": Weekday.workdays
    case "weekends": Weekday.weekend
    case "all": Weekday.allCases
    case let name: Weekday(exactly: name).map { [$0] }
    }
  }

  private static func program(_ place: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(.celsius)
    for (key, value) in try place.object() {
      guard let days = days(of: key) else {
        if !ordinary.contains(key) { value.leaveOut("unknown member \(key.quoted())") }
        continue
      }
      let points = try value.node.kind == .array ? filePoints(value) : hubPoints(value)
      let sorted = points.sorted { $0.minutes < $1.minutes }.orGap(at: value)
      for day in days { try program.add(sorted, to: day, in: place.text) }
    }
    return program
  }

  private static func filePoints(_ list: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    try list.entriesOfDay().map { entry throws(ImportRefusal) in
      let time = try entry.member("Time")
      if ["sunrise", "sunset"].contains(time.node.string?.lowercased()) { throw sun(time) }
      let value = try entry.member("Temp", "Setpoint")
      var heat = try value.node.string?.lowercased() == "off" ? .gap : value.degrees()
      // -20 °C is off, too.
      if heat.hundredths == -2000 { heat = .gap }
      entry.warn(unknownBut: ["Time", "Temp", "Setpoint"])
      return ReadSwitchpoint(time: try time.clockTime(), heat: heat, offset: entry.offset)
    }
  }

  private static func hubPoints(_ day: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let times = try day.member("Time").array()
    let heats = try day.member("DegreesC").array()
    guard times.count == heats.count else {
      throw day.fault("\(times.count) times and \(heats.count) temperatures")
    }
    try day.refuseTooMany(times.count)
    return try zip(times, heats).map { time, heat throws(ImportRefusal) in
      // The hub writes 0630 as a number, the integration as a text.
      let number = try time.expect("a time HHMM", time.node.integer ?? Int(time.node.string ?? ""))
      if number == 3000 || number == 4000 { throw sun(time) }
      guard number >= 0, let clock = TimeOfDay(hour: number / 100, minute: number % 100) else {
        throw time.fault("\(number) is not a time HHMM")
      }
      let tenths = try heat.expect(
        "tenths of a degree", heat.node.integer.flatMap { (-1000...1000).contains($0) ? $0 : nil })
      return ReadSwitchpoint(
        time: (clock.minutes, nil),
        heat: tenths == -200 ? .gap : ReadDegrees(Hundredths(tenths * 10)), offset: time.offset)
    }
  }

  private static func sun(_ place: LocatedNode) -> ImportRefusal {
    place.fault("the table does not support sunrise and sunset")
  }
}
