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
