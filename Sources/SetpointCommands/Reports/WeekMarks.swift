package import ScheduleModel
package import SchedulePictures

/// The weeks in the lines of the list: six marks per day for the heat setpoint in force, or for the cool setpoint of a
/// cool-only schedule.
package struct WeekMarks: Sendable {
  /// The marked minutes of a day: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// The marks of the bands of each side in UTF-8.
  private let marks: [Side: [[UInt8]]]

  /// Prepares the marks for weeks in both units.
  package init(_ marks: BandMarks) {
    self.marks = Dictionary(
      uniqueKeysWithValues: Side.allCases.map { side in
        (side, TemperatureBand.all(side).map { Array(marks.mark(of: $0).utf8) })
      })
  }

  /// Appends the marks of a week in UTF-8, with days separated by spaces; a question mark for an incomplete week.
  package func add(_ week: DraftWeek, to text: inout [UInt8]) {
    guard let week = Week(week) else { return text.append(UInt8(ascii: "?")) }
    let side = week.sides.first
    for day in Weekday.allCases {
      if day != .monday { text.append(UInt8(ascii: " ")) }
      let setpoints = week.day(day)
      for minute in Self.minutes {
        let setpoint =
          setpoints.last { $0.time.minutes <= minute } ?? week[RowAddress(day.previous, .sleep)]
        let band = TemperatureBand(of: setpoint, side, week.unit)?.number ?? 0
        text += marks[side]?[band] ?? []
      }
    }
  }
}
