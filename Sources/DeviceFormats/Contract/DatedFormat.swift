import Diagnostics
package import ScheduleModel

/// A format that can write which schedule is due on which day.
package protocol DatedFormat: DeviceFormat {
  /// Writes the schedules of a document with its calendar. `weeks` are its schedules, which have the same sides.
  func text(
    of weeks: [FittedWeek], in contents: Contents, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText
}

/// A format that writes a calendar day by day.
package protocol YearsFormat: DatedFormat {
  /// The number of years that a text has.
  var years: Int { get }

  /// Writes the days of a calendar.
  func text(of dated: DatedWeeks, options: ExportOptions) throws(ExportRefusal) -> WrittenText
}

/// The days of a calendar from 1 January on, each with the entries of the schedule that is due.
package struct DatedWeeks {
  struct Day {
    let date: CalendarDay
    /// The name of the schedule that is due.
    let schedule: String
    /// The entries; one at 00:00 has the setpoints of the schedule that was due the day before.
    let entries: [WrittenSwitchpoint]
  }

  /// The name of the program in texts that need one.
  static let name = "Calendar"
  /// The days, and the one after the last.
  private let all: [Day]
  /// The unit and the steps of the values.
  let scale: TemperatureScale
  /// The sides to write.
  let sides: Sides

  var days: [Day] { all.dropLast() }
  /// The days with the ones that follow them.
  var pairs: [(day: Day, next: Day)] { Self.pairs(of: all) }

  static func pairs(of days: [Day]) -> [(day: Day, next: Day)] {
    zip(days, days.dropFirst()).map { (day: $0, next: $1) }
  }

  fileprivate init(
    _ weeks: [FittedWeek], of contents: Contents, from first: CalendarDay, years: Int
  ) throws(Refusal) {
    (scale, sides) = (weeks[0].scale, weeks[0].sides)
    let end = CalendarDay(year: first.year + years, month: 1, day: 1) ?? first
    var all: [Day] = []
    var before = weeks[try contents.scheduleIndex(dueOn: first.advanced(by: -1))]
    for date in first...end {
      let index = try contents.scheduleIndex(dueOn: date)
      all.append(
        Day(
          date: date, schedule: contents.schedules[index].name,
          entries: weeks[index].entries(of: date.weekday, after: before)))
      before = weeks[index]
    }
    self.all = all
  }
}

extension DatedFormat {
  /// Exports the schedules of a document with its calendar.
  ///
  /// - Throws: `ExportRefusal`. Export each schedule alone before: the findings here do not name their schedule.
  package func export(
    _ contents: Contents, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    var options = options
    options.form = options.form ?? forms.first?.id
    var weeks: [FittedWeek] = []
    for schedule in contents.schedules {
      weeks.append(
        try FittedWeek(schedule.week, to: profile(options.kind) ?? profiles[0], options: options))
    }
    if let other = weeks.firstIndex(where: { $0.sides != weeks[0].sides }) {
      throw .usage(
        "\(contents.schedules[0].name.quoted()) and \(contents.schedules[other].name.quoted()) have different "
          + "sides; the schedules of a calendar need the same ones")
    }
    return try text(of: weeks, in: contents, options: options)
  }
}

extension YearsFormat {
  /// Writes the days from `options.year` on.
  package func text(
    of weeks: [FittedWeek], in contents: Contents, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    guard let year = options.year, let first = CalendarDay(year: year, month: 1, day: 1) else {
      let length = years == 1 ? "a year" : "two years"
      throw .usage("\(id) writes \(length) of the calendar; add \(add: .year) 2027")
    }
    let dated: DatedWeeks
    do throws(Refusal) {
      dated = try DatedWeeks(weeks, of: contents, from: first, years: years)
    } catch {
      throw .usage(Sentence(error.reason))
    }
    return try text(of: dated, options: options)
  }
}
