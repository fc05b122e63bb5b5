import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Reading takes linear time, even if a file has far too many entries.
@Suite struct ReadingWorkTests {
  /// A format, a file in which a part is repeated a number of times, and why it is refused after all of them.
  struct Repetition: CustomTestStringConvertible, Sendable {
    let format: String
    let what: String
    /// A part of the refusal; nil if the file is read.
    let refusal: String?
    let text: @Sendable (Int) -> String

    init(
      _ format: String, _ what: String, _ refusal: String?,
      text: @escaping @Sendable (Int) -> String
    ) {
      (self.format, self.what, self.refusal, self.text) = (format, what, refusal, text)
    }

    var testDescription: String { "\(format): \(what)" }
  }

  private static func list(_ count: Int, _ separator: String = ",", _ part: (Int) -> String)
    -> String
  {
    (0..<count).map(part).joined(separator: separator)
  }

  /// Each day with its part of `count` successive minutes.
  private static func days(
    _ count: Int, _ separator: String, _ part: (TimeOfDay, TimeOfDay) -> String
  ) -> [(day: String, parts: String)] {
    Weekday.allCases.map { day in
      let parts = list(count / 7, separator) {
        part(TimeOfDay(wrapping: $0), TimeOfDay(wrapping: $0 + 1))
      }
      return (day.name, parts)
    }
  }

  private static let repetitions: [Repetition] = [
    Repetition("zigbee2mqtt", "transitions of a day", "entries a day are more than any device has")
    { count in
      "{\"weekly_schedule\":{\"dayofweek\":\"monday\",\"transitions\":["
        + list(count) { "{\"time\":\($0 % 1440),\"heat_setpoint\":20}" } + "]}}"
    },
    Repetition("zigbee2mqtt", "messages", "no weekly program") { count in
      "[" + list(count) { "{\"battery\":\($0)}" } + "]"
    },
    Repetition("zigbee2mqtt", "unknown members", "no weekly program") { count in
      "{" + list(count) { "\"member\($0)\":1" } + "}"
    },
    Repetition("home-assistant", "blocks of a day", "Sunday has no setpoint from") { count in
      let days = days(count, ",") {
        "{\"from\":\"\($0)\",\"to\":\"\($1)\",\"data\":{\"temperature\":20}}"
      }
      return "{" + days.map { "\"\($0.day)\":[\($0.parts)]" }.joined(separator: ",") + "}"
    },
    Repetition("home-assistant", "helpers of an answer", "--zone") { count in
      "{" + list(count) { "\"schedule.a\($0)\":{\"monday\":[]}" } + "}"
    },
    Repetition("home-assistant", "lines of YAML", "Sunday has no setpoint from") { count in
      days(count, "") { "- from: \"\($0)\"\n  to: \"\($1)\"\n  data: {temperature: 20}\n" }
        .map { "\($0.day):\n\($0.parts)" }.joined()
    },
    Repetition("home-assistant", "a line of YAML in brackets", "Sunday has no setpoint from") {
      count in
      days(count, ",") { "{from: \"\($0)\", to: \"\($1)\", data: {temperature: 20}}" }
        .map { "\($0.day): [\($0.parts)]\n" }.joined()
    },
    Repetition("home-assistant", "aliases of YAML", "no days") { count in
      "a: &a\n- 1\n- 2\n" + list(count, "") { "b\($0): *a\n" }
    },
    Repetition("home-assistant", "lines of one text in YAML", "no day has a block") { count in
      "a: word\n" + list(count, "") { _ in "  word\n" } + "monday: []\n"
    },
    Repetition("home-assistant", "quotes without an end in YAML", "did not find expected key") {
      count in
      list(count, "") { "a\($0): \"b\n" }
    },
    Repetition("energyplus", "thermostats of a pair", nil) { count in
      "Schedule:Constant,A,,20;\n"
        + list(count, "") { "ThermostatSetpoint:DualSetpoint,Z\($0),A,A;\n" }
    },
    Repetition("energyplus", "schedules", "--zone") { count in
      "{\"Schedule:Compact\":{"
        + list(count) { "\"S\($0)\":{\"data\":[{\"field\":\"Through: 12/31\"}]}" } + "}}"
    },
    Repetition("energyplus", "fields of a schedule", nil) { count in
      "{\"Schedule:Compact\":{\"S\":{\"data\":[{\"field\":\"Through: 12/31\"},{\"field\":\"For: AllDays\"}"
        + list(count, "") {
          let minutes = $0 * 1440 / count + 1
          let until = minutes == 1440 ? "24:00" : "\(TimeOfDay(wrapping: minutes))"
          return ",{\"field\":\"Until: \(until)\"},{\"field\":20}"
        } + "]}}}"
    },
    Repetition("energyplus", "objects of an IDF", "--zone") { count in
      list(count, "") { "Schedule:Compact,S\($0),,Through: 12/31;\n" }
    },
    Repetition("evohome", "switchpoints of a day", "entries a day are more") { count in
      "{\"dailySchedules\":[{\"dayOfWeek\":0,\"switchpoints\":["
        + list(count) { _ in "{\"heatSetpoint\":20.0,\"timeOfDay\":\"06:00\"}" } + "]}]}"
    },
    Repetition("honeywell", "periods of a day", "entries a day are more") { count in
      "{\"timedSchedule\":{\"days\":[{\"day\":\"Monday\",\"periods\":["
        + list(count) { _ in "{\"startTime\":\"06:00\",\"heatSetPoint\":20,\"coolSetPoint\":25}" }
        + "]}]}}"
    },
    Repetition("radiotherm", "numbers of a day", "entries a day are more") { count in
      "{\"0\":[" + list(count) { _ in "360,70" } + "]}"
    },
    Repetition("ecobee", "climates", nil) { count in
      "{\"climates\":["
        + list(count) { "{\"climateRef\":\"c\($0)\",\"heatTemp\":700,\"coolTemp\":780}" }
        + "],\"schedule\":[" + list(7) { _ in "[" + list(48) { _ in "\"c1\"" } + "]" } + "]}"
    },
    Repetition("zcl", "frames", "Tue-Sun") { count in
      list(count, "") { _ in "0101010202016801d00738049b07\n" }
    },
    Repetition("bacnet", "entries of a day", "opening tag of Tuesday") { count in
      "0e" + list(count, "") { _ in "b4000000004441a00000" } + "0f"
    },
    Repetition("neohub", "profiles", "--zone") { count in
      "{" + list(count) { "\"p\($0)\":{\"info\":{\"monday\":{}}}" } + "}"
    },
    Repetition("homematic", "parameters", "ENDTIME_MONDAY_1") { count in
      "{" + list(count) { "\"P1_ENDTIME_MONDAY_\($0 % 13 + 1)x\($0)\":360" } + "}"
    },
    Repetition("wiser", "times of a day", "entries a day are more") { count in
      "{\"Monday\":[" + list(count) { _ in "{\"Time\":\"06:00\",\"Temp\":20}" } + "]}"
    },
    Repetition("tado", "blocks", "Sunday has no setpoint from") { count in
      "["
        + list(count) {
          let (day, start) = (
            Weekday.allCases[$0 % 7].name.uppercased(), TimeOfDay(wrapping: $0 / 7)
          )
          return "{\"dayType\":\"\(day)\",\"start\":\"\(start)\","
            + "\"end\":\"\(TimeOfDay(wrapping: $0 / 7 + 1))\",\"setting\":{\"type\":\"HEATING\","
            + "\"power\":\"ON\",\"temperature\":{\"celsius\":20}}}"
        } + "]"
    },
    Repetition("netatmo", "entries of a timetable", nil) { count in
      "{\"zones\":[{\"id\":0,\"rooms\":[{\"id\":\"a\",\"temp\":20}]}],\"timetable\":["
        + list(count) { "{\"m_offset\":\($0),\"zone_id\":0}" } + "]}"
    },
    Repetition("matter", "transitions", nil) { count in
      "[{\"transitions\":["
        + list(count) {
          "{\"dayOfWeek\":\(1 << ($0 % 7)),\"transitionTime\":\($0 / 7),\"heatingSetpoint\":2000}"
        }
        + "]}]"
    },
    Repetition("energyplus", "weeks of a year", "do not follow 12/31") { count in
      "ThermostatSetpoint:SingleHeating,T,H;Schedule:Day:List,D,,No,1440,20;"
        + "Schedule:Week:Compact,W,AllDays,D;Schedule:Year,H,,"
        + list(count) { number in
          let month = number % 12 + 1
          return "W,\(month),1,\(month),\(CalendarDay.length(of: month, in: 2026))"
        } + ";"
    },
    Repetition("csv", "schedules", "--zone") { count in
      "schedule,day,time,heat\n" + list(count, "") { "s\($0),monday,06:00,20\n" }
    },
    Repetition("csv", "rows", nil) { count in
      "day,time,heat\n"
        + list(count, "") {
          "\(Weekday.allCases[$0 % 7].name),\(TimeOfDay(wrapping: $0 / 7)),20\n"
        }
    },
    Repetition("csv", "columns", "1000 fields") { count in list(count) { "c\($0)" } + "\n" },
  ]

