import DeviceFormats
import ScheduleModel
import TestSupport
import Testing

/// Reading takes linear time, even if a file has far too many entries.
@Suite struct ReadingWorkTests {
  /// A format, and a file in which a part is repeated a number of times.
  struct Repetition: CustomTestStringConvertible, Sendable {
    let format: String
    let what: String
    let text: @Sendable (Int) -> String

    var testDescription: String { "\(format): \(what)" }
  }

  private static func list(_ count: Int, _ separator: String = ",", _ part: (Int) -> String)
    -> String
  {
    (0..<count).map(part).joined(separator: separator)
  }

  private static let repetitions: [Repetition] = [
    Repetition(format: "zigbee2mqtt", what: "transitions of a day") { count in
      "{\"weekly_schedule\":{\"dayofweek\":\"monday\",\"transitions\":["
        + list(count) { "{\"time\":\($0 % 1440),\"heat_setpoint\":20}" } + "]}}"
    },
    Repetition(format: "zigbee2mqtt", what: "messages") { count in
      "[" + list(count) { "{\"battery\":\($0)}" } + "]"
    },
    Repetition(format: "zigbee2mqtt", what: "unknown members") { count in
      "{" + list(count) { "\"member\($0)\":1" } + "}"
    },
    Repetition(format: "home-assistant", what: "blocks of a day") { count in
      "{\"monday\":["
        + list(count) { _ in
          "{\"from\":\"00:00\",\"to\":\"00:00\",\"data\":{\"temperature\":20}}"
        } + "]}"
    },
    Repetition(format: "home-assistant", what: "helpers of an answer") { count in
      "{" + list(count) { "\"schedule.a\($0)\":{\"monday\":[]}" } + "}"
    },
    Repetition(format: "home-assistant", what: "lines of YAML") { count in
      "monday:\n" + list(count, "") { _ in "- from: 00:00\n  to: 00:00\n" }
    },
    Repetition(format: "home-assistant", what: "a line of YAML in brackets") { count in
      "monday: [" + list(count) { _ in "{from: 00:00, to: 00:00}" } + "]\n"
    },
    Repetition(format: "home-assistant", what: "aliases of YAML") { count in
      "a: &a\n- 1\n- 2\n" + list(count, "") { "b\($0): *a\n" }
    },
    Repetition(format: "home-assistant", what: "lines of one text in YAML") { count in
      "a: word\n" + list(count, "") { _ in "  word\n" } + "monday: []\n"
    },
    Repetition(format: "home-assistant", what: "quotes without an end in YAML") { count in
      list(count, "") { "a\($0): \"b\n" }
    },
    Repetition(format: "energyplus", what: "thermostats of a pair") { count in
      "Schedule:Constant,A,,20;\n"
        + list(count, "") { "ThermostatSetpoint:DualSetpoint,Z\($0),A,A;\n" }
    },
    Repetition(format: "energyplus", what: "schedules") { count in
      "{\"Schedule:Compact\":{"
        + list(count) { "\"S\($0)\":{\"data\":[{\"field\":\"Through: 12/31\"}]}" } + "}}"
    },
    Repetition(format: "energyplus", what: "fields of a schedule") { count in
      "{\"Schedule:Compact\":{\"S\":{\"data\":["
        + list(count) { "{\"field\":\"Until: \($0)\"}" } + "]}}}"
    },
    Repetition(format: "energyplus", what: "objects of an IDF") { count in
      list(count, "") { "Schedule:Compact,S\($0),,Through: 12/31;\n" }
    },
    Repetition(format: "evohome", what: "switchpoints of a day") { count in
      "{\"dailySchedules\":[{\"dayOfWeek\":0,\"switchpoints\":["
        + list(count) { _ in "{\"heatSetpoint\":20.0,\"timeOfDay\":\"06:00\"}" } + "]}]}"
    },
    Repetition(format: "honeywell", what: "periods of a day") { count in
      "{\"timedSchedule\":{\"days\":[{\"day\":\"Monday\",\"periods\":["
        + list(count) { _ in "{\"startTime\":\"06:00\",\"heatSetPoint\":20,\"coolSetPoint\":25}" }
        + "]}]}}"
    },
    Repetition(format: "radiotherm", what: "numbers of a day") { count in
      "{\"0\":[" + list(count) { _ in "360,70" } + "]}"
    },
    Repetition(format: "ecobee", what: "climates") { count in
      "{\"climates\":["
        + list(count) { "{\"climateRef\":\"c\($0)\",\"heatTemp\":700,\"coolTemp\":780}" }
        + "],\"schedule\":[]}"
    },
    Repetition(format: "zcl", what: "frames") { count in
      list(count, "") { _ in "0101010202016801d00738049b07\n" }
    },
    Repetition(format: "bacnet", what: "entries of a day") { count in
      "0e" + list(count, "") { _ in "b4000000004441a00000" } + "0f"
    },
    Repetition(format: "neohub", what: "profiles") { count in
      "{" + list(count) { "\"p\($0)\":{\"info\":{\"monday\":{}}}" } + "}"
    },
    Repetition(format: "homematic", what: "parameters") { count in
      "{" + list(count) { "\"P1_ENDTIME_MONDAY_\($0 % 13 + 1)x\($0)\":360" } + "}"
    },
    Repetition(format: "wiser", what: "times of a day") { count in
      "{\"Monday\":[" + list(count) { _ in "{\"Time\":\"06:00\",\"Temp\":20}" } + "]}"
    },
    Repetition(format: "tado", what: "blocks") { count in
      "["
        + list(count) { _ in
          "{\"dayType\":\"MONDAY\",\"start\":\"00:00\",\"end\":\"00:00\",\"setting\":{\"type\":\"HEATING\","
            + "\"power\":\"ON\",\"temperature\":{\"celsius\":20}}}"
        } + "]"
    },
    Repetition(format: "netatmo", what: "entries of a timetable") { count in
      "{\"zones\":[{\"id\":0,\"rooms\":[{\"id\":\"a\",\"temp\":20}]}],\"timetable\":["
        + list(count) { "{\"m_offset\":\($0),\"zone_id\":0}" } + "]}"
    },
    Repetition(format: "matter", what: "transitions") { count in
      "[{\"transitions\":["
        + list(count) {
          "{\"dayOfWeek\":127,\"transitionTime\":\($0 % 1440),\"heatingSetpoint\":2000}"
        }
        + "]}]"
    },
    Repetition(format: "energyplus", what: "weeks of a year") { count in
      "ThermostatSetpoint:SingleHeating,T,H;Schedule:Day:List,D,,No,1440,20;"
        + "Schedule:Week:Compact,W,AllDays,D;Schedule:Year,H,,"
        + list(count) { _ in "W,1,1,1,1" } + ";"
    },
    Repetition(format: "csv", what: "schedules") { count in
      "schedule,day,time,heat\n" + list(count, "") { "s\($0),monday,06:00,20\n" }
    },
    Repetition(format: "csv", what: "rows") { count in
      "day,time,heat\n" + list(count, "") { _ in "monday,06:00,20\n" }
    },
    Repetition(format: "csv", what: "columns") { count in list(count) { "c\($0)" } + "\n" },
  ]

  @Test("four times the file is at most eight times the work", arguments: repetitions)
  func workGrowsWithTheFile(repetition: Repetition) throws {
    let reader = try #require(DeviceFormats.named(repetition.format))
    var options = ImportOptions()
    options.program = repetition.format == "home-assistant" ? nil : .heat
    options.fileUnit = .celsius
    options.cool = .value(Temperature(30))
    func time(_ count: Int, below bound: Int = 0) -> Int {
      let input = DeviceInput(repetition.text(count))
      return ThreadTime.of(below: bound) { _ = try? reader.read([input], options: options) }
    }
    let less = time(4000)
    let bound = 8 * less + 5_000_000
    let more = time(16000, below: bound)
    #expect(more < bound, "\(less), \(more) ns")
  }
}
