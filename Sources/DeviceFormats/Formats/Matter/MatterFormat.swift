import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads schedules of Matter 1.4 thermostats: the value of attribute Schedules (0x0051, feature MSCH), in
/// the JSON of chip-tool or as TLV.
///
/// Sources: PyPI home-assistant-chip-clusters 2025.7.0 (Thermostat.Structs.ScheduleStruct, ScheduleTransitionStruct,
/// Bitmaps.ScheduleDayOfWeekBitmap, Enums.SystemModeEnum): names and tags of members, bit 0 is Sunday, 0.01 °C.
/// The ranges and the deadband are the defaults of attributes 0x0015 to 0x0019.
struct MatterFormat: DeviceFormat {
  let title = "Matter 1.4 thermostats with schedules (chip-tool)"
  let options: Set<RequestOption> = [.program, .midnight]
  let forms: [(id: String, title: Sentence)] = [
    ("json", "for chip-tool"),
    ("tlv", "the encoded value, in hex"),
  ]

  let profiles = [
    DeviceProfile(
      id: "matter", title: "Matter thermostats with feature MSCH",
      scales: [
        TemperatureScale(.celsius, step: 1, heat: 700...3000, cool: 1600...3200, deadband: 250)
      ], grouping: .equalDays)
  ]

  func fileSuffix(ofForm form: String?) -> String { form == "tlv" ? "txt" : "json" }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let transitions = week.groups().flatMap { days, entries in
      let bits = days.reduce(0) { $0 | $1.bitFromSunday }
      return entries.map { entry in
        JSONValue.object(
          [
            .init("dayOfWeek", .integer(bits)),
            .init("transitionTime", .integer(entry.time.minutes)),
          ]
            + week.sides.each.reversed().map {
              .init($0 == .heat ? "heatingSetpoint" : "coolingSetpoint", .integer(entry[$0].count))
            })
      }
    }
    // Auto, cool or heat.
    let mode = week.sides == .both ? 1 : week.sides == .cool ? 3 : 4
    let schedule: JSONValue = [
      "scheduleHandle": .null, "systemMode": .integer(mode), "name": .string(name),
      "transitions": .array(transitions), "builtIn": .null,
    ]
    let value = JSONValue.array([schedule])
    let most = Weekday.allCases.map { week.entries(of: $0).count }.max() ?? 0
    let note: Sentence =
      "\(transitions.count) transitions, \(most) a day; a thermostat's limits are its attributes 0x004C and 0x004D"
    return options.form == "tlv"
      ? WrittenText(MatterTLV.bytes(of: value).hexText + "\n", notes: [note])
      : WrittenText(value, notes: [note])
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let isTLV = files.text.bytes.first { $0 > 0x20 }.map { !"[{".utf8.contains($0) } ?? false
    let document = isTLV ? try MatterTLV.json(in: files.text) : try files.text.json()
    let schedules = try Self.schedules(document)
    guard !schedules.isEmpty else { throw document.fault("no schedule") }
    let zones = try schedules.map { schedule throws(ImportRefusal) in
      let names = try [schedule.first(of: "name", "2"), schedule.first(of: "scheduleHandle", "0")]
      return DeviceZone(names.map { $0?.node.string }) { () throws(ImportRefusal) in
        try Self.program(schedule)
      }
    }
    return DevicePrograms(zones: zones)
  }

  /// The schedules of an attribute's value, of a node's attributes, or the only one.
  private static func schedules(_ document: LocatedNode) throws(ImportRefusal) -> [LocatedNode] {
    if document.node.kind == .array { return try document.array() }
    let attributes = document["attributes"] ?? document
    let found = try attributes.object().first { $0.key.hasSuffix("/513/81") }
    if let value = found?.value ?? document["schedules"] ?? document["value"] {
      return try value.array()
    }
    return [document]
  }

  private static func program(_ schedule: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    let list = try schedule.member("transitions", "4")
    let usual = try sides(ofMode: schedule.first(of: "systemMode", "1"))
    schedule.warn(unknownBut: [
      "scheduleHandle", "systemMode", "name", "presetHandle", "transitions", "builtIn",
      "0", "1", "2", "3", "4", "5",
    ])
    var days: [Weekday: [ReadSwitchpoint]] = [:]
    for transition in try list.array() {
      let (bits, point) = try point(transition, usual)
      if bits & 0x80 != 0 { transition.leaveOut("a transition for away") }
      for day in Weekday.days(inBitsFromSunday: bits) {
        days[day, default: []].append(point)
      }
    }
    let sorted = days.sorted { $0.key < $1.key }
    guard let first = sorted.flatMap(\.value).first(where: { !$0.sides.isEmpty }) else {
      throw list.fault("there is no transition with a setpoint")
    }
    var program = DeviceProgram(.celsius)
    for (day, points) in sorted {
      let points = points.map { point in
        point.sides.isEmpty ? .gap(from: point.time, first.sides, at: point.offset) : point
      }
      guard points.allSatisfy({ $0.sides == first.sides }) else {
        throw list.fault("the transitions of \(day.title) do not all have the same setpoints")
      }
      try program.add(points.sorted { $0.minutes < $1.minutes }, to: day, in: schedule.text)
    }
    return program
  }

  /// The setpoints that a mode uses, none if it is off; both without a mode.
  private static func sides(ofMode mode: LocatedNode?) throws(ImportRefusal) -> Sides? {
    guard let mode, mode.node.kind != .null else { return nil }
    let known: [Int: Sides] = [0: [], 1: .both, 3: .cool, 4: .heat]
    guard let sides = known[try mode.expect("a system mode", mode.node.integer)] else {
      throw mode.fault("expected the system mode 0 (off), 1 (auto), 3 (cool) or 4 (heat)")
    }
    return sides
  }

  /// A transition and its days; without setpoints if the thermostat is off from there on. `usual` has the setpoints that
  /// the mode of the schedule uses.
  private static func point(
    _ transition: LocatedNode, _ usual: Sides?
  ) throws(ImportRefusal) -> (bits: Int, point: ReadSwitchpoint) {
    transition.warn(unknownBut: [
      "dayOfWeek", "transitionTime", "presetHandle", "systemMode", "coolingSetpoint",
      "heatingSetpoint", "0", "1", "2", "3", "4", "5",
    ])
    guard let days = try transition.first(of: "dayOfWeek", "0"),
      let time = try transition.first(of: "transitionTime", "1")
    else { throw transition.fault("\"dayOfWeek\" or \"transitionTime\" is missing") }
    guard let bits = days.node.integer, (1...255).contains(bits) else {
      throw days.fault("expected a set of days, 1 to 255")
    }
    var point = ReadSwitchpoint(time: try time.minutes(), offset: transition.offset)
    let used = try sides(ofMode: transition.first(of: "systemMode", "3")) ?? usual ?? .both
    point.cool = try degrees(transition.first(of: "coolingSetpoint", "4"))
    point.heat = try degrees(transition.first(of: "heatingSetpoint", "5"))
    for side in point.sides where !used.contains(Sides(side)) {
      transition.leaveOut("a \(side.name) setpoint that the system mode does not use")
      point[side] = nil
    }
    guard point.sides.isEmpty, !used.isEmpty else { return (bits, point) }
    if let preset = try transition.first(of: "presetHandle", "2"), preset.node.kind != .null {
      throw preset.fault("a preset without setpoints in the schedule")
    }
    throw transition.fault("\"\(used == .cool ? "cool" : "heat")ingSetpoint\" is missing")
  }

  private static func degrees(_ place: LocatedNode?) throws(ImportRefusal) -> ReadDegrees? {
    guard let place, place.node.kind != .null else { return nil }
    let value = place.node.integer.flatMap { (-27315...32767).contains($0) ? Hundredths($0) : nil }
    return ReadDegrees(try place.expect("hundredths of a degree", value))
  }
}

