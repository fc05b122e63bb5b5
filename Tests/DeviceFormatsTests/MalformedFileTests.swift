import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// A file that is no program gives one error with its place.
@Suite struct MalformedFileTests {
  private static let cases: [(format: String, text: String, error: String)] = [
    ("zcl", "0101010", "in:1:7: error[SP520] half a byte at the end of the line"),
    ("zcl", "01zz", "in:1:3: error[SP520] expected hexadecimal digits"),
    (
      "zcl", "# two\n010101023e016801",
      "in:2:17: error[SP520] the frame is cut short; a heat setpoint is missing"
    ),
    ("zcl", "010101013e01dc053408", "in:1:13: error[SP520] minute 1500 is outside 0 to 1439"),
    ("zcl", "0101010b3e01", "in:1:7: error[SP520] 11 transitions are outside 1 to 10"),
    (
      "zcl", "010101013e0768013408",
      "in:1:11: error[SP520] mode 7 is not 1 (heat), 2 (cool) or 3 (both)"
    ),
    ("zcl", "010101013e0168010080", "in:1:17: error[SP520] the heat setpoint is marked as invalid"),
    ("zcl", "010101013e016801340899", "in:1:21: error[SP520] 1 bytes follow the last transition"),
    ("zcl", "010101010001", "in:1:9: error[SP520] the frame names no day"),
    ("zcl", "", "in: error[SP520] the file holds no weekly program"),
    (
      "zigbee2mqtt", "{\"weekly_schedule\":{\"dayofweek\":[\"mondag\"],\"transitions\":[]}}",
      "in:1:34: error[SP520] \"mondag\" is not a day"
    ),
    (
      "zigbee2mqtt",
      "{\"weekly_schedule\":{\"dayofweek\":\"monday\",\"transitions\":[{\"time\":1500}]}}",
      "in:1:65: error[SP520] minute 1500 is outside 0 to 1439"
    ),
    (
      "zigbee2mqtt",
      "{\"weekly_schedule\":{\"dayofweek\":\"monday\",\"transitions\":[{\"time\":15}]}}",
      "in:1:57: error[SP520] \"heatSetpoint\" (or \"heating_setpoint\") is missing"
    ),
    (
      "zigbee2mqtt", "{\"weekly_schedule\":{\"transitions\":[]}}",
      "in:1:20: error[SP520] \"dayofweek\" (or \"days\") is missing"
    ),
    (
      "zigbee2mqtt", "{\"schedule_monday\":\"06:00/21 25:00/3\"}",
      "in:1:20: error[SP520] \"25:00/3\" is not like 06:00/21"
    ),
    ("zigbee2mqtt", "{\"weekly_schedule\":NaN}", "in:1:20: error[SP520] expected a value"),
    (
      "evohome", "{\"dailySchedules\":[{\"dayOfWeek\":\"Monday\",\"switchpoints\":[]}]}",
      "in:1:57: error[SP520] monday has 0 switchpoints; expected 1 to 48"
    ),
    (
      "evohome",
      "{\"dailySchedules\":[{\"dayOfWeek\":\"Monday\",\"switchpoints\":[{\"heatSetpoint\":20.0,"
        + "\"timeOfDay\":\"24:00:00\"}]}]}",
      "in:1:91: error[SP520] \"24:00:00\" is not a time; expected HH:MM"
    ),
    (
      "evohome", "{\"dailySchedules\":[{\"dayOfWeek\":9,\"switchpoints\":[]}]}",
      "in:1:33: error[SP520] day 9 is outside 0 (monday) to 6"
    ),
    ("evohome", "[]", "in:1:1: error[SP520] expected an object, not an array"),
    ("honeywell", "{}", "in:1:1: error[SP520] \"timedSchedule\" is missing"),
    (
      "honeywell", "{\"timedSchedule\":{\"days\":{}}}",
      "in:1:26: error[SP520] expected an array, not an object"
    ),
    (
      "ecobee", "{\"program\":{\"climates\":[],\"schedule\":[[\"home\"]]}}",
      "in:1:38: error[SP520] 1 days; expected 7"
    ),
    (
      "ecobee", "{\"program\":{\"climates\":[{\"heatTemp\":70.5}],\"schedule\":[]}}",
      "in:1:37: error[SP520] expected a temperature in tenths of °F, an integer"
    ),
    (
      "energyplus", "Schedule:Compact, A, , Through: 12/31, For: AllDays, Until: 24:00, 20",
      "in:1:1: error[SP520] the object that begins here does not end with a semicolon"
    ),
    (
      "energyplus", "Schedule:Compact,A,,Through: 12/31,For: AllDays,Until: 23:00,20;",
      "in:1:62: error[SP520] the blocks before this do not end with Until: 24:00"
    ),
    (
      "energyplus",
      "Schedule:Compact,A,,Through: 12/31,For: AllDays,Until: 09:00,20,Until: 08:00,1;",
      "in:1:65: error[SP520] \"Until: 08:00\" does not come after the last"
    ),
    (
      "energyplus", "Schedule:Compact,A,,Through: 6/30,For: AllDays,Until: 24:00,20;",
      "in:1:21: error[SP520] only a single Through: 12/31 can be read"
    ),
    (
      "energyplus", "Schedule:Compact,A,,Through: 12/31,For: AllDays,Until: 24:00,NaN;",
      "in:1:62: error[SP520] \"NaN\" is not a temperature"
    ),
    ("bacnet", "0e0f", "in:1:3: error[SP520] monday is empty"),
    ("bacnet", "0eb406", "in:1:7: error[SP520] the value is cut short; the minute is missing"),
    (
      "bacnet", "0eb4060000004441a800000f",
      "in:1:3: error[SP520] monday begins after 00:00; until then Schedule_Default holds, which is not here"
    ),
    ("bacnet", "0eb400000000447fc000000f", "in:1:15: error[SP520] nan is no temperature"),
    (
      "bacnet", "0eb4190000004441a800000f",
      "in:1:3: error[SP520] the time is not a full minute from 00:00 to 23:59"
    ),
    ("csv", "a,b\n", "in:1:1: error[SP520] column \"day\" is missing"),
    (
      "csv", "day,time,heat,unit\nmonday,06:00\n",
      "in:2:1: error[SP520] 2 fields, where the heading has 4"
    ),
    (
      "csv", "day,time,heat,unit\nmonday,25:00,20,C\n",
      "in:2:8: error[SP520] \"25:00\" is not a time; expected HH:MM"
    ),
    (
      "csv", "day,time,heat,unit\nmonday,06:00,NaN,C\n",
      "in:2:14: error[SP520] \"NaN\" is not a temperature"
    ),
    (
      "csv", "day,time,heat,unit\nmonday,06:00,\"20,C\n",
      "in:2:14: error[SP520] the quote that begins here is not closed"
    ),
    (
      "csv", "day,time,heat,unit\nmonday,06:00,20,K\n",
      "in:2:17: error[SP520] unit \"K\" is not F or C"
    ),
    ("csv", "", "in:1:1: error[SP520] the file is empty"),
    (
      "home-assistant",
      "{\"monday\":[{\"from\":\"06:00:00\",\"to\":\"24:00:00\",\"data\":{\"temperature\":20}}]}",
      "in:1:12: error[SP520] monday has no block from 00:00 to 06:00; the table has no pauses"
    ),
    (
      "home-assistant", "{\"monday\":[{\"from\":\"00:00:00\",\"to\":\"24:00:00\",\"data\":{}}]}",
      "in:1:54: error[SP520] \"target_temp_low\" and \"temperature\" are missing"
    ),
    (
      "home-assistant", "schedule:\n  a:\n    name: \"x\"\n",
      "in: error[SP520] no day from monday to sunday is there"
    ),
  ]

  @Test(arguments: cases.indices) func oneErrorNamesThePlace(index: Int) throws {
    let (format, text, error) = Self.cases[index]
    let reader = try #require(DeviceFormats.named(format) as? any ImportableFormat)
    var options = ImportOptions()
    options.program = format == "home-assistant" ? nil : .heat
    options.fileUnit = .celsius
    options.cool = .value(Temperature(30))
    do throws(ImportRefusal) {
      _ = try reader.read([DeviceInput(text)], options: options)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.lines == [Self.cases[index].error])
    }
    _ = error
  }
}
