import Diagnostics
import ScheduleModel

extension BACnetFormat {
  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    var properties = BACnetProperties(text, files.options)
    for line in text.lines() {
      if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
        try properties.readComment(line)
      } else {
        try properties.readProperty(line)
      }
    }
    return try properties.programs()
  }
}

/// The properties in a file: a line of hex each, whose side and unit may be in a comment before it.
private struct BACnetProperties {
  private let text: DeviceText
  private let options: ImportOptions
  private var unit: TemperatureUnit?
  private var announced: Side?
  private var isAlone: Bool
  private var usualValue: ReadDegrees?
  private var found: [(side: Side, days: [[ReadSwitchpoint]])] = []
  private var property = Property.weekly
  private var periods: [Side: ClosedRange<CalendarDay>] = [:]
  private var exceptions: [Side: [BACnetReader.Exception]] = [:]

  private enum Property: Substring, CaseIterable {
    case weekly = "Weekly_Schedule"
    case period = "Effective_Period"
    case exceptions = "Exception_Schedule"
  }

  init(_ text: DeviceText, _ options: ImportOptions) {
    (self.text, self.options) = (text, options)
    isAlone = options.program != nil
  }

  mutating func readComment(_ line: Range<Int>) throws(ImportRefusal) {
    let words = String(decoding: text.bytes[line], as: UTF8.self).split { " :,#".contains($0) }
    property = Property.allCases.first { words.contains($0.rawValue) } ?? property
    let sides = Side.allCases.filter { words.contains(Substring($0.name)) }
    if sides.count == 1 {
      announced = sides[0]
      isAlone = isAlone || words.contains("alone")
      // The line after it is empty if there are no exceptions.
      if property == .exceptions, exceptions[sides[0]] == nil { exceptions[sides[0]] = [] }
    }
    if let place = words.firstIndex(of: "Schedule_Default") {
      guard let word = words.dropFirst(place + 1).first, let value = Float(word),
        let degrees = ReadDegrees(value)
      else {
        throw text.fault(at: line.lowerBound, "expected a temperature after Schedule_Default")
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
    if property != .weekly { return try readDates(line) }
    let usual = options.program.map { [$0] } ?? Side.allCases
    let side = announced ?? usual.first { side in !found.contains { $0.side == side } }
    guard let side else {
      throw text.fault(at: line.lowerBound, "unexpected third property; expected heat and cool")
    }
    guard !found.contains(where: { $0.side == side }) else {
      throw text.fault(at: line.lowerBound, "a second \(side.name) property; leave one in the file")
    }
    var reader = BACnetReader(bytes: try HexReader("value", line, in: text))
    let isTagged = try reader.passOpeningTag()
    var days: [[ReadSwitchpoint]] = []
    for day in Weekday.allCases {
      var points = try reader.day(day.title, side)
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

  /// Reads the value of Effective_Period or Exception_Schedule.
  private mutating func readDates(_ line: Range<Int>) throws(ImportRefusal) {
    guard let side = announced,
      property == .period ? periods[side] == nil : exceptions[side]?.isEmpty == true
    else {
      throw text.fault(
        at: line.lowerBound,
        "a second \(property.rawValue), or one without heat or cool in a comment before it")
    }
    var reader = BACnetReader(bytes: try HexReader("value", line, in: text))
    if property == .period {
      periods[side] = try reader.dates()
      try reader.bytes.finish(after: "the dates")
    } else {
      while reader.bytes.next != nil { exceptions[side]?.append(try reader.exception(side)) }
    }
    (announced, property) = (nil, .weekly)
  }

  func programs() throws(ImportRefusal) -> DevicePrograms {
    // Otherwise it may be a file of two programs that was cut after the first.
    if found.count == 1, !isAlone {
      throw .usage(
        "the file has one program and may be incomplete; add \(add: .program) heat or cool"
      )
    }
    guard let unit = unit ?? options.fileUnit else { throw .unknownUnit }
    var program = DeviceProgram(unit)
    for (_, days) in found {
      for (day, points) in zip(Weekday.allCases, days) {
        try program.add(points, to: day, in: text)
      }
    }
    if periods.isEmpty, exceptions.isEmpty { return DevicePrograms(program) }
    guard let period = found.first.flatMap({ periods[$0.side] }),
      [periods.count, exceptions.count] == [found.count, found.count],
      found.allSatisfy({ periods[$0.side] == period && exceptions[$0.side] != nil })
    else {
      throw text.fault(
        at: nil,
        "each side needs Weekly_Schedule, Effective_Period and Exception_Schedule for the same dates"
      )
    }
    for (side, days) in found {
      let own = exceptions[side] ?? []
      for exception in own {
        var check = DeviceProgram(unit)
        try check.add(exception.points, to: exception.days.lowerBound.weekday, in: text)
        guard period.contains(exception.days.lowerBound), period.contains(exception.days.upperBound)
        else {
          throw text.fault(
            at: exception.points[0].offset, "an exception is outside Effective_Period")
        }
      }
      for point in (days + own.map(\.points)).joined() where point.time.finer != nil {
        throw text.fault(
          at: point.offset, "a program with dates cannot be imported with seconds in its times")
      }
    }
    let days = try period.map { date throws(ImportRefusal) in
      let sides = try found.map { side, days throws(ImportRefusal) in
        let special = (exceptions[side] ?? []).filter { $0.days.contains(date) }
        guard special.count < 2 else {
          throw text.fault(at: special[1].points[0].offset, "\(date) has two exceptions")
        }
        return special.first?.points ?? days[date.weekday.rawValue]
      }
      return CalendarAssembly.Day(date, sides)
    }
    return try CalendarAssembly(days, name: "BACnet", in: text).programs(in: unit)
  }
}

/// Decodes the value of a Weekly_Schedule.
private struct BACnetReader {
  /// Some days with a program of their own.
  typealias Exception = (days: ClosedRange<CalendarDay>, points: [ReadSwitchpoint])

  var bytes: HexReader

  private var text: DeviceText { bytes.text }

  /// Skips the bytes before the value: the tag 3E, which analysers show, and the start of a ReadProperty answer.
  mutating func passOpeningTag() throws(ImportRefusal) -> Bool {
    // ComplexACK, invoke id, ReadProperty; object id (0C and four bytes), property 123 (19 7B).
    if bytes.next == 0x30 {
      for part in ["an answer", "the invoke id"] { _ = try bytes.byte(part) }
      for part in ["ReadProperty", "the object"] { try bytes.expect(0x0C, part) }
      for _ in 0..<4 { _ = try bytes.byte("the object") }
      try bytes.expect(0x19, "the property")
      try bytes.expect(123, "the property Weekly_Schedule (123)")
    } else if bytes.next != 0x3E {
      return false
    }
    try bytes.expect(0x3E, "the opening tag of the value")
    return true
  }

  mutating func dates() throws(ImportRefusal) -> ClosedRange<CalendarDay> {
    let place = bytes.offset
    var days: [CalendarDay] = []
    for _ in 0..<2 {
      try bytes.expect(0xA4, "a date")
      let names = ["the year", "the month", "the day", "the day of the week"]
      let parts = try names.map { name throws(ImportRefusal) in try bytes.byte(name) }
      // 255 is any day of the week.
      if let day = CalendarDay(year: 1900 + parts[0], month: parts[1], day: parts[2]),
        [day.weekday.rawValue + 1, 255].contains(parts[3])
      {
        days.append(day)
      }
    }
    guard days.count == 2, days[0] <= days[1],
      (days[0]...days[1]).count <= CalendarAssembly.mostDays
    else {
      throw text.fault(at: place, "expected a first and a last date, at most two years apart")
    }
    return days[0]...days[1]
  }

  /// Reads a special event: a range of dates, values and a priority.
  mutating func exception(_ side: Side) throws(ImportRefusal) -> Exception {
    let place = bytes.offset
    try bytes.expect(0x0E, "the opening tag of an exception")
    try bytes.expect(0x1E, "a range of dates")
    let days = try dates()
    for tag in [0x1F, 0x0F] { try bytes.expect(tag, "the closing tag of the dates") }
    let points = try day("the exception", side, opening: 0x2E)
    try bytes.expect(0x39, "the priority")
    let priority = try bytes.byte("the priority")
    guard (1...16).contains(priority), !points.contains(where: { $0[side] == .gap }) else {
      throw text.fault(
        at: place, "an exception needs a value from 00:00 on and a priority from 1 to 16")
    }
    return (days, points)
  }

  mutating func day(
    _ title: String, _ side: Side, opening: Int = 0x0E
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    try bytes.expect(opening, "the opening tag of \(title)")
    var points: [ReadSwitchpoint] = []
    let start = bytes.offset
    // Until the first value and after NULL, Schedule_Default applies.
    while case let place = bytes.offset,
      case let tag = try bytes.byte("the closing tag of \(title)"), tag != opening + 1
    {
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
    return points.first?.minutes == 0 ? points : [.gap(from: (0, nil), [side], at: start)] + points
  }

  private mutating func time(_ place: Int) throws(ImportRefusal) -> ReadSwitchpoint {
    let names = ["the hour", "the minute", "the second", "the hundredth"]
    let parts = try names.map { name throws(ImportRefusal) in try bytes.byte(name) }
    guard let time = TimeOfDay(hour: parts[0], minute: parts[1]), parts[2] < 60, parts[3] < 100
    else {
      throw text.fault(at: place, "the time is not from 00:00 to 23:59")
    }
    var point = ReadSwitchpoint(time: (time.minutes, nil), offset: place)
    if parts[2] > 0 || parts[3] > 0 {
      let digits = parts[2...].map { $0.digits(2) }
      point.time.finer = "\(time):\(digits[0])" + (parts[3] > 0 ? ".\(digits[1])" : "")
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
