import JSONText

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
  ///
  /// - Throws: `ImportRefusal.unreadable` for the first error.
  static func json(in text: DeviceText) throws(ImportRefusal) -> LocatedNode {
    var reader = MatterTLVReader(hex: try HexReader("value", 0..<text.bytes.count, in: text))
    _ = try reader.element(isMember: false, depth: 0)
    try reader.hex.finish(after: "the value")
    return try text.tree(of: reader.json.text[...], .written(reader.json))
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
