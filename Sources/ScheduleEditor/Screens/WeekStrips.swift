import ScheduleModel
import SchedulePictures
import TwoWayTable

/// The strips of the editor, with their marks.
struct WeekStrips {
  private let state: EditorState
  private let segments: WeekSegments
  private let summary: WeekSummary?
  private let layout: StripsLayout
  private let painter: StripPainter
  private let glyphs: Glyphs

  /// Prepares the strips for a layout; `segments` are those of the current week.
  init?(
    _ state: EditorState, _ segments: WeekSegments, _ layout: StripsLayout, marks: BandMarks,
    _ glyphs: Glyphs
  ) {
    let room = state.size.columns - StripsLayout.column
    guard let painter = StripPainter(fitting: room, clock: state.clock, marks: marks) else {
      return nil
    }
    (self.state, self.segments, self.layout) = (state, segments, layout)
    (self.painter, self.glyphs) = (painter, glyphs)
    summary = WeekSummary(segments)
  }

  func draw(into surface: inout Surface) {
    painter.drawAxis(
      at: ScreenPoint(row: layout.axis, column: StripsLayout.column),
      pointingAt: state.now?.time.minutes, by: glyphs.now, into: &surface)
    if let column = layout.hoursColumn, let summary {
      surface.write(
        "\(glyphs.atLeast)\(summary.comfort)\(glyphs.degree)",
        at: ScreenPoint(row: layout.axis, column: column + 1), style: Style(.faint))
    }
    let days = layout.isWeek ? state.layout.week : [state.cursor.day]
    for (number, day) in days.enumerated() { draw(day, layout.line(ofDay: number), into: &surface) }
    guard let legend = layout.legend else { return }
    BandLegend.draw(
      segments.sides, segments.unit, painter.marks, degree: glyphs.degree, lines: legend.count,
      gap: 2, at: ScreenPoint(row: legend.lowerBound, column: StripsLayout.column), into: &surface)
  }

  private func draw(_ day: Weekday, _ line: Int, into surface: inout Surface) {
    let isToday = day == state.now?.day
    let isCursor = day == state.cursor.day
    let name = Style(isToday ? .accent : isCursor ? .heading : .plain)
    surface.write(day.abbreviation, at: ScreenPoint(row: line, column: 1), style: name)
    if isToday {
      surface.write(glyphs.today, at: ScreenPoint(row: line, column: 0), style: Style(.accent))
    }
    if let column = layout.hoursColumn, let summary {
      let hours = "\(summary.comfortHours(on: day)) h"
      surface.write(
        String(repeating: " ", count: max(0, 6 - hours.count)) + hours,
        at: ScreenPoint(row: line, column: column),
        style: Style(summary.isAboveMean(day) ? .warm : .faint))
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
