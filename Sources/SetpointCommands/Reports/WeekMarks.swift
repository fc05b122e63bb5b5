package import ScheduleModel
package import SchedulePictures

/// Makes the weeks on the lines of the list: six marks a day for the heat setpoint in force.
///
/// It goes straight through the rows of a draft, since a list may have thousands of weeks; a test holds it to
/// what `Week.row(at:)` and `TemperatureBand` say.
package struct WeekMarks: Sendable {
  /// The minutes of a day that have a mark: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// The marks of the bands in UTF-8, the first byte lowest.
  private let marks: [UInt32]
  /// The tenths of a degree at which the bands above the lowest begin, in each scale.
  private let fahrenheit: [Int]
  private let celsius: [Int]

  /// Prepares for weeks in both scales.
  package init(_ marks: BandMarks) {
    self.marks = TemperatureBand.all(.heat).map { band in
      marks.mark(of: band).utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    fahrenheit = Self.bounds(.fahrenheit)
    celsius = Self.bounds(.celsius)
  }

  /// The marks of a week in UTF-8, days apart by blanks; a question mark where a value is missing.
  package func text(of week: DraftWeek) -> [UInt8] {
    guard let unit = week.unit,
      week.rows.allSatisfy({ $0.time != nil && $0.heat != nil && $0.cool != nil })
    else { return [UInt8(ascii: "?")] }
    let bounds = unit == .fahrenheit ? fahrenheit : celsius
    let room = 7 * (4 * Self.minutes.count + 1)
    return [UInt8](unsafeUninitializedCapacity: room) { text, count in
      week.rows.withUnsafeBufferPointer { rows in
        /// The marks of the day before.
        var before = 0..<0
        for day in 0..<7 {
          if day > 0 { text.append(UInt8(ascii: " "), at: &count) }
          let first = 4 * day
          let start = count
          // Before a day's first period the previous day's sleep holds.
          let evening = (first + 27) % 28
          // Most days are like the day before.
          if day > 0, rows[evening].heat == rows[(first + 23) % 28].heat,
            (first..<first + 4).allSatisfy({ rows[$0] == rows[$0 - 4] })
          {
            for index in before { text.append(text[index], at: &count) }
          } else {
            var marks = SIMD8(repeating: mark(of: rows[evening].heat, bounds))
            for row in rows[first..<first + 4] {
              let held = mark(of: row.heat, bounds)
              // From the first of the minutes on that is not before the period.
              let minutes = (row.time?.minutes ?? 1440) - 180
              for place in max(0, (minutes + 239) / 240)..<6 { marks[place] = held }
            }
            for place in 0..<6 {
              var mark = marks[place]
              while mark != 0 {
                text.append(UInt8(truncatingIfNeeded: mark), at: &count)
                mark >>= 8
              }
            }
          }
          before = start..<count
        }
      }
    }
  }

  /// The mark of a heat setpoint, by the tenths of a degree at which bands begin.
  private func mark(of heat: Temperature?, _ bounds: [Int]) -> UInt32 {
    let tenths = heat?.tenths ?? 0
    var band = 0
    while band < bounds.count, bounds[band] <= tenths { band += 1 }
    return marks[band]
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

extension UnsafeMutableBufferPointer<UInt8> {
  /// Puts a byte behind the `count` that are there.
  fileprivate func append(_ byte: UInt8, at count: inout Int) {
    self[count] = byte
    count += 1
  }
}
