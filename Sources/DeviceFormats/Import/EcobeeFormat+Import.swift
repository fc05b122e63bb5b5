import Diagnostics
import JSONText
import ScheduleModel

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
        let heat = ReadDegrees(hundredths: climate.heat)
        let cool = ReadDegrees(hundredths: climate.cool)
        if let last = points.last, last.heat == heat, last.cool == cool { continue }
        points.append(
          Switchpoint(minutes: index * 30, heat: heat, cool: cool, offset: slot.offset))
      }
      try week.set(points, for: day, in: text)
    }
    var assembly = try WeekAssembly(text, options, of: self)
    let schedule = try assembly.schedule(from: week)
    return ImportOutput(schedule: schedule, name: nil, warnings: text.warnings)
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
      if let reference = try climate["climateRef"]?.string(),
        climates.contains(where: { $0.reference == reference })
      {
        throw climate.fault("a second climate \(reference.quoted())")
      }
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
