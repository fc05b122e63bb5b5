import ScheduleModel
import TestSupport
import Testing

@Suite struct ScheduleClockTests {
  /// Checks the week minute by minute: the row in force changes exactly at the 28 times.
  @Test("the row in force is the last row that began in the week before") func rowForceLast() {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<20 {
      let week = Week.random(unit: .celsius, using: &generator)
      let starts = RowAddress.all.map {
        (row: $0, minutes: $0.day.rawValue * 1440 + week[$0].time.minutes)
      }
      for minutes in stride(from: 0, to: 10080, by: 7) {
        let moment = WeekTime(
          Weekday.allCases[minutes / 1440], TimeOfDay(wrapping: minutes % 1440))
        let expected = starts.last { $0.minutes <= minutes } ?? starts[27]
        #expect(week.row(at: moment) == expected.row, "seed 7, round \(round), \(moment)")
        let following = starts.first { $0.minutes > minutes } ?? starts[0]
        let next = week.nextRow(after: moment)
        #expect(next.row == following.row)
        #expect(next.minutes == (following.minutes - minutes + 10080) % 10080)
      }
    }
  }

  @Test(
    "the next row is in force at the next change, in any order of times"
  )
  func nextOfAnyOrder() {
    var generator = SeededGenerator(seed: 8)
    for round in 0..<20 {
      var week = Week.standard(.celsius)
      for row in RowAddress.all {
        week[row].time = TimeOfDay(wrapping: Int.random(in: 0..<48, using: &generator) * 30)
      }
      let rows = (0..<10080).map { minutes in
        week.row(
          at: WeekTime(Weekday.allCases[minutes / 1440], TimeOfDay(wrapping: minutes % 1440)))
      }
      for minutes in stride(from: 0, to: 10080, by: 31) {
        let wait = (1...2880).first { rows[(minutes + $0) % 10080] != rows[minutes] }
        let next = week.nextRow(
          after: WeekTime(
            Weekday.allCases[minutes / 1440], TimeOfDay(wrapping: minutes % 1440)))
        #expect(next.minutes == wait, "seed 8, round \(round), minute \(minutes)")
        #expect(next.row == rows[(minutes + next.minutes) % 10080])
      }
    }
  }
}
