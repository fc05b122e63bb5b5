import DeviceFormats
import JSONText
import LinkProtocol
import ScheduleModel

/// Collects the days that a device connected by zigbee2mqtt reports, as messages that set them.
struct ZigbeeWeek {
  private let isReporting: Bool
  private let hasWorkdays: Bool
  private let isSetByMember: Bool
  private var days: [Weekday: JSONValue] = [:]
  /// The members of a device with one text for workdays and one for days off.
  private var workdays: [String: JSONValue] = [:]

  /// Starts without days, for a kind of device that reports its days or does not.
  init(of kind: String, isReporting: Bool) {
    self.isReporting = isReporting
    hasWorkdays = kind == "tuya-workdays"
    isSetByMember = kind == "tuya-until"
  }

  private static let workdayTexts = ["workdays_schedule", "holidays_schedule"]

  /// The member with the week of a kind of device.
  static func member(of kind: String) -> String {
    switch kind {
    case "sonoff-trvzb", "sonoff-trv-zbt": "weekly_schedule_monday"
    case "sonoff-trvzb-text", "zigbee2mqtt", "danfoss-ally", "bosch-rm": "weekly_schedule"
    case "tuya-workdays": "workdays_schedule"
    default: "schedule_monday"
    }
  }

  /// Whether a member of a state is part of the week.
  static func isAboutSchedule(_ key: String) -> Bool {
    ["weekly_schedule", "week", "schedule", "working_day"].contains(key)
      || workdayTexts.contains(key)
      || day(of: key) != nil
  }

  private static func day(of key: String) -> Weekday? {
    let name = key.split(separator: "_").last ?? ""
    guard ["schedule_", "weekly_schedule_"].contains(String(key.dropLast(name.count))) else {
      return nil
    }
    return Weekday(exactly: name)
  }

  /// The missing days or members.
  var missing: [String] {
    hasWorkdays
      ? (["week"] + Self.workdayTexts).filter { workdays[$0] == nil }
      : Weekday.allCases.filter { days[$0] == nil }.map(\.title)
  }
  var isWhole: Bool { missing.isEmpty }

  /// A message for each day in the order of the week, or for each text.
  var text: String {
    let texts = Self.workdayTexts.compactMap { name -> JSONValue? in
      guard let week = workdays["week"], let text = workdays[name] else { return nil }
      return .object([.init("week", week), .init(name, text)])
    }
    let messages = hasWorkdays ? texts : Weekday.allCases.compactMap { days[$0] }
    return messages.map { $0.text() + "\n" }.joined()
  }

  /// Collects the days of a state; later values of a day win.
  ///
  /// - Throws: `LinkFailure` if the week is invalid.
  mutating func take(_ state: JSONNode) throws(LinkFailure) {
    for (key, value) in state.members where value.kind != .null {
      if hasWorkdays {
        if key == "week" || Self.workdayTexts.contains(key) { workdays[key] = JSONValue(value) }
      } else if let day = Self.day(of: key) {
        days[day] =
          isSetByMember
          ? ["schedule": ["week_day": .string(day.name), "schedule": JSONValue(value)]]
          : .object([.init(key, JSONValue(value))])
      } else if key == "weekly_schedule" {
        try take(weekly: value)
      }
    }
  }

  private mutating func take(weekly: JSONNode) throws(LinkFailure) {
    guard weekly.kind == .object else { throw Self.unknown }
    if !isReporting {
      // The older format of a TRVZB: a text for each day.
      for (key, value) in weekly.members {
        guard let day = Weekday(exactly: key) else { continue }
        days[day] = .object([
          .init("weekly_schedule", .object([.init(key, JSONValue(value))]))
        ])
      }
      return
    }
    guard let names = weekly["days"] ?? weekly["dayofweek"], names.kind == .array,
      let transitions = weekly["transitions"], transitions.kind == .array
    else { throw Self.unknown }
    let points = try transitions.elements.map { point throws(LinkFailure) in try Self.point(point) }
    for name in names.elements {
      guard let text = name.string ?? name["day"]?.string else { throw Self.unknown }
      // A program for holidays is not a part of the week.
      guard let day = Weekday(exactly: text) else { continue }
      days[day] = .object([
        .init(
          "weekly_schedule",
          .object([
            "dayofweek": .array([.string(day.name)]), "transitions": .array(points),
          ]))
      ])
    }
  }

  /// Converts a transition from the format of reports to that of requests.
  private static func point(_ node: JSONNode) throws(LinkFailure) -> JSONValue {
    guard node.kind == .object else { throw unknown }
    return .object(
      node.members.map { key, value in
        switch key {
        case "time", "transitionTime":
          let time = value.integer.flatMap(TimeOfDay.init(minutes:))
          return .init("transitionTime", time.map { .string("\($0)") } ?? JSONValue(value))
        case "heating_setpoint": return .init("heatSetpoint", JSONValue(value))
        case "cooling_setpoint": return .init("coolSetpoint", JSONValue(value))
        default: return .init(key, JSONValue(value))
        }
      })
  }

  private static let unknown = LinkFailure(
    .malformed, "the bridge reports a weekly_schedule in an unknown form")
}
