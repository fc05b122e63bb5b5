import JSONText
import ScheduleModel

/// Writes and reads the weekly schedule messages of zigbee2mqtt.
///
/// Facts: zigbee-herdsman-converters, converters/toZigbee.ts and fromZigbee.ts (weekly_schedule),
/// devices/sonoff.ts (TRVZB: at most 6 entries, the first at 00:00, 4 to 35 °C in halves) and
/// lib/tuya.ts (four entries, 5 to 35 °C in tenths). zigbee2mqtt itself checks nothing.
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
  ]

  let instructions = [
    "setpoint export FILE --to zigbee2mqtt | mosquitto_pub -t zigbee2mqtt/NAME/set -l",
    "setpoint export FILE --to zigbee2mqtt --device-kind sonoff-trvzb --drop-cool |",
    "  mosquitto_pub -t zigbee2mqtt/NAME/set -l",
    "A device that only heats: --program heat. --midnight adds an entry at 00:00.",
    "Read back: mosquitto_sub -t zigbee2mqtt/NAME > state.jsonl, while in another terminal",
    "  mosquitto_pub -t zigbee2mqtt/NAME/get -m '{\"weekly_schedule\":\"\"}'; then",
    "setpoint import state.jsonl --from zigbee2mqtt",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let messages =
      switch week.profile.id {
      case "sonoff-trvzb": Self.dayTexts(week, "weekly_schedule_", \.description)
      case "tuya": Self.dayTexts(week, "schedule_", \.decimalText)
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

  /// One message a day: times and heat setpoints in a single text.
  private static func dayTexts(
    _ week: FittedWeek, _ prefix: String, _ temperature: (Hundredths) -> String
  ) -> [JSONValue] {
    Weekday.allCases.map { day in
      let entries = week.entries(of: day).map { "\($0.time)/\(temperature($0.heat))" }
      return .object([.init(prefix + day.name, .string(entries.joined(separator: " ")))])
    }
  }
}
