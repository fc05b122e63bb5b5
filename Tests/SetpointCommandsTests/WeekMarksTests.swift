import ScheduleModel
import SchedulePictures
import TestSupport
import Testing

@testable import SetpointCommands

@Suite struct WeekMarksTests {
  @Test(
    "a mark shows the heat setpoint in force at its time, as pictures do", arguments: [1, 2, 3])
  func marks(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Rounds.of(40) {
      let unit = TemperatureUnit.allCases[round % 2]
      var draft = DraftWeek(Week.random(unit: unit, step: 5, using: &generator))
      // Times need not be in order in a file with faults.
      if round % 3 == 0 { draft.rows.swapAt(round % 28, (round * 7) % 28) }
      guard let week = Week(draft) else { continue }
      let days = Weekday.allCases.map { day in
        String(
          BandMarks.minutes.compactMap { minute in
            let row = week.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))
            return TemperatureBand(of: week[row], .heat, unit).map(BandMarks.shades.mark(of:))
          })
      }
      #expect(BandMarks.shades.text(of: draft) == days.joined(separator: " "))
    }
  }

  @Test("a week with a missing value has no marks")
  func missingValues() {
    for row in 0..<28 {
      for field in 0..<3 {
        var draft = DraftWeek(Week.standard(.celsius))
        if field == 0 { draft.rows[row].time = nil }
        if field == 1 { draft.rows[row].heat = nil }
        if field == 2 { draft.rows[row].cool = nil }
        #expect(BandMarks.ascii.text(of: draft) == "?")
      }
    }
  }
}