/// Matter's binary encoding of values (TLV), between JSON that has tags or names for members and hexadecimal digits.
///
/// Source: PyPI home-assistant-chip-clusters 2025.7.0, chip/tlv (types of elements, forms of tags).
enum MatterTLV {
  /// The tags of ScheduleStruct and ScheduleTransitionStruct.
  private static let tags: [String: UInt8] = [
    "scheduleHandle": 0, "systemMode": 1, "name": 2, "transitions": 4, "builtIn": 5,
    "dayOfWeek": 0, "transitionTime": 1, "coolingSetpoint": 4, "heatingSetpoint": 5,
  ]

  /// Encodes schedules; setpoints are the only signed numbers.
  static func bytes(of value: JSONValue, named name: String = "") -> [UInt8] {
    func element(_ type: UInt8, _ content: [UInt8] = []) -> [UInt8] {
      (tags[name].map { [type | 0x20, $0] } ?? [type]) + content
    }
    switch value {
    case .object(let members):
      return element(0x15, members.flatMap { bytes(of: $0.value, named: $0.key) } + [0x18])
    case .array(let values): return element(0x16, values.flatMap { bytes(of: $0) } + [0x18])
    case .string(let string):
      let length = Self.bytes(of: string.utf8.count)
      return element(length.count == 1 ? 0x0C : 0x0D, length + string.utf8)
    case .integer(let number) where name.hasSuffix("Setpoint"):
      return element(0x01, [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)])
    case .integer(let number):
      let content = Self.bytes(of: number)
      return element(content.count == 1 ? 0x04 : 0x05, content)
    default: return element(0x14)
    }
  }

  /// One byte, or two with the lower one first.
  private static func bytes(of number: Int) -> [UInt8] {
    number < 256 ? [UInt8(number)] : [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)]
  }

  /// Decodes the hexadecimal digits of a file into JSON whose members are the tags.
  static func json(in text: DeviceText) throws(ImportRefusal) -> LocatedNode {
    var reader = MatterTLVReader(hex: try HexReader("value", 0..<text.bytes.count, in: text))
    _ = try reader.element(isMember: false, depth: 0)
    try reader.hex.finish(after: "the value")
    return try text.tree(of: reader.json.text[...], reader.json.place)
  }
}

