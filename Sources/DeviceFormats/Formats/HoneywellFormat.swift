import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the timed schedule of Honeywell Home thermostats (T5, T6, T9, T10).
///
/// Facts: developer.honeywellhome.com, lyric/apis/post/devices/schedule: four periods on T5 and T6,
/// six on T9 and T10, "always 15 minute increments", "whole numbers for F and half increments for
/// C". Ranges and deadband come from GET devices: --heat-range, --cool-range, --deadband.
struct HoneywellFormat: ImportableFormat {
  let id = "honeywell"
  let title = "Honeywell Home T5, T6, T9, T10 (Resideo cloud)"
  let heeds: DeviceOptionSet = .target

  let profiles = [
    DeviceProfile(
      "honeywell", aliases: ["t5", "t6", "lyric"], title: "Honeywell Home T5 and T6",
      capabilities: capabilities(4)),
    DeviceProfile(
      "t9", aliases: ["t10"], title: "Honeywell Home T9 and T10", capabilities: capabilities(6)),
  ]

  let instructions = [
    "setpoint export FILE --to honeywell --target DEVICE_ID -o schedule.json",
    "curl -X POST -H 'Content-Type: application/json' -H \"Authorization: Bearer $TOKEN\" \\",
    "  -d @schedule.json \\",
    "  'https://api.honeywell.com/v2/devices/schedule/DEVICE_ID?apikey=KEY&locationId=ID&type=regular'",
    "The device's own limits stand in GET devices: --heat-range, --cool-range, --deadband.",
    "Read back: the same address with GET, then setpoint import schedule.json --from honeywell",
  ]

  /// The periods of the service in the order of the table's.
  private static let periodTypes = ["Wake", "Away", "Home", "Sleep"]

  private static func capabilities(_ periods: Int) -> DeviceCapabilities {
    DeviceCapabilities(
      periods: periods, timeGrid: 15,
      scales: [TemperatureScale(.fahrenheit, step: 100), TemperatureScale(.celsius, step: 50)],
      midnight: .carriesOver)
  }

  func export(
    _ schedule: Week, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput {
    let profile = try profile(options.kind)
    _ = try form(options)
    let week = try FittedWeek(schedule, to: profile, options: options)
    let days = Weekday.allCases.map { day -> JSONValue in
      let periods = zip(Self.periodTypes, week.entries(of: day)).map { type, entry -> JSONValue in
        [
          "isCancelled": .boolean(false), "periodType": .string(type),
          "startTime": .string("\(entry.time):00"), "heatSetPoint": .hundredths(entry.heat),
          "coolSetPoint": .hundredths(entry.cool),
        ]
      }
      return ["day": .string(day.title), "periods": .array(periods)]
    }
    var members = options.target.map { [JSONValue.Member("deviceID", .string($0))] } ?? []
    members += [
      .init("scheduleType", "Timed"),
      .init("scheduleSubType", week.scale.unit == .celsius ? "EMEA" : "NA"),
      .init("timedSchedule", ["days": .array(days)]),
    ]
    let notes =
      options.target == nil ? ["no device named; --target DEVICE_ID writes it into the text"] : []
    return week.output(JSONValue.object(members).encoded(.indented) + [0x0A], notes: notes)
  }
}

// MARK: Reading

extension HoneywellFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    guard inputs.count == 1 else { throw .usage("honeywell reads one file") }
    let text = DeviceText(inputs[0])
    let document = try text.json()
    let days = try document.member("timedSchedule").member("days")
    var program = DeviceProgram(try Self.unit(document, options), sides: .both)
    for place in try days.array() {
      let key = try place.member("day")
      let name = try key.string()
      guard let day = Weekday.allCases.first(where: { $0.name == name.lowercased() }) else {
        throw key.fault("\(name.quoted()) is not a day")
      }
      guard program.days[day] == nil else { throw key.fault("\(day.name) appears twice") }
      try program.set(
        Self.points(place.member("periods"), day), for: day, in: text)
    }
    var assembly = try WeekAssembly(text, options, of: self)
    let schedule = try assembly.schedule(from: program)
    return ImportOutput(schedule: schedule, name: nil, warnings: text.warnings)
  }

  /// The file does not say its unit; the region that it names usually does.
  private static func unit(
    _ document: JSONPlace, _ options: ImportOptions
  ) throws(ImportRefusal) -> TemperatureUnit {
    if let unit = options.fileUnit { return unit }
    switch try document["scheduleSubType"]?.string() {
    case "EMEA": return .celsius
    case "NA": return .fahrenheit
    default: throw .usage("the file does not say its unit; add --file-unit C or F")
    }
  }

  private static let periodMembers: Set = [
    "isCancelled", "periodType", "startTime", "heatSetPoint", "coolSetPoint",
  ]

  private static func points(
    _ place: JSONPlace, _ day: Weekday
  ) throws(ImportRefusal) -> [Switchpoint] {
    var points: [Switchpoint] = []
    let periods = try place.array()
    guard periods.count <= 48 else {
      throw place.fault("\(periods.count) periods a day are more than any thermostat has")
    }
    for period in periods {
      _ = try period.object()
      period.warn(unknownBut: periodMembers)
      if let flag = period["isCancelled"] {
        guard let isCancelled = flag.node.boolean else {
          throw flag.fault("expected true or false, not \(flag.node.kind.description)")
        }
        if isCancelled { continue }
      }
      points.append(
        Switchpoint(
          minutes: try period.member("startTime").clockMinutes(),
          heat: try period.member("heatSetPoint").degrees(),
          cool: try period.member("coolSetPoint").degrees(), offset: period.offset))
    }
    guard !points.isEmpty else { throw place.fault("\(day.name) has no period") }
    return points
  }
}
