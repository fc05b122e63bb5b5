import CLibrary

/// A day of the Gregorian calendar, 1583 to 9999.
struct CalendarDay: Hashable, Comparable, CustomStringConvertible {
  /// Days since 1 January 1970.
  private let number: Int

  /// Creates a day; nil if it does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard (1583...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(of: month, in: year)
    else { return nil }
    // Count years from March, so that the leap day is the last.
    let (shifted, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let century = shifted / 100
    number =
      century / 4 * 146_097 + century % 4 * 36_524 + shifted % 100 / 4 * 1461
      + shifted % 4 * 365 + (153 * place + 2) / 5 + day - 1 - 719_468
  }

  /// Parses a canonical text, `2026-11-30`.
  init?(_ text: String) {
    guard text.utf8.count == 10, let date = CalendarDay(typed: text, year: nil),
      date.description == text
    else { return nil }
    self = date
  }

  /// Parses a typed date; `year` is used for a text without one.
  init?(typed text: String, year known: Int?) {
    func numbers(_ separator: Character) -> [Int]? {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      let digits = parts.last == "" && separator == "." ? parts.dropLast() : parts
      let numbers = digits.compactMap { part in
        part.utf8.count <= 4 && part.utf8.allSatisfy({ (0x30...0x39).contains($0) })
          ? Int(part) : nil
      }
      return numbers.count == digits.count ? numbers : nil
    }
    if let parts = numbers("-"), parts.count == 3 {
      self.init(year: parts[0], month: parts[1], day: parts[2])
    } else if let parts = numbers("."), let year = parts.count == 3 ? parts[2] : known,
      parts.count == 2 || parts.count == 3
    {
      self.init(year: year, month: parts[1], day: parts[0])
    } else if let parts = numbers("/"), let year = parts.count == 3 ? parts[2] : known,
      parts.count == 2 || parts.count == 3
    {
      self.init(year: year, month: parts[0], day: parts[1])
    } else {
      return nil
    }
  }

  private init?(number: Int) {
    guard let first = CalendarDay(year: 1583, month: 1, day: 1)?.number,
      let last = CalendarDay(year: 9999, month: 12, day: 31)?.number,
      (first...last).contains(number)
    else { return nil }
    self.number = number
  }

  /// The day a number of days later; nil at the end of the calendar.
  func adding(_ days: Int) -> CalendarDay? {
    (-4_000_000...4_000_000).contains(days) ? CalendarDay(number: number + days) : nil
  }

  var year: Int { parts.year }

  /// The current year in the local time zone.
  static var thisYear: Int {
    var (now, parts) = (time(nil), tm())
    return localtime_r(&now, &parts) == nil ? 1970 : Int(parts.tm_year) + 1900
  }

  private var parts: (year: Int, month: Int, day: Int) {
    // The inverse of `init(year:month:day:)`: 400 years have 146,097 days.
    let days = number + 719_468
    let (era, rest) = days.quotientAndRemainder(dividingBy: 146_097)
    let years = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
    let place = rest - (365 * years + years / 4 - years / 100)
    let month = (5 * place + 2) / 153
    let day = place - (153 * month + 2) / 5 + 1
    return (era * 400 + years + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
  }

  static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

  /// The canonical text.
  var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day))"
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
