import ScheduleModel

extension BACnetFormat {
  func zones(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> [DeviceZone] {
    let text = files[0]
    var properties = BACnetProperties(text, options)
    for line in text.lines() {
      if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
        try properties.readComment(line)
      } else {
        try properties.readProperty(line)
      }
    }
    return [DeviceZone(try properties.program())]
  }
}

/// The properties in a file: a line of hex each, whose side and unit may be in a comment before it.
private struct BACnetProperties {
  private let text: DeviceText
  private let usual: [Side]
  private var unit: TemperatureUnit?
  private var announced: Side?
  private var isAlone: Bool
  private var usualValue: ReadDegrees?
  private var found: [(side: Side, days: [[ReadSwitchpoint]])] = []
  private static let scheduleDefault: Substring = "Schedule_Default"

  init(_ text: DeviceText, _ options: ImportOptions) {
    self.text = text
    usual = options.program?.each ?? Side.allCases
    isAlone = options.program != nil
    unit = options.fileUnit
  }

  mutating func readComment(_ line: Range<Int>) throws(ImportRefusal) {
    let words = text.string(line).split { " :,#".contains($0) }
    if words.contains("Effective_Period") {
      throw text.fault(
        at: line.lowerBound, "a program with dates cannot be imported, only a Weekly_Schedule")
    }
    let sides = Side.allCases.filter { words.contains(Substring($0.name)) }
    if sides.count == 1 {
      announced = sides[0]
      isAlone = isAlone || words.contains("alone")
    }
    if let place = words.firstIndex(of: Self.scheduleDefault) {
      guard let word = words.dropFirst(place + 1).first, let value = Float(word),
        let degrees = ReadDegrees(value)
      else {
        throw text.fault(at: line.lowerBound, "Schedule_Default is followed by no temperature")
      }
      usualValue = degrees
    }
    for (word, own) in [("°C", TemperatureUnit.celsius), ("°F", .fahrenheit)]
    where words.contains(Substring(word)) {
      if let unit, unit != own {
        throw text.fault(
          at: line.lowerBound, "this is in \(own.symbol), but an earlier line is in \(unit.symbol)")
      }
      unit = own
    }
  }

  mutating func readProperty(_ line: Range<Int>) throws(ImportRefusal) {
    let side = announced ?? usual.first { side in !found.contains { $0.side == side } }
    guard let side else {
      throw text.fault(at: line.lowerBound, "a property too many; expected heat and cool")
    }
    guard !found.contains(where: { $0.side == side }) else {
      throw text.fault(at: line.lowerBound, "a second \(side.name) property; leave one in the file")
    }
    var reader = BACnetReader(bytes: try HexReader("value", line, in: text))
    let isTagged = try reader.passOpeningTag()
    var days: [[ReadSwitchpoint]] = []
    for day in Weekday.allCases {
      var points = try reader.day(day, side)
      if let usualValue {
        for index in points.indices where points[index][side] == .gap {
          points[index][side] = usualValue
        }
      }
      days.append(points)
    }
    if isTagged { try reader.bytes.expect(0x3F, "the closing tag of the value") }
    try reader.bytes.finish(after: isTagged ? "the closing tag of the value" : "Sunday")
    found.append((side, days))
    (announced, usualValue) = (nil, nil)
  }

  func program() throws(ImportRefusal) -> DeviceProgram {
    // Otherwise it may be a file of two programs that was cut after the first.
    if found.count == 1, !isAlone {
      throw .usage(
        "the file has one program and does not say that it is alone; add --program heat or cool")
    }
    guard let unit else { throw .unknownUnit }
    var program = DeviceProgram(unit)
    for (_, days) in found {
      for (day, points) in zip(Weekday.allCases, days) {
        try program.add(points, to: day, in: text)
      }
    }
    return program
  }
}

/// Decodes the value of a Weekly_Schedule.
private struct BACnetReader {
  var bytes: HexReader

  private var text: DeviceText { bytes.text }

  /// Skips the bytes before the value: the tag 3E, which analysers show, and in a complete ReadProperty answer
  /// everything before it.
  mutating func passOpeningTag() throws(ImportRefusal) -> Bool {
    if bytes.next == 0x3E {
      try bytes.expect(0x3E, "the opening tag of the value")
      return true
    }
    // ComplexACK, invoke id, ReadProperty; object id (0C and four bytes), property 123 (19 7B).
    guard bytes.next == 0x30 else { return false }
    try bytes.expect(0x30, "an answer")
    _ = try bytes.byte("the invoke id")
    for (value, part) in [(0x0C, "ReadProperty"), (0x0C, "the object")] {
      try bytes.expect(value, part)
    }
    for _ in 0..<4 { _ = try bytes.byte("the object") }
    try bytes.expect(0x19, "the property")
    try bytes.expect(123, "the property Weekly_Schedule (123)")
    try bytes.expect(0x3E, "the opening tag of the value")
    return true
  }

  mutating func day(_ day: Weekday, _ side: Side) throws(ImportRefusal) -> [ReadSwitchpoint] {
    try bytes.expect(0x0E, "the opening tag of \(day.title)")
    var points: [ReadSwitchpoint] = []
    let start = bytes.offset
    // Until the first value and after NULL, Schedule_Default applies.
    while true {
      let place = bytes.offset
      let tag = try bytes.byte("the closing tag of \(day.title)")
      if tag == 0x0F { break }
      guard tag == 0xB4 else { throw text.fault(at: place, "expected a time or the closing tag") }
      var point = try time(place)
      if bytes.next == 0x00 {
        _ = try bytes.byte("NULL")
        point[side] = .gap
      } else {
        try bytes.expect(0x44, "a real number or NULL")
        point[side] = try real()
      }
      points.append(point)
    }
    return points.first?.minutes == 0 ? points : [.gap(from: 0, [side], at: start)] + points
  }

  private mutating func time(_ place: Int) throws(ImportRefusal) -> ReadSwitchpoint {
    var parts: [Int] = []
    for part in ["the hour", "the minute", "the second", "the hundredth"] {
      parts.append(try bytes.byte(part))
    }
    guard let time = TimeOfDay(hour: parts[0], minute: parts[1]), parts[2] < 60, parts[3] < 100
    else {
      throw text.fault(at: place, "the time is not from 00:00 to 23:59")
    }
    var point = ReadSwitchpoint(minutes: time.minutes, offset: place)
    if parts[2] > 0 || parts[3] > 0 {
      let digits = parts[2...].map { $0 < 10 ? "0\($0)" : "\($0)" }
      point.finerTime = "\(time):\(digits[0])" + (parts[3] > 0 ? ".\(digits[1])" : "")
      if parts[2] >= 30 { point.minutes = min(point.minutes + 1, 1439) }
    }
    return point
  }

  private mutating func real() throws(ImportRefusal) -> ReadDegrees {
    let place = bytes.offset
    var bits: UInt32 = 0
    for _ in 0..<4 { bits = bits << 8 | UInt32(try bytes.byte("a real number")) }
    let value = Float(bitPattern: bits)
    guard let degrees = ReadDegrees(value) else {
      throw text.fault(at: place, "\(value) is not a temperature")
    }
    return degrees
  }
}
