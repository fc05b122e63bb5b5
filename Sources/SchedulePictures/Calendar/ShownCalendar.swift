package import Diagnostics
package import ScheduleModel

/// The schedules that are due on the days of a month or a year.
package struct ShownCalendar: Sendable {
  struct Month: Sendable {
    let title: String
    /// The days, and the index of the schedule that is due on each.
    let days: [(day: CalendarDay, schedule: Int)]

    /// The week and the column of a day in a table whose weeks begin on `firstDay`.
    func place(of index: Int, from firstDay: Weekday) -> (week: Int, column: Int) {
      let number = (days[0].day.weekday.rawValue - firstDay.rawValue + 7) % 7 + index
      return (number / 7, number % 7)
    }

    /// The number of weeks in such a table.
    func weeks(from firstDay: Weekday) -> Int { place(of: days.count - 1, from: firstDay).week + 1 }

    /// The ISO numbers of these weeks; Thursday decides on them.
    func weekNumbers(from firstDay: Weekday) -> [Int] {
      let thursday = (Weekday.thursday.rawValue - firstDay.rawValue + 7) % 7
      let first = days[0].day.advanced(by: thursday - place(of: 0, from: firstDay).column)
      return (0..<weeks(from: firstDay)).map { first.advanced(by: $0 * 7).isoWeek }
    }
  }

  /// A schedule with its letter, and the band whose colours it has.
  struct Entry: Sendable {
    let name: String
    let mark: String
    let band: TemperatureBand
    /// The number of days on which it is due.
    var count = 0

    var title: String { "\(name), \(count) \(count == 1 ? "day" : "days")" }
  }

  private(set) var months: [Month] = []
  /// All schedules of the document.
  private(set) var schedules: [Entry]

  /// Finds the schedules of one month, or of the twelve of a year; `months` are their first days.
  ///
  /// - Throws: `Refusal` if a deciding entry names an unknown schedule.
  package init(_ contents: Contents, months firstDays: [CalendarDay]) throws(Refusal) {
    // The first letter of each name that no name before it has.
    var free = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    schedules = contents.schedules.enumerated().map { index, schedule in
      let mark = schedule.name.uppercased().first(where: free.contains) ?? free.first ?? "?"
      free.removeAll { $0 == mark }
      return Entry(
        name: schedule.name, mark: String(mark), band: Self.bands[index % Self.bands.count])
    }
    for first in firstDays {
      let (year, month, _) = first.parts
      var days: [(day: CalendarDay, schedule: Int)] = []
      for day in first...first.advanced(by: CalendarDay.length(of: month, in: year) - 1) {
        let schedule = try contents.scheduleIndex(dueOn: day)
        schedules[schedule].count += 1
        days.append((day, schedule))
      }
      months.append(Month(title: "\(Self.monthNames[month - 1]) \(year)", days: days))
    }
  }

  var isYear: Bool { months.count > 1 }

  /// The month or the year.
  var title: String { isYear ? String(months[0].title.suffix(4)) : months[0].title }

  /// The schedules that are due on some of the days.
  var legend: [Entry] { schedules.filter { $0.count > 0 } }

  /// Bands whose colours differ most, in every theme and for every eye. Letters distinguish more schedules.
  package static let bands = [
    (Side.cool, 0), (.heat, 5), (.cool, 3), (.heat, 3), (.heat, 4), (.cool, 2),
  ].map { TemperatureBand.all($0.0)[$0.1] }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
