package import ScheduleModel

/// A piece of a day in which one setpoint is in force.
package struct DaySegment: Hashable, Sendable {
  /// The minutes of the day, within 0..<1440, never none.
  package let minutes: Range<Int>
  /// The row that is in force.
  package let row: RowAddress
  /// What that row holds.
  package let setpoint: Setpoint
  /// Whether the row began on the day before.
  package let isCarriedOver: Bool
}

/// A week as the pieces of its days, from 00:00 to 24:00: what every picture is painted from.
package struct WeekSegments: Hashable, Sendable {
  /// The scale of the temperatures.
  package let unit: TemperatureUnit
  /// The setpoints that the week has.
  package let sides: Sides
  private let days: [[DaySegment]]

  /// Cuts every day of `week` where another row comes into force, as `Week.row(at:)` says.
  package init(_ week: Week) {
    (unit, sides) = (week.unit, week.sides)
    days = Weekday.allCases.map { day in
      let starts = Set(week.day(day).map(\.time)).union([.midnight]).sorted()
      let ends = starts.dropFirst().map(\.minutes) + [1440]
      return zip(starts, ends).reduce(into: []) { pieces, piece in
        let row = week.row(at: WeekTime(day, piece.0))
        let begin = pieces.last?.row == row ? pieces.removeLast().minutes.lowerBound : nil
        pieces.append(
          DaySegment(
            minutes: (begin ?? piece.0.minutes)..<piece.1, row: row, setpoint: week[row],
            isCarriedOver: row.day != day))
      }
    }
  }

  /// The pieces of a day, in their order and without gaps.
  package subscript(day: Weekday) -> [DaySegment] { days[day.rawValue] }

  /// Whether the two days look the same from 00:00 to 24:00.
  package func areAlike(_ one: Weekday, _ other: Weekday) -> Bool {
    self[one].elementsEqual(self[other]) {
      $0.minutes == $1.minutes && $0.setpoint.heat == $1.setpoint.heat
        && $0.setpoint.cool == $1.setpoint.cool
    }
  }
}
