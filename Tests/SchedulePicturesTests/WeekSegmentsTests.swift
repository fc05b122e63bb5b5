import ScheduleModel
import SchedulePictures
import TestSupport
import Testing

@Suite struct WeekSegmentsTests {
  @Test("every minute of a day is in the piece whose row is in force")
  func piecesAreWhatIsInForce() throws {
    for (name, week) in PictureWeeks.all {
      let segments = WeekSegments(week)
      for day in Weekday.allCases {
        var minute = 0
        for piece in segments[day] {
          #expect(piece.minutes.lowerBound == minute && !piece.minutes.isEmpty, "\(name) \(day)")
          minute = piece.minutes.upperBound
          for minute in piece.minutes {
            let row = week.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))
            guard piece.row == row, piece.setpoint == week[row],
              piece.isCarriedOver == (row.day != day)
            else {
              Issue.record("\(name) \(day.name) \(minute): \(piece.row)")
              return
            }
          }
        }
        #expect(minute == 1440, "\(name) \(day.name)")
      }
    }
  }

  @Test("the night before Monday's wake is Sunday's sleep")
  func theWeekGoesAround() throws {
    let piece = try #require(WeekSegments(.standard(.fahrenheit))[.monday].first)
    #expect(piece.row == RowAddress(.sunday, .sleep))
    #expect(piece.isCarriedOver)
    #expect(piece.minutes == 0..<360)
  }

  @Test("a day after a different evening is separate")
  func alikeDaysAreAlikeFromMidnight() {
    var week = Week.standard(.fahrenheit)
    #expect(DayGroup.alike(WeekSegments(week).areAlike).map(\.label) == ["Mon-Sun"])
    week[RowAddress(.wednesday, .sleep)].heat = Temperature(55)
    #expect(
      DayGroup.alike(WeekSegments(week).areAlike).map(\.label)
        == ["Mon-Tue Fri-Sun", "Wed", "Thu"])
    #expect(
      DayGroup.alike { week.day($0).elementsEqual(week.day($1)) }.map(\.title)
        == ["Monday and Tuesday, Thursday to Sunday", "Wednesday"])
  }
}

/// Weeks that pictures are tried on: usual ones, random ones, and such as break rules.
enum PictureWeeks {
  static let all: [(name: String, week: Week)] = {
    var weeks: [(String, Week)] = TemperatureUnit.allCases.map { ("standard", .standard($0)) }
    var generator = SeededGenerator(seed: 13)
    for round in 0..<6 {
      let unit = TemperatureUnit.allCases[round % 2]
      weeks.append(
        ("random \(round)", .random(unit: unit, step: unit == .celsius ? 5 : 10, using: &generator))
      )
      let odd = Week.standard(unit).mapRows { _ in
        // Times out of order and equal ones, midnight, temperatures far outside the scale.
        Setpoint(
          time: TimeOfDay(wrapping: Int.random(in: 0..<24, using: &generator) * 61 % 1440),
          heat: Temperature(tenths: Int.random(in: -500...1500, using: &generator)),
          cool: Temperature(tenths: Int.random(in: -500...1500, using: &generator)))
      }
      weeks.append(("odd \(round)", odd))
    }
    let midnight = Week.standard(.fahrenheit).mapRows { row in
      Setpoint(time: .midnight, heat: Temperature(50 + row.index), cool: Temperature(90))
    }
    weeks.append(("all at midnight", midnight))
    return weeks
  }()
}
