package import ScheduleModel
package import SchedulePictures

/// Makes the week on a line of the list: six marks a day for the heat setpoint in force.
///
/// It goes straight through the rows of a draft, since a list may have thousands of weeks; a test holds it to
/// what `Week.row(at:)` says.
package struct WeekMarks: Sendable {
  /// The minutes of a day that have a mark: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  private let unit: TemperatureUnit
  /// The marks of the bands in UTF-8, a zero byte in front of those that are shorter.
  private let marks: [(UInt8, UInt8, UInt8)]
  /// The bands of temperatures met before: a week has few of them.
  private var known: [(heat: Temperature, band: Int)] = []

  /// Prepares for the weeks of a scale.
  package init(_ marks: BandMarks, _ unit: TemperatureUnit) {
    self.unit = unit
    self.marks = TemperatureBand.all(.heat).map { band in
      let bytes = [0, 0, 0] + Array(marks.mark(of: band).utf8)
      return (bytes[bytes.count - 3], bytes[bytes.count - 2], bytes[bytes.count - 1])
    }
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
    let mark = marks[band(of: heat)]
    if mark.0 != 0 { text.append(mark.0) }
    if mark.1 != 0 { text.append(mark.1) }
    text.append(mark.2)
  }

  private mutating func band(of heat: Temperature) -> Int {
    for index in known.indices where known[index].heat == heat { return known[index].band }
    let band = TemperatureBand(of: heat, .heat, unit).number
    known.append((heat, band))
    return band
  }
}
