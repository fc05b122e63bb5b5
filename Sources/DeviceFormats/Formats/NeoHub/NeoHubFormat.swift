import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads comfort levels of Heatmiser neo thermostats, as commands of the neoHub.
///
/// Sources: Heatmiser's description of the neoHub API (profiles, neoStat HC commands): seven days of wake, leave,
/// return and sleep; a level is time, heat, cool and whether cool is used, from firmware 2079 on, and time and heat
/// before; steps of half a degree; 24:00 and 00:00 disable a level; `STORE_PROFILE` is not for the neoStat HC.
struct NeoHubFormat: DeviceFormat {
  let title = "Heatmiser neoHub (local TCP or WebSocket)"
  let options: Set<RequestOption> = [.target, .program]

  let profiles = [
    thermostat("neohub", aliases: ["neostat-hc"], "neoStat HC, which heats and cools", .both),
    thermostat(
      "neostat", aliases: ["neoair", "heatmiser"], "neoStat and neoAir, which heat", .heat),
    thermostat("neostat-2077", "the same, hub firmware 2077 or older", .heat),
  ]

  let forms: [(id: String, title: Sentence)] = [
    ("device", "STORE_PROFILE_0, into the thermostat that \(option: .target) names"),
    ("profile", "STORE_PROFILE, a profile by the schedule's name (not for neoStat HC)"),
  ]
  let formsWithTarget: [String]? = ["device"]

  private static func thermostat(
    _ id: String, aliases: [String] = [], _ title: String, _ sides: Sides
  ) -> DeviceProfile {
    DeviceProfile(
      id: id, aliases: aliases, title: title, periods: 4, firstMinute: 1,
      scales: [TemperatureScale(.celsius, step: 50)], sides: sides, neededSides: .heat)
  }

  func prepare(_ options: inout ExportOptions) throws(ExportRefusal) {
    if options.program == .cool, profile(options.kind)?.sides == .both {
      throw .usage("a neoStat cannot store cool setpoints alone; omit \(option: .program)")
    }
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    let days = JSONValue.object(
      Weekday.allCases.map { day in
        .init(
          day.name,
          .object(
            zip(Period.allCases, week.entries(of: day)).map { .init($0.name, Self.level($1, week)) }
          ))
      })
    if options.form == "profile" {
      guard week.sides == .heat else {
        throw .usage(
          "STORE_PROFILE is not for the neoStat HC; use \(option: .to) neohub/device, "
            + "or \(add: .program) heat")
      }
      return WrittenText(["STORE_PROFILE": ["info": days, "name": .string(name)]])
    }
    let note: Sentence = "no thermostat named; pass its name on the hub with \(add: .target) NAME"
    return WrittenText(
      ["STORE_PROFILE_0": .array([days, .string(options.target ?? name)])],
      notes: options.target == nil ? [note] : [])
  }

  /// Time, heat, cool, and whether cool is used.
  private static func level(_ entry: WrittenSwitchpoint, _ week: FittedWeek) -> JSONValue {
    let start = [JSONValue.string("\(entry.time)"), .real(entry.heat)]
    if week.profile.id == "neostat-2077" { return .array(start) }
    let cools = week.sides == .both
    return .array(start + [JSONValue.real(cools ? entry.cool : Hundredths(0)), .boolean(cools)])
  }

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let document = try files.text.json()
    if let error = document["error"] {
      throw error.fault("the hub refused: \((error.node.string ?? "no reason").quoted(limit: 200))")
    }
    let zones = document.weeks(except: Self.ordinary).map { place, path in
      DeviceZone(Self.names(of: place, path)) { () throws(ImportRefusal) in
        try Self.program(place)
      }
    }
    guard !zones.isEmpty else { throw document.fault("no days; expected monday to sunday") }
    return DevicePrograms(zones: zones)
  }

  private static let ordinary: Set = ["PROFILE_ID", "group", "name", "TIMESTAMP", "device", "ID"]

  /// The names of a profile: in itself, of the thermostat beside it in STORE_PROFILE_0, or its key in an answer.
  private static func names(of place: LocatedNode, _ path: [LocatedNode.Step]) -> [String?] {
    var names = [place["name"]?.node.string, place["device"]?.node.string]
    for (depth, (key, place)) in path.enumerated().reversed() {
      if key.isEmpty {
        names.append(place.node.elements.lazy.compactMap(\.string).first)
      } else if ["info", "profiles"].contains(key) || depth == 0 && key == key.uppercased() {
        names += [place["name"]?.node.string, place["device"]?.node.string]
      } else {
        return names + [key]
      }
    }
    return names
  }

  /// The levels of the days. A hub in 5/2-day mode uses monday for five days and sunday for two.
  private static func program(_ place: LocatedNode) throws(ImportRefusal) -> DeviceProgram {
    var program = DeviceProgram(.celsius)
    let days = try place.object().compactMap { key, value in
      Weekday(exactly: key).map { (day: $0, value: value) }
    }
    let isFiveAndTwo = Set(days.map(\.day)) == [.monday, .sunday]
    let read = try days.map { day, value throws(ImportRefusal) in
      (day: day, levels: try points(value), place: value)
    }
    let sides = read.lazy.compactMap { $0.levels.first?.sides }.first ?? [.heat]
    for (day, levels, place) in read {
      // Every level may be switched off.
      let points = levels.orGap(sides, at: place)
      let own = isFiveAndTwo ? Weekday.allCases.filter { $0.isWeekend == day.isWeekend } : [day]
      for day in own { try program.add(points, to: day, in: place.text) }
    }
    place.warn(unknownBut: ordinary.union(Weekday.allCases.map(\.name)))
    return program
  }

  /// The enabled levels of a day, sorted by time.
  private static func points(_ place: LocatedNode) throws(ImportRefusal) -> [ReadSwitchpoint] {
    let members = try place.object()
    if members.contains(where: { $0.key == "time1" }) {
      throw place.fault("a timer's profile has no temperatures")
    }
    var points: [ReadSwitchpoint] = []
    for (key, level) in members {
      guard Period(exactly: key) != nil || (1...4).contains(where: { key == "level\($0)" }) else {
        throw level.fault("\(key.quoted()) is not a level of a day")
      }
      if let point = try point(level) { points.append(point) }
    }
    return points.sorted { $0.minutes < $1.minutes }
  }

  private static func point(_ level: LocatedNode) throws(ImportRefusal) -> ReadSwitchpoint? {
    let values = try level.array()
    guard values.count == 2 || values.count == 4 else {
      throw level.fault("\(values.count) values; expected a time, heat, cool, and whether it cools")
    }
    if ["24:00", "00:00"].contains(try values[0].string()) { return nil }
    var point = ReadSwitchpoint(time: try values[0].clockTime(), offset: level.offset)
    point.heat = try values[1].degrees()
    guard values.count == 4 else { return point }
    let cools = try values[3].boolean()
    if cools { point.cool = try values[2].degrees() }
    for value in values[1...(cools ? 2 : 1)] where value.node.number == 127.5 {
      throw value.fault("127.5 is not a setpoint: the hub has none here")
    }
    return point
  }
}
