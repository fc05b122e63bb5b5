import JSONText
import ScheduleModel

/// Writes and reads the weekly schedule messages of zigbee2mqtt, which does not check them itself.
///
/// Sources, in zigbee-herdsman-converters:
/// - converters/toZigbee.ts and fromZigbee.ts (weekly_schedule)
/// - devices/sonoff.ts: TRVZB: at most 6 entries, the first at 00:00, 4 to 35 °C in halves; a text per day since
///   25.92.0, a member `weekly_schedule` before
/// - lib/tuya.ts: four, six or eight entries, 5 to 35 °C in tenths; 2 to 10 that end at a multiple of ten minutes, 5 to
///   30 °C in halves, set by a member `schedule` and reported by schedule_monday and so on; TRV602Z: up to 25.5 °C
/// - devices/danfoss.ts: 5 to 35 °C in halves; six transitions (pull request 3499)
/// - devices/bosch.ts: 5 to 30 °C in halves
/// - lib/legacy.ts: TS0601_thermostat: six entries, whole degrees from 5 to below 35 in a byte each; texts for workdays
///   and days off with a common converter, which the bridge calls once per message
struct Zigbee2MQTTFormat: ImportableFormat {
  let id = "zigbee2mqtt"
  let fileSuffix = "json"
  let title = "zigbee2mqtt (MQTT messages, one a line)"
  let options: DeviceOptionSet = [.program, .midnight]

  let profiles = [
    DeviceProfile(
      "zigbee2mqtt", aliases: ["z2m"], title: "devices with weekly_schedule (cluster 0x0201)",
      capabilities: DeviceCapabilities(
        periods: 10, scales: [TemperatureScale(.celsius, step: 1)], midnight: .carriesOver,
        grouping: .equalDays)),
    DeviceProfile(
      "sonoff-trvzb", aliases: ["trvzb"], title: "Sonoff TRVZB radiator valves",
      capabilities: DeviceCapabilities(
        periods: 6, scales: [TemperatureScale(.celsius, step: 50, heat: 400...3500)], sides: .heat,
        midnight: .needsEntry)),
    DeviceProfile(
      "tuya", title: "Tuya radiator valves with schedule_monday … and four entries a day",
      capabilities: DeviceCapabilities(
        periods: 4, scales: [TemperatureScale(.celsius, step: 10, heat: 500...3500)], sides: .heat,
        midnight: .carriesOver)),
    tuya(
      "tuya-6", 6, aliases: ["me167", "me168", "trv06"],
      "Tuya radiator valves with six entries a day (ME167, ME168, TRV06)"),
    tuya("tuya-8", 8, "Tuya radiator valves with eight entries a day"),
    // The converter encodes a temperature in one byte of tenths.
    tuya(
      "trv602z", 6, heat: 500...2550,
      "Tuya TRV602Z radiator valves, whose converter ends at 25.5 °C"),
    tuya("trv603-wz", 8, step: 50, timeGrid: 10, "Tuya TRV603-WZ radiator valves"),
    DeviceProfile(
      "tuya-until", aliases: ["tv02", "tv01-zb", "zonnsmart"],
      title: "Tuya radiator valves whose times are ends (TV02, TV01-ZB, ZONNSMART)",
      capabilities: DeviceCapabilities(
        periods: 10, timeGrid: 10,
        scales: [TemperatureScale(.celsius, step: 50, heat: 500...3000)], sides: .heat,
        midnight: .needsEntry)),
    DeviceProfile(
      "sonoff-trvzb-text", title: "Sonoff TRVZB before zigbee2mqtt's converters 25.92.0",
      capabilities: DeviceCapabilities(
        periods: 6, scales: [TemperatureScale(.celsius, step: 50, heat: 400...3500)], sides: .heat,
        midnight: .needsEntry)),
    DeviceProfile(
      "danfoss-ally", aliases: ["popp-701721", "hive-trv"],
      title: "Danfoss Ally, Popp and Hive radiator valves, which forget more than six",
      capabilities: DeviceCapabilities(
        periods: 6, scales: [TemperatureScale(.celsius, step: 50, heat: 500...3500)], sides: .heat,
        midnight: .carriesOver, grouping: .equalDays)),
    DeviceProfile(
      "bosch-rm", aliases: ["bth-rm230z", "rbsh-rth0-zb-eu"],
      title: "Bosch room thermostats with weekly_schedule (BTH-RM230Z)",
      capabilities: DeviceCapabilities(
        periods: 10, scales: [TemperatureScale(.celsius, step: 50, heat: 500...3000)], sides: .heat,
        midnight: .carriesOver, grouping: .equalDays)),
    DeviceProfile(
      "tuya-workdays", aliases: ["ts0601_thermostat", "hy368", "hy369"],
      title:
        "Tuya radiator valves with workdays_schedule and holidays_schedule (TS0601_thermostat)",
      capabilities: DeviceCapabilities(
        periods: 6, scales: [TemperatureScale(.celsius, step: 100, heat: 500...3400)], sides: .heat,
        midnight: .carriesOver, grouping: .workdays)),
  ]

