package import ScheduleModel
package import TerminalScreen

/// The difference between two weeks: the changed cells and days.
package struct WeekComparison: Hashable, Sendable {
  /// The changed cells, in table order.
  package let changes: [CellChange]
  private let old, new: WeekSegments

  /// Compares two weeks in the unit of the second.
  package init(from old: Week, to new: Week) {
    let old = old.converted(to: new.unit)
    changes = old.changes(to: new)
    (self.old, self.new) = (WeekSegments(old), WeekSegments(new))
  }

  /// The days as strips, starting with the day `first`: two for a day that differs, one for an equal day.
  package func strips(from first: Weekday) -> [ComparisonStrip] {
    Weekday.week(from: first).flatMap { day -> [ComparisonStrip] in
      let changed = changedCells(on: day)
      let alike = changes.isEmpty ? " " : "="
      let versions = changed.isEmpty ? [(alike, new)] : [("-", old), ("+", new)]
      return versions.map { sign, week in
        ComparisonStrip(
          day: day, sign: sign, segments: week[day], unit: week.unit, changed: changed)
      }
    }
  }

  /// The changed cells of a day and of the row carried over from the previous day, whose end counts as a time.
  private func changedCells(on day: Weekday) -> Set<CellAddress> {
    let carried = [old, new].map { week in week[day].first { $0.isCarriedOver } }
    let looks = carried.map {
      $0.map { [$0.minutes.upperBound] + $0.setpoint.temperatures.map(\.degrees.tenths) }
    }
    let rows = looks[0] == looks[1] ? [] : carried.compactMap { $0?.row }
    return Set(changes.map(\.cell).filter { $0.day == day || rows.contains($0.row) })
      .union(rows.map { CellAddress($0, .time) })
  }
}

/// A day of one of two weeks.
package struct ComparisonStrip: Hashable, Sendable {
  let day: Weekday
  /// As in a text diff: `-` for the old week and `+` for the new one; `=` for an equal day, blank if all are.
  let sign: String
  let segments: [DaySegment]
  let unit: TemperatureUnit
  let changed: Set<CellAddress>

  package var isAlike: Bool { changed.isEmpty }
}

/// Draws two weeks as strips. A `*` marks rows that differ.
package struct ComparisonPainter: Sendable {
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

  /// Draws the hours above the strips.
  package func drawAxis(row: Int, into surface: inout Surface) {
    strips.drawAxis(at: ScreenPoint(row: row, column: labelWidth), into: &surface)
  }

  package func draw(_ strip: ComparisonStrip, row: Int, into surface: inout Surface) {
    let isNarrow = labelWidth == 4
    if strip.sign != "+" {
      surface.write(strip.day.abbreviation, row: row, column: isNarrow ? 0 : 1, .heading)
    }
    surface.write(
      strip.sign, row: row, column: isNarrow ? 3 : 5, strip.isAlike ? .faint : .heading)
    strips.draw(
      strip.segments, strip.unit, changed: strip.changed,
      at: ScreenPoint(row: row, column: labelWidth), into: &surface)
  }
}
