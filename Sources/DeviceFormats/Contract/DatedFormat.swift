import Diagnostics
package import ScheduleModel

/// A format that can write which schedule is due on which day.
package protocol DatedFormat: DeviceFormat {
  /// The number of years that a text has; nil for dates without a year.
  var years: Int? { get }

  /// Whether texts of a form have a calendar; nil is the first form.
  func hasCalendar(inForm form: String?) -> Bool

  /// Writes the schedules of a document with its calendar.
  func text(of dated: DatedWeeks, options: ExportOptions) throws(ExportRefusal) -> WrittenText
}

/// The schedules of a document with its calendar.
package struct DatedWeeks {
  struct Day {
    let date: CalendarDay
    let schedule: String
    /// The entries; one at 00:00 has the setpoints of the schedule that was due the day before.
    let entries: [WrittenSwitchpoint]
    /// The entries of the next day.
    let next: [WrittenSwitchpoint]
  }

  /// The name of the program in texts that need one.
  static let name = "Calendar"
  let contents: Contents
  /// Its schedules, which have the same sides.
  let weeks: [FittedWeek]
  /// The days from 1 January on; none for a format whose dates have no year.
  let days: [Day]

  /// The unit and the steps of the values.
  var scale: TemperatureScale { weeks[0].scale }
  var sides: Sides { weeks[0].sides }

  fileprivate init(
    _ contents: Contents, _ weeks: [FittedWeek], from first: CalendarDay?, years: Int
  ) {
    (self.contents, self.weeks) = (contents, weeks)
    guard let first else {
      days = []
      return
    }
    let end = CalendarDay(year: first.year + years, month: 1, day: 1) ?? first
    // From the day before the first one; with a calendar of many entries, finding one takes time.
    let due = (first.advanced(by: -1)...end).map { (try? contents.scheduleIndex(dueOn: $0)) ?? 0 }
    let entries = zip(first...end, due.indices.dropFirst()).map { day, place in
      weeks[due[place]].entries(of: day.weekday, after: weeks[due[place - 1]])
    }
    days = (first..<end).enumerated().map { place, day in
      Day(
        date: day, schedule: contents.schedules[due[place + 1]].name, entries: entries[place],
        next: entries[place + 1])
    }
  }
}

extension DatedFormat {
  package func hasCalendar(inForm form: String?) -> Bool { true }

  /// Exports the schedules of a document with its calendar, whose entries name only existing ones.
  ///
  /// `options.year` must be given for a format with years.
  ///
  /// - Throws: `ExportRefusal`. Export each schedule alone before: the findings here do not name their schedule.
  package func export(
    _ contents: Contents, options: ExportOptions
  ) throws(ExportRefusal) -> WrittenText {
    var options = options
    options.form = options.form ?? forms.first?.id
    let profile = try profile(options.kind, or: ExportRefusal.usage)
    let weeks = try contents.schedules.map { [options] schedule throws(ExportRefusal) in
      try FittedWeek(schedule.week, to: profile, options: options)
    }
    if let other = weeks.firstIndex(where: { $0.sides != weeks[0].sides }) {
      throw .usage(
        "\(contents.schedules[0].name.quoted()) and \(contents.schedules[other].name.quoted()) have different "
          + "sides; schedules of an exported calendar need the same sides")
    }
    let first = options.year.flatMap { CalendarDay(year: $0, month: 1, day: 1) }
    return try text(
      of: DatedWeeks(contents, weeks, from: first, years: years ?? 0), options: options)
  }
}
