package import ScheduleModel
package import TerminalScreen

/// A week on a terminal: the table and the strips, fitted to its size.
package struct TerminalPicture {
  package var clock = ClockStyle.twentyFourHour
  package var firstDay = Weekday.monday
  package var marks = BandMarks.shades
  /// Whether to use characters beyond ASCII outside the strips.
  package var showsUnicode = true
  /// The width in columns.
  package var columns = 80
  /// The most lines for strips of both sides and the rest; nil for any number.
  package var rows: Int?
  /// Whether to draw strips.
  package var hasStrips = true

  package init() {}

  /// The degree sign before F and C.
  var degree: String { showsUnicode ? marks.degree : "" }

  /// Draws a schedule with its name; marks the cells `problems`.
  package func surface(of schedule: Schedule, problems: Set<CellAddress> = []) -> Surface {
    let table = WeekTablePainter(schedule.week, self, problems: problems)
    let above = 1 + table.rows + 1
    // Leave a line for the shell prompt.
    let rest = rows.map { $0 - above - 1 }
    let strips = hasStrips ? WeekStripsPainter(schedule.week, self, rows: rest) : nil
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

  /// Draws the strips of one day with a pointer at a moment; nil if there is not enough room.
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
