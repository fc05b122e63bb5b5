package import Diagnostics

/// A moment, with the setpoints in force and the next period.
package struct MomentInForce: Sendable {
  package let day: CalendarDay
  package let time: WeekTime
  /// The rows that apply on the day before, the day itself and the day after.
  package private(set) var week: Week
  /// The names of the schedules that are due on these days; empty if no calendar decides.
  package private(set) var names: [Weekday: String] = [:]
  private let name: String

  package init(_ day: CalendarDay, _ time: TimeOfDay, of schedule: Schedule) {
    (self.day, self.time) = (day, WeekTime(day.weekday, time))
    (week, name) = (schedule.week, schedule.name)
  }

  /// A moment of a document. Each day has the rows of the schedule that is due then: before the first period, the sleep
  /// period of the schedule due the day before applies.
  ///
  /// - Throws: `Refusal` if a deciding entry names an unknown schedule.
  package init(
    _ day: CalendarDay, _ time: TimeOfDay, dueIn contents: Contents
  ) throws(Refusal) {
    // At the ends of the calendar, a neighbour has the rows of the day itself.
    self.init(day, time, of: contents.schedules[try contents.scheduleIndex(dueOn: day)])
    for day in day.advanced(by: -1)...day.advanced(by: 1) {
      let due = contents.schedules[try contents.scheduleIndex(dueOn: day)]
      names[day.weekday] = due.name
      for row in Period.allCases.map({ RowAddress(day.weekday, $0) }) { week[row] = due.week[row] }
    }
  }

  package var row: RowAddress { week.row(at: time) }

  /// The next row, and the minutes on the clock until then.
  package var next: (row: RowAddress, minutes: Int) { week.nextRow(after: time) }

  /// The name of the schedule that applies on a day.
  package func name(on day: Weekday) -> String { names[day] ?? name }
}