  private static func tuya(
    _ id: String, _ entries: Int, aliases: [String] = [], step: Hundredths = 10,
    timeGrid: Int = 1, heat: ClosedRange<Hundredths> = 500...3500, _ title: String
  ) -> DeviceProfile {
    DeviceProfile(
      id, aliases: aliases, title: title,
      capabilities: DeviceCapabilities(
        periods: entries, timeGrid: timeGrid,
        scales: [TemperatureScale(.celsius, step: step, heat: heat)], sides: .heat,
        midnight: .carriesOver))
  }

  let instructions = [
    "setpoint push FILE 'mqtt://BROKER/zigbee2mqtt/NAME?kind=KIND'   (also pull, drift); or by hand:",
    "setpoint export FILE --to zigbee2mqtt | mosquitto_pub -t zigbee2mqtt/NAME/set -l",
    "setpoint export FILE --to sonoff-trvzb --drop-cool |",
    "  mosquitto_pub -t zigbee2mqtt/NAME/set -l",
    "A valve whose times are ends (24:00 in its texts): --device tuya-until, written and read.",
    "A device that only heats: --program heat. --midnight adds an entry at 00:00.",
    "Read back: mosquitto_sub -t zigbee2mqtt/NAME -C 7 -W 10 > state.jsonl, while in another terminal",
    "  mosquitto_pub -t zigbee2mqtt/NAME/get -m '{\"weekly_schedule\":\"\"}'; then",
    "setpoint import state.jsonl --from zigbee2mqtt",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let messages: [JSONValue] =
      switch week.profile.id {
      // One message: the bridge sends equal days to the valve together.
      case "sonoff-trvzb": [.object(Self.dayTexts(week, "weekly_schedule_", \.description))]
      case "sonoff-trvzb-text":
        [["weekly_schedule": .object(Self.dayTexts(week, "", \.description))]]
      case "tuya", "tuya-6", "tuya-8", "trv602z", "trv603-wz":
        Self.dayTexts(week, "schedule_", \.decimalText).map { JSONValue.object([$0]) }
      case "tuya-until": Self.untilTexts(week)
      case "tuya-workdays": Self.workdayTexts(week)
      default: week.groups().map { Self.message($0.days, $0.entries, week.sides) }
      }
    return WrittenText(messages.flatMap { $0.encoded() + [UInt8(ascii: "\n")] })
  }

  private static func message(
    _ days: [Weekday], _ entries: [WrittenSwitchpoint], _ sides: Sides
  ) -> JSONValue {
    let transitions = entries.map { entry in
      JSONValue.object(
        [.init("transitionTime", .string("\(entry.time)"))]
          + sides.each.map { .init("\($0.name)Setpoint", .degrees(entry[$0])) })
    }
    return [
      "weekly_schedule": [
        "dayofweek": .array(days.map { .string($0.name) }), "transitions": .array(transitions),
      ]
    ]
  }

  /// A text for each day: times and heat setpoints, as many as the kind of device requires.
  private static func dayTexts(
    _ week: FittedWeek, _ prefix: String, _ temperature: (Hundredths) -> String
  ) -> [JSONValue.Member] {
    Weekday.allCases.map { day in
      let entries = entries(of: day, week).map { "\($0)/\(temperature($1))" }
      return .init(prefix + day.name, .string(entries.joined(separator: " ")))
    }
  }

  /// A message for each day, preceded by one that separates the days: otherwise the valve copies a day's program to
  /// others.
  private static func untilTexts(_ week: FittedWeek) -> [JSONValue] {
    [["working_day": "separate"]]
      + dayTexts(week, "", \.decimalText).map { day in
        ["schedule": ["week_day": .string(day.key), "schedule": day.value]]
      }
  }

  /// A message for workdays and one for days off, since the bridge handles only one of two texts in a message. Each
  /// defines the workdays.
  private static func workdayTexts(_ week: FittedWeek) -> [JSONValue] {
    let format = week.schedule.workdays(week.sides).count == 6 ? "6+1" : "5+2"
    return [("workdays_schedule", .monday), ("holidays_schedule", .sunday)].map { name, day in
      let entries = entries(of: day, week).map { "\($0)/\($1)°C" }
      return .object([
        .init("week", .string(format)), .init(name, .string(entries.joined(separator: " "))),
      ])
    }
  }

  private static func entries(
    of day: Weekday, _ week: FittedWeek
  ) -> [(time: String, heat: Hundredths)] {
    let entries = week.entries(of: day)
    if week.profile.id == "tuya-until" {
      let ends = entries.dropFirst().map { "\($0.time)" } + ["24:00"]
      return zip(ends, entries).map { ($0, $1.heat) }
    }
    // The converter rejects any other number of entries; valves repeat the last one.
    let wanted =
      [
        "tuya-6": 6, "trv602z": 6, "tuya-workdays": 6, "tuya-8": 8, "trv603-wz": 8,
      ][week.profile.id] ?? entries.count
    return (0..<max(wanted, entries.count)).map { index in
      let entry = entries[min(index, entries.count - 1)]
      return ("\(entry.time)", entry.heat)
    }
  }
}
