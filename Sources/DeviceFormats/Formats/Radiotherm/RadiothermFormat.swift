import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the weekly program of Radio Thermostats (CT30, CT50, 3M-50, CT80).
///
/// Facts: RTCOA Wi-Fi API 1.3 (2012), sections 2.2.3, 2.5.6–2.5.8, 2.6 and table 32. Day 0 is Monday;
/// a day is a flat array of minutes and °F. The API states no range; 45 to 95 °F is what openHAB's
/// radiothermostat binding (config.xml) accepts.
struct RadiothermFormat: ImportableFormat {
  let id = "radiotherm"
  let fileSuffix = "json"
  let title = "Radio Thermostat CT30, CT50, CT80 (local HTTP)"
  let options: DeviceOptionSet = [.day, .program, .midnight]

  let profiles = [
    DeviceProfile(
      "radiotherm", aliases: ["ct30", "ct50", "3m-50", "3m50"],
      title: "Radio Thermostat CT30, CT50, 3M-50", capabilities: capabilities(4, step: 100)),
    DeviceProfile(
      "ct80", title: "Radio Thermostat CT80", capabilities: capabilities(7, step: 50)),
  ]

  let instructions = [
    "setpoint export FILE --to radiotherm --program heat -o heat.json",
    "setpoint export FILE --to radiotherm --program cool -o cool.json",
    "curl -d @heat.json http://THERMOSTAT/tstat/program/heat",
    "curl -d @cool.json http://THERMOSTAT/tstat/program/cool",
    "curl -d '{\"hold\":0}' http://THERMOSTAT/tstat",
    "One day: --day monday, sent to /tstat/program/heat/mon. A held setpoint overrides the program.",
    "Read back: curl http://THERMOSTAT/tstat/program/heat > heat.json (and cool), then",
    "setpoint import heat.json cool.json --from radiotherm",
  ]

  private static func capabilities(_ periods: Int, step: Hundredths) -> DeviceCapabilities {
    DeviceCapabilities(
      periods: periods,
      scales: [TemperatureScale(.fahrenheit, step: step, heat: 4500...9500, cool: 4500...9500)],
      midnight: .carriesOver)
  }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let days = options.day.map { [$0] } ?? Weekday.allCases
    let programs = week.sides.each.map { side in
      JSONValue.Member(
        side.name,
        .object(
          days.map { day in
            .init("\(day.rawValue)", Self.body(week.entries(of: day), side, week.profile))
          }))
    }
    let document = programs.count == 1 ? programs[0].value : .object(programs)
    return WrittenText(document.encoded() + [UInt8(ascii: "\n")])
  }

  /// The flat array of a day, padded to the device's periods by repeating the last pair.
  private static func body(
    _ entries: [WrittenSwitchpoint], _ side: Side, _ profile: DeviceProfile
  ) -> JSONValue {
    var values: [JSONValue] = []
    for index in 0..<(profile.capabilities.periods ?? entries.count) {
      let entry = entries[min(index, entries.count - 1)]
      values.append(.integer(entry.time.minutes))
      values.append(.degrees(entry[side]))
    }
    return .array(values)
  }
}

// MARK: Reading

extension RadiothermFormat {
  var readsSeveralFiles: Bool { true }

  func program(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> DeviceProgram {
    var programs: [(side: Side, place: LocatedNode)] = []
    var expected = options.program?.each ?? Side.allCases
    for text in files {
      let document = try text.json()
      let members = try document.object().filter { $0.key == "heat" || $0.key == "cool" }
      if !members.isEmpty {
        document.warn(unknownBut: ["heat", "cool"])
        programs += members.map { ($0.key == "heat" ? .heat : .cool, $0.value) }
        continue
      }
      guard files.count > 1 || options.program != nil else {
        throw .usage(
          "\(text.file.printable) does not say which program it is; add --program heat or cool")
      }
      guard options.program != .both, !expected.isEmpty else { throw Self.tooManyPrograms }
      programs.append((expected.removeFirst(), document))
    }
    guard Set(programs.map(\.side)).count == programs.count else { throw Self.tooManyPrograms }
    var result = DeviceProgram(.fahrenheit)
    for (side, place) in programs { try Self.read(place, side, into: &result) }
    return result
  }

  private static let tooManyPrograms = ImportRefusal.usage(
    "radiotherm reads one heat program and one cool program")

  private static func read(
    _ place: LocatedNode, _ side: Side, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    let known = Weekday.allCases.map { "\($0.rawValue)" }
    var isEmpty = true
    for (key, value) in try place.object() {
      guard let day = known.firstIndex(of: key).map({ Weekday.allCases[$0] }) else {
        guard value.node.kind != .array else {
          throw value.fault("\(key.quoted()) is no day from \"0\" (monday) to \"6\" (sunday)")
        }
        continue
      }
      try program.add(Self.points(value, side), to: day, padded: true, in: place.text)
      isEmpty = false
    }
    place.warn(unknownBut: Set(known))
    if isEmpty {
      throw place.fault("no day from \"0\" (monday) to \"6\" (sunday) is there")
    }
  }

  private static func points(
    _ place: LocatedNode, _ side: Side
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let values = try place.array()
    guard values.count.isMultiple(of: 2) else {
      throw place.fault(
        "\(values.count) numbers cannot be pairs of minutes and temperature")
    }
    guard values.count <= 2 * 48 else {
      throw place.fault("\(values.count / 2) periods a day are more than any thermostat has")
    }
    var points: [ReadSwitchpoint] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      var point = ReadSwitchpoint(
        minutes: try values[index].minutes(), offset: values[index].offset)
      point[side] = try values[index + 1].degrees()
      points.append(point)
    }
    return points
  }
}
