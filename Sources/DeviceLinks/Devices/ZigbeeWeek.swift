import JSONText
import ScheduleModel

/// The days that a device behind zigbee2mqtt told, as messages that set them again.
struct ZigbeeWeek {
  private let isReporting: Bool
  private var days: [Weekday: JSONValue] = [:]

  init(isReporting: Bool) { self.isReporting = isReporting }

  /// The member that a device of a kind is asked for.
  static func member(of kind: String) -> String {
    switch kind {
    case "sonoff-trvzb": "weekly_schedule_monday"
    case "tuya", "tuya-6", "tuya-8", "tuya-until": "schedule_monday"
    default: "weekly_schedule"
    }
  }

  /// Whether a member is about the week; the rest of a state is not.
  static func isAboutSchedule(_ key: String) -> Bool {
    key == "weekly_schedule" || day(of: key) != nil
  }

  private static func day(of key: String) -> Weekday? {
    let name = key.split(separator: "_").last ?? ""
    guard ["schedule_", "weekly_schedule_"].contains(String(key.dropLast(name.count))) else {
      return nil
    }
    return Weekday(exactly: name)
  }

  /// The days that nobody told yet.
  var missing: [Weekday] { Weekday.allCases.filter { days[$0] == nil } }
  var isWhole: Bool { missing.isEmpty }

  /// A message for each day, in the order of the week.
  var text: String {
    Weekday.allCases.compactMap { days[$0] }.map { $0.text() + "\n" }.joined()
  }

  /// Takes the days of a state; a later word for a day counts.
  ///
  /// - Throws: `LinkFailure` for a week that cannot be read.
  mutating func take(_ state: JSONNode) throws(LinkFailure) {
    for (key, value) in state.members where value.kind != .null {
      if let day = Self.day(of: key) {
        days[day] = .object([.init(key, JSONValue(value))])
      } else if key == "weekly_schedule" {
        try take(weekly: value)
      }
    }
  }

  private mutating func take(weekly: JSONNode) throws(LinkFailure) {
    guard weekly.kind == .object else { throw Self.unknown }
    if !isReporting {
      // The older form of a TRVZB: a text for each day.
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
      // A valve may have a program for holidays, which no week has.
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

  /// A transition as it is set: the bridge reports it in other words.
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
    .malformed, "the bridge tells a weekly_schedule in a form that setpoint does not know")
}
