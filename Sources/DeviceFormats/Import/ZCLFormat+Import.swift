import ScheduleModel

extension ZCLFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    guard inputs.count == 1 else { throw .usage("zcl reads one file") }
    let text = DeviceText(inputs[0])
    var programs = SidePrograms(.celsius)
    for line in text.lines() where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      let (bytes, offsets) = try HexText.bytes(line, in: text)
      var frame = ZCLFrameReader(bytes, offsets, end: line.upperBound, in: text)
      try frame.read(into: &programs)
    }
    var assembly = WeekAssembly(text, options)
    let schedule = try assembly.schedule(from: programs)
    return ImportOutput(schedule: schedule, name: nil, warnings: text.warnings)
  }
}

/// Takes a frame apart.
private struct ZCLFrameReader {
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

  private mutating func byte(_ what: String) throws(ImportRefusal) -> Int {
    guard position < bytes.count else {
      throw text.fault(at: end, "the frame is cut short; \(what) is missing")
    }
    position += 1
    return Int(bytes[position - 1])
  }

  private mutating func word(_ what: String) throws(ImportRefusal) -> Int {
    try byte(what) | byte(what) << 8
  }

  mutating func read(into programs: inout SidePrograms) throws(ImportRefusal) {
    let control = try byte("the frame control")
    guard control & 0x03 == 1 else {
      throw text.fault(at: offsets.first, "the frame is not specific to a cluster")
    }
    if control & 0x04 != 0 { _ = try word("the manufacturer code") }
    _ = try byte("the sequence number")
    let place = offset
    let command = try byte("the command")
    let isFromServer = control & 0x08 != 0
    guard command == (isFromServer ? 0x00 : 0x01) else {
      return text.warn(.unknownMember, at: place, "a frame that holds no schedule is left out")
    }
    try readSchedule(into: &programs)
  }

  private mutating func readSchedule(into programs: inout SidePrograms) throws(ImportRefusal) {
    var place = offset
    let count = try byte("the number of transitions")
    guard (1...ZCLFormat.entryLimit).contains(count) else {
      throw text.fault(at: place, "\(count) transitions are outside 1 to \(ZCLFormat.entryLimit)")
    }
    place = offset
    let dayBits = try byte("the days")
    let days = Weekday.allCases.filter { dayBits & 1 << (($0.rawValue + 1) % 7) != 0 }
    guard dayBits != 0 else { throw text.fault(at: place, "the frame names no day") }
    if dayBits & 0x80 != 0 {
      text.warn(.unknownMember, at: place, "the program for being away is left out")
    }
    place = offset
    let mode = try byte("the mode")
    let sides = Sides(rawValue: UInt8(mode & 3))
    guard mode == Int(sides.rawValue), mode != 0 else {
      throw text.fault(at: place, "mode \(mode) is not 1 (heat), 2 (cool) or 3 (both)")
    }
    var points: [Switchpoint] = []
    for _ in 0..<count { points.append(try transition(sides)) }
    guard position == bytes.count else {
      throw text.fault(at: offset, "\(bytes.count - position) bytes follow the last transition")
    }
    for day in days { try programs.add(points, of: sides, for: day, in: text) }
  }

  private mutating func transition(_ sides: Sides) throws(ImportRefusal) -> Switchpoint {
    let place = offset
    let minutes = try word("a time")
    guard minutes < 1440 else {
      throw text.fault(at: place, "minute \(minutes) is outside 0 to 1439")
    }
    var point = Switchpoint(minutes: minutes, offset: place)
    for field in sides.fields {
      let place = offset
      let value = Int(Int16(truncatingIfNeeded: try word("a \(field.name) setpoint")))
      guard value > -27316 else {
        throw text.fault(at: place, "the \(field.name) setpoint is marked as invalid")
      }
      point[field] = value
    }
    return point
  }
}
