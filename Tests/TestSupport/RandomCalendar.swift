package import ScheduleModel

extension CalendarEntry {
  /// An entry with conditions at random, at least one.
  package static func random(
    _ schedule: String, using generator: inout SeededGenerator
  ) -> CalendarEntry {
    let dates = [
      "10-01..04-30", "12-24", "02-29..03-01", "2026-12-24..2027-01-02", "2028-02-29",
      "01-01..12-31",
    ]
    let weeks = ["odd", "even"]
    let days = ["mon-fri", "weekend", "wed", "sun,tue"]
    let words = [dates, weeks, days].compactMap { words in
      Bool.random(using: &generator) ? words.randomElement(using: &generator) : nil
    }
    let text = ([schedule] + (words.isEmpty ? ["odd"] : words)).joined(separator: " ")
    return (try? CalendarEntry(text, schedules: [schedule])) ?? CalendarEntry(schedule: schedule)
  }
}
