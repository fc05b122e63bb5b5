import Diagnostics
import JSONText
import ScheduleModel

extension HomeAssistantFormat {
  func program(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> DeviceProgram {
    let text = files[0]
    var unit = options.fileUnit
    var week = HelperWeek(text, options.program)
    if text.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      try week.readJSON()
    } else {
      try week.readYAML()
      if let unit, let own = week.unit, unit != own {
        throw .usage("the file is in \(own.symbol), not in \(unit.symbol)")
      }
      unit = unit ?? week.unit
    }
    guard let unit else { throw .unknownUnit }
    var program = DeviceProgram(unit)
    program.name = week.name
    for (day, blocks) in week.days.sorted(by: { $0.key < $1.key }) {
      try program.add(HelperWeek.points(blocks, day, text), to: day, in: text)
    }
    return program
  }
}

/// The blocks of a schedule helper.
private struct HelperWeek {
  struct Block {
    let from: Int
    let to: Int
    var point: ReadSwitchpoint
  }

  private let text: DeviceText
  private let program: Sides?
  private(set) var days: [Weekday: [Block]] = [:]
  private(set) var sides: Sides = []
  private(set) var name: String?
  private(set) var unit: TemperatureUnit?

  init(_ text: DeviceText, _ program: Sides?) {
    self.text = text
    self.program = program
  }

  /// The switchpoints of a day whose blocks leave no pause, since the table has none.
  static func points(
    _ blocks: [Block], _ day: Weekday, _ text: DeviceText
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    var end = 0
    for block in blocks {
      guard block.from == end else {
        throw text.fault(
          at: block.point.offset,
          "\(day.name) has no block from \(clock(end)) to "
            + "\(clock(block.from)); the table has no pauses")
      }
      end = block.to
    }
    guard end == 1440 else {
      throw text.fault(
        at: blocks.last?.point.offset, "\(day.name) has no block from \(clock(end)) to 24:00")
    }
    return blocks.map(\.point)
  }

  private static func clock(_ minutes: Int) -> String {
    minutes == 1440 ? "24:00" : "\(TimeOfDay(wrapping: minutes))"
  }

  // MARK: The answer of schedule.get_schedule

  mutating func readJSON() throws(ImportRefusal) {
    var place = try text.json()
    // {"schedule.thermostat": {"monday": […]}}
    while place["monday"] == nil, let inner = try place.object().first?.value,
      inner.node.kind == .object
    {
      guard try place.object().count == 1 else {
        throw place.fault("several schedules; leave one in the file")
      }
      place = inner
    }
    for (key, list) in try place.object() {
      guard let day = Weekday(exactly: key) else { continue }
      let blocks = try list.array()
      guard !blocks.isEmpty else {
        throw list.fault("\(day.name) has no block; the table has no pauses")
      }
      for block in blocks { try add(block, to: day) }
    }
    place.warn(unknownBut: Set(Weekday.allCases.map(\.name) + ["name", "icon"]))
    if days.isEmpty { throw place.fault("no day from monday to sunday is there") }
  }

  private mutating func add(_ block: LocatedNode, to day: Weekday) throws(ImportRefusal) {
    let from = try block.member("from")
    let to = try block.member("to")
    let data = try block.member("data")
    var point = ReadSwitchpoint(minutes: try from.clockMinutes(), offset: block.offset)
    let end = try to.string() == "24:00:00" ? 1440 : to.clockMinutes()
    block.warn(unknownBut: ["from", "to", "data"])
    data.warn(unknownBut: ["temperature", "target_temp_low", "target_temp_high"])
    point.heat = try data["target_temp_low"]?.degrees()
    point.cool = try data["target_temp_high"]?.degrees()
    if let single = data["temperature"] {
      guard point.heat == nil, point.cool == nil else {
        throw single.fault("\"temperature\" and \"target_temp_low\" or \"…_high\" in one block")
      }
      point[program == .cool ? .cool : .heat] = try single.degrees()
    }
    guard point.heat != nil || point.cool != nil else {
      throw data.fault("\"target_temp_low\" and \"temperature\" are missing")
    }
    try append(Block(from: point.minutes, to: end, point: point), to: day)
  }

