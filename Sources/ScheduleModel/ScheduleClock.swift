/// A moment of the week, to the minute.
package struct WeekTime: Hashable, Sendable {
  package let day: Weekday
  package let time: TimeOfDay

  package init(_ day: Weekday, _ time: TimeOfDay) {
    self.day = day
    self.time = time
  }
}

extension Period {
  /// Returns the period in force at `time` on a day whose periods begin at `times`; nil before the first, when the
  /// previous day's sleep applies.
  package static func inForce(at time: TimeOfDay, beginning times: [TimeOfDay]) -> Period? {
    var last: Period?
    for (period, begin) in zip(allCases, times) where begin <= time { last = period }
    return last
  }
}

extension Week {
  /// Returns the row in force at `moment`.
  ///
  /// Before a day's first period, the previous day's sleep applies; Monday follows Sunday.
  package func row(at moment: WeekTime) -> RowAddress {
    let started = Period.inForce(at: moment.time, beginning: day(moment.day).map(\.time))
    guard let started else { return RowAddress(moment.day.previous, .sleep) }
    return RowAddress(moment.day, started)
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
