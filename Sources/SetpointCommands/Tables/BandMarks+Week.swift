package import ScheduleModel
package import SchedulePictures

extension BandMarks {
  /// The marked minutes of a day: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// Six marks per day for the heat setpoint in force, or for the cool setpoint of a cool-only schedule, with days
  /// separated by spaces; a question mark for an incomplete week.
  package func text(of week: DraftWeek) -> String {
    guard let week = Week(week) else { return "?" }
    let days = Weekday.allCases.map { day in
      String(
        Self.minutes.compactMap { minute in
          let setpoint = week[week.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))]
          return TemperatureBand(of: setpoint, week.sides.first, week.unit).map(mark(of:))
        })
    }
    return days.joined(separator: " ")
  }
}
