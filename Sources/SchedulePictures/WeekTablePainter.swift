import ScheduleModel
import TerminalScreen

/// Draws the week's table with equal days combined; on a narrow screen, the periods of each group of days are below
/// each other.
struct WeekTablePainter {
  private let week: Week
  private let clock: ClockStyle
  private let problems: Set<CellAddress>
  private let groups: [DayGroup]
  private let isStacked: Bool
  private let labelWidth: Int
  private let widths: [Int]

  /// Fits the table into the columns of a picture; marks the cells `problems`.
  init(_ week: Week, _ picture: TerminalPicture, problems: Set<CellAddress>) {
    let clock = picture.clock
    (self.week, self.clock, self.problems) = (week, clock, problems)
    groups = DayGroup.alike(from: picture.firstDay) { week.day($0).elementsEqual(week.day($1)) }
    labelWidth = groups.map(\.label.count).max() ?? 0
    widths = week.sides.fields.map { field in
      week.cells.filter { $0.field == field }
        .map { week[$0].text(clock).utf8.count + (problems.contains($0) ? 1 : 0) }
        .reduce(4) { max($0, $1) }
    }
    // A space precedes each value.
    isStacked = picture.columns < labelWidth + 4 * (widths.reduce(0, +) + widths.count)
  }

  /// The width of the stacked layout.
  private var stackedColumns: Int { periodWidth + valuesWidth }
  /// The width of a period, with a space on both sides.
  private var periodWidth: Int { (Period.allCases.map(\.title.count).max() ?? 0) + 2 }
  private var valuesWidth: Int { widths.reduce(0, +) + widths.count - 1 }

  /// The width to draw: `columns`, or more if needed. A terminal wraps such lines; a truncated number would be wrong.
  func columns(in columns: Int) -> Int { max(columns, isStacked ? stackedColumns : 0) }

  /// The height in lines.
  var rows: Int { isStacked ? groups.count * (Period.allCases.count + 1) : groups.count + 2 }

  func draw(from row: Int, into surface: inout Surface) {
    if isStacked {
      drawStacked(from: row, into: &surface)
    } else {
      drawAcross(from: row, into: &surface)
    }
  }

  private func drawAcross(from row: Int, into surface: inout Surface) {
    let step = widths.reduce(0, +) + widths.count
    let room = surface.size.columns - labelWidth - 4 * step
    let gap = room >= 4 ? 2 : 1
    let start = labelWidth + gap
    for period in Period.allCases {
      let column = start + period.rawValue * (step + gap - 1)
      surface.write(
        period.title, at: ScreenPoint(row: row, column: column), style: Style(.heading))
      drawHeadings(at: ScreenPoint(row: row + 1, column: column), into: &surface)
      for (line, group) in groups.enumerated() {
        drawCells(
          group, period, at: ScreenPoint(row: row + 2 + line, column: column), into: &surface)
      }
    }
    for (line, group) in groups.enumerated() {
      surface.write(
        group.label, at: ScreenPoint(row: row + 2 + line, column: 0), style: Style(.heading))
    }
  }

  private func drawStacked(from row: Int, into surface: inout Surface) {
    // Wide enough for the days above the periods too, if no value is cut.
    let column = max(periodWidth, min(labelWidth + 1, surface.size.columns - valuesWidth))
    for (index, group) in groups.enumerated() {
      let top = row + index * (Period.allCases.count + 1)
      surface.write(
        group.label, at: ScreenPoint(row: top, column: 0), style: Style(.heading))
      if group.label.count < column {
        drawHeadings(at: ScreenPoint(row: top, column: column), into: &surface)
      }
      for period in Period.allCases {
        let line = top + 1 + period.rawValue
        surface.write(period.title, at: ScreenPoint(row: line, column: 1))
        drawCells(group, period, at: ScreenPoint(row: line, column: column), into: &surface)
      }
    }
  }

  private func drawHeadings(at point: ScreenPoint, into surface: inout Surface) {
    var column = point.column
    for (field, width) in zip(week.sides.fields, widths) {
      surface.write(
        field.name, at: ScreenPoint(row: point.row, column: column), style: Style(.faint))
      column += width + 1
    }
  }

  private func drawCells(
    _ group: DayGroup, _ period: Period, at point: ScreenPoint, into surface: inout Surface
  ) {
    var column = point.column
    for (field, width) in zip(week.sides.fields, widths) {
      let isWrong = group.days.contains { problems.contains(CellAddress($0, period, field)) }
      let role: StyleRole =
        isWrong ? .problem : field == .heat ? .warm : field == .cool ? .cool : .plain
      let text = week[CellAddress(group.first, period, field)].text(clock)
      surface.write(
        text + (isWrong ? "!" : ""), at: ScreenPoint(row: point.row, column: column),
        style: Style(role))
      column += width + 1
    }
  }
}
