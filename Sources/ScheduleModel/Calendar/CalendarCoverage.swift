import Diagnostics

/// Which entries of a calendar decide on a day, exactly: from 1583 to 9999.
package struct CalendarCoverage: Sendable {
  /// The places of the entries that decide on at least one day.
  package private(set) var deciding: Set<Int> = []
  /// Whether no entry applies on some day.
  package private(set) var hasFreeDays = false

  private let entries: [CalendarEntry]
  /// The last entry without full dates that applies on a kind of day, -1 for none; nil where not yet known.
  private var recurring: [Int?]

  /// Finds the entries of a calendar.
  package init(_ entries: [CalendarEntry]) {
    self.entries = entries
    recurring = Array(repeating: nil, count: 372 * 14)
    // Between two of these days the same full dates apply.
    let once = entries.indices.filter { entries[$0].dates?.isYearly == false }
    let bounds = once.flatMap { index -> [Int] in
      guard let dates = entries[index].dates else { return [] }
      return [dates.from.day.number, dates.to.day.number + 1]
    }
    let starts = Set(bounds + [CalendarDay.first.number]).sorted()
    for (start, end) in zip(starts, starts.dropFirst() + [CalendarDay.last.number + 1]) {
      let active = once.filter {
        guard let dates = entries[$0].dates else { return false }
        return dates.from.day.number <= start && end <= dates.to.day.number + 1
      }
      if look(from: start, to: end, active) { return }
    }
  }

  /// Looks at days on which the entries `active` have their dates; returns whether everything was seen to decide.
  private mutating func look(from start: Int, to end: Int, _ active: [Int]) -> Bool {
    let last = Weekday.allCases.flatMap { day in
      WeekParity.allCases.map { parity in
        active.last {
          (entries[$0].days.isEmpty || entries[$0].days.contains(day))
            && entries[$0].weeks ?? parity == parity
        } ?? -1
      }
    }
    // The calendar repeats after 400 years.
    let offsets = start - CalendarDay.first.number..<end - CalendarDay.first.number
    let days =
      offsets.count >= 146_097
      ? Self.typicalDays : offsets.compactMap { CalendarDay.first.adding($0) }
    for day in days {
      let kind = day.weekday.rawValue * 2 + (day.weekParity == .odd ? 0 : 1)
      let winner = max(last[kind], recurringEntry(on: day, kind))
      if winner < 0 { hasFreeDays = true } else { deciding.insert(winner) }
      if hasFreeDays, deciding.count == entries.count { return true }
    }
    return false
  }

  private mutating func recurringEntry(on day: CalendarDay, _ kind: Int) -> Int {
    let (_, month, number) = day.parts
    let place = (month * 31 + number - 32) * 14 + kind
    if let known = recurring[place] { return known }
    let found = entries.lastIndex { $0.dates?.isYearly != false && $0.applies(on: day) } ?? -1
    recurring[place] = found
    return found
  }

  /// The days of 2000 to 2027. These 28 years are of all kinds: years differ in the day on which they begin, in their
  /// length, and in the length of the year before, which decides on the number of their first week.
  private static let typicalDays: [CalendarDay] = (0..<10_227).compactMap {
    CalendarDay(year: 2000, month: 1, day: 1)?.adding($0)
  }
}
