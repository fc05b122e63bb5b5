package import ScheduleModel
package import TerminalScreen

/// Draws two weeks as strips: two lines for a day that differs, one for a day that does not. A `*` stands
/// before the values of rows that differ.
package struct ComparisonPainter: Sendable {
  /// A line of the picture.
  package struct Strip: Hashable, Sendable {
    let day: Weekday
    /// Which week it shows; nil for a day that is alike in both.
    let version: WeekComparison.Version?
  }

  private let strips: StripPainter
  /// The columns of a day's name and sign.
  private let labelWidth: Int

  /// Makes a painter for that many columns; nil where there is no room for strips.
  package init?(columns: Int, clock: ClockStyle, marks: BandMarks) {
    // A margin where it costs no width of the strips.
    labelWidth = columns < 42 ? 4 : 6
    guard
      let strips = StripPainter(fitting: columns - labelWidth, clock: clock, marks: marks)
    else { return nil }
    self.strips = strips
  }

  /// The lines of a comparison, the day `first` at the top; `onlyDifferent` leaves out alike days.
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

  /// Draws a line of a comparison.
  package func draw(
    _ strip: Strip, of comparison: WeekComparison, row: Int, into surface: inout Surface
  ) {
    let (day, version) = (strip.day, strip.version)
    let isNarrow = labelWidth == 4
    if version != .new {
      surface.write(
        day.abbreviation, at: ScreenPoint(row: row, column: isNarrow ? 0 : 1),
        style: Style(.heading))
    }
    surface.write(
      version?.sign ?? "=", at: ScreenPoint(row: row, column: isNarrow ? 3 : 5),
      style: Style(version == nil ? .faint : .heading))
    strips.draw(
      comparison[day, version ?? .new], comparison.unit,
      changed: comparison.changedRows(on: day),
      at: ScreenPoint(row: row, column: labelWidth), into: &surface)
  }
}
