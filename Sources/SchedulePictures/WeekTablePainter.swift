import ScheduleModel
import TerminalScreen

/// Draws the week's table with alike days on one line, or, where the screen is narrow, the periods of
/// each group of days below each other.
struct WeekTablePainter {
  private let week: Week
  private let clock: ClockStyle
  private let problems: Set<CellAddress>
  private let groups: [DayGroup]
  private let isStacked: Bool
  private let labelWidth: Int
  private let widths: [Int]

  /// Fits the table into `columns`; `problems` get a mark.
  init(
    _ week: Week, from firstDay: Weekday, clock: ClockStyle, problems: Set<CellAddress>,
    columns: Int
  ) {
    self.week = week
    self.clock = clock
    self.problems = problems
    groups = DayGroup.alike(from: firstDay) { week.day($0).elementsEqual(week.day($1)) }
    labelWidth = groups.map(\.label.count).max() ?? 0
    widths = week.sides.fields.map { field in
      week.cells.filter { $0.field == field }
        .map { Self.text(week[$0], clock).utf8.count + (problems.contains($0) ? 1 : 0) }
        .reduce(4) { max($0, $1) }
    }
    // A blank stands before each value.
    isStacked = columns < labelWidth + 4 * (widths.reduce(0, +) + widths.count)
  }

  /// The columns that a period and its values need, one below the other.
  private var stackedColumns: Int { periodWidth + valuesWidth }
  /// A period, and a blank on both of its sides.
  private var periodWidth: Int { (Period.allCases.map(\.title.count).max() ?? 0) + 2 }
  private var valuesWidth: Int { widths.reduce(0, +) + widths.count - 1 }

  /// The columns that it is drawn in: `columns`, or what it needs where that is more. A terminal breaks such
  /// lines; a number that is cut would be another one.
  func columns(in columns: Int) -> Int { max(columns, isStacked ? stackedColumns : 0) }

  private static func text(_ value: CellValue, _ clock: ClockStyle) -> String {
    if case .time(let time) = value { time.text(clock) } else { value.description }
  }

  /// The lines that it needs.
  var rows: Int { isStacked ? groups.count * (Period.allCases.count + 1) : groups.count + 2 }

  /// Draws it from the line `row` on.
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
    // Wide enough for the days above the periods, too, as long as no value is cut.
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
      let text = Self.text(week[CellAddress(group.first, period, field)], clock)
      surface.write(
        text + (isWrong ? "!" : ""), at: ScreenPoint(row: point.row, column: column),
        style: Style(role))
      column += width + 1
    }
  }
}
