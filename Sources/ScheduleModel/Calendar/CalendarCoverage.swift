import Diagnostics

/// Which entries of a calendar decide on a day, exactly: from 1583 to 9999.
package struct CalendarCoverage: Sendable {
  /// The places of the entries that decide on at least one day.
  package private(set) var deciding: Set<Int> = []
  /// Whether no entry applies on some day.
  package private(set) var hasFreeDays = false

  /// The length of 40 years, which have each date on each day of the week, in odd and in even weeks.
  private static let cycle = 14_610

  /// Finds the entries of a calendar.
  package init(_ entries: [CalendarEntry]) {
    let once = entries.indices.filter { entries[$0].dates?.isYearly == false }
    let spans = once.compactMap { entries[$0].dates }
    // Until the day before the next of these, the same full dates apply.
    let starts = Set([.first] + spans.flatMap { [$0.from.day, $0.to.day.advanced(by: 1)] }).sorted()
    let ends = starts.dropFirst().map { $0.advanced(by: -1) } + [.last]
    // The last entry without full dates for a date, a day of the week and a parity; -1 for none.
    var recurring = [Int?](repeating: nil, count: 372 * 14)
    for (start, end) in zip(starts, ends) {
      let current = zip(once, spans).filter { $1.contains(start) }.map(\.0)
      // The same for the entries with full dates, which all contain these days.
      var full = [Int?](repeating: nil, count: 14)
      for day in start...min(end, start.advanced(by: Self.cycle)) {
        let (_, month, date) = day.parts
        let kind = day.weekday.rawValue * 2 + (day.weekParity == .odd ? 0 : 1)
        let place = (month * 31 + date - 32) * 14 + kind
        let yearly =
          recurring[place] ?? entries.lastIndex {
            $0.dates?.isYearly != false && $0.applies(on: day)
          } ?? -1
        let dated = full[kind] ?? current.last { entries[$0].applies(on: day) } ?? -1
        (recurring[place], full[kind]) = (yearly, dated)
        let winner = max(yearly, dated)
        if winner < 0 { hasFreeDays = true } else { deciding.insert(winner) }
        if hasFreeDays, deciding.count == entries.count { return }
      }
    }
  }
}
