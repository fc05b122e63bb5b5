import ScheduleModel
import SchedulePictures
import TwoWayTable

extension EditorScreen {
  /// Draws the days as strips, with their marks.
  mutating func drawStrips(_ state: EditorState, _ layout: StripsLayout) {
    let room = surface.size.columns - StripsLayout.column
    guard var painter = StripPainter(fitting: room, clock: state.clock, marks: marks(state)) else {
      return
    }
    painter.minuteMark = glyphs.plain("│")
    let segments = WeekSegments(state.week)
    painter.drawAxis(
      at: ScreenPoint(row: layout.axis, column: StripsLayout.column),
      pointingAt: state.now?.time.minutes, by: glyphs.plain("▼"), into: &surface)
    let days = layout.isWeek ? state.layout.week : [state.cursor.day]
    for (number, day) in days.enumerated() {
      draw(day, segments, painter, state, layout, line: layout.line(ofDay: number))
    }
    if let column = layout.hoursColumn, let summary = WeekSummary(segments) {
      surface.write(
        glyphs.plain("≥\(summary.comfort)°"),
        at: ScreenPoint(row: layout.axis, column: column + 1), style: Style(.faint))
      for (number, day) in days.enumerated() {
        let hours = "\(summary.comfortHours(on: day)) h"
        surface.write(
          String(repeating: " ", count: max(0, 6 - hours.count)) + hours,
          at: ScreenPoint(row: layout.line(ofDay: number), column: column),
          style: Style(summary.isAboveMean(day) ? .warm : .faint))
      }
    }
    guard let legend = layout.legend else { return }
    BandLegend.draw(
      segments.sides, segments.unit, painter.marks, degree: glyphs.plain("°"), lines: legend.count,
      gap: 2, at: ScreenPoint(row: legend.lowerBound, column: StripsLayout.column), into: &surface)
  }

  private mutating func draw(
    _ day: Weekday, _ segments: WeekSegments, _ painter: StripPainter, _ state: EditorState,
    _ layout: StripsLayout, line: Int
  ) {
    let isToday = day == state.now?.day
    let isCursor = day == state.cursor.day
    let name = Style(isToday ? .accent : isCursor ? .heading : .plain)
    surface.write(day.abbreviation, at: ScreenPoint(row: line, column: 1), style: name)
    if isToday {
      surface.write(glyphs.plain("▸"), at: ScreenPoint(row: line, column: 0), style: Style(.accent))
    }
    let pieces = segments[day]
    // Seven days without gaps are too dense for a mark of the current period.
    let marksCursor = layout.hasGaps || !layout.isWeek
    let marked = Set(marksCursor ? state.layout.cells(at: state.position).map(\.row) : [])
      .filter { $0.day == day }
    var place = ScreenPoint(row: line, column: StripsLayout.column)
    let now = isToday ? state.now?.time.minutes : nil
    guard let sideLines = layout.sideLines else {
      painter.draw(pieces, segments.unit, marked: marked, now: now, at: place, into: &surface)
      return
    }
    for side in segments.sides.each {
      painter.draw(
        pieces, side, segments.unit, marked: marked, now: now, lines: sideLines, at: place,
        into: &surface)
      place.row += sideLines
    }
  }
}
