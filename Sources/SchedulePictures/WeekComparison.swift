package import ScheduleModel
package import TerminalScreen

/// The difference between two weeks: the changed cells and days.
package struct WeekComparison: Hashable, Sendable {
  package enum Version: Hashable, Sendable, CaseIterable {
    case old, new

    /// The sign before its strips, as in a text diff.
    package var sign: String { self == .old ? "-" : "+" }
  }

  /// The changed cells, in table order.
  package let changes: [CellChange]
  let unit: TemperatureUnit
  private let segments: [WeekSegments]

  /// Compares two weeks in the unit of the second.
  package init(from old: Week, to new: Week) {
    let old = old.converted(to: new.unit)
    unit = new.unit
    changes = old.changes(to: new)
    segments = [WeekSegments(old), WeekSegments(new)]
  }

  /// Describes the changes; equal changes on several days are one line.
  package func lines(_ clock: ClockStyle) -> [String] {
    changes.lines(each: false) { $0.sentence(clock) }
  }

  subscript(day: Weekday, version: Version) -> [DaySegment] {
    segments[version == .old ? 0 : 1][day]
  }

  /// Whether a day is equal in both weeks, including the period carried over from the previous day.
  package func isAlike(_ day: Weekday) -> Bool { changedRows(on: day).isEmpty }

  /// The changed rows of a day, including the carried-over one.
  func changedRows(on day: Weekday) -> Set<RowAddress> {
    let carried = WeekComparison.Version.allCases.map { version in
      self[day, version].first { $0.isCarriedOver }
    }
    let looks = carried.map {
      $0.map { [$0.minutes.upperBound] + $0.setpoint.temperatures.map(\.degrees.tenths) }
    }
    return Set(changes.map(\.cell.row).filter { $0.day == day })
      .union(looks[0] == looks[1] ? [] : carried.compactMap { $0?.row })
  }
}

/// Draws two weeks as strips: two lines for a day that differs, one for an equal day. A `*` marks rows that differ.
package struct ComparisonPainter: Sendable {
  /// A line of the picture.
  package struct Strip: Hashable, Sendable {
    let day: Weekday
    /// The week; nil for a day that is equal in both.
    let version: WeekComparison.Version?
  }

  private let strips: StripPainter
  private let labelWidth: Int

  /// Fits the strips into `columns`; nil if there is not enough room.
  package init?(columns: Int, clock: ClockStyle, marks: BandMarks) {
    // Use a margin if the strips keep their width.
    labelWidth = columns < 42 ? 4 : 6
    guard
      let strips = StripPainter(fitting: columns - labelWidth, clock: clock, marks: marks)
    else { return nil }
    self.strips = strips
  }

  /// Returns the lines of a comparison, starting with the day `first`; `onlyDifferent` omits equal days.
  package static func strips(
    of comparison: WeekComparison, from first: Weekday, onlyDifferent: Bool = false
  ) -> [Strip] {
    Weekday.week(from: first).flatMap { day -> [Strip] in
      if comparison.isAlike(day) { return onlyDifferent ? [] : [Strip(day: day, version: nil)] }
      return WeekComparison.Version.allCases.map { Strip(day: day, version: $0) }
    }
  }

  /// Draws the hours above the strips.
  package func drawAxis(row: Int, into surface: inout Surface) {
    strips.drawAxis(at: ScreenPoint(row: row, column: labelWidth), into: &surface)
  }

  package func draw(
    _ strip: Strip, of comparison: WeekComparison, row: Int, into surface: inout Surface
  ) {
    let (day, version) = (strip.day, strip.version)
    let isNarrow = labelWidth == 4
    if version != .new {
      surface.write(day.abbreviation, row: row, column: isNarrow ? 0 : 1, .heading)
    }
    surface.write(
      version?.sign ?? "=", row: row, column: isNarrow ? 3 : 5, version == nil ? .faint : .heading)
    strips.draw(
      comparison[day, version ?? .new], comparison.unit,
      changed: comparison.changedRows(on: day),
      at: ScreenPoint(row: row, column: labelWidth), into: &surface)
  }
}
