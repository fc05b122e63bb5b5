import ScheduleModel

/// Writes and reads the Weekly_Schedule property of two BACnet Schedule objects, heat and cool.
///
/// Facts: bacpypes3 basetypes.py and object.py (property 123 of object type 17, an array of seven
/// daily schedules, 1 is Monday). An entry is an application-tagged time and an IEEE single. Before
/// a day's first entry Schedule_Default holds (Siemens A6V12954388), so 00:00 is always written.
struct BACnetFormat: ImportableFormat {
  let id = "bacnet"
  let title = "BACnet Schedule objects, Weekly_Schedule in hex"
  let heeds: DeviceOptionSet = .program

  let profiles = [
    DeviceProfile(
      "bacnet", title: "BACnet controllers",
      capabilities: DeviceCapabilities(
        periods: nil,
        scales: [TemperatureScale(.celsius, step: 1), TemperatureScale(.fahrenheit, step: 1)],
        midnight: .needsEntry))
  ]

  let instructions = [
    "setpoint export FILE --to bacnet -o weekly.txt      (--unit C|F: the unit of the setpoints)",
    "Each hex line is the value of property 123 (Weekly_Schedule) for a WriteProperty request:",
    "the heat line to the Schedule object that drives the heating setpoint, the cool line likewise.",
    "Read back: setpoint import weekly.txt --from bacnet",
  ]

  func export(
    _ schedule: Schedule, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput {
    let profile = try profile(options.kind)
    _ = try form(options)
    let week = try FittedWeek(
      schedule, to: profile, sides: options.program ?? .both, options: options)
    var text = ""
    for field in week.sides.fields {
      text += "# \(field.name) °\(week.scale.unit.rawValue): Weekly_Schedule, Monday first\n"
      text += HexText.text(Self.property(week, field)) + "\n"
    }
    return week.output(Array(text.utf8))
  }

  /// Seven lists between opening and closing context tag 0.
  private static func property(_ week: FittedWeek, _ field: Field) -> [UInt8] {
    Weekday.allCases.flatMap { day -> [UInt8] in
      var bytes: [UInt8] = [0x0E]
      for entry in week.entries(of: day) {
        bytes += [0xB4, UInt8(entry.time.hour), UInt8(entry.time.minute), 0, 0, 0x44]
        let bits = (Float(entry.value(field)) / 100).bitPattern
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
      }
      return bytes + [0x0F]
    }
  }
}

// MARK: Reading

extension BACnetFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    guard inputs.count == 1 else { throw .usage("bacnet reads one file") }
    let text = DeviceText(inputs[0])
    var sides: [Field] = options.program?.fields ?? [.heat, .cool]
    var unit = options.fileUnit
    var pending: Field?
    var found: [(field: Field, days: [[Switchpoint]])] = []
    for line in text.lines() {
      if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
        let words = text.string(line.dropFirst()).split { " :,#".contains($0) }
        pending = words.contains("heat") ? .heat : words.contains("cool") ? .cool : nil
        if unit == nil, words.contains("°C") { unit = .celsius }
        if unit == nil, words.contains("°F") { unit = .fahrenheit }
        continue
      }
      guard let side = pending ?? sides.first else {
        throw text.fault(at: line.lowerBound, "a third property; expected heat and cool")
      }
      sides.removeAll { $0 == side }
      found.append((side, try Self.days(line, side, in: text)))
      pending = nil
    }
    guard let unit else { throw .usage("the file does not say its unit; add --file-unit C or F") }
    var programs = SidePrograms(unit)
    for (field, days) in found {
      for (day, points) in zip(Weekday.allCases, days) {
        try programs.add(points, of: field == .heat ? .heat : .cool, for: day, in: text)
      }
    }
    var assembly = WeekAssembly(text, options)
    let schedule = try assembly.schedule(from: programs)
    return ImportOutput(schedule: schedule, name: nil, warnings: text.warnings)
  }

  private static func days(
    _ line: Range<Int>, _ field: Field, in text: DeviceText
  ) throws(ImportRefusal) -> [[Switchpoint]] {
    let (bytes, offsets) = try HexText.bytes(line, in: text)
    var reader = BACnetReader(bytes, offsets, end: line.upperBound, in: text)
    var days: [[Switchpoint]] = []
    for day in Weekday.allCases { days.append(try reader.day(day, field)) }
    try reader.finish()
    return days
  }
}

/// Takes the value of a Weekly_Schedule apart.
private struct BACnetReader {
  private let bytes: [UInt8]
  private let offsets: [Int]
  private let end: Int
  private let text: DeviceText
  private var position = 0

  init(_ bytes: [UInt8], _ offsets: [Int], end: Int, in text: DeviceText) {
    self.bytes = bytes
    self.offsets = offsets
    self.end = end
    self.text = text
  }

  private var offset: Int { position < offsets.count ? offsets[position] : end }

  private mutating func take(_ what: String) throws(ImportRefusal) -> UInt8 {
    guard position < bytes.count else {
      throw text.fault(at: end, "the value is cut short; \(what) is missing")
    }
    position += 1
    return bytes[position - 1]
  }

  private mutating func expect(_ byte: UInt8, _ what: String) throws(ImportRefusal) {
    let place = offset
    guard try take(what) == byte else { throw text.fault(at: place, "expected \(what)") }
  }

  mutating func day(_ day: Weekday, _ field: Field) throws(ImportRefusal) -> [Switchpoint] {
    try expect(0x0E, "the opening tag of \(day.name)")
    var points: [Switchpoint] = []
    let start = offset
    while true {
      let place = offset
      let tag = try take("the closing tag of \(day.name)")
      if tag == 0x0F { break }
      guard tag == 0xB4 else { throw text.fault(at: place, "expected a time or the closing tag") }
      var point = Switchpoint(minutes: try time(place), offset: place)
      try expect(0x44, "a real number")
      point[field] = try real()
      points.append(point)
    }
    guard let first = points.first else { throw text.fault(at: start, "\(day.name) is empty") }
    guard first.minutes == 0 else {
      throw text.fault(
        at: start,
        "\(day.name) begins after 00:00; until then Schedule_Default holds, which is not here")
    }
    return points
  }

  private mutating func time(_ place: Int) throws(ImportRefusal) -> Int {
    var parts: [Int] = []
    for part in ["the hour", "the minute", "the second", "the hundredth"] {
      parts.append(Int(try take(part)))
    }
    guard let time = TimeOfDay(hour: parts[0], minute: parts[1]), parts[2] == 0, parts[3] == 0
    else {
      throw text.fault(at: place, "the time is not a full minute from 00:00 to 23:59")
    }
    return time.minutes
  }

  private mutating func real() throws(ImportRefusal) -> Int {
    let place = offset
    var bits: UInt32 = 0
    for _ in 0..<4 { bits = bits << 8 | UInt32(try take("a real number")) }
    let value = Double(Float(bitPattern: bits))
    guard value.isFinite, abs(value) <= 1000 else {
      throw text.fault(at: place, "\(value) is no temperature")
    }
    let hundredths = (value * 100).rounded()
    if abs(value * 100 - hundredths) > 0.01 {
      text.warn(.roundedIn, at: place, "\(value) is rounded to hundredths of a degree")
    }
    return Int(hundredths)
  }

  func finish() throws(ImportRefusal) {
    guard position == bytes.count else {
      throw text.fault(at: offset, "\(bytes.count - position) bytes follow sunday")
    }
  }
}
