import Diagnostics
import JSONText
import ScheduleModel

/// Writes and reads the weekly schedule messages of zigbee2mqtt, which does not check them itself.
///
/// Sources, in zigbee-herdsman-converters:
/// - converters/toZigbee.ts and fromZigbee.ts (weekly_schedule)
/// - devices/sonoff.ts: TRVZB: at most 6 entries, the first at 00:00, 4 to 35 °C in halves; a text per day since
///   25.92.0, a member `weekly_schedule` before; TRV-ZBT, TP-WGZBA: 12 entries, 5 to 30 °C in halves
/// - devices/sber.ts: ten entries, 1 to 50 °C in halves, in a member `weekly_schedule`
/// - devices/saswell.ts: numbered days, four transitions, never reported
/// - lib/tuya.ts: four, six or eight entries, 5 to 35 °C in tenths; 2 to 10 that end at a multiple of ten minutes, 5 to
///   30 °C in halves, set by a member `schedule` and reported by schedule_monday and so on; TRV602Z: up to 25.5 °C
/// - devices/danfoss.ts: 5 to 35 °C in halves; six transitions (pull request 3499)
/// - devices/bosch.ts: 5 to 30 °C in halves
/// - lib/legacy.ts: TS0601_thermostat: six entries, whole degrees from 5 to below 35 in a byte each; texts for workdays
///   and days off with a common converter, which the bridge calls once per message
struct Zigbee2MQTTFormat: DeviceFormat {
  let title = "zigbee2mqtt (MQTT messages, one per line)"
  let options: Set<RequestOption> = [.program, .midnight]

  let profiles = [
    DeviceProfile(
      id: "zigbee2mqtt", aliases: ["z2m"], title: "devices with weekly_schedule (cluster 0x0201)",
      periods: 10, scales: [TemperatureScale(.celsius, step: 1)],
      grouping: ZigbeeSpelling.transitions.grouping, zigbee: .transitions),
    valve(
      "sonoff-trvzb", aliases: ["trvzb"], 6, heat: 400...3500, needsMidnightEntry: true,
      .dayMembers, "SONOFF TRVZB radiator valves"),
    valve(
      "sonoff-trv-zbt", aliases: ["trv-zbt", "tp-wgzba"], 12, heat: 500...3000,
      needsMidnightEntry: true, .dayMembers, answers: true, "SONOFF TRV-ZBT and TP-WGZBA"),
    valve(
      "saswell", aliases: ["sea801", "sea802"], 4, heat: 500...3000, .numberedDays,
      "Saswell SEA801 and SEA802 radiator valves, which never report"),
    valve(
      "tuya", 4, step: 10, .dayMessages,
      "Tuya radiator valves with schedule_monday … and four entries a day"),
    valve(
      "tuya-6", aliases: ["me167", "me168", "trv06"], 6, step: 10, .dayMessages,
      "Tuya radiator valves with six entries a day (ME167, ME168, TRV06)"),
    valve("tuya-8", 8, step: 10, .dayMessages, "Tuya radiator valves with eight entries a day"),
    // The converter writes its temperature as one byte of tenths.
    valve(
      "trv602z", 6, step: 10, heat: 500...2550, .dayMessages,
      "Tuya TRV602Z radiator valves, limited to 25.5 °C by the converter"),
    valve("trv603-wz", 8, timeGrid: 10, .dayMessages, "Tuya TRV603-WZ radiator valves"),
    valve(
      "tuya-until", aliases: ["tv02", "tv01-zb", "zonnsmart"], 10, heat: 500...3000, timeGrid: 10,
      needsMidnightEntry: true, .endTimes,
      "Tuya radiator valves that store end times (TV02, TV01-ZB, ZONNSMART)"),
    valve(
      "sonoff-trvzb-text", 6, heat: 400...3500, needsMidnightEntry: true,
      .dayTexts, "SONOFF TRVZB before zigbee2mqtt's converters 25.92.0"),
    valve(
      "sber", aliases: ["sbdv-00205"], 10, heat: 100...5000, .dayTexts,
      "Sber SBDV-00205 thermostats"),
    valve(
      "danfoss-ally", aliases: ["popp-701721", "hive-trv"], 6, .transitions, answers: true,
      "Danfoss Ally, Popp and Hive radiator valves, which drop entries after the sixth"),
    valve(
      "bosch-rm", aliases: ["bth-rm230z", "rbsh-rth0-zb-eu"], 10, heat: 500...3000,
      .transitions, answers: true, "Bosch room thermostats with weekly_schedule (BTH-RM230Z)"),
    valve(
      "tuya-workdays", aliases: ["ts0601_thermostat", "hy368", "hy369"], 6, step: 100,
      heat: 500...3400, .workdays,
      "Tuya radiator valves with workdays_schedule and holidays_schedule (TS0601_thermostat)"),
  ]

