/// A moment of the week, to the minute.
package struct WeekTime: Hashable, Sendable {
  package let day: Weekday
  package let time: TimeOfDay

  package init(_ day: Weekday, _ time: TimeOfDay) {
    self.day = day
    self.time = time
  }
}

extension Week {
  /// Returns the row in force at `moment`.
  ///
  /// Before a day's first period, the previous day's sleep applies; Monday follows Sunday.
  package func row(at moment: WeekTime) -> RowAddress {
    let rows = Period.allCases.map { RowAddress(moment.day, $0) }
    return rows.last { self[$0].time <= moment.time } ?? RowAddress(moment.day.previous, .sleep)
  }

  /// Returns the next row to take effect after `moment`, and the minutes until then.
  package func nextRow(after moment: WeekTime) -> (row: RowAddress, minutes: Int) {
    let now = row(at: moment)
    // Times may be out of order: the row in force at a time need not be the row with that time.
    let today = day(moment.day).map(\.time).filter { $0 > moment.time }.sorted()
    for time in today {
      let row = row(at: WeekTime(moment.day, time))
      if row != now { return (row, time.minutes - moment.time.minutes) }
    }
    let day = moment.day.next
    let first = self.day(day).map(\.time).min() ?? .midnight
    return (row(at: WeekTime(day, first)), 1440 - moment.time.minutes + first.minutes)
  }
}
