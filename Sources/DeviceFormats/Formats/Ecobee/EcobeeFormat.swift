import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the program of ecobee thermostats: 48 half-hour slots per day that refer to climates.
///
/// Sources: ecobee developer documentation, objects/Climate and examples/ex11; day 0 is Monday, temperatures are
/// integers in tenths of °F. A climate missing from the request is deleted, so an export merges into the program that
/// the owner downloaded. The server assigns the references of new climates: a second export writes the schedule.
struct EcobeeFormat: DeviceFormat {
  let title = "ecobee thermostats (cloud API)"
  let options: Set<RequestOption> = [.target, .merge]

  /// The most climates seen in a program: three fixed ones and smart1 … smart7.
  static let climateLimit = 10

  let profiles = [
    DeviceProfile(
      id: "ecobee", title: "ecobee thermostats",
      periods: 48, timeGrid: 30, scales: [TemperatureScale(.fahrenheit, step: 10)],
      neededSides: .both, needsMidnightEntry: true, pairs: climateLimit)
  ]

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    guard let file = options.merge else {
      throw .usage(
        "ecobee replaces the whole program; pass the current one with \(add: .merge) FILE "
          + "(`setpoint formats ecobee` shows how to download it)")
    }
    let program: EcobeeProgram
    do {
      program = try EcobeeProgram(reading: DeviceText(file).json(), of: options.target)
    } catch {
      throw ExportRefusal(error)
    }
    let days = Weekday.allCases.map { week.entries(of: $0) }
    let new = try newClimates(for: days, in: program)
    // The server assigns the references of new climates.
    let schedule = new.isEmpty ? JSONValue.array(days.map { slots(of: $0, in: program) }) : nil
    let note: Sentence =
      "\(counted(new.count, "climate")) \(new.count == 1 ? "is" : "are") new, and this text does not have the schedule yet: send it, "
      + "download the program again, and export once more"
    let body = program.document(
      adding: new.map(EcobeeProgram.newClimate), schedule: schedule, target: options.target)
    return WrittenText(body, notes: new.isEmpty ? [] : [note])
  }

  /// Returns an entry for each pair of setpoints without a climate.
  private func newClimates(
    for days: [[WrittenSwitchpoint]], in program: EcobeeProgram
  ) throws(ExportRefusal) -> [WrittenSwitchpoint] {
    var new: [WrittenSwitchpoint] = []
    for entry in days.joined() where program.reference(of: entry) == nil {
      let isKnown = new.contains { $0.heat == entry.heat && $0.cool == entry.cool }
      if !isKnown { new.append(entry) }
    }
    guard program.climates.count + new.count <= Self.climateLimit else {
      throw .issues([
        DeviceIssue(
          rule: .pairCount, cell: nil,
          sentence:
            "the program has \(program.climates.count) climates and needs \(new.count) more; "
            + "the limit is \(Self.climateLimit)")
      ])
    }
    return new
  }

  /// Returns the references of the climates of a day's half-hours.
  private func slots(of entries: [WrittenSwitchpoint], in program: EcobeeProgram) -> JSONValue {
    .array(
      (0..<48).map { slot in
        let entry = entries.last { $0.time.minutes <= slot * 30 } ?? entries[0]
        return .string(program.reference(of: entry) ?? "")
      })
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let document = try files.text.json()
    guard let list = try document["thermostatList"]?.array() else {
      return DevicePrograms(try Self.program(document))
    }
    guard !list.isEmpty else { throw document.fault("there is no thermostat") }
    let zones = list.map { thermostat in
      let names = ["name", "identifier"].map { thermostat[$0]?.node.string }
      return DeviceZone(names) { () throws(ImportRefusal) in try Self.program(thermostat) }
    }
    return DevicePrograms(zones: zones)
  }

  private static func program(_ place: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    let file = try EcobeeProgram(reading: place)
    var program = DeviceProgram(.fahrenheit)
    for (day, slots) in zip(Weekday.allCases, file.days) {
      let points = try slots.array().enumerated().map { index, slot throws(ImportRefusal) in
        let reference = try slot.string()
        guard let climate = file.named[reference] else {
          throw slot.fault("there is no climate \(reference.quoted())")
        }
        return ReadSwitchpoint(
          time: (index * 30, nil), heat: ReadDegrees(climate.heat), cool: ReadDegrees(climate.cool),
          offset: slot.offset)
      }
      try program.add(points.changes(after: nil), to: day, in: place.text)
    }
    return program
  }
}

