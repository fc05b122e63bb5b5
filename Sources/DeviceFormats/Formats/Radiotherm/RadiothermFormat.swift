import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the weekly program of Radio Thermostats (CT30, CT50, 3M-50, CT80).
///
/// Sources: RTCOA Wi-Fi API 1.3 (2012), sections 2.2.3, 2.5.6–2.5.8, 2.6 and table 32. Day 0 is Monday; a day is a flat
/// array of minutes and °F. The API has no range; openHAB's radiothermostat binding (config.xml) accepts 45 to 95 °F.
struct RadiothermFormat: DeviceFormat {
  let title = "Radio Thermostat CT30, CT50, CT80 (local HTTP)"
  let options: Set<RequestOption> = [.day, .program, .midnight]

  let profiles = [
    DeviceProfile(
      id: "radiotherm", aliases: ["ct30", "ct50", "3m-50", "3m50"],
      title: "Radio Thermostat CT30, CT50, 3M-50", periods: 4,
      scales: [TemperatureScale(.fahrenheit, step: 100, heat: 4500...9500, cool: 4500...9500)]),
    DeviceProfile(
      id: "ct80", title: "Radio Thermostat CT80", periods: 7,
      scales: [TemperatureScale(.fahrenheit, step: 50, heat: 4500...9500, cool: 4500...9500)]),
  ]

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    guard week.sides != .both || options.program == .both else {
      throw .usage(
        "the thermostat accepts one program per request; "
          + "choose \(add: .program) heat or \(add: .program) cool")
    }
    let days = options.day.map { [$0] } ?? Weekday.allCases
    let programs = week.sides.each.map { side in
      JSONValue.Member(
        side.name,
        .object(
          days.map { day in
            // The flat array of a day, as long as the device's.
            let values = week.paddedEntries(of: day).flatMap {
              [JSONValue.integer($0.time.minutes), .degrees($0[side])]
            }
            return .init("\(day.rawValue)", .array(values))
          }))
    }
    let document = programs.count == 1 ? programs[0].value : .object(programs)
    return WrittenText(document.encoded() + [UInt8(ascii: "\n")])
  }

  var readsSeveralFiles: Bool { true }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    var programs: [(side: Side, place: LocatedNode)] = []
    for text in files.texts {
      let document = try text.json()
      for key in ["error", "error_msg"] {
        guard let reason = document[key] else { continue }
        let text = reason.node.string ?? reason.node.integer.map(String.init) ?? "no reason"
        throw reason.fault("the thermostat refused: \(text.quoted())")
      }
      let members = try document.object().filter { $0.key == "heat" || $0.key == "cool" }
      if !members.isEmpty {
        document.warn(unknownBut: ["heat", "cool"])
        programs += members.map { ($0.key == "heat" ? .heat : .cool, $0.value) }
        continue
      }
      programs.append((try Self.side(of: text, in: files), document))
    }
    guard Set(programs.map(\.side)).count == programs.count else {
      throw .usage("radiotherm reads one heat program and one cool program")
    }
    var result = DeviceProgram(.fahrenheit)
    for (side, place) in programs { try Self.read(place, side, into: &result) }
    return DevicePrograms(result)
  }

  /// The side of a file that does not name it: that of the options, or of the file name.
  ///
  /// Never its position among several: a shell sorts cool.json before heat.json.
  private static func side(
    of text: DeviceText, in input: DeviceFiles
  ) throws(ImportRefusal) -> Side {
    let files = input.texts
    if files.count == 1, let side = input.options.program { return side }
    let named = { (text: DeviceText) -> Side? in
      let last = text.file.utf8.split(separator: UInt8(ascii: "/")).last
      let name = last.map { Substring($0).lowercased() } ?? ""
      // A house may be called "Heath": check the end of the name first, where export puts the side.
      let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
      if let side = Side.allCases.first(where: { stem.hasSuffix("-\($0.name)") }) { return side }
      let sides = Side.allCases.filter { name.contains($0.name) }
      return sides.count == 1 ? sides[0] : nil
    }
    if files.count > 1, let side = named(text) { return side }
    if files.count == 2, let other = files.lazy.compactMap(named).first { return other.other }
    throw .usage(
      files.count == 1
        ? "\(text.file.printable) does not say which program it is; add \(add: .program) heat or cool"
        : "the names of the files do not say which is heat and which is cool; call them heat.json "
          + "and cool.json")
  }

  private static func read(
    _ place: LocatedNode, _ side: Side, into program: inout DeviceProgram
  ) throws(ImportRefusal) {
    let known = Weekday.allCases.map { "\($0.rawValue)" }
    for (key, value) in try place.object() {
      guard let day = known.firstIndex(of: key).map({ Weekday.allCases[$0] }) else {
        guard value.node.kind != .array else {
          throw value.fault("\(key.quoted()) is not a day from \"0\" (Monday) to \"6\" (Sunday)")
        }
        continue
      }
      try program.add(
        Self.points(value, side), to: day, padded: true, at: value.offset, in: place.text)
    }
    place.warn(unknownBut: Set(known))
    if program[side].isEmpty {
      throw place.fault("no days; expected \"0\" (Monday) to \"6\" (Sunday)")
    }
  }

  private static func points(
    _ place: LocatedNode, _ side: Side
  ) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let values = try place.array()
    guard values.count.isMultiple(of: 2) else {
      throw place.fault("\(values.count) numbers cannot be pairs of minutes and temperature")
    }
    try place.refuseTooMany(values.count / 2)
    var points: [ReadSwitchpoint] = []
    for value in values where value.node.integer == -1 {
      throw value.fault("-1 means that the thermostat was busy; read it again")
    }
    for index in stride(from: 0, to: values.count, by: 2) {
      var point = ReadSwitchpoint(
        time: try values[index].minutes(), offset: values[index].offset)
      point[side] = try values[index + 1].degrees()
      points.append(point)
    }
    return points
  }
}
