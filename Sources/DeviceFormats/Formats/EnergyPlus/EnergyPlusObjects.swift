import JSONText
import ScheduleModel

/// A field of an EnergyPlus object.
struct IDFField {
  /// The text, trimmed.
  let text: String
  /// The offset in the file.
  let offset: Int?
}

/// The objects of a model for schedules and thermostats; the thousands of others are skipped.
enum EnergyPlusObjects {
  /// More fields than the schedules and thermostats of any model: limits the memory for a file of commas.
  private static let mostFields = 100_000

  private static func isWanted(_ type: String) -> Bool {
    type.hasPrefix("schedule:") || thermostats[type] != nil || type == "zonecontrol:thermostat"
  }

  /// The classes of thermostats, and the sides of their schedule fields.
  static let thermostats: [String: [Side]] = [
    "thermostatsetpoint:dualsetpoint": [.heat, .cool],
    "thermostatsetpoint:singleheating": [.heat], "thermostatsetpoint:singlecooling": [.cool],
  ]

  /// Parses the objects of an IDF: fields end with a comma, objects with a semicolon, comments with the line. The first
  /// field, the class, is converted to lower case.
  ///
  /// - Throws: `ImportRefusal.unreadable` for an object without an end.
  static func idf(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    var objects: [[IDFField]] = []
    var fields: [IDFField] = []
    var field: Range<Int>?
    var isSkipped = false
    var inComment = false
    var open: Int?
    var count = 0
    let bytes = text.bytes
    for offset in bytes.indices {
      let byte = bytes[offset]
      if inComment {
        if byte == UInt8(ascii: "\n") { inComment = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "!"): inComment = true
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if !isSkipped {
          // A field may contain a comment, which is not part of its text.
          let string = field.map { Self.text(in: bytes[$0]) } ?? ""
          let type = string.lowercased()
          fields.append(
            IDFField(text: fields.isEmpty ? type : string, offset: field?.lowerBound ?? offset))
          isSkipped = fields.count == 1 && !isWanted(type)
          count += isSkipped ? 0 : 1
          guard count <= mostFields else {
            throw text.fault(
              at: offset, "schedules and thermostats of more than \(mostFields) fields")
          }
        }
        if open == nil { open = field?.lowerBound ?? offset }
        field = nil
        if byte == UInt8(ascii: ";") {
          if !isSkipped { objects.append(fields) }
          (fields, isSkipped, open) = ([], false, nil)
        }
      case _ where byte > 0x20:
        field = (field?.lowerBound ?? offset)..<offset + 1
      default: continue
      }
    }
    if let start = open ?? field?.lowerBound {
      throw text.fault(at: start, "the object that begins here does not end with a semicolon")
    }
    return objects
  }

  /// The text of a field without comments.
  private static func text(in bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "!")) else { return String(decoding: bytes, as: UTF8.self) }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.prefix { $0 != UInt8(ascii: "!") }
    }
    var joined = Array(lines.joined(separator: [0x20]))
    while let last = joined.last, last <= 0x20 { joined.removeLast() }
    return String(decoding: joined, as: UTF8.self)
  }

  /// Converts the objects of an epJSON to those of an IDF.
  ///
  /// - Throws: `ImportRefusal.unreadable` for the first member of an unexpected type.
  static func epJSON(_ text: DeviceText) throws(ImportRefusal) -> [[IDFField]] {
    let document = try text.json()
    var objects: [[IDFField]] = []
    for (type, list) in try document.object() where isWanted(type.lowercased()) {
      for (name, object) in try list.object() {
        var fields = [type.lowercased(), name].map { IDFField(text: $0, offset: object.offset) }
        try add(object, of: fields[0].text, to: &fields)
        objects.append(fields)
      }
    }
    return objects
  }

  private static func add(
    _ object: LocatedNode, of type: String, to fields: inout [IDFField]
  ) throws(ImportRefusal) {
    func add(_ place: LocatedNode) throws(ImportRefusal) {
      var value = place.node.number.map { "\($0)" }
      if value == nil { value = try place.string() }
      fields.append(IDFField(text: value ?? "", offset: place.offset))
    }
    switch type {
    case "schedule:compact":
      fields.append(IDFField(text: "", offset: object.offset))
      for element in try object.member("data").array() { try add(element.member("field")) }
    case "schedule:constant":
      fields.append(IDFField(text: "", offset: object.offset))
      try add(object.member("hourly_value"))
    case "thermostatsetpoint:dualsetpoint":
      for side in ["heating", "cooling"] {
        try add(object.member("\(side)_setpoint_temperature_schedule_name"))
      }
    case _ where thermostats[type] != nil:
      try add(object.member("setpoint_temperature_schedule_name"))
    case "zonecontrol:thermostat":
      try add(object.member("zone_or_zonelist_name"))
      fields.append(IDFField(text: "", offset: object.offset))
      for number in 1...4 {
        guard let name = object["control_\(number)_name"] else { continue }
        fields.append(IDFField(text: "", offset: object.offset))
        try add(name)
      }
    default: break
    }
  }
}