/// A downloaded program.
struct EcobeeProgram {
  /// A named pair of setpoints.
  struct Climate {
    /// The reference in slots; nil until the server assigns one.
    let reference: String?
    /// In °F.
    let heat: Hundredths
    /// In °F.
    let cool: Hundredths
  }

  /// The climates in the order of the file.
  private(set) var climates: [Climate] = []
  let days: [LocatedNode]
  private let members: [JSONValue.Member]
  /// The climates by their references.
  private(set) var named: [String: Climate] = [:]

  /// Reads a program, or that of a thermostat in an answer of the service; `id` chooses one.
  init(reading document: LocatedNode, of id: String? = nil) throws(ImportRefusal) {
    var place = document
    if let list = place["thermostatList"] {
      let all = try list.array()
      let ids = all.map { $0["identifier"]?.node.string }
      let thermostats = id == nil ? all : zip(all, ids).filter { $1 == id }.map(\.0)
      guard thermostats.count == 1 else {
        let names = ids.compactMap { $0?.quoted() }.joined(separator: ", ")
        throw list.fault("the file has \(names); \(option: .target) ID chooses a thermostat")
      }
      place = thermostats[0]
    }
    place = place["thermostat"] ?? place
    place = place["program"] ?? place
    for climate in try place.member("climates").array() {
      _ = try climate.object()
      let reference = try climate["climateRef"]?.string()
      if let reference, named[reference] != nil {
        throw climate.fault("a second climate \(reference.quoted())")
      }
      let own = Climate(
        reference: reference,
        heat: try Self.tenths(climate.member("heatTemp")),
        cool: try Self.tenths(climate.member("coolTemp")))
      climates.append(own)
      if let reference { named[reference] = own }
    }
    let slots = try place.member("schedule")
    days = try slots.array()
    guard days.count == 7 else { throw slots.fault("\(days.count) days; expected 7") }
    for day in days {
      let count = try day.array().count
      guard count == 48 else { throw day.fault("\(count) slots; expected 48") }
    }
    members = place.node.members.filter { $0.key != "currentClimateRef" }
      .map { JSONValue.Member($0.key, JSONValue($0.value)) }
  }

  private static func tenths(_ place: LocatedNode) throws(ImportRefusal) -> Hundredths {
    guard let tenths = place.node.integer, (-10000...10000).contains(tenths) else {
      throw place.fault("expected a temperature in tenths of °F, an integer")
    }
    return Hundredths(tenths * 10)
  }

  /// Returns the reference of the climate with a pair of setpoints; nil if there is none.
  func reference(of entry: WrittenSwitchpoint) -> String? {
    climates.first { $0.heat == entry.heat && $0.cool == entry.cool && $0.reference != nil }?
      .reference
  }

  /// A climate for a pair; the server assigns its reference.
  static func newClimate(_ entry: WrittenSwitchpoint) -> JSONValue {
    let name = "setpoint \(entry.heat)/\(entry.cool)"
    return [
      "name": .string(name), "isOccupied": .boolean(false), "isOptimized": .boolean(false),
      "coolFan": "auto", "heatFan": "auto", "vent": "off", "ventilatorMinOnTime": .integer(20),
      "owner": "system", "type": "program", "coolTemp": .integer(entry.cool.count / 10),
      "heatTemp": .integer(entry.heat.count / 10),
    ]
  }

  /// The request that writes the program, with another schedule or the same one.
  func document(adding climates: [JSONValue], schedule: JSONValue?, target: String?) -> JSONValue {
    let program = members.map { member -> JSONValue.Member in
      switch (member.key, member.value) {
      case ("climates", .array(let old)): .init("climates", .array(old + climates))
      case ("schedule", let old): .init("schedule", schedule ?? old)
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
