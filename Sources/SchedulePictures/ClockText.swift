import ScheduleModel

extension ClockStyle {
  /// The label of an hour on an axis, `18` or `6p`.
  func text(ofHour hour: Int) -> String {
    switch self {
    case .twentyFourHour: "\(hour)"
    case .twelveHour: "\((hour + 11) % 12 + 1)\(hour < 12 ? "a" : "p")"
    }
  }

  /// Formats a minute of the day, 0...1440; the last one is 24:00.
  func text(ofMinute minute: Int) -> String {
    minute == 1440 && self == .twentyFourHour ? "24:00" : TimeOfDay(wrapping: minute).text(self)
  }
}
