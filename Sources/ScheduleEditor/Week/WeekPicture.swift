package import ScheduleModel
package import TwoWayTable

/// The week's table as in the editor, for printing.
package enum WeekPicture {
  /// Draws a schedule in 80 columns: a title, headings, and a line for every day, starting with `firstDay`.
  package static func surface(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday = .monday
  ) -> Surface {
    let layout = WeekLayout.week.beginning(on: firstDay).showing(schedule.week.sides)
    let table = WeekTable(
      schedule.week, saved: nil, layout: layout, clock: clock, problems: [])
    let size = ScreenSize(rows: Weekday.allCases.count + 3, columns: 80)
    var surface = Surface(size: size)
    let frame = GridFrame(
      layout.table,
      in: ScreenRectangle(row: 1, column: 0, rows: size.rows - 1, columns: size.columns),
      selection: TablePosition(section: 0, row: 0, column: 0))
    var grid = GridRenderer()
    grid.update(table, in: frame, into: &surface)
    let end = surface.write(
      schedule.name, at: ScreenPoint(row: 0, column: 1), style: Style(.title), width: 64)
    surface.write(
      " (\(schedule.week.unit.symbol))", at: ScreenPoint(row: 0, column: end))
    return surface
  }
}
