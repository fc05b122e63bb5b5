import ScheduleModel
import TwoWayTable

/// A day as a line of 24 hours: a block of its own for comfort, absence and sleep, and the hour at
/// which each period begins.
struct HoursBar {
  /// Half an hour to a column.
  static let columns = 48

  private let cells: [(text: String, role: StyleRole)]

  /// Makes the bar of `day`; before its first period the previous day's sleep holds.
  init(_ week: Schedule, day: Weekday, glyphs: Glyphs) {
    var cells = (0..<Self.columns).map { column -> (text: String, role: StyleRole) in
      let moment = WeekTime(day, TimeOfDay(wrapping: column * 30 + 29))
      return switch week.row(at: moment).period {
      case .wake, .return: (glyphs.comfort, .warm)
      case .leave: (glyphs.away, .faint)
      case .sleep: (glyphs.asleep, .faint)
      }
    }
    for setpoint in week.day(day) {
      for (index, digit) in "\(setpoint.time.hour)".enumerated() {
        let column = setpoint.time.minutes / 30 + index
        if column < Self.columns { cells[column] = (String(digit), .plain) }
      }
    }
    self.cells = cells
  }

  /// Writes the bar at `point`, between the hours 0 and 24.
  func draw(at point: ScreenPoint, into surface: inout Surface) {
    var column = surface.write("0", at: point, style: Style(.faint))
    for cell in cells {
      column = surface.write(
        cell.text, at: ScreenPoint(row: point.row, column: column), style: Style(cell.role))
    }
    surface.write("24", at: ScreenPoint(row: point.row, column: column), style: Style(.faint))
  }
}
