package import ScheduleModel

/// A part of a day with one setpoint in force.
package struct DaySegment: Hashable, Sendable {
  /// The minutes of the day, within 0..<1440; not empty.
  package let minutes: Range<Int>
  package let row: RowAddress
  package let setpoint: Setpoint
  /// Whether the row started on the previous day.
  package let isCarriedOver: Bool
}

extension [DaySegment] {
  /// The sides of all segments; before the first period of a day another schedule may apply.
  var sides: Sides { reduce(into: Sides()) { $0.formUnion($1.setpoint.sides) } }
}

/// A week as segments of its days, from 00:00 to 24:00: the input of every picture.
package struct WeekSegments: Hashable, Sendable {
  package let unit: TemperatureUnit
  package let sides: Sides
  private let days: [[DaySegment]]

  /// Divides every day of `week` where another row takes effect (`Week.row(at:)`).
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

  /// The segments of a day, in order and without gaps.
  package subscript(day: Weekday) -> [DaySegment] { days[day.rawValue] }

  /// Whether two days look the same.
  package func areAlike(_ one: Weekday, _ other: Weekday) -> Bool {
    self[one].elementsEqual(self[other]) {
      $0.minutes == $1.minutes && $0.setpoint.heat == $1.setpoint.heat
        && $0.setpoint.cool == $1.setpoint.cool
    }
  }

  /// The minutes of a day with heat at `TemperatureBand.comfort` or above.
  package func comfortMinutes(on day: Weekday) -> Int {
    let comfort = TemperatureBand.comfort(unit)
    return self[day].filter { $0.setpoint.heat.map { $0 >= comfort } ?? false }
      .reduce(0) { $0 + $1.minutes.count }
  }
}
