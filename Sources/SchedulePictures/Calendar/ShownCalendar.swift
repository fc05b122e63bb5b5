package import Diagnostics
package import ScheduleModel

/// The schedules that are due on the days of a month or a year.
package struct ShownCalendar: Sendable {
  /// Days in a row: a month, or a week of it.
  struct Line: Sendable {
    let title: String
    /// The place of the first day in a table.
    var column = 0
    /// The days, and the index of the schedule that is due on each.
    var days: [(day: CalendarDay, schedule: Int)] = []

    /// The weeks from `firstDay` on; the title is the ISO number, on which Thursday decides.
    func weeks(from firstDay: Weekday) -> [Line] {
      let column = { (day: Weekday) in (day.rawValue - firstDay.rawValue + 7) % 7 }
      return days.reduce(into: []) { weeks, entry in
        let place = column(entry.day.weekday)
        if weeks.isEmpty || place == 0 {
          let number = entry.day.advanced(by: column(.thursday) - place).isoWeek
          weeks.append(Line(title: "\(number)", column: place))
        }
        weeks[weeks.count - 1].days.append(entry)
      }
    }
  }

  /// A schedule with its letter, and the band whose colours it has.
  struct Entry: Sendable {
    let name: String
    let mark: String
    let band: TemperatureBand
    /// The number of days on which it is due.
    var count = 0

    var title: String { name + days }
    /// The second part of the title.
    var days: String { ", \(count) \(count == 1 ? "day" : "days")" }
  }

  private(set) var months: [Line] = []
  /// Whether entries apply in odd or even weeks, which begin on Monday.
  private let hasOddWeeks: Bool
  /// All schedules of the document.
  private(set) var schedules: [Entry]

  /// Finds the schedules of one month, or of the twelve of a year; `months` are their first days.
  ///
  /// - Throws: `Refusal` if a deciding entry names an unknown schedule.
  package init(_ contents: Contents, months firstDays: [CalendarDay]) throws(Refusal) {
    // The first letter of each name that no name before it has; `?` where all are used.
    var free = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz")
    schedules = contents.schedules.enumerated().map { index, schedule in
      let mark = schedule.name.uppercased().first(where: free.contains) ?? free.first ?? "?"
      free.removeAll { $0 == mark }
      return Entry(
        name: schedule.name, mark: String(mark), band: Self.bands[index % Self.bands.count])
    }
    hasOddWeeks = contents.calendar.contains { $0.weeks != nil }
    for first in firstDays {
      let (year, month, _) = first.parts
      var line = Line(title: "\(CalendarDay.monthNames[month - 1]) \(year)")
      for day in first...first.advanced(by: CalendarDay.length(of: month, in: year) - 1) {
        let schedule = try contents.scheduleIndex(dueOn: day)
        schedules[schedule].count += 1
        line.days.append((day, schedule))
      }
      months.append(line)
    }
  }

  /// The first day of the rows of a month.
  func firstDay(usual: Weekday) -> Weekday { hasOddWeeks ? .monday : usual }

  var isYear: Bool { months.count > 1 }

  var title: String { isYear ? String(months[0].title.suffix(4)) : months[0].title }

  /// The schedules that are due on some of the days.
  var legend: [Entry] { schedules.filter { $0.count > 0 } }

  /// Bands whose colours differ most, in every theme and for every eye. Letters distinguish more schedules.
  package static let bands = [
    (Side.cool, 0), (.heat, 5), (.cool, 3), (.heat, 3), (.heat, 4), (.cool, 2),
  ].map { TemperatureBand.all($0.0)[$0.1] }
}
