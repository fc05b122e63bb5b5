package import ScheduleModel
package import SchedulePictures

/// Makes the weeks on the lines of the list: six marks a day for the heat setpoint in force.
package struct WeekMarks: Sendable {
  /// The minutes of a day that have a mark: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// The marks of the bands in UTF-8.
  private let marks: [[UInt8]]

  /// Prepares for weeks in both scales.
  package init(_ marks: BandMarks) {
    self.marks = TemperatureBand.all(.heat).map { Array(marks.mark(of: $0).utf8) }
  }

  /// Adds the marks of a week in UTF-8, days apart by blanks; a question mark where a value is missing.
  package func add(_ week: DraftWeek, to text: inout [UInt8]) {
    guard let week = Week(week) else { return text.append(UInt8(ascii: "?")) }
    for day in Weekday.allCases {
      if day != .monday { text.append(UInt8(ascii: " ")) }
      let setpoints = week.day(day)
      for minute in Self.minutes {
        let heat =
          setpoints.last { $0.time.minutes <= minute }?.heat
          ?? week[RowAddress(day.previous, .sleep)].heat
        text += marks[TemperatureBand(of: heat, .heat, week.unit).number]
      }
    }
  }
}
