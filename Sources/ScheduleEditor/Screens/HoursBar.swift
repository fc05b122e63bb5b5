import ScheduleModel
import TwoWayTable

/// A day as a line of 24 hours: a block of its own for comfort, absence and sleep, and the hour at
/// which each period begins.
struct HoursBar: Hashable {
  /// Half an hour to a column.
  static let columns = 48

  /// When the day's periods begin, in their order.
  private let times: [TimeOfDay]

  /// Makes the bar of a day's rows.
  init(_ day: some Sequence<Setpoint>) {
    times = day.map(\.time)
  }

  /// What each column shows; before the day's first period the previous day's sleep holds.
  private func cells(_ glyphs: Glyphs) -> [(text: String, role: StyleRole)] {
    var cells = (0..<Self.columns).map { column -> (text: String, role: StyleRole) in
      let end = TimeOfDay(wrapping: column * 30 + 29)
      return switch Period.inForce(at: end, beginning: times) {
      case .wake, .return: (glyphs.comfort, .warm)
      case .leave: (glyphs.away, .faint)
      case .sleep, nil: (glyphs.asleep, .faint)
      }
    }
    for time in times {
      for (index, digit) in "\(time.hour)".enumerated() {
        let column = time.minutes / 30 + index
        if column < Self.columns { cells[column] = (String(digit), .plain) }
      }
    }
    return cells
  }

  /// Writes the bar at `point`, between the hours 0 and 24.
  func draw(_ glyphs: Glyphs, at point: ScreenPoint, into surface: inout Surface) {
    var column = surface.write("0", at: point, style: Style(.faint))
    let cells = cells(glyphs)
    var text = ""
    for (index, cell) in cells.enumerated() {
      text += cell.text
      // Neighbours of one look are written together.
      if index + 1 < cells.count, cells[index + 1].role == cell.role { continue }
      column = surface.write(
        text, at: ScreenPoint(row: point.row, column: column), style: Style(cell.role))
      text = ""
    }
    surface.write("24", at: ScreenPoint(row: point.row, column: column), style: Style(.faint))
  }
}
