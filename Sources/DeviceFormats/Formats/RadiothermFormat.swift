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
  let title = "Radio Thermostat CT30, CT50, CT80 (local HTTP)"
  let heeds: DeviceOptionSet = [.day, .program]

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

  private static func capabilities(_ periods: Int, step: Int) -> DeviceCapabilities {
    DeviceCapabilities(
      periods: periods,
      scales: [TemperatureScale(.fahrenheit, step: step, heat: 4500...9500, cool: 4500...9500)],
      midnight: .carriesOver)
  }

  func export(
    _ schedule: Week, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput {
    let profile = try profile(options.kind)
    _ = try form(options)
    let week = try FittedWeek(
      schedule, to: profile, sides: options.program ?? .both, options: options)
    let days = options.day.map { [$0] } ?? Weekday.allCases
    let programs = week.sides.fields.map { field in
      JSONValue.Member(
        field.name,
        .object(
          days.map { day in
            .init("\(day.rawValue)", Self.body(week.entries(of: day), field, profile))
          }))
    }
    let document = programs.count == 1 ? programs[0].value : .object(programs)
    return week.output(document.encoded() + [UInt8(ascii: "\n")])
  }

  /// The flat array of a day, padded to the device's periods by repeating the last pair.
  private static func body(
    _ entries: [DeviceEntry], _ field: Field, _ profile: DeviceProfile
  ) -> JSONValue {
    var values: [JSONValue] = []
    for index in 0..<(profile.capabilities.periods ?? entries.count) {
      let entry = entries[min(index, entries.count - 1)]
      values.append(.integer(entry.time.minutes))
      values.append(.hundredths(entry.value(field)))
    }
    return .array(values)
  }
}

// MARK: Reading

extension RadiothermFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    var programs: [(program: DeviceProgram, text: DeviceText)] = []
    var sides = options.program.map { [$0] } ?? [.heat, .cool]
    for input in inputs {
      let text = DeviceText(input)
      let document = try text.json()
      let members = try document.object().filter { $0.key == "heat" || $0.key == "cool" }
      if !members.isEmpty {
        document.warn(unknownBut: ["heat", "cool"])
        for (key, value) in members {
          programs.append((try Self.program(value, key == "heat" ? .heat : .cool), text))
        }
        continue
      }
      guard inputs.count > 1 || options.program != nil else {
        throw .usage(
          "\(text.file.printable) does not say which program it is; add --program heat or cool")
      }
      guard !sides.isEmpty, sides[0] != .both else {
        throw .usage("radiotherm reads one heat program and one cool program")
      }
      programs.append((try Self.program(document, sides.removeFirst()), text))
    }
    return try assembled(programs, options)
  }

  private func assembled(
    _ programs: [(program: DeviceProgram, text: DeviceText)], _ options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    let heat = programs.filter { $0.program.sides == .heat }
    let cool = programs.filter { $0.program.sides == .cool }
    guard heat.count <= 1, cool.count <= 1, let first = heat.first ?? cool.first else {
      throw .usage("radiotherm reads one heat program and one cool program")
    }
    var assembly = try WeekAssembly(first.text, options, of: self)
    let schedule =
      if let heat = heat.first, let cool = cool.first {
        try assembly.schedule(heat: heat.program, cool: cool.program)
      } else {
        try assembly.schedule(from: first.program)
      }
    return ImportOutput(
      schedule: schedule, name: nil, warnings: Self.warnings(programs.map(\.text)))
  }

  private static func warnings(_ texts: [DeviceText]) -> [Diagnostic] {
    var seen: Set<ObjectIdentifier> = []
    return texts.filter { seen.insert(ObjectIdentifier($0)).inserted }.flatMap(\.warnings)
  }

  private static func program(
    _ place: JSONPlace, _ side: Sides
  ) throws(ImportRefusal) -> DeviceProgram {
    var result = DeviceProgram(.fahrenheit, sides: side)
    let known = Weekday.allCases.map { "\($0.rawValue)" }
    for (key, value) in try place.object() {
      guard let day = known.firstIndex(of: key).map({ Weekday.allCases[$0] }) else {
        guard value.node.kind != .array else {
          throw value.fault("\(key.quoted()) is no day from \"0\" (monday) to \"6\" (sunday)")
        }
        continue
      }
      try result.set(Self.points(value, side), for: day, padded: true, in: place.text)
    }
    place.warn(unknownBut: Set(known))
    if result.days.isEmpty {
      throw place.fault("no day from \"0\" (monday) to \"6\" (sunday) is there")
    }
    return result
  }

  private static func points(
    _ place: JSONPlace, _ side: Sides
  ) throws(ImportRefusal) -> [Switchpoint] {
    let values = try place.array()
    guard values.count.isMultiple(of: 2) else {
      throw place.fault(
        "\(values.count) numbers cannot be pairs of minutes and temperature")
    }
    guard values.count <= 2 * 48 else {
      throw place.fault("\(values.count / 2) periods a day are more than any thermostat has")
    }
    var points: [Switchpoint] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      var point = Switchpoint(minutes: try values[index].minutes(), offset: values[index].offset)
      point[side == .heat ? .heat : .cool] = try values[index + 1].degrees()
      points.append(point)
    }
    return points
  }
}
