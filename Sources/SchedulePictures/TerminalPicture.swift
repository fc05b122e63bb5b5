package import ScheduleModel
package import TerminalScreen

/// What a terminal shows of a week: the table and the strips, fitted to its size.
package struct TerminalPicture {
  /// How hours and times are written.
  package var clock = ClockStyle.twentyFourHour
  /// The day that stands first.
  package var firstDay = Weekday.monday
  /// What fills the strips.
  package var marks = BandMarks.shades
  /// Whether there are characters beyond ASCII for what is not in the strips.
  package var showsUnicode = true
  /// The columns of the terminal.
  package var columns = 80
  /// The lines that the strips of both halves may take with all the rest; nil for any number.
  package var rows: Int?
  /// Whether strips are wanted.
  package var hasStrips = true

  package init() {}

  /// The sign before F and C.
  private var degree: String { showsUnicode ? marks.degree : "" }

  /// Draws a schedule, its name first; cells among `problems` get a mark.
  package func surface(of schedule: Schedule, problems: Set<CellAddress> = []) -> Surface {
    let table = WeekTablePainter(
      schedule.week, from: firstDay, clock: clock, problems: problems, columns: columns)
    let above = 1 + table.rows + 1
    let strips =
      hasStrips
      ? WeekStripsPainter(
        schedule.week, from: firstDay, clock: clock, marks: marks, degree: degree, columns: columns,
        // The shell's own line stands below.
        rows: rows.map { $0 - above - 1 }) : nil
    let height = above - 1 + (strips.map { $0.rows + 1 } ?? 0)
    var surface = Surface(
      size: ScreenSize(rows: height, columns: table.columns(in: columns)))
    let unit = " (\(degree)\(schedule.week.unit.rawValue))"
    let end = surface.write(
      schedule.name, at: ScreenPoint(row: 0, column: 0), style: Style(.title),
      width: max(1, columns - unit.count))
    surface.write(unit, at: ScreenPoint(row: 0, column: end))
    table.draw(from: 1, into: &surface)
    strips?.draw(from: above, into: &surface)
    return surface
  }

  /// Draws the strips of one day with a pointer at a moment of it; nil where there is no room.
  package func surface(of week: Week, at moment: WeekTime) -> Surface? {
    let label = StripPainter.sideWidth(columns)
    guard let strips = StripPainter(fitting: columns - label, clock: clock, marks: marks) else {
      return nil
    }
    let segments = WeekSegments(week)
    var surface = Surface(size: ScreenSize(rows: 1 + week.sides.each.count, columns: columns))
    let start = ScreenPoint(row: 0, column: label)
    strips.drawAxis(
      at: start, pointingAt: moment.time.minutes, by: showsUnicode ? nil : "v", into: &surface)
    strips.drawSides(
      segments[moment.day], segments.unit, at: ScreenPoint(row: 1, column: label), into: &surface)
    return surface
  }
}
