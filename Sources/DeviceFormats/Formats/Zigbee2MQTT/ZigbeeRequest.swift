import ScheduleModel

extension Weekday {
  /// The day of `schedule_monday`, `weekly_schedule_monday` or `monday`, members of a zigbee2mqtt message.
  package init?(zigbeeMember key: String) {
    let name = key.split(separator: "_").last ?? ""
    guard ["", "schedule_", "weekly_schedule_"].contains(String(key.dropLast(name.count))) else {
      return nil
    }
    self.init(exactly: name)
  }
}

/// How a device connected by zigbee2mqtt is asked for its week.
package struct ZigbeeRequest: Sendable {
  /// The member that the request names.
  package let member: String
  /// Whether the device itself answers; for other kinds, the bridge repeats what it was asked to send.
  package let isAnswered: Bool

  /// Returns nil for a kind that cannot be asked.
  package init?(kind: String) {
    switch kind {
    case "saswell": return nil
    case "zigbee2mqtt", "danfoss-ally", "bosch-rm": (member, isAnswered) = ("weekly_schedule", true)
    case "sonoff-trv-zbt": (member, isAnswered) = ("weekly_schedule_monday", true)
    case "sonoff-trvzb": (member, isAnswered) = ("weekly_schedule_monday", false)
    case "sonoff-trvzb-text", "sber": (member, isAnswered) = ("weekly_schedule", false)
    case "tuya-workdays": (member, isAnswered) = ("workdays_schedule", false)
    default: (member, isAnswered) = ("schedule_monday", false)
    }
  }
}
