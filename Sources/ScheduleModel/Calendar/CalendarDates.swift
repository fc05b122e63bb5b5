package import Diagnostics

/// An end of the dates of a calendar entry: a day of every year, `12-24`, or of one, `2026-12-24`.
package struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  package let isYearly: Bool
  /// The day; of the year 2000, which has a 29 February, where it returns each year.
  package let day: CalendarDay

  /// Reads `12-24` or `2026-12-24`.
  package init?(_ text: String) {
    isYearly = text.utf8.count == 5
    guard let day = CalendarDay(isYearly ? "2000-\(text)" : text) else { return nil }
    self.day = day
  }

  /// A day of every year or of its own.
  package init(_ day: CalendarDay, isYearly: Bool) {
    self.isYearly = isYearly
    self.day = isYearly ? day.ofSeason : day
  }

  /// The spelling in files.
  package var description: String {
    isYearly ? String(day.description.dropFirst(5)) : day.description
  }
}

/// The dates of a calendar entry, the last one included.
package struct CalendarDates: Hashable, Sendable, CustomStringConvertible {
  package let from: CalendarDate
  package let to: CalendarDate

  /// Joins two dates of the same form; nil for others, and for full dates out of order. Yearly dates may span New Year.
  package init?(from: CalendarDate, to: CalendarDate) {
    guard from.isYearly == to.isYearly, from.isYearly || from.day <= to.day else { return nil }
    (self.from, self.to) = (from, to)
  }

  /// The dates of some days, of every year or of their own.
  package init(_ days: ClosedRange<CalendarDay>, areYearly: Bool) {
    from = CalendarDate(days.lowerBound, isYearly: areYearly)
    to = CalendarDate(days.upperBound, isYearly: areYearly)
  }

  package var isYearly: Bool { from.isYearly }

  /// Whether a day is one of them. Without a 29 February, dates from it begin on 1 March; others end on 28 February.
  package func contains(_ day: CalendarDay) -> Bool {
    isYearly ? recur(on: day.ofSeason) : from.day <= day && day <= to.day
  }

  /// Whether dates of every year contain a day of the year 2000.
  func recur(on day: CalendarDay) -> Bool {
    from.day <= to.day ? from.day <= day && day <= to.day : from.day <= day || day <= to.day
  }

  /// The number of days, `359 days of every year, 360 in leap years`, which shows ends that were swapped.
  package var length: String {
    guard isYearly else { return counted((from.day...to.day).count, "day") }
    let counts = [2001, 2000].map { CalendarDay.days(of: $0)?.count(where: contains) ?? 0 }
    let leap = counts[0] == counts[1] ? "" : ", \(counts[1]) in leap years"
    return "\(counted(counts[0], "day")) of every year\(leap)"
  }

  /// The dates as a command line has them, `12-24` or `10-01..04-30`.
  package var description: String { from == to ? "\(from)" : "\(from)..\(to)" }
}

/// Every second week, by the week numbers of ISO 8601.
package enum WeekParity: String, CaseIterable, Sendable {
  case odd, even
}

extension CalendarDay {
  package static let typedForms = "today, tomorrow, yesterday, tuesday, 12-24 or 2026-12-24"

  /// Reads a typed day; a day of the week and `12-24` are today or the next such day.
  package init?(typed text: some StringProtocol, today: CalendarDay) {
    let day: CalendarDay?
    switch text.lowercased() {
    case "today": day = today
    case "tomorrow": day = today.adding(1)
    case "yesterday": day = today.adding(-1)
    default:
      let weekday = Weekday(text)
      day =
        weekday.flatMap { today.adding(($0.rawValue - today.weekday.rawValue + 7) % 7) }
        ?? (text.utf8.count == 5
          // The next 29 February is at most eight years away.
          ? (0...8).lazy.compactMap { CalendarDay("\(today.year + $0)-\(text)") }
            .first { $0 >= today }
          : CalendarDay(String(text)))
    }
    guard let day else { return nil }
    self = day
  }

  /// The same day of 2000, which has a 29 February.
  package var ofSeason: CalendarDay {
    let parts = parts
    return CalendarDay(year: 2000, month: parts.month, day: parts.day) ?? self
  }

  package var weekday: Weekday {
    // 1 January 1970 was a Thursday.
    Weekday.allCases[((number + 3) % 7 + 7) % 7]
  }

  /// The number of its week by ISO 8601, 1 to 53: that of the year that the week's Thursday is in.
  package var isoWeek: Int {
    guard let thursday = adding(Weekday.thursday.rawValue - weekday.rawValue),
      let newYear = CalendarDay(year: thursday.year, month: 1, day: 1)
    else { return 52 }  // The first two days are at the end of 1582.
    return (thursday.number - newYear.number) / 7 + 1
  }

  package var weekParity: WeekParity { isoWeek.isMultiple(of: 2) ? .even : .odd }
}
