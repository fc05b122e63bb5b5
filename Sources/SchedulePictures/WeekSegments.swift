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
}

/// The hours of comfort of each day of a week.
package struct WeekSummary: Hashable, Sendable {
  /// The lower bound of comfort: 68 °F or 20 °C.
  package let comfort: Temperature
  /// The minutes of each day with heat at `comfort` or above.
  private let comfortMinutes: [Int]

  /// Summarizes a week; nil if it has no heat setpoints.
  package init?(_ segments: WeekSegments) {
    guard segments.sides.contains(.heat) else { return nil }
    let comfort = TemperatureBand.comfort(segments.unit)
    self.comfort = comfort
    comfortMinutes = Weekday.allCases.map { day in
      segments[day].filter { $0.setpoint.heat.map { $0 >= comfort } ?? false }.reduce(0) {
        $0 + $1.minutes.count
      }
    }
  }

  /// The hours of comfort on a day, `15.5`.
  package func comfortHours(on day: Weekday) -> String {
    let tenths = Temperature.roundedQuotient(comfortMinutes[day.rawValue], 6)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Whether a day has more hours of comfort than the average day of the week.
  package func isAboveMean(_ day: Weekday) -> Bool {
    comfortMinutes[day.rawValue] * Weekday.allCases.count > comfortMinutes.reduce(0, +)
  }
}