  private static func valve(
    _ id: String, aliases: [String] = [], _ entries: Int, step: Hundredths = 50,
    heat: ClosedRange<Hundredths> = 500...3500, timeGrid: Int = 1,
    needsMidnightEntry: Bool = false, _ zigbee: ZigbeeSpelling, answers: Bool = false,
    _ title: String
  ) -> DeviceProfile {
    DeviceProfile(
      id: id, aliases: aliases, title: title, periods: entries, timeGrid: timeGrid,
      scales: [TemperatureScale(.celsius, step: step, heat: heat)], sides: .heat,
      needsMidnightEntry: needsMidnightEntry, grouping: zigbee.grouping, zigbee: zigbee,
      answers: answers)
  }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let messages: [JSONValue] =
      switch week.profile.zigbee {
      // One message: the bridge sends days that are alike to the valve at once.
      case .dayMembers:
        [.object(Self.dayTexts("weekly_schedule_") { Self.text(of: week.entries(of: $0)) })]
      case .dayTexts:
        [["weekly_schedule": .object(Self.dayTexts("") { Self.text(of: week.entries(of: $0)) })]]
      case .dayMessages:
        // The converter rejects any other number of entries; valves repeat the last one.
        Self.dayTexts("schedule_") { Self.text(of: week.paddedEntries(of: $0), \.decimalText) }
          .map { JSONValue.object([$0]) }
      case .endTimes: Self.untilTexts(week)
      case .numberedDays: [Self.numberedDays(week)]
      case .workdays: Self.workdayTexts(week)
      case .transitions, nil: week.groups().map { Self.message($0.days, $0.entries, week.sides) }
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
        "dayofweek": .strings(days.map(\.name)), "transitions": .array(transitions),
      ]
    ]
  }

  /// The days with their numbers, Sunday first; the converter takes minutes, and no other words.
  private static func numberedDays(_ week: FittedWeek) -> JSONValue {
    let days = Weekday.allCases.map { day -> JSONValue.Member in
      let entries = week.entries(of: day)
      let number = (day.rawValue + 1) % 7 + 1
      let transitions = entries.map { entry -> JSONValue in
        ["transitionTime": .integer(entry.time.minutes), "heatSetpoint": .degrees(entry.heat)]
      }
      return .init(
        "\(number)",
        [
          "dayofweek": .integer(number), "numoftrans": .integer(entries.count), "mode": .integer(1),
          "transitions": .array(transitions),
        ])
    }
    return ["weekly_schedule": .object(days)]
  }

  /// A member for each day.
  private static func dayTexts(
    _ prefix: String, _ text: (Weekday) -> JSONValue
  ) -> [JSONValue.Member] {
    Weekday.allCases.map { .init(prefix + $0.name, text($0)) }
  }

  /// The times and heat setpoints of a day in one text.
  private static func text(
    of entries: [WrittenSwitchpoint], _ degrees: (Hundredths) -> String = \.description
  ) -> JSONValue {
    .string(entries.map { "\($0.time)/\(degrees($0.heat))" }.joined(separator: " "))
  }

  /// A message for each day, preceded by a separator: otherwise the valve copies a day's program to others.
  private static func untilTexts(_ week: FittedWeek) -> [JSONValue] {
    [["working_day": "separate"]]
      + Weekday.allCases.map { day in
        let text = week.entries(of: day).withEnds.map { entry, end in
          "\(end)/\(entry.heat.decimalText)"
        }.joined(separator: " ")
        return ["schedule": ["week_day": .string(day.name), "schedule": .string(text)]]
      }
  }

  /// A message for workdays and one for days off: the bridge handles one text in a message. Each defines the workdays.
  private static func workdayTexts(_ week: FittedWeek) -> [JSONValue] {
    let format = week.schedule.workdays(week.sides).count == 6 ? "6+1" : "5+2"
    return [("workdays_schedule", .monday), ("holidays_schedule", .sunday)].map { name, day in
      ["week": .string(format), name: text(of: week.paddedEntries(of: day)) { "\($0)°C" }]
    }
  }
}

/// How zigbee2mqtt spells the week of a device.
package enum ZigbeeSpelling: Sendable {
  /// In a member `weekly_schedule`: the transitions of equal days, a text for each day, or days with numbers.
  case transitions, dayTexts, numberedDays
  /// A text for each day, in members such as `weekly_schedule_monday` of one message.
  case dayMembers
  /// A text for each day, in a message with a member such as `schedule_monday`.
  case dayMessages
  /// As reported in `dayMessages`, but set by a member `schedule`, and with the ends of the periods.
  case endTimes
  /// A text for workdays and one for days off.
  case workdays

  var grouping: DayGrouping {
    self == .transitions ? .equalDays : self == .workdays ? .workdays : .eachDay
  }

  /// The member that a message names to ask for the week; nil for a device that cannot be asked.
  package var request: String? {
    switch self {
    case .transitions, .dayTexts: "weekly_schedule"
    case .dayMembers: "weekly_schedule_monday"
    case .dayMessages, .endTimes: "schedule_monday"
    case .numberedDays: nil
    case .workdays: "workdays_schedule"
    }
  }
}
