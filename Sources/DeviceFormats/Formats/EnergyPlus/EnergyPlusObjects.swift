import Diagnostics
import JSONText
import ScheduleModel

struct IDFField {
  /// The text, trimmed.
  let text: String
  let offset: Int
  let file: DeviceText

  /// The error that stops the import, at this field.
  func fault(_ message: Sentence) -> ImportRefusal { file.fault(at: offset, message) }

  /// A field with another text at the same place.
  func withText(_ text: String) -> IDFField { IDFField(text: text, offset: offset, file: file) }
}

/// The objects of a model for schedules and thermostats; the thousands of others are skipped.
enum EnergyPlusObjects {
  /// More fields than the schedules and thermostats of any model: limits the memory for a file of commas.
  private static let mostFields = 100_000

  private static func isWanted(_ type: String) -> Bool {
    type.hasPrefix("schedule:") || thermostats[type] != nil || type == "zonecontrol:thermostat"
      || OpenStudioObjects.isWanted(type)
  }

  /// The classes of thermostats, and whose schedules their fields name.
  static let thermostats: [String: [Side]] = [
    "thermostatsetpoint:dualsetpoint": [.heat, .cool],
    "thermostatsetpoint:singleheating": [.heat], "thermostatsetpoint:singlecooling": [.cool],
  ]

  static func thermostat(_ sides: [Side]) -> String {
    "ThermostatSetpoint:"
      + (sides.count == 2 ? "DualSetpoint" : sides == [.heat] ? "SingleHeating" : "SingleCooling")
  }

  /// Parses the objects of an IDF: fields end with a comma, objects with a semicolon, comments with the line. The first
  /// field, the class, is converted to lower case. Throws for an object without an end.
  static func idf(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    var bytes = text.bytes
    var isComment = false
    for index in bytes.indices {
      isComment = isComment ? bytes[index] != UInt8(ascii: "\n") : bytes[index] == UInt8(ascii: "!")
      if isComment { bytes[index] = UInt8(ascii: " ") }
    }
    // Commands of EP-Macro, which are not part of an object.
    for line in text.lines() where bytes[line].starts(with: "##".utf8) {
      let command = try text.string(bytes[line], at: line.lowerBound)
      text.leaveOut("\(command.quoted(limit: 60))", at: line.lowerBound)
      bytes.replaceSubrange(line, with: repeatElement(UInt8(ascii: " "), count: line.count))
    }
    let plain = DeviceText(file: text.file, bytes: bytes)
    var objects: [[IDFField]] = []
    var fields: [IDFField] = []
    var isSkipped = false
    var (start, count) = (0, 0)
    for (end, byte) in bytes.enumerated() {
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") else { continue }
      let field = plain.trimmed(start..<end)
      start = end + 1
      if !isSkipped {
        let string = try text.string(bytes[field], at: field.lowerBound)
        let isType = fields.isEmpty
        fields.append(
          IDFField(
            text: isType ? string.lowercased() : string, offset: field.lowerBound, file: text))
        isSkipped = isType && !isWanted(fields[0].text)
        count += isSkipped ? 0 : 1
        guard count <= mostFields else {
          throw text.fault(at: end, "schedules and thermostats of more than \(mostFields) fields")
        }
      }
      if byte == UInt8(ascii: ";") {
        if !isSkipped { objects.append(fields) }
        (fields, isSkipped) = ([], false)
      }
    }
    let rest = plain.trimmed(start..<bytes.count)
    guard fields.isEmpty, rest.isEmpty else {
      throw text.fault(
        at: fields.first?.offset ?? rest.lowerBound,
        "the object that begins here does not end with a semicolon")
    }
    return try OpenStudioObjects.asEnergyPlus(objects)
  }

  /// Converts the objects of an epJSON to those of an IDF.
  static func epJSON(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    let document = try text.json()
    var objects: [[IDFField]] = []
    for (type, list) in try document.object() where isWanted(type.lowercased()) {
      for (name, object) in try list.object() {
        var fields = [type.lowercased(), name].map {
          IDFField(text: $0, offset: object.offset, file: text)
        }
        try add(object, of: fields[0].text, to: &fields)
        objects.append(fields)
      }
    }
    return objects
  }

  /// The members of an epJSON object in the order of an IDF's fields, and its list with the members of its elements.
  private static let members: [String: (own: [String], list: String?, each: [String])] = [
    "schedule:compact": ([limits], "data", ["field"]),
    "schedule:constant": ([limits, "hourly_value"], nil, []),
    "schedule:year": (
      [limits], "schedule_weeks",
      ["schedule_week_name", "start_month", "start_day", "end_month", "end_day"]
    ),
    "schedule:week:compact": ([], "data", ["daytype_list", "schedule_day_name"]),
    "schedule:week:daily": (
      Weekday.week(from: .sunday).map { "\($0.name)_schedule_day_name" }, nil, []
    ),
    "schedule:day:interval": ([limits, interpolation], "data", ["time", "value_until_time"]),
    "schedule:day:hourly": ([limits] + (1...24).map { "hour_\($0)" }, nil, []),
    "schedule:day:list": ([limits, interpolation, "minutes_per_item"], "extensions", ["value"]),
    "thermostatsetpoint:dualsetpoint": (
      ["heating", "cooling"].map { "\($0)_setpoint_temperature_schedule_name" }, nil, []
    ),
    "thermostatsetpoint:singleheating": (["setpoint_temperature_schedule_name"], nil, []),
    "thermostatsetpoint:singlecooling": (["setpoint_temperature_schedule_name"], nil, []),
  ]
  private static let limits = "schedule_type_limits_name"
  private static let interpolation = "interpolate_to_timestep"

  private static func add(
    _ object: LocatedNode, of type: String, to fields: inout [IDFField]
  ) throws(ImportRefusal) {
    func add(_ place: LocatedNode) throws(ImportRefusal) {
      var value = place.node.integer.map { "\($0)" } ?? place.node.number.map { "\($0)" }
      if value == nil { value = try place.string() }
      fields.append(IDFField(text: value ?? "", offset: place.offset, file: place.text))
    }
    let none = IDFField(text: "", offset: object.offset, file: object.text)
    if let (own, list, each) = members[type] {
      for key in own {
        let isOptional = key == limits || key == interpolation
        if isOptional, object[key] == nil {
          fields.append(none)
        } else {
          try add(object.member(key))
        }
      }
      guard let list else { return }
      for element in try object.member(list).array() {
        for key in each { try add(element.member(key)) }
      }
    } else if type == "zonecontrol:thermostat" {
      try add(object.member("zone_or_zonelist_name"))
      fields.append(none)
      for number in 1...4 {
        guard let name = object["control_\(number)_name"] else { continue }
        fields.append(none)
        try add(name)
      }
    }
  }
}
