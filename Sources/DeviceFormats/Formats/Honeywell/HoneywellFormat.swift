import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the timed schedule of Honeywell Home thermostats (T5, T6, T9, T10).
///
/// Sources: developer.honeywellhome.com, lyric/apis/post/devices/schedule: four periods on T5 and T6, six on T9 and
/// T10, "always 15 minute increments", "whole numbers for F and half increments for C". Ranges and deadband come from
/// GET devices.
struct HoneywellFormat: DeviceFormat {
  let title = "Honeywell Home T5, T6, T9, T10 (Resideo cloud)"
  let options: Set<RequestOption> = [.target]

  let profiles = [
    DeviceProfile(
      id: "honeywell", aliases: ["t5", "t6", "lyric"], title: "Honeywell Home T5 and T6",
      periods: 4, timeGrid: 15, scales: scales, neededSides: .both),
    DeviceProfile(
      id: "t9", aliases: ["t10"], title: "Honeywell Home T9 and T10", periods: 6, timeGrid: 15,
      scales: scales, neededSides: .both),
  ]

  private static let scales = [
    TemperatureScale(.fahrenheit, step: 100), TemperatureScale(.celsius, step: 50),
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    // The names of the table's periods in the service.
    let types = ["Wake", "Away", "Home", "Sleep"]
    let days = Weekday.allCases.map { day -> JSONValue in
      let periods = zip(types, week.entries(of: day)).map { type, entry -> JSONValue in
        [
          "isCancelled": .boolean(false), "periodType": .string(type),
          "startTime": .string("\(entry.time):00"), "heatSetPoint": .degrees(entry.heat),
          "coolSetPoint": .degrees(entry.cool),
        ]
      }
      return ["day": .string(day.title), "periods": .array(periods)]
    }
    let schedule = JSONValue.object(known: [
      "deviceID": options.target.map { .string($0) }, "scheduleType": "Timed",
      "scheduleSubType": week.scale.unit == .celsius ? "EMEA" : "NA",
      "timedSchedule": ["days": .array(days)],
    ])
    let note: Sentence =
      "Honeywell needs the ID of the thermostat; add it with \(add: .target) DEVICE_ID"
    return WrittenText(schedule, notes: options.target == nil ? [note] : [])
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    let document = try text.json()
    let days = try document.member("timedSchedule").member("days")
    let unit = try Self.unit(document, files.options)
    // A thermostat that only heats has none.
    let hasCool = days.node.elements.contains { day in
      day["periods"]?.elements.contains { $0["coolSetPoint"].map { $0.kind != .null } ?? false }
        ?? false
    }
    var program = DeviceProgram(unit)
    for place in try days.array() {
      let key = try place.member("day")
      let day = try key.weekday()
      guard program[.heat][day] == nil else { throw key.fault("\(day.title) appears twice") }
      let points = try Self.points(place.member("periods"), hasCool: hasCool)
      // Some thermostats of a region show the other unit.
      let isUsual = points.allSatisfy { point in
        point.heat.map { $0.isGap || ($0.hundredths < 4000) == (unit == .celsius) } ?? true
      }
      guard isUsual || files.options.fileUnit != nil else { throw .unknownUnit }
      try program.add(points, to: day, in: text)
    }
    return DevicePrograms(program)
  }

  /// The unit, which the file does not name but its region usually implies.
  private static func unit(
    _ document: LocatedNode, _ options: ImportOptions
  ) throws(ImportRefusal) -> TemperatureUnit {
    if let unit = options.fileUnit { return unit }
    switch try document["scheduleSubType"]?.string() {
    case "EMEA": return .celsius
    case "NA": return .fahrenheit
    default: throw .unknownUnit
    }
  }

  private static func points(
    _ place: LocatedNode, hasCool: Bool
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    var points: [ReadSwitchpoint] = []
    for period in try place.entriesOfDay() {
      _ = try period.object()
      period.warn(unknownBut: [
        "isCancelled", "periodType", "startTime", "heatSetPoint", "coolSetPoint",
      ])
      if try period["isCancelled"]?.boolean() == true { continue }
      points.append(
        ReadSwitchpoint(
          time: try period.member("startTime").clockTime(),
          heat: try period.member("heatSetPoint").degrees(),
          cool: hasCool ? try period.member("coolSetPoint").degrees() : nil, offset: period.offset))
    }
    return points.orGap(hasCool ? [.heat, .cool] : [.heat], at: place)
  }
}