  @Test("four times the file is at most eight times the work", arguments: repetitions)
  func workGrowsWithTheFile(repetition: Repetition) throws {
    let reader = try #require(DeviceFormats.device(named: repetition.format)?.format)
    var options = ImportOptions()
    let isWhole = ["home-assistant", "ecobee"].contains(repetition.format)
    options.program = isWhole || repetition.what == "thermostats of a pair" ? nil : .heat
    options.fileUnit = repetition.format == "ecobee" ? nil : .celsius
    if options.program == .heat { options.cool = .value(Temperature(30)) }
    func time(_ count: Int, below bound: Int = 0) -> Int {
      let input = DeviceInput(repetition.text(count))
      return ThreadTime.of(below: bound) {
        do throws(ImportRefusal) {
          _ = try reader.read([input], options: options)
          #expect(repetition.refusal == nil)
        } catch {
          let isMeant = repetition.refusal.map { error.lines.joined().contains($0) } == true
          #expect(isMeant, "\(error.lines)")
        }
      }
    }
    // A week has 10,080 minutes. The long file comes first, because the first file of a format takes longer; then one
    // run of the short one is enough.
    let first = time(8000, below: .max)
    let less = time(2000, below: .max)
    let bound = 8 * less + 5_000_000
    let more = first < bound ? first : time(8000, below: bound)
    #expect(more < bound, "\(less), \(more) ns")
  }
}
