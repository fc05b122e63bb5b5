package import ScheduleModel
package import SchedulePictures

/// Makes the weeks on the lines of the list: six marks a day for the heat setpoint in force.
///
/// It goes straight through the rows of a draft, since a list may have thousands of weeks; a test holds it to
/// what `Week.row(at:)` and `TemperatureBand` say.
package struct WeekMarks: Sendable {
  /// The minutes of a day that have a mark: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// The marks of the bands in UTF-8.
  private let marks: [[UInt8]]
  /// The tenths of a degree at which the bands above the lowest begin, in each scale.
  private let fahrenheit: [Int]
  private let celsius: [Int]

  /// Prepares for weeks in both scales.
  package init(_ marks: BandMarks) {
    self.marks = TemperatureBand.all(.heat).map { Array(marks.mark(of: $0).utf8) }
    fahrenheit = Self.bounds(.fahrenheit)
    celsius = Self.bounds(.celsius)
  }

  /// The marks of a week in UTF-8, days apart by blanks; a question mark where a value is missing.
  package func text(of week: DraftWeek) -> [UInt8] {
    guard let unit = week.unit,
      week.rows.allSatisfy({ $0.time != nil && $0.heat != nil && $0.cool != nil })
    else { return [UInt8(ascii: "?")] }
    let bounds = unit == .fahrenheit ? fahrenheit : celsius
    var text: [UInt8] = []
    text.reserveCapacity(160)
    /// The marks of the day before, and which heat it began with.
    var before = (marks: 0..<0, heat: Temperature?.none)
    for day in 0..<7 {
      if day > 0 { text.append(UInt8(ascii: " ")) }
      let first = 4 * day
      let heat = week.rows[(first + 27) % 28].heat
      let start = text.count
      defer { before = (start..<text.count, heat) }
      // Most days are like the day before.
      if day > 0, heat == before.heat,
        (first..<first + 4).allSatisfy({ week.rows[$0] == week.rows[$0 - 4] })
      {
        for index in before.marks { text.append(text[index]) }
        continue
      }
      for minute in Self.minutes {
        // Before a day's first period the previous day's sleep holds.
        var row = (first + 27) % 28
        for index in first..<first + 4 {
          if let time = week.rows[index].time, time.minutes <= minute { row = index }
        }
        let heat = week.rows[row].heat?.tenths ?? 0
        var band = 0
        while band < bounds.count, bounds[band] <= heat { band += 1 }
        text += marks[band]
      }
    }
    return text
  }

  /// Finds where bands begin, by halving.
  private static func bounds(_ unit: TemperatureUnit) -> [Int] {
    (1..<TemperatureBand.all(.heat).count).map { number in
      var (low, high) = (-10_000, 10_000)
      while low < high {
        let middle = (low + high) >> 1
        let band = TemperatureBand(of: Temperature(tenths: middle), .heat, unit)
        if band.number < number { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