private struct MatterTLVReader {
  var hex: HexReader
  var json = JSONWithPlaces()

  /// Appends an element with its contents.
  ///
  /// - Returns: Whether there was one; false for the end of a container.
  mutating func element(
    isMember: Bool, depth: Int, after separator: String = ""
  ) throws(ImportRefusal) -> Bool {
    let place = hex.offset
    let control = try hex.byte("an element")
    if control == 0x18 { return false }
    json.append(separator)
    let tag = try number([0, 1, 2, 4, 2, 4, 6, 8][control >> 5])
    if isMember {
      json.appendString("\(tag)", at: place)
      json.append(":")
    }
    let width = 1 << (control & 3)
    switch control & 0x1F {
    case 0x00...0x03:
      let unused = 64 - width * 8
      let shifted = Int64(bitPattern: try number(width) << unused)
      json.append("\(shifted >> unused)", at: place)
    case 0x04...0x07: json.append("\(try number(width))", at: place)
    case 0x08: json.append("false", at: place)
    case 0x09: json.append("true", at: place)
    case 0x0C...0x0F:
      guard let string = String(validating: try octets(width), as: UTF8.self) else {
        throw hex.text.fault(at: place, "a text is not UTF-8")
      }
      json.appendString(string, at: place)
    case 0x10...0x13: json.appendString("hex:" + (try octets(width)).hexText, at: place)
    case 0x14: json.append("null", at: place)
    case 0x15...0x17:
      guard depth < 8 else { throw hex.text.fault(at: place, "containers are nested too deeply") }
      let isArray = control & 0x1F == 0x16
      json.append(isArray ? "[" : "{", at: place)
      var separator = ""
      while try element(isMember: !isArray, depth: depth + 1, after: separator) { separator = "," }
      json.append(isArray ? "]" : "}")
    default: throw hex.text.fault(at: place, "an element of this type is not in a schedule")
    }
    return true
  }

  private mutating func number(_ width: Int) throws(ImportRefusal) -> UInt64 {
    var number: UInt64 = 0
    for shift in 0..<width { number |= UInt64(try hex.byte("a number")) << (shift * 8) }
    return number
  }

  private mutating func octets(_ width: Int) throws(ImportRefusal) -> [UInt8] {
    var octets: [UInt8] = []
    for _ in 0..<(try number(width)) { octets.append(UInt8(try hex.byte("a text"))) }
    return octets
  }
}
