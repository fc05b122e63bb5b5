/// A day of the Gregorian calendar, 1583 to 9999.
package struct CalendarDay: Hashable, Comparable, CustomStringConvertible, Sendable {
  /// Days since 1 January 1970.
  package let number: Int

  package static let first = CalendarDay(unchecked: -141_349)
  package static let last = CalendarDay(unchecked: 2_932_896)

  private init(unchecked number: Int) { self.number = number }

  /// Creates a day; nil if it does not exist.
  package init?(year: Int, month: Int, day: Int) {
    guard (1583...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(of: month, in: year)
    else { return nil }
    // Count years from March, so that the leap day is the last of its year.
    let (shifted, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let century = shifted / 100
    number =
      century / 4 * 146_097 + century % 4 * 36_524 + shifted % 100 / 4 * 1461
      + shifted % 4 * 365 + (153 * place + 2) / 5 + day - 1 - 719_468
  }

  /// Reads a canonical text, `2026-11-30`.
  package init?(_ text: String) {
    guard text.utf8.count == 10 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 3,
      let date = CalendarDay(year: parts[0], month: parts[1], day: parts[2]),
      date.description == text
    else { return nil }
    self = date
  }

  /// The advice for a text that is a day except for its year; nil for any other.
  package static func advice(onYearOf text: some StringProtocol) -> String? {
    let isEarly = text < "\(first)" && CalendarDay("2000\(text.dropFirst(4))") != nil
    return isEarly ? "years are \(first.year) to \(last.year)" : nil
  }

  /// The day that is `days` later; nil outside the calendar.
  package func adding(_ days: Int) -> CalendarDay? {
    let (sum, isTooLarge) = number.addingReportingOverflow(days)
    guard !isTooLarge, (Self.first.number...Self.last.number).contains(sum) else { return nil }
    return CalendarDay(unchecked: sum)
  }

  /// The year, 1583 to 9999, the month, 1 to 12, and the day of the month.
  package var parts: (year: Int, month: Int, day: Int) {
    // The inverse of `init(year:month:day:)`: 400 years have 146,097 days.
    let days = number + 719_468
    let (era, rest) = days.quotientAndRemainder(dividingBy: 146_097)
    let years = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
    let place = rest - (365 * years + years / 4 - years / 100)
    let month = (5 * place + 2) / 153
    let day = place - (153 * month + 2) / 5 + 1
    return (era * 400 + years + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
  }

  package var year: Int { parts.year }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.number < right.number
  }

  /// The canonical text.
  package var description: String {
    let parts = parts
    return "\(parts.year)-\(parts.month.digits(2))-\(parts.day.digits(2))"
  }

  /// The first day and the last day of a year; nil outside the calendar.
  package static func days(of year: Int) -> ClosedRange<CalendarDay>? {
    guard let first = CalendarDay(year: year, month: 1, day: 1) else { return nil }
    return first...(CalendarDay(year: year, month: 12, day: 31) ?? first)
  }

  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The number of days in a month.
  package static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: Strideable {
  package func distance(to other: CalendarDay) -> Int { other.number - number }

  /// The day that is `days` later; the first or the last one beyond the calendar.
  package func advanced(by days: Int) -> CalendarDay { adding(days) ?? (days < 0 ? .first : .last) }
}
