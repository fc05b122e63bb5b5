import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the program of ecobee thermostats: 48 half-hour slots a day that name climates.
///
/// Facts: ecobee developer documentation, objects/Climate and examples/ex11; day 0 is Monday,
/// temperatures are integers in tenths of °F. A climate that is missing from the request is deleted,
/// so an export merges into the program that the owner downloaded. New climates get their reference
/// from the server: they are created first, and the schedule is written by a second export.
struct EcobeeFormat: ImportableFormat {
  let id = "ecobee"
  let title = "ecobee thermostats (cloud API)"
  let heeds: DeviceOptionSet = [.target, .merge]

  /// The climates that a program was seen to hold: three fixed ones and smart1 … smart7.
  static let climateLimit = 10

  let profiles = [
    DeviceProfile(
      "ecobee", title: "ecobee thermostats",
      capabilities: DeviceCapabilities(
        periods: 48, timeGrid: 30, scales: [TemperatureScale(.fahrenheit, step: 10)],
        midnight: .needsEntry, pairs: climateLimit))
  ]

  let instructions = [
    "curl -s -H \"Authorization: Bearer $TOKEN\" -G https://api.ecobee.com/1/thermostat \\",
    "  --data-urlencode 'json={\"selection\":{\"selectionType\":\"registered\",\"selectionMatch\":\"\",",
    "  \"includeProgram\":true}}' > program.json",
    "setpoint export FILE --to ecobee --merge program.json --target THERMOSTAT_ID -o request.json",
    "curl -d @request.json -H \"Authorization: Bearer $TOKEN\" \\",
    "  'https://api.ecobee.com/1/thermostat?format=json'",
    "When the export says that climates are new: send it, download again, export and send again.",
    "In auto mode the thermostat keeps heat and cool apart: --deadband 5",
    "Read back: setpoint import program.json --from ecobee",
  ]

  func export(
    _ schedule: Schedule, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput {
    let profile = try profile(options.kind)
    _ = try form(options)
    guard let file = options.merge else {
      throw .usage(
        "ecobee deletes what a program lacks; download the thermostat's and add --merge FILE")
    }
    let week = try FittedWeek(schedule, to: profile, options: options)
    let program: EcobeeProgram
    do {
      program = try EcobeeProgram(reading: DeviceText(file))
    } catch {
      guard case .unreadable(let diagnostic) = error else { throw .unreadable([]) }
      throw .unreadable([diagnostic])
    }
    return try Self.merged(week, into: program, target: options.target)
  }

  private static func merged(
    _ week: FittedWeek, into program: EcobeeProgram, target: String?
  ) throws(ExportRefusal) -> ExportOutput {
    let days = Weekday.allCases.map { week.entries(of: $0) }
    var missing: [DeviceEntry] = []
    for entry in days.joined()
    where program.reference(of: entry) == nil
      && !missing.contains(where: { $0.heat == entry.heat && $0.cool == entry.cool })
    {
      missing.append(entry)
    }
    let total = program.climates.count + missing.count
    guard total <= climateLimit else {
      throw .issues([
        DeviceIssue(
          .pairCount, cell: nil,
          "the program has \(program.climates.count) climates and would need \(missing.count) more; "
            + "there is room for \(climateLimit)")
      ])
    }
    var schedule = program.schedule
    var notes: [String] = []
    if missing.isEmpty {
      schedule = .array(
        days.map { entries in
          .array(
            (0..<48).map { slot in
              let entry = entries.last { $0.time.minutes <= slot * 30 } ?? entries[0]
              return .string(program.reference(of: entry) ?? "")
            })
        })
    } else {
      notes.append(
        "\(missing.count) climates are new and the schedule is not in this text yet: send it, "
          + "download the program again, and export once more")
    }
    let body = program.document(
      adding: missing.map(EcobeeProgram.newClimate), schedule: schedule, target: target)
    return week.output(body.encoded(.indented) + [0x0A], notes: notes)
  }
}

/// A program that was downloaded.
struct EcobeeProgram {
  /// A named pair of setpoints.
  struct Climate {
    /// What slots call it; nil before the server gave one.
    let reference: String?
    /// Hundredths of °F.
    let heat: Int
    /// Hundredths of °F.
    let cool: Int
  }

