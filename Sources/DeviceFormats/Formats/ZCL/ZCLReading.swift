import ScheduleModel

extension ZCLFormat {
  func zones(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> [DeviceZone] {
    let text = files[0]
    var program = DeviceProgram(.celsius)
    for line in text.lines() where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      var frame = ZCLFrameReader(bytes: try HexReader("frame", line, in: text))
      try frame.read(into: &program)
    }
    return [DeviceZone(program)]
  }
}

/// Decodes a frame.
private struct ZCLFrameReader {
  var bytes: HexReader

  private var text: DeviceText { bytes.text }

  mutating func read(into program: inout DeviceProgram) throws(ImportRefusal) {
    let start = bytes.offset
    let control = try bytes.byte("the frame control")
    guard control & 0x03 == 1 else {
      throw text.fault(at: start, "the frame is not specific to a cluster")
    }
    if control & 0x04 != 0 { _ = try bytes.word("the manufacturer code") }
    _ = try bytes.byte("the sequence number")
    let place = bytes.offset
    let command = try bytes.byte("the command")
    let isFromServer = control & 0x08 != 0
    guard command == (isFromServer ? 0x00 : 0x01) else {
      return text.warn(.unknownMember, at: place, "a frame without a schedule was skipped")
    }
    try readSchedule(into: &program)
  }

  private mutating func readSchedule(into program: inout DeviceProgram) throws(ImportRefusal) {
    var place = bytes.offset
    let count = try bytes.byte("the number of transitions")
    guard (1...ZCLFormat.entryLimit).contains(count) else {
      throw text.fault(at: place, "\(count) transitions are outside 1 to \(ZCLFormat.entryLimit)")
    }
    place = bytes.offset
    let dayBits = try bytes.byte("the days")
    let days = Weekday.allCases.filter { dayBits & 1 << (($0.rawValue + 1) % 7) != 0 }
    guard dayBits != 0 else { throw text.fault(at: place, "the frame names no day") }
    if dayBits & 0x80 != 0 {
      text.warn(.unknownMember, at: place, "the program for absence was skipped")
    }
    place = bytes.offset
    let mode = try bytes.byte("the mode")
    let sides = Sides(rawValue: UInt8(mode & 3))
    guard mode == Int(sides.rawValue), mode != 0 else {
      throw text.fault(at: place, "mode \(mode) is not 1 (heat), 2 (cool) or 3 (both)")
    }
    var points: [ReadSwitchpoint] = []
    for _ in 0..<count { points.append(try transition(sides)) }
    try bytes.finish(after: "the last transition")
    for day in days {
      try program.add(points, to: day, continuing: true, padded: true, in: text)
    }
  }

  private mutating func transition(_ sides: Sides) throws(ImportRefusal) -> ReadSwitchpoint {
    let place = bytes.offset
    let minutes = try bytes.word("a time")
    guard minutes < 1440 else {
      throw text.fault(at: place, "minute \(minutes) is outside 0 to 1439")
    }
    var point = ReadSwitchpoint(minutes: minutes, offset: place)
    for side in sides.each {
      let place = bytes.offset
      let value = Int(Int16(truncatingIfNeeded: try bytes.word("a \(side.name) setpoint")))
      point[side] = ReadDegrees(Hundredths(value)).orZigbeeGap
      guard value > -27316 || point[side] == .gap else {
        throw text.fault(at: place, "the \(side.name) setpoint is below absolute zero")
      }
    }
    return point
  }
}
