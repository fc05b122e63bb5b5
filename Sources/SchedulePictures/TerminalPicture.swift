package import ScheduleModel
package import TerminalScreen

/// A week on a terminal: the table and the strips, fitted to its size.
package struct TerminalPicture {
  package var clock = ClockStyle.twentyFourHour
  package var firstDay = Weekday.monday
  package var marks = BandMarks.shades
  /// Whether to use characters beyond ASCII outside the strips.
  package var showsUnicode = true
  package var columns = 80
  /// The most lines for strips of both sides and the rest; nil for any number.
  package var rows: Int?
  package var hasStrips = true

  package init() {}

  /// The degree sign before F and C.
  var degree: String { showsUnicode && marks != .ascii ? "°" : "" }

  /// Draws a schedule with its name and a note below it; `problems` are the marks of cells, `!` before `?` for equal
  /// days.
  package func surface(
    of schedule: Schedule, problems: [CellAddress: String] = [:], note: String? = nil
  ) -> Surface {
    let table = WeekTablePainter(schedule.week, self, problems: problems)
    let top = note == nil ? 1 : 2
    let above = top + table.rows + 1
    // Leave a line for the shell prompt.
    let rest = rows.map { $0 - above - 1 }
    let strips = hasStrips ? WeekStripsPainter(schedule.week, self, rows: rest) : nil
    let height = above - 1 + (strips.map { $0.rows + 1 } ?? 0)
    var surface = Surface(size: ScreenSize(rows: height, columns: table.columns(in: columns)))
    let unit = " (\(degree)\(schedule.week.unit.rawValue))"
    let end = surface.write(
      schedule.name, row: 0, column: 0, .title, width: max(1, columns - unit.count))
    surface.write(unit, row: 0, column: end)
    let mark = showsUnicode ? "…" : "..."
    surface.write(note?.cut(to: columns, with: mark) ?? "", row: 1, column: 0, .faint)
    table.draw(from: top, into: &surface)
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
    let pieces = segments[moment.day]
    var surface = Surface(size: ScreenSize(rows: 1 + pieces.sides.each.count, columns: columns))
    let start = ScreenPoint(row: 0, column: label)
    strips.drawAxis(
      at: start, pointingAt: moment.time.minutes,
      by: showsUnicode && marks != .ascii ? "▼" : "v", into: &surface)
    strips.drawSides(pieces, segments.unit, at: ScreenPoint(row: 1, column: label), into: &surface)
    return surface
  }
}

/// Draws the strips of a week, with equal days combined, an axis of hours above and a legend below.
struct WeekStripsPainter {
  private let segments: WeekSegments
  private let groups: [DayGroup]
  private let picture: TerminalPicture
  private let strips: StripPainter
  private let labelWidth: Int
  /// The lines of a group: its strip; or its name and a strip for each side; or these and a blank line.
  private let groupHeight: Int
  /// The lines of the legend: 2 if heat and cool do not fit side by side.
  private let legendHeight: Int

  /// Fits the strips into the columns of a picture and `rows` (nil for any number); nil if there is not enough room.
  init?(_ week: Week, _ picture: TerminalPicture, rows: Int?) {
    let (clock, marks, columns) = (picture.clock, picture.marks, picture.columns)
    self.picture = picture
    segments = WeekSegments(week)
    groups = DayGroup.alike(from: picture.firstDay, segments.areAlike)
    let sides = segments.sides.each.count
    legendHeight =
      columns < BandLegend.columns ? 0 : columns < 2 * BandLegend.columns ? sides : 1
    let room = (rows ?? .max) - 2 - legendHeight
    let count = groups.count
    let labels = (groups.map(\.label.count).max() ?? 0) + 1
    let beside = StripPainter(fitting: columns - labels, clock: clock, marks: marks)
    groupHeight =
      room / (sides + 2) >= count
      ? sides + 2 : room / (sides + 1) >= count || beside == nil ? sides + 1 : 1
    labelWidth = groupHeight == 1 ? labels : StripPainter.sideWidth(columns)
    let below = StripPainter(fitting: columns - labelWidth, clock: clock, marks: marks)
    guard let strips = groupHeight == 1 ? beside : below else { return nil }
    self.strips = strips
  }

  /// The height in lines.
  var rows: Int {
    let legend =
      legendHeight == 0 ? 0 : legendHeight + (groupHeight == segments.sides.each.count + 2 ? 0 : 1)
    return 1 + groups.count * groupHeight + legend
  }

  func draw(from row: Int, into surface: inout Surface) {
    strips.drawAxis(at: ScreenPoint(row: row, column: labelWidth), into: &surface)
    for (index, group) in groups.enumerated() {
      let top = row + 1 + index * groupHeight
      let pieces = segments[group.first]
      let isOneLine = groupHeight == 1
      let isShort = isOneLine || group.title.count > surface.size.columns
      surface.write(isShort ? group.label : group.title, row: top, column: 0, .heading)
      let place = ScreenPoint(row: isOneLine ? top : top + 1, column: labelWidth)
      if isOneLine {
        strips.draw(pieces, segments.unit, at: place, into: &surface)
      } else {
        strips.drawSides(pieces, segments.unit, at: place, into: &surface)
      }
    }
    guard legendHeight > 0 else { return }
    BandLegend.draw(
      segments.sides, segments.unit, picture.marks, degree: picture.degree, lines: legendHeight,
      gap: 1, at: ScreenPoint(row: row + rows - legendHeight, column: 0), into: &surface)
  }
}

