import Diagnostics
import JSONText
import ScheduleModel

/// A field of an EnergyPlus object.
struct IDFField {
  /// The text, without blanks around it.
  let text: String
  /// Where it begins in the file.
  let offset: Int?
}

extension EnergyPlusFormat {
  func program(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> DeviceProgram {
    let text = files[0]
    let first = text.bytes.first { $0 > 0x20 }
    let objects = try first == UInt8(ascii: "{") ? Self.epJSON(text) : Self.idf(text)
    let compact = try Self.schedules(in: objects, text)
    var program = DeviceProgram(.celsius)
    if let dual = try Self.thermostat(in: objects, text) {
      program.name = Self.trimmed(dual[1].text, "thermostat")
      for (side, reference) in [(Side.heat, dual[2]), (.cool, dual[3])] {
        guard let schedule = compact[reference.text.lowercased()] else {
          throw text.fault(
            at: reference.offset, "there is no Schedule:Compact \(reference.text.quoted())")
        }
        try Self.read(schedule, side, into: &program, text)
      }
    } else {
      guard compact.count == 1, let schedule = compact.first?.value,
        let side = options.program?.each,
        side.count == 1
      else {
        throw text.fault(
          at: nil,
          "there is no ThermostatSetpoint:DualSetpoint; a file with a single "
            + "Schedule:Compact needs --program heat or cool")
      }
      try Self.read(schedule, side[0], into: &program, text)
    }
    return program
  }

  private static func trimmed(_ name: String, _ word: String) -> String? {
    guard name.lowercased().hasSuffix(" " + word) else { return nil }
    return String(name.dropLast(word.count + 1))
  }

  /// The compact schedules by their names in lower case: names are the same in any case.
  private static func schedules(
    in objects: [[IDFField]], _ text: DeviceText
  ) throws(ImportRefusal) -> [String: [IDFField]] {
    var result: [String: [IDFField]] = [:]
    for object in objects where object[0].text == "schedule:compact" {
      guard object.count > 3 else {
        throw text.fault(at: object[0].offset, "a Schedule:Compact without name, limits and blocks")
      }
      guard result.updateValue(object, forKey: object[1].text.lowercased()) == nil else {
        throw text.fault(
          at: object[1].offset, "a second Schedule:Compact \(object[1].text.quoted())")
      }
    }
    return result
  }

  /// The only thermostat; nil when there is none.
  private static func thermostat(
    in objects: [[IDFField]], _ text: DeviceText
  ) throws(ImportRefusal) -> [IDFField]? {
    let found = objects.filter { $0[0].text == "thermostatsetpoint:dualsetpoint" }
    if found.count > 1 {
      throw text.fault(
        at: found[1][0].offset,
        "a second ThermostatSetpoint:DualSetpoint; leave one in the file")
    }
    if let dual = found.first, dual.count != 4 {
      throw text.fault(
        at: dual[0].offset,
        "a ThermostatSetpoint:DualSetpoint of \(dual.count - 1) fields; expected a name and two "
          + "schedules")
    }
    return found.first
  }

  // MARK: Objects

  /// The objects of an IDF: fields end with a comma, objects with a semicolon, comments with the
  /// line. The first field, the class, is in lower case.
  private static func idf(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    var objects: [[IDFField]] = []
    var fields: [IDFField] = []
    var field: [UInt8] = []
    var start: Int?
    var inComment = false
    for (offset, byte) in text.bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"): inComment = false
      case _ where inComment: continue
      case UInt8(ascii: "!"): inComment = true
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        while let last = field.last, last <= 0x20 { field.removeLast() }
        let string = String(decoding: field, as: UTF8.self)
        fields.append(
          IDFField(text: fields.isEmpty ? string.lowercased() : string, offset: start ?? offset))
        (field, start) = ([], nil)
        if byte == UInt8(ascii: ";") {
          objects.append(fields)
          fields = []
        }
      default:
        if byte > 0x20 && start == nil { start = offset }
        if start != nil { field.append(byte) }
      }
    }
    if let open = fields.first?.offset ?? start {
      throw text.fault(at: open, "the object that begins here does not end with a semicolon")
    }
    return objects
  }

  /// The objects of an epJSON as an IDF would have them.
  private static func epJSON(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    let document = try text.json()
    var objects: [[IDFField]] = []
    for (name, object) in try document["Schedule:Compact"]?.object() ?? [] {
      var fields = ["schedule:compact", name, ""].map { IDFField(text: $0, offset: object.offset) }
      for element in try object.member("data").array() {
        let field = try element.member("field")
        var value = field.node.number.map { "\($0)" }
        if value == nil { value = try field.string() }
        fields.append(IDFField(text: value ?? "", offset: field.offset))
      }
      objects.append(fields)
    }
    for (name, object) in try document["ThermostatSetpoint:DualSetpoint"]?.object() ?? [] {
      var fields = ["thermostatsetpoint:dualsetpoint", name].map {
        IDFField(text: $0, offset: object.offset)
      }
      for side in ["heating", "cooling"] {
        let reference = try object.member("\(side)_setpoint_temperature_schedule_name")
        fields.append(IDFField(text: try reference.string(), offset: reference.offset))
      }
      objects.append(fields)
    }
    return objects
  }

  // MARK: Schedule:Compact

  private static func read(
    _ object: [IDFField], _ side: Side, into program: inout DeviceProgram, _ text: DeviceText
  ) throws(ImportRefusal) {
    var reader = ScheduleCompactReader(object, side, in: text)
    for (day, points) in try reader.days() {
      try program.add(points, to: day, in: text)
    }
  }
}
