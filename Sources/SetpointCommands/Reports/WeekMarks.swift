package import ScheduleModel
package import SchedulePictures

/// Makes the week on a line of the list: six marks a day for the heat setpoint in force.
///
/// It goes straight through the rows of a draft, since a list may have thousands of weeks; a test holds it to
/// what `Week.row(at:)` says.
package struct WeekMarks: Sendable {
  /// The minutes of a day that have a mark: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  private let marks: BandMarks
  private let unit: TemperatureUnit
  /// The marks of temperatures met before: a week has few of them.
  private var known: [(heat: Temperature, mark: [UInt8])] = []

  /// Prepares for the weeks of a scale.
  package init(_ marks: BandMarks, _ unit: TemperatureUnit) {
    self.marks = marks
    self.unit = unit
  }

  /// The marks of a week in UTF-8, days apart by blanks; a question mark where a value is missing.
  package mutating func text(of week: DraftWeek) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(160)
    for day in 0..<7 {
      if day > 0 { text.append(UInt8(ascii: " ")) }
      let first = 4 * day
      for minute in Self.minutes {
        // Before a day's first period the previous day's sleep holds.
        var row = (first + 27) % 28
        for index in first..<first + 4 {
          guard let time = week.rows[index].time else { return [UInt8(ascii: "?")] }
          if time.minutes <= minute { row = index }
        }
        guard let heat = week.rows[row].heat else { return [UInt8(ascii: "?")] }
        append(heat, to: &text)
      }
    }
    let isWhole = week.rows.allSatisfy { $0.heat != nil && $0.cool != nil }
    return isWhole ? text : [UInt8(ascii: "?")]
  }

  private mutating func append(_ heat: Temperature, to text: inout [UInt8]) {
    for entry in known where entry.heat == heat {
      text += entry.mark
      return
    }
    let mark = Array(marks.mark(of: TemperatureBand(of: heat, .heat, unit)).utf8)
    known.append((heat, mark))
    text += mark
  }
}