  /// The climates in the order of the file.
  private(set) var climates: [Climate] = []
  /// The slots as they are.
  let schedule: JSONValue
  /// Where the slots stand.
  let days: [JSONPlace]
  private let members: [JSONValue.Member]

  /// Reads a program, or the answer of the service that holds one.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first fault.
  init(reading text: DeviceText) throws(ImportRefusal) {
    var place = try text.json()
    if let list = place["thermostatList"] {
      let thermostats = try list.array()
      guard thermostats.count == 1 else {
        throw list.fault("\(thermostats.count) thermostats; leave one in the file")
      }
      place = thermostats[0]
    }
    place = place["thermostat"] ?? place
    place = place["program"] ?? place
    for climate in try place.member("climates").array() {
      _ = try climate.object()
      climates.append(
        Climate(
          reference: try climate["climateRef"]?.string(),
          heat: try Self.tenths(climate.member("heatTemp")),
          cool: try Self.tenths(climate.member("coolTemp"))))
    }
    let slots = try place.member("schedule")
    days = try slots.array()
    guard days.count == 7 else { throw slots.fault("\(days.count) days; expected 7") }
    for day in days {
      let count = try day.array().count
      guard count == 48 else { throw day.fault("\(count) slots; expected 48") }
    }
    schedule = JSONValue(slots.node)
    members = place.node.members.filter { $0.key != "currentClimateRef" }
      .map { JSONValue.Member($0.key, JSONValue($0.value)) }
  }

  private static func tenths(_ place: JSONPlace) throws(ImportRefusal) -> Int {
    guard let tenths = place.node.integer, abs(tenths) <= 10000 else {
      throw place.fault("expected a temperature in tenths of °F, an integer")
    }
    return tenths * 10
  }

  /// The climate of a pair of setpoints; nil when there is none that the server knows.
  func reference(of entry: DeviceEntry) -> String? {
    climates.first { $0.heat == entry.heat && $0.cool == entry.cool && $0.reference != nil }?
      .reference
  }

  /// A climate for a pair; the server gives it a reference.
  static func newClimate(_ entry: DeviceEntry) -> JSONValue {
    let name = "setpoint \(Hundredths.text(entry.heat))/\(Hundredths.text(entry.cool))"
    return [
      "name": .string(name), "isOccupied": .boolean(false), "isOptimized": .boolean(false),
      "coolFan": "auto", "heatFan": "auto", "vent": "off", "ventilatorMinOnTime": .integer(20),
      "owner": "system", "type": "program", "coolTemp": .integer(entry.cool / 10),
      "heatTemp": .integer(entry.heat / 10),
    ]
  }

  /// The request that writes the program.
  func document(
    adding climates: [JSONValue], schedule: JSONValue, target: String?
  ) -> JSONValue {
    let program = members.map { member -> JSONValue.Member in
      switch (member.key, member.value) {
      case ("climates", .array(let old)): .init("climates", .array(old + climates))
      case ("schedule", _): .init("schedule", schedule)
      default: member
      }
    }
    return [
      "selection": [
        "selectionType": target == nil ? "registered" : "thermostats",
        "selectionMatch": .string(target ?? ""),
      ],
      "thermostat": ["program": .object(program)],
    ]
  }
}

// MARK: Reading

extension EcobeeFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    guard inputs.count == 1 else { throw .usage("ecobee reads one file") }
    let text = DeviceText(inputs[0])
    let program = try EcobeeProgram(reading: text)
    var week = DeviceProgram(.fahrenheit, sides: .both)
    for (day, slots) in zip(Weekday.allCases, program.days) {
      var points: [Switchpoint] = []
      for (index, slot) in try slots.array().enumerated() {
        let reference = try slot.string()
        guard let climate = program.climates.first(where: { $0.reference == reference }) else {
          throw slot.fault("there is no climate \(reference.quoted())")
        }
        if let last = points.last, last.heat == climate.heat, last.cool == climate.cool { continue }
        points.append(
          Switchpoint(
            minutes: index * 30, heat: climate.heat, cool: climate.cool, offset: slot.offset))
      }
      try week.set(points, for: day, in: text)
    }
    var assembly = WeekAssembly(text, options)
    let schedule = try assembly.schedule(from: week)
    return ImportOutput(schedule: schedule, name: nil, warnings: text.warnings)
  }
}
