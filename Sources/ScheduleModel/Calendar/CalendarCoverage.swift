import Diagnostics

/// Which entries of a calendar decide on a day, exactly: from 1583 to 9999.
package struct CalendarCoverage: Sendable {
  /// The places of the entries that decide on at least one day.
  package let deciding: Set<Int>
  /// Whether no entry applies on some day.
  package let hasFreeDays: Bool

  /// The length of 40 years, which have each date on each day of the week, in odd and in even weeks.
  static let cycle = 14_610
  private static let leapYear = CalendarDay.days(of: 2000).map(Array.init) ?? []
  /// A day of each kind: from Monday, 3 January, on each day of the week, in an odd and in an even week.
  private static let kinds = Array(leapYear[2..<16])

  /// The date and the kind of each day from the first on, as one number. They return after these 400 years.
  private static let days: [Int] = {
    let (first, count) = (CalendarDay.first, kinds.count)
    var (days, weekday, parity) = ([Int](), first.weekday.rawValue, first.weekParity)
    for year in 1583..<1983 {
      for date in 0..<366 where date != 59 || CalendarDay.length(of: 2, in: year) == 29 {
        if weekday == 0 { parity = first.advanced(by: days.count).weekParity }
        days.append(date * count + weekday + (parity == .odd ? 0 : 7))
        weekday = (weekday + 1) % 7
      }
    }
    return days
  }()

  package init(_ entries: [CalendarEntry]) {
    // The last entry without full dates for each date and kind; -1 for none.
    var yearly = [Int](repeating: -1, count: 366 * Self.kinds.count)
    var full: [(index: Int, days: ClosedRange<CalendarDay>, kinds: [Int])] = []
    for (index, entry) in entries.enumerated() {
      let undated = CalendarEntry(schedule: "", weeks: entry.weeks, days: entry.days)
      let kinds = Self.kinds.indices.filter { undated.applies(on: Self.kinds[$0]) }
      if let dates = entry.dates, !dates.isYearly {
        full.append((index, dates.from.day...dates.to.day, kinds))
        continue
      }
      for (date, day) in Self.leapYear.enumerated() where entry.dates?.recur(on: day) ?? true {
        for kind in kinds { yearly[date * Self.kinds.count + kind] = index }
      }
    }
    // Until the day before the next of these, the same full dates apply.
    let starts = Set(
      [.first] + full.flatMap { [$0.days.lowerBound, $0.days.upperBound.advanced(by: 1)] }
    ).sorted()
    let ends = starts.dropFirst().map { $0.advanced(by: -1) } + [.last]
    // The first is for no entry.
    var found = [Bool](repeating: false, count: entries.count + 1)
    var left = found.count
    search: for (start, end) in zip(starts, ends) {
      var dated = [Int](repeating: -1, count: Self.kinds.count)
      for (index, days, kinds) in full where days.contains(start) {
        for kind in kinds { dated[kind] = index }
      }
      let offset = CalendarDay.first.distance(to: start)
      for number in offset...(offset + min(start.distance(to: end), Self.cycle)) {
        let day = Self.days[number % Self.days.count]
        let place = max(yearly[day], dated[day % Self.kinds.count]) + 1
        guard !found[place] else { continue }
        (found[place], left) = (true, left - 1)
        if left == 0 { break search }
      }
    }
    hasFreeDays = found[0]
    deciding = Set(entries.indices.filter { found[$0 + 1] })
  }
}
