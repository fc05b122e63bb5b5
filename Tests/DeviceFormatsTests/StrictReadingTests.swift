import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// Files that say something twice, stop early or say nothing where something is due are not guessed
/// about: one error with its place.
@Suite struct StrictReadingTests {
  private static let compact = "Schedule:Compact,A,,Through: 12/31,"
  private static let frame = "02016801d007e0014006"

  private static let cases: [(format: String, text: String, error: String)] = [
    // EnergyPlus
    (
      "energyplus", compact + "For: AllDays,Until: 12:00,Until: 24:00,20;",
      "1:62: expected the temperature of \"Until: 12:00\""
    ),
    (
      "energyplus", compact + "For: AllDays,Until: 24:00,20,Until: 24:00;",
      "1:65: \"Until: 24:00\" does not come after the last"
    ),
    (
      "energyplus", compact + "For: AllDays,Until: 12:00,20,Until: 24:00;",
      "1:65: \"Until: 24:00\" has no temperature after it"
    ),
    (
      "energyplus", compact + "For: Weekdays,Until: 24:00,For: Weekends,Until: 24:00,20;",
      "1:63: expected the temperature of \"Until: 24:00\""
    ),
    ("energyplus", compact + "Until: 24:00,20;", "1:36: expected For: and days"),
    ("energyplus", compact + "For:,Until: 24:00,20;", "1:36: no day is named"),
    (
      "energyplus", "Schedule:Compact,A,,For: AllDays,Until: 24:00,20;",
      "1:21: expected Through: 12/31"
    ),
    (
      "energyplus", compact + "For: Weekdays Monday,Until: 24:00,20;", "1:36: monday appears twice"
    ),
    (
      "energyplus", compact + "For: Monday,Until: 24:00,20,For: AllDays,Until: 24:00,20;",
      "1:64: monday appears twice"
    ),
    (
      "energyplus", compact + "For: AllDays,Interpolate: Average,Until: 24:00,20;",
      "1:49: an interpolated schedule has no switch times"
    ),
    (
      "energyplus", compact + "For: AllDays,Until: 24:00,20;\nSchedule:Comp",
      "2:1: the object that begins here does not end with a semicolon"
    ),
    (
      "energyplus", compact + "For: AllDays,Until: 24:00,20;\nSchedule:Compact,\n  B,",
      "2:1: the object that begins here does not end with a semicolon"
    ),
    (
      "energyplus",
      compact + "For: AllDays,Until: 24:00,20;\nschedule:compact,a,,Through: 12/31,For: AllDays;",
      "2:18: a second Schedule:Compact \"a\""
    ),
    (
      "energyplus",
      "ThermostatSetpoint:DualSetpoint,Z,A,A;\nThermostatSetpoint:DualSetpoint,Y,A,A;\n" + compact
        + "For: AllDays,Until: 24:00,20;",
      "2:1: a second ThermostatSetpoint:DualSetpoint; leave one in the file"
    ),
    (
      "energyplus",
      "ThermostatSetpoint:DualSetpoint,Z,A;\n" + compact + "For: AllDays,Until: 24:00,20;",
      "1:1: a ThermostatSetpoint:DualSetpoint of 2 fields; expected a name and two schedules"
    ),
    (
      "energyplus", "Schedule:Compact,A;",
      "1:1: a Schedule:Compact without name, limits and blocks"
    ),
    (
      "energyplus", "{\"Schedule:Compact\":{\"A\":{\"data\":[]},\"a\":{\"data\":[]}}}",
      "1:26: a Schedule:Compact without name, limits and blocks"
    ),
    (
      "energyplus",
      "{\"Schedule:Compact\":{\"A\":{\"data\":[{\"field\":1}]},\"a\":{\"data\":[{\"field\":1}]}}}",
      "1:53: a second Schedule:Compact \"a\""
    ),
    (
      "energyplus", "{\"ThermostatSetpoint:DualSetpoint\":{\"A\":\(dual),\"B\":\(dual)}}",
      "1:145: a second ThermostatSetpoint:DualSetpoint; leave one in the file"
    ),
    // Zigbee
    (
      "zcl", "0101010202016801d007e0014006\n0102010202016801d007e0014007",
      "2:13: monday has another heat program before this one; leave one in the file"
    ),
    (
      "zcl", "0101010302016801d0076801d007e0014006",
      "1:21: monday 06:00 does not come after 06:00"
    ),
    (
      "zigbee2mqtt", day("monday", 20) + "\n" + day("monday", 21),
      "2:20: monday has another heat program before this one; leave one in the file"
    ),
    (
      "zigbee2mqtt", week("[\"monday\",\"monday\"]", "{\"time\":360,\"heat_setpoint\":20}"),
      "1:43: monday appears twice"
    ),
    (
      "zigbee2mqtt", week("[]", "{\"time\":360,\"heat_setpoint\":20}"), "1:33: there is no day"
    ),
    (
      "zigbee2mqtt", week("\"monday\"", "{\"time\":360,\"heat_setpoint\":20},{\"time\":480}"),
      "1:89: \"heatSetpoint\" (or \"heating_setpoint\") is missing"
    ),
    (
      "zigbee2mqtt",
      week("\"monday\"", "{\"time\":360,\"transitionTime\":\"07:00\",\"heat_setpoint\":20}"),
      "1:65: \"time\" says \"transitionTime\" again"
    ),
    (
      "zigbee2mqtt",
      week("\"monday\",\"numoftrans\":2", "{\"time\":360,\"heat_setpoint\":20}"),
      "1:55: 2 transitions are announced, and 1 are there"
    ),
    (
      "zigbee2mqtt", "{\"schedule_monday\":20}", "1:20: expected a string, not a number"
    ),
    (
      "zigbee2mqtt", day("monday", 20) + "\n{\"schedule_tues",
      "2:2: the string that begins here is not closed"
    ),
    // Radio Thermostat
    (
      "radiotherm", "{\"0\":[360,70],\"7\":[360,70]}",
      "1:19: \"7\" is no day from \"0\" (monday) to \"6\" (sunday)"
    ),
    (
      "radiotherm", "{\"0\":[360,70,360,70,480,62]}",
      "1:14: monday 06:00 does not come after 06:00"
    ),
    ("radiotherm", "{\"0\":[360,70]} {}", "1:16: expected the end of the file after the document"),
    // evohome
    (
      "evohome", "{\"dailySchedules\":[],\"DailySchedules\":[]}",
      "1:39: \"DailySchedules\" says \"dailySchedules\" again"
    ),
    (
      "evohome", "{\"dailySchedules\":[\(zone("Monday")),\(zone("monday"))]}",
      "1:102: monday appears twice"
    ),
    (
      "evohome",
      "{\"dailySchedules\":[{\"dayOfWeek\":0,\"switchpoints\":[\(point),\(point)]}]}",
      "1:93: monday 06:00 does not come after 06:00"
    ),
    // Honeywell Home
    (
      "honeywell", "{\"timedSchedule\":{\"days\":[\(periods("1"))]}}",
      "1:69: expected true or false, not a number"
    ),
    (
      "honeywell",
      "{\"timedSchedule\":{\"days\":[\(periods("false")),\(periods("false"))]}}",
      "1:144: monday appears twice"
    ),
    // BACnet
    (
      "bacnet", "# heat\n\(bacnet)\n# heat\n\(bacnet)",
      "4:1: a second heat property; leave one in the file"
    ),
    ("bacnet", "# heat °F\n\(bacnet)", "1:1: this is in °F, where °C was said before"),
    ("bacnet", bacnet + "0e0f", "1:169: 2 bytes follow sunday"),
    (
      "bacnet", String(bacnet.dropLast(2)),
      "1:167: the value is cut short; the closing tag of sunday is missing"
    ),
    // CSV
    (
      "csv", "day,time,heat,unit\nmonday,06:00,20,C\nmonday,06:00,20,C\n",
      "3:1: monday 06:00 does not come after 06:00"
    ),
    (
      "csv", periodRows(["wake", "leave", "return", "sleep", "sleep"]),
      "6:8: a second program for monday"
    ),
    (
      "csv", periodRows(["wake", "leave", "return"]),
      "4:1: monday sleep is missing after this row"
    ),
    (
      "csv", periodRows(["wake", "return", "leave", "sleep"]),
      "3:8: expected monday leave, not return"
    ),
    ("csv", periodRows(["wake", "lunch"]), "3:8: \"lunch\" is not a period"),
    (
      "csv", "schedule,day,time,heat,unit\nA,monday,06:00,20,C\nB,monday,08:00,20,C\n",
      "3:1: a second schedule; leave one in the file"
    ),
    // Home Assistant
    (
      "home-assistant", "schedule:\n  a:\n    monday:\n\(block)\n    monday:\n\(block)\n",
      "5:5: monday appears twice"
    ),
    (
      "home-assistant", "schedule:\n  a:\n    monday:\n    tuesday:\n\(block)\n",
      "3:5: monday has no block; the table has no pauses"
    ),
    (
      "home-assistant", "schedule:\n  a:\n    monday:\n\(block)\n    tuesday:\n",
      "5:5: tuesday has no block; the table has no pauses"
    ),
    (
      "home-assistant", "schedule:\n  a:\n    mondag:\n\(block)\n",
      "3:5: only a schedule helper as export writes it can be read; "
        + "save the answer of schedule.get_schedule as JSON"
    ),
    (
      "home-assistant", "schedule:\n  a:\n    monday:\n\(block.dropLast(8))\n",
      "4:7: the file ends early; '}' is missing"
    ),
    ("home-assistant", "{\"monday\":[]}", "1:11: monday has no block; the table has no pauses"),
    (
      "home-assistant",
      "{\"monday\":[{\"from\":\"00:00\",\"to\":\"24:00:00\",\"data\":{\"temperature\":20,\"target_temp_low\":18}}]}",
      "1:66: \"temperature\" and \"target_temp_low\" or \"…_high\" in one block"
    ),
  ]

