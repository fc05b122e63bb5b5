import Diagnostics
import ScheduleModel

/// Writes and reads Set Weekly Schedule frames of the Zigbee Thermostat cluster (0x0201).
///
/// Sources: zigbee-herdsman cluster.ts (hvacThermostat), zigpy zcl/clusters/hvac.py, and the Matter edition of the same
/// cluster (Thermostat.xml 1.4: at most 10 transitions, minute at most 1439). The ranges and the deadband are the
/// defaults of attributes 0x0015–0x0019; a device may have others.
struct ZCLFormat: DeviceFormat {
  let title = "Zigbee thermostats and valves, cluster 0x0201 (frames in hex, or a ZHA action)"
  let exampleTarget = "00:11:22:33:44:55:66:77"
  let options: Set<RequestOption> = [.target, .program, .midnight]

  let profiles = [
    DeviceProfile(
      id: "zcl", title: "Zigbee radiator valves", periods: entryLimit,
      scales: [TemperatureScale(.celsius, step: 1, heat: 700...3000)], sides: .heat,
      grouping: .equalDays),
    DeviceProfile(
      id: "zcl-thermostat", title: "Zigbee wall thermostats that heat and cool",
      periods: entryLimit,
      scales: [
        TemperatureScale(.celsius, step: 1, heat: 700...3000, cool: 1600...3200, deadband: 250)
      ], grouping: .equalDays),
  ]

  let forms: [(id: String, title: Sentence)] = [
    ("hex", "one frame per line: ZCL header and payload"),
    ("zha", "actions for Home Assistant's ZHA, YAML; \(option: .target) names the device's IEEE"),
  ]
  let formsWithTarget: [String]? = ["zha"]

  static let entryLimit = 10

  func fileSuffix(ofForm form: String?) -> String { form == "zha" ? "yaml" : "txt" }

  func prepare(_ options: inout ExportOptions) {
    if options.kind == nil && options.program != nil { options.kind = "zcl-thermostat" }
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let frames = week.groups().map {
      ZCLFrame(days: $0.days, sides: week.sides, entries: $0.entries)
    }
    if options.form == "zha" {
      guard let ieee = options.target, ZCLFrame.isAddress(ieee) else {
        throw .usage("zha needs the device's IEEE address: \(add: .target) \(exampleTarget)")
      }
      return WrittenText(frames.map { $0.zhaAction(ieee) }.joined())
    }
    let lines = frames.enumerated().map { index, frame in
      frame.bytes(sequence: UInt8(truncatingIfNeeded: index + 1)).hexText + "\n"
    }
    return WrittenText(lines.joined())
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    var program = DeviceProgram(.celsius)
    for line in text.lines() where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      var frame = ZCLFrameReader(bytes: try HexReader("frame", line, in: text))
      try frame.read(into: &program)
    }
    return DevicePrograms(program)
  }
}

/// A Set Weekly Schedule command.
struct ZCLFrame {
  let days: [Weekday]
  let sides: Sides
  let entries: [WrittenSwitchpoint]

  /// The set of the days; bit 7 (away) is never set.
  private var dayBits: UInt8 { days.reduce(0) { $0 | UInt8($1.bitFromSunday) } }

  /// The frame: cluster-specific, client to server, default response enabled; command 0x01.
  func bytes(sequence: UInt8) -> [UInt8] {
    var bytes: [UInt8] = [0x01, sequence, 0x01, UInt8(entries.count), dayBits, sides.rawValue]
    for value in values { bytes += [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    return bytes
  }

  /// Minutes, heat and cool of each transition, as far as the mode has them.
  private var values: [Int] {
    entries.flatMap { entry in [entry.time.minutes] + sides.each.map { entry[$0].count } }
  }

  /// The command as an action of Home Assistant's ZHA integration (services.yaml).
  func zhaAction(_ ieee: String) -> String {
    """
    - action: zha.issue_zigbee_cluster_command
      data:
        ieee: \(QuotedText.yaml(ieee))
        endpoint_id: 1
        cluster_id: 513
        cluster_type: in
        command: 1
        command_type: server
        params:
          num_transitions_for_sequence: \(entries.count)
          day_of_week_for_sequence: \(dayBits)
          mode_for_sequence: \(sides.rawValue)
          values: [\(values.map(String.init).joined(separator: ", "))]

    """
  }

  /// Whether a text is eight bytes in hexadecimal with colons.
  static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 8
      && parts.allSatisfy { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil && $0.first != "+" }
  }
}

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
    var place = bytes.offset
    let command = try bytes.byte("the command")
    let isFromServer = control & 0x08 != 0
    guard command == (isFromServer ? 0x00 : 0x01) else {
      return text.warn(.unknownMember, at: place, "a frame without a schedule was skipped")
    }
    place = bytes.offset
    let count = try bytes.byte("the number of transitions")
    guard (1...ZCLFormat.entryLimit).contains(count) else {
      throw text.fault(at: place, "\(count) transitions are outside 1 to \(ZCLFormat.entryLimit)")
    }
    place = bytes.offset
    let dayBits = try bytes.byte("the days")
    let days = Weekday.days(inBitsFromSunday: Int(dayBits))
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
    let points = try (0..<count).map { _ throws(ImportRefusal) in try transition(sides) }
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
    var point = ReadSwitchpoint(time: (minutes, nil), offset: place)
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
