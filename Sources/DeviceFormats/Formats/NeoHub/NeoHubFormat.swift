import JSONText
import ScheduleModel

/// Writes and reads comfort levels of Heatmiser neo thermostats, as commands of the neoHub.
///
/// Sources: Heatmiser's description of the neoHub API (profiles, neoStat HC commands): seven days of wake, leave,
/// return and sleep; a level is time, heat, cool and whether cool is used, from firmware 2079 on, and time and heat
/// before; steps of half a degree; 24:00 and 00:00 disable a level; `STORE_PROFILE` is not for the neoStat HC.
struct NeoHubFormat: ImportableFormat {
  let id = "neohub"
  let title = "Heatmiser neoHub (local TCP or WebSocket)"
  let options: Set<DeviceOption> = [.target, .program]

  let profiles = [
    thermostat("neohub", aliases: ["neostat-hc"], "neoStat HC, which heats and cools", .both),
    thermostat(
      "neostat", aliases: ["neoair", "heatmiser"], "neoStat and neoAir, which heat", .heat),
    thermostat("neostat-2077", "the same, hub firmware 2077 and before", .heat),
  ]

  let forms: [(id: String, title: String)] = [
    ("device", "STORE_PROFILE_0, into the thermostat that --target names"),
    ("profile", "STORE_PROFILE, a profile by the schedule's name (not for neoStat HC)"),
  ]

  let instructions = [
    "setpoint export FILE --to neostat --drop-cool --target Kitchen -o command.json",
    "The hub accepts commands on TCP port 4242, each ended by a zero byte and a carriage return:",
    "(tr -d '\\n' < command.json; printf '\\0\\r') | nc -q 5 NEOHUB 4242",
    "A generation 2 hub needs that port enabled in the app (Settings, API).",
    "The hub must be in 7-day mode with four levels: {\"SET_FORMAT\":\"7DAY\"}, {\"SET_LEVEL_4\":0}.",
    "Read back: printf '{\"GET_PROFILE_0\":\"Kitchen\"}\\0\\r' | nc -q 5 NEOHUB 4242 | tr -d '\\0' > levels.json",
    "setpoint import levels.json --from neohub",
    "GET_PROFILES answers with every profile of the hub: each becomes a schedule, --zone reads one.",
  ]

  static let levels = ["wake", "leave", "return", "sleep"]

  private static func thermostat(
    _ id: String, aliases: [String] = [], _ title: String, _ sides: Sides
  ) -> DeviceProfile {
    DeviceProfile(
      id, aliases: aliases, title: title, periods: 4, firstMinute: 1,
      scales: [TemperatureScale(.celsius, step: 50)], sides: sides)
  }

  func text(
    of week: FittedWeek, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    guard week.sides.contains(.heat) else {
      throw .usage("a neoStat has no levels of cool setpoints alone")
    }
    let days = JSONValue.object(
      Weekday.allCases.map { day in
        .init(
          day.name,
          .object(
            zip(Self.levels, week.entries(of: day)).map { .init($0, Self.level($1, week)) }))
      })
    if options.form == "profile" {
      guard week.sides == .heat else {
        throw .usage(
          "STORE_PROFILE is not for the neoStat HC; use --to neohub/device, or --program heat")
      }
      return WrittenText(["STORE_PROFILE": ["info": days, "name": .string(name)]])
    }
    var text = WrittenText(["STORE_PROFILE_0": .array([days, .string(options.target ?? name)])])
    if options.target == nil {
      text.notes = ["no thermostat named; pass its name on the hub with --target NAME"]
    }
    return text
  }

  /// Time, heat, cool, and whether cool is used.
  private static func level(_ entry: WrittenSwitchpoint, _ week: FittedWeek) -> JSONValue {
    let start = [JSONValue.string("\(entry.time)"), .real(entry.heat)]
    if week.profile.id == "neostat-2077" { return .array(start) }
    let cools = week.sides == .both
    return .array(start + [JSONValue.real(cools ? entry.cool : Hundredths(0)), .boolean(cools)])
  }
}