  private static let dual =
    "{\"heating_setpoint_temperature_schedule_name\":\"A\",\"cooling_setpoint_temperature_schedule_name\":\"A\"}"
  private static let point = "{\"heatSetpoint\":20.0,\"timeOfDay\":\"06:00\"}"
  private static let bacnet = String(repeating: "0eb40000000044" + "41a00000" + "0f", count: 7)
  private static let block =
    "      - {from: \"00:00:00\", to: \"24:00:00\", data: {temperature: 20}}"

  private static func day(_ name: String, _ heat: Int) -> String {
    "{\"schedule_\(name)\":\"06:00/\(heat)\"}"
  }

  private static func week(_ days: String, _ transitions: String) -> String {
    "{\"weekly_schedule\":{\"dayofweek\":\(days),\"transitions\":[\(transitions)]}}"
  }

  private static func zone(_ day: String) -> String {
    "{\"dayOfWeek\":\"\(day)\",\"switchpoints\":[\(point)]}"
  }

  private static func periods(_ flag: String) -> String {
    "{\"day\":\"Monday\",\"periods\":[{\"isCancelled\":\(flag),\"startTime\":\"06:00:00\","
      + "\"heatSetPoint\":20,\"coolSetPoint\":25}]}"
  }

  private static func periodRows(_ periods: [String]) -> String {
    "day,period,time,heat,unit\n"
      + periods.enumerated().map { "monday,\($1),0\($0 + 1):00,20,C\n" }.joined()
  }

  @Test(arguments: cases.indices) func oneErrorNamesThePlace(index: Int) throws {
    let (format, text, error) = Self.cases[index]
    let reader = try #require(DeviceFormats.named(format) as? any ImportableFormat)
    var options = ImportOptions()
    options.program = format == "home-assistant" ? nil : .heat
    options.fileUnit = format == "radiotherm" ? nil : .celsius
    // Whatever is missing could come from here, so that only the fault itself is in the way.
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(30))
    do throws(ImportRefusal) {
      _ = try reader.read([DeviceInput(text)], options: options)
      Issue.record("read: \(text)")
    } catch {
      #expect(
        error.lines.map { $0.swapping(" error[SP520]", for: "") } == [
          "in:" + Self.cases[index].error
        ])
    }
    _ = error
  }
}
