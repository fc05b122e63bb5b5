/// A moment of the week, to the minute.
package struct WeekTime: Hashable, Sendable {
  package let day: Weekday
  /// The time of that day.
  package let time: TimeOfDay

  package init(_ day: Weekday, _ time: TimeOfDay) {
    self.day = day
    self.time = time
  }

  /// Minutes since Monday 00:00, 0...10079.
  package var minutes: Int { day.rawValue * 1440 + time.minutes }
}

extension Period {
  /// The period that is in force at `time` on a day whose periods begin at `times`; nil before the
  /// first of them, when the previous day's sleep holds.
  package static func inForce(at time: TimeOfDay, beginning times: [TimeOfDay]) -> Period? {
    var last: Period?
    for (period, begin) in zip(allCases, times) where begin <= time { last = period }
    return last
  }
}

extension Week {
  /// The row in force at `moment`.
  ///
  /// Before a day's first period the previous day's sleep holds; before Monday comes Sunday.
  package func row(at moment: WeekTime) -> RowAddress {
    let started = Period.inForce(at: moment.time, beginning: day(moment.day).map(\.time))
    guard let started else { return RowAddress(moment.day.previous, .sleep) }
    return RowAddress(moment.day, started)
  }

  /// The row that comes into force next after `moment`, and in how many minutes.
  package func nextRow(after moment: WeekTime) -> (row: RowAddress, minutes: Int) {
    let now = row(at: moment)
    // Times may be out of order: what is in force at one of them need not be the row that has it.
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
