import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Which entries of a calendar apply, and on which days.
@Suite struct CalendarTests {
  @Test(
    "the week of a day has the number of the year that its Thursday is in",
    arguments: [
      ("1583-01-01", 52), ("1583-01-02", 52), ("1583-01-03", 1), ("2020-12-31", 53),
      ("2021-01-03", 53), ("2021-01-04", 1), ("2024-12-30", 1), ("9999-12-31", 52),
    ])
  func week(day: String, number: Int) throws {
    #expect(try #require(CalendarDay(day)).isoWeek == number)
  }

  @Test("days beyond the calendar are its first and its last one")
  func ends() {
    #expect(CalendarDay.first.advanced(by: -1) == .first)
    #expect(CalendarDay.last.advanced(by: 1) == .last)
    #expect((CalendarDay.first...CalendarDay.last).count == 3_074_246)
  }

  @Test(
    "an entry decides exactly if the later ones leave it a day",
    arguments: [
      (["2026-01-01..2026-01-10", "2026-01-01..2026-01-05", "2026-01-06..2026-01-10"], [1, 2]),
      (["2026-01-01..2026-01-10", "2026-01-01..2026-01-05", "2026-01-07..2026-01-10"], [0, 1, 2]),
      (["9999-12-31", "9999-12-30..9999-12-31"], [1]),
      (["1583-01-01..9999-12-31 odd", "1583-01-03..9999-12-31"], [1]),
      (["1583-01-01..9999-12-31 even", "1583-01-03..9999-12-31"], [0, 1]),
      (["02-29 mon", "2000-01-01..2027-12-31"], [0, 1]),
      (["02-29 mon", "1583-01-01..9999-12-31 mon"], [1]),
      (["12-31 odd", "mon-fri"], [1]),
      (["12-31 odd", "mon-wed,fri"], [0, 1]),
      (["2026-12-25 sat"], []),
    ] as [([String], Set<Int>)])
  func coverage(words: [String], deciding: Set<Int>) throws {
    let entries = try words.map { try CalendarEntry("Home \($0)", schedules: ["Home"]) }
    #expect(CalendarCoverage(entries).deciding == deciding)
  }

  @Test("the entries that decide are those of each day", arguments: Rounds.seeds(12))
  func everyDay(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var entries = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      CalendarEntry.random("Home", using: &generator)
    }
    if Bool.random(using: &generator) { entries.insert(CalendarEntry(schedule: "Home"), at: 0) }
    // More than 40 years before and after the full dates.
    let days =
      CalendarDay(year: 1985, month: 1, day: 1)!...CalendarDay(year: 2070, month: 1, day: 1)!
    let winners = Set(days.map { day in entries.lastIndex { $0.applies(on: day) } })
    let coverage = CalendarCoverage(entries)
    #expect(coverage.deciding == Set(winners.compactMap(\.self)), "\(entries)")
    #expect(coverage.hasFreeDays == winners.contains(nil), "\(entries)")
  }

  @Test("entries that never apply are found in a time that grows with their number")
  func growth() throws {
    let growth = try ThreadTime.growth(from: 200) { count in
      let entries = try (0..<count).map { number in
        let (first, last) = (1700 + number, 2700 - number)
        return try CalendarEntry(
          "Home \(min(first, last))-01-01..\(max(first, last))-01-02 odd mon", schedules: ["Home"])
      }
      _ = CalendarCoverage(
        entries + [try CalendarEntry("Home 1583-01-01..9999-12-31", schedules: ["Home"])])
    }
    #expect(growth < 10, "\(growth)")
  }
}