extension StripPainter {
  /// The columns to the left of the strips in `drawSides`: the names of the sides, or their initials if that makes room
  /// for wider strips on a narrow screen.
  static func sideWidth(_ columns: Int) -> Int {
    (38..<42).contains(columns) || columns < 30 ? 2 : 6
  }

  /// Draws a day on a line for each side, heat above cool, with their names on the left.
  func drawSides(
    _ pieces: [DaySegment], _ unit: TemperatureUnit, at point: ScreenPoint,
    into surface: inout Surface
  ) {
    for (line, side) in pieces.sides.each.enumerated() {
      let row = point.row + line
      let name = side.name.prefix(max(1, point.column - 2))
      surface.write(
        String(name), row: row, column: point.column - name.count - 1,
        side == .heat ? .warm : .cool)
      draw(
        pieces, unit, side: side, at: ScreenPoint(row: row, column: point.column), into: &surface)
    }
  }
}

/// Draws the week's table with equal days combined; on a narrow screen, a group's periods are below each other.
struct WeekTablePainter {
  private let week: Week
  private let clock: ClockStyle
  private let problems: [CellAddress: String]
  private let groups: [DayGroup]
  private let isStacked: Bool
  private let labelWidth: Int
  private let widths: [Int]

  /// Fits the table into the columns of a picture; `problems` are the marks of cells.
  init(_ week: Week, _ picture: TerminalPicture, problems: [CellAddress: String]) {
    let clock = picture.clock
    (self.week, self.clock, self.problems) = (week, clock, problems)
    groups = DayGroup.alike(from: picture.firstDay) { week.day($0) == week.day($1) }
    labelWidth = groups.map(\.label.count).max() ?? 0
    widths = week.sides.fields.map { field in
      week.cells.filter { $0.field == field }
        .map { week[$0].text(clock).utf8.count }.reduce(4) { max($0, $1) }
    }
    // A space or a mark precedes each value.
    isStacked = picture.columns < labelWidth + 4 * (widths.reduce(0, +) + widths.count)
  }

  /// The width of a period, with a space after it.
  private var periodWidth: Int { (Period.allCases.map(\.title.count).max() ?? 0) + 1 }
  private var valuesWidth: Int { widths.reduce(0, +) + widths.count - 1 }

  /// The width to draw: `columns`, or more if needed. A terminal wraps such lines; a truncated number would be wrong.
  func columns(in columns: Int) -> Int { max(columns, isStacked ? periodWidth + valuesWidth : 0) }

  /// The height in lines.
  var rows: Int { isStacked ? groups.count * (Period.allCases.count + 1) : groups.count + 2 }

  func draw(from row: Int, into surface: inout Surface) {
    if isStacked {
      // Wide enough for a space before the periods and for the days above them, if no value is cut.
      let wanted = max(periodWidth, labelWidth) + 1
      let column = max(periodWidth, min(wanted, surface.size.columns - valuesWidth))
      for (index, group) in groups.enumerated() {
        let top = row + index * (Period.allCases.count + 1)
        surface.write(group.label, row: top, column: 0, .heading)
        if group.label.count < column { drawHeadings(row: top, column: column, into: &surface) }
        for period in Period.allCases {
          let line = top + 1 + period.rawValue
          surface.write(period.title, row: line, column: column > periodWidth ? 1 : 0)
          drawCells(group, period, row: line, column: column, into: &surface)
        }
      }
      return
    }
    let step = valuesWidth + 1
    let gap = surface.size.columns - labelWidth - 4 * step >= 4 ? 2 : 1
    for period in Period.allCases {
      let column = labelWidth + gap + period.rawValue * (step + gap - 1)
      surface.write(period.title, row: row, column: column, .heading)
      drawHeadings(row: row + 1, column: column, into: &surface)
      for (line, group) in groups.enumerated() {
        drawCells(group, period, row: row + 2 + line, column: column, into: &surface)
      }
    }
    for (line, group) in groups.enumerated() {
      surface.write(group.label, row: row + 2 + line, column: 0, .heading)
    }
  }

  private func drawHeadings(row: Int, column start: Int, into surface: inout Surface) {
    var column = start
    for (field, width) in zip(week.sides.fields, widths) {
      surface.write(field.name, row: row, column: column, .faint)
      column += width + 1
    }
  }

  private func drawCells(
    _ group: DayGroup, _ period: Period, row: Int, column start: Int, into surface: inout Surface
  ) {
    var column = start
    for (field, width) in zip(week.sides.fields, widths) {
      let mark = group.days.compactMap { problems[CellAddress($0, period, field)] }.min()
      let role: StyleRole =
        mark != nil ? .problem : field == .heat ? .warm : field == .cool ? .cool : .plain
      let text = week[CellAddress(group.first, period, field)].text(clock)
      surface.write((mark ?? " ") + text, row: row, column: column - 1, role)
      column += width + 1
    }
  }
}
