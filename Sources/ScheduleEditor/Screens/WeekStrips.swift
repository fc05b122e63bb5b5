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
    // Seven days without gaps are too dense for a mark of the current period.
    let marksCursor = layout.hasGaps || !layout.isWeek
    let marked = Set(marksCursor ? state.layout.cells(at: state.position).map(\.row) : [])
    let sides: [Side?] = layout.sideLines == nil ? [nil] : segments.sides.each
    let lines = layout.sideLines ?? 1
    for (number, day) in days.enumerated() {
      let isToday = day == state.now?.day
      var place = ScreenPoint(row: layout.line(ofDay: number), column: StripsLayout.column)
      surface.write(
        day.abbreviation, row: place.row, column: 1,
        isToday ? .accent : day == state.cursor.day ? .heading : .plain)
      if isToday { surface.write(glyphs.plain("▸"), row: place.row, column: 0, .accent) }
      for side in sides {
        painter.draw(
          segments[day], segments.unit, side: side, marked: marked.filter { $0.day == day },
          now: isToday ? state.now?.time.minutes : nil, lines: lines, at: place, into: &surface)
        place.row += lines
      }
    }
    if let column = layout.hoursColumn, let summary = WeekSummary(segments) {
      surface.write(
        glyphs.plain("≥\(summary.comfort)°"), row: layout.axis, column: column + 1, .faint)
      for (number, day) in days.enumerated() {
        let hours = "\(summary.comfortHours(on: day)) h"
        surface.write(
          String(repeating: " ", count: max(0, 6 - hours.count)) + hours,
          row: layout.line(ofDay: number), column: column,
          summary.isAboveMean(day) ? .warm : .faint)
      }
    }
    guard let legend = layout.legend else { return }
    BandLegend.draw(
      segments.sides, segments.unit, painter.marks, degree: glyphs.plain("°"), lines: legend.count,
      gap: 2, at: ScreenPoint(row: legend.lowerBound, column: StripsLayout.column), into: &surface)
  }
}