  private mutating func append(_ block: Block, to day: Weekday) throws(ImportRefusal) {
    let own: Sides = [
      block.point.heat == nil ? [] : .heat, block.point.cool == nil ? [] : .cool,
    ]
    guard sides.isEmpty || sides == own else {
      throw text.fault(at: block.point.offset, "this block has other setpoints than the first")
    }
    sides = own
    days[day, default: []].append(block)
  }

  // MARK: The YAML that export writes

  mutating func readYAML() throws(ImportRefusal) {
    var day: Weekday?
    var start = 0
    var helpers = 0
    for line in text.lines() {
      let string = text.string(line)
      if string.hasPrefix("#") {
        if unit == nil { unit = Self.unit(string) }
      } else if string == "automation:" {
        break
      } else if let header = string.last == ":" ? Weekday(exactly: string.dropLast()) : nil {
        guard days[header] == nil, day != header else {
          throw text.fault(at: line.lowerBound, "\(header.name) appears twice")
        }
        if let day, days[day] == nil {
          throw text.fault(at: start, "\(day.name) has no block; the table has no pauses")
        }
        (day, start) = (header, line.lowerBound)
      } else if string.hasPrefix("- {") {
        guard let day else { throw text.fault(at: line.lowerBound, "a block before any day") }
        try add(flow: line, to: day)
      } else if string.hasPrefix("name: \""), string.hasSuffix("\""), string.utf8.count > 7 {
        // The escapes that export writes are those of JSON.
        name = JSONText.decodedString(Array(string.utf8).dropFirst(6))
      } else if string.hasPrefix("name: "),
        !string.dropFirst(6).contains(where: { "\"'#:&*!|>%@`".contains($0) })
      {
        name = String(string.dropFirst(6))
      } else if string == "schedule:" || string == "---" || string.hasPrefix("icon: ") {
        continue
      } else if day == nil, helpers == 0, string.hasSuffix(":") {
        helpers += 1
      } else {
        throw text.fault(
          at: line.lowerBound,
          "only a schedule helper as export writes it can be read; "
            + "save the answer of schedule.get_schedule as JSON")
      }
    }
    if let day, days[day] == nil {
      throw text.fault(at: start, "\(day.name) has no block; the table has no pauses")
    }
    if days.isEmpty { throw text.fault(at: nil, "no day from monday to sunday is there") }
  }

  private static func unit(_ comment: String) -> TemperatureUnit? {
    comment.contains("°C") ? .celsius : comment.contains("°F") ? .fahrenheit : nil
  }

  /// Reads `- {from: "…", to: "…", data: {…}}` as JSON, once its keys stand in quotes.
  private mutating func add(flow line: Range<Int>, to day: Weekday) throws(ImportRefusal) {
    var json = ""
    var word = ""
    var inString = false
    for scalar in text.string(line).dropFirst(2).unicodeScalars {
      if scalar == "\"" { inString.toggle() }
      if !inString, scalar.properties.isAlphabetic || scalar == "_" {
        word.unicodeScalars.append(scalar)
        continue
      }
      if !word.isEmpty {
        json += scalar == ":" ? "\"\(word)\"" : word
        word = ""
      }
      json.unicodeScalars.append(scalar)
    }
    let inner = DeviceText(DeviceInput(file: text.file, bytes: Array(json.utf8)))
    do {
      var other = HelperWeek(inner, program)
      try other.add(inner.json(), to: day)
      if var block = other.days[day]?.first {
        block.point.offset = line.lowerBound
        try append(block, to: day)
      }
      for warning in inner.warnings {
        text.warn(.unknownMember, at: line.lowerBound, warning.message)
      }
    } catch {
      guard case .unreadable(let finding) = error else { throw error }
      throw text.fault(at: line.lowerBound, finding.message)
    }
  }
}
