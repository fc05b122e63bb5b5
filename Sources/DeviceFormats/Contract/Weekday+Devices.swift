import ScheduleModel

extension Weekday {
  /// The bit of the day in a set whose bit 0 is Sunday, as in the Thermostat clusters of ZigBee and Matter.
  var bitFromSunday: Int { 1 << ((rawValue + 1) % 7) }

  /// The days of such a set.
  static func days(inBitsFromSunday bits: Int) -> [Weekday] {
    allCases.filter { bits & $0.bitFromSunday != 0 }
  }

  /// The day of `schedule_monday`, `weekly_schedule_monday` or `monday`, members of a zigbee2mqtt message.
  package init?(zigbeeMember key: String) {
    let name = key.split(separator: "_").last ?? ""
    guard ["", "schedule_", "weekly_schedule_"].contains(String(key.dropLast(name.count))) else {
      return nil
    }
    self.init(exactly: name)
  }
}
