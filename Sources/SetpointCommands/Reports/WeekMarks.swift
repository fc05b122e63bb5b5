package import ScheduleModel
package import SchedulePictures
package import ScheduleRules

/// Makes the weeks on the lines of the list: six marks a day for the heat setpoint in force.
///
/// It goes straight through the rows that the fast reader read, since a list may have thousands of weeks; a
/// test holds it to what `Week.row(at:)` and `TemperatureBand` say.
package struct WeekMarks: Sendable {
  /// The minutes of a day that have a mark: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// The marks of the bands in UTF-8, the first byte lowest.
  private let marks: [UInt32]
  /// The tenths of a degree at which the bands above the lowest begin, in each scale.
  private let fahrenheit: [Int32]
  private let celsius: [Int32]

  /// Prepares for weeks in both scales.
  package init(_ marks: BandMarks) {
    self.marks = TemperatureBand.all(.heat).map { band in
      marks.mark(of: band).utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    fahrenheit = Self.bounds(.fahrenheit)
    celsius = Self.bounds(.celsius)
  }

  /// Adds the marks of a week in UTF-8, days apart by blanks; a question mark where a value is missing.
  package func add(_ week: DraftWeek, to text: inout [UInt8]) {
    let rows = week.rows.compactMap { row -> KnownRow? in
      guard let time = row.time, let heat = row.heat, let cool = row.cool else { return nil }
      return KnownRow(
        time: Int32(time.minutes), heat: Int32(heat.tenths), cool: Int32(cool.tenths))
    }
    guard let unit = week.unit, rows.count == 28 else { return text.append(UInt8(ascii: "?")) }
    add(rows[...], unit, to: &text)
  }

  /// Adds the marks of a week of 28 rows.
  package func add(_ rows: ArraySlice<KnownRow>, _ unit: TemperatureUnit, to text: inout [UInt8]) {
    let bounds = unit == .fahrenheit ? fahrenheit : celsius
    // The marks of a day, and those of the week: each has at most four bytes, and is written as four.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 6) { day in
      withUnsafeTemporaryAllocation(byteCount: 7 * (4 * 6 + 1), alignment: 4) { week in
        rows.withUnsafeBufferPointer { rows in
          var count = 0
          // Before Monday's first period Sunday's sleep holds.
          var held = mark(of: rows[27].heat, bounds)
          for first in stride(from: 0, to: 28, by: 4) {
            if first > 0 {
              week[count] = UInt8(ascii: " ")
              count += 1
            }
            day.initialize(repeating: held)
            for row in rows[first..<first + 4] {
              held = mark(of: row.heat, bounds)
              // From the first of the minutes on that is not before the period.
              var place = Int(row.time + 59) / 240
              while place < 6 {
                day[place] = held
                place += 1
              }
            }
            for mark in day {
              week.storeBytes(of: mark.littleEndian, toByteOffset: count, as: UInt32.self)
              count += (39 - mark.leadingZeroBitCount) / 8
            }
          }
          text.append(contentsOf: week[..<count])
        }
      }
    }
  }

  /// The mark of a heat setpoint, by the tenths of a degree at which bands begin.
  private func mark(of heat: Int32, _ bounds: [Int32]) -> UInt32 {
    var band = 0
    while band < bounds.count, bounds[band] <= heat { band += 1 }
    return marks[band]
  }

  /// Finds where bands begin, by halving.
  private static func bounds(_ unit: TemperatureUnit) -> [Int32] {
    (1..<TemperatureBand.all(.heat).count).map { number in
      var (low, high) = (-10_000, 10_000)
      while low < high {
        let middle = (low + high) >> 1
        let band = TemperatureBand(of: Temperature(tenths: middle), .heat, unit)
        if band.number < number { low = middle + 1 } else { high = middle }
      }
      return Int32(low)
    }
  }
}
