import ScheduleModel
import SchedulePictures
import TwoWayTable

/// The strips of the editor: which days, and what is marked in them.
struct WeekStrips: Hashable {
  /// A day as it stands on the screen.
  struct Day: Hashable {
    let day: Weekday
    let pieces: [DaySegment]
    /// The hours of comfort, where there is room for them.
    let hours: String?
    /// The rows under the cursor.
    let marked: Set<RowAddress>
    let isToday: Bool
  }

  let days: [Day]
  let clock: ClockStyle
  let unit: TemperatureUnit
  let comfort: Temperature
  let now: WeekTime?
  let marks: BandMarks

  /// Takes from `state` what `layout` has room for; `segments` are those of its week.
  init(_ state: EditorState, _ segments: WeekSegments, _ layout: StripsLayout, marks: BandMarks) {
    clock = state.clock
    unit = segments.unit
    now = state.now
    self.marks = marks
    let summary = WeekSummary(segments)
    comfort = summary.comfort
    let rows = Set(state.layout.cells(at: state.position).map(\.row))
    let days = layout.isWeek ? state.layout.week : [state.cursor.day]
    self.days = days.map { day in
      let pieces = segments[day]
      return Day(
        // What is carried over is not marked: most moves would cost two more pieces.
        day: day, pieces: pieces,
        hours: layout.hoursColumn.map { _ in summary.comfortHours(on: day) },
        marked: rows.filter { $0.day == day },
        isToday: day == state.now?.day)
    }
  }

  /// Draws what differs from `old`, which stands there; everything for nil.
  func draw(
    over old: WeekStrips?, _ layout: StripsLayout, _ glyphs: Glyphs, into surface: inout Surface
  ) {
    let room = surface.size.columns - layout.column
    guard old != self, let painter = StripPainter(fitting: room, clock: clock, marks: marks) else {
      return
    }
    surface.clear(row: layout.axis)
    painter.drawAxis(
      at: ScreenPoint(row: layout.axis, column: layout.column),
      pointingAt: now?.time.minutes, into: &surface)
    if let column = layout.hoursColumn {
      surface.write(
        "h \(glyphs.atLeast) \(comfort)", at: ScreenPoint(row: layout.axis, column: column),
        style: Style(.faint))
    }
    let isSame = old?.unit == unit && old?.marks == marks
    for (number, day) in days.enumerated() where !isSame || old?.days[number] != day {
      draw(day, painter, layout, layout.line(ofDay: number), glyphs, into: &surface)
    }
    guard !isSame, let legend = layout.legend else { return }
    let start = ScreenPoint(row: legend.lowerBound, column: layout.column)
    BandLegend(.heat, unit, marks).draw(at: start, into: &surface)
    let end = ScreenPoint(
      row: legend.upperBound - 1,
      column: layout.column + (legend.count == 1 ? BandLegend.columns + 2 : 0))
    BandLegend(.cool, unit, marks).draw(at: end, into: &surface)
  }

  private func draw(
    _ day: Day, _ painter: StripPainter, _ layout: StripsLayout, _ line: Int, _ glyphs: Glyphs,
    into surface: inout Surface
  ) {
    let start = ScreenPoint(row: line, column: layout.column)
    surface.clear(row: line)
    surface.write(
      day.day.abbreviation, at: ScreenPoint(row: line, column: 1), style: Style(.heading))
    if day.isToday {
      surface.write(glyphs.today, at: ScreenPoint(row: line, column: 5), style: Style(.heading))
    }
    if let hours = day.hours, let column = layout.hoursColumn {
      surface.write(
        String(repeating: " ", count: max(0, 6 - hours.count)) + hours,
        at: ScreenPoint(row: line, column: column))
    }
    guard layout.pitch > 1 else {
      painter.draw(day.pieces, unit, marked: day.marked, at: start, into: &surface)
      return
    }
    surface.clear(row: line + 1)
    for (offset, side) in Side.allCases.enumerated() {
      let place = ScreenPoint(row: line + offset, column: layout.column)
      if layout.column > 10 {
        surface.write(
          side.name, at: ScreenPoint(row: place.row, column: layout.column - 5),
          style: Style(side == .heat ? .warm : .cool))
      }
      painter.draw(day.pieces, side, unit, marked: day.marked, at: place, into: &surface)
    }
  }
}
