import ScheduleModel
import SchedulePictures
import TwoWayTable

extension EditorScreen {
  mutating func drawStrips(_ state: EditorState, _ layout: StripsLayout) {
    let room = surface.size.columns - StripsLayout.column
    guard var painter = StripPainter(fitting: room, clock: state.clock, marks: marks(state)) else {
      return
    }
    painter.minuteMark = glyphs.plain("│")
    let segments = WeekSegments(state.week)
    let now = state.host.now
    let due = try? state.contents.scheduleIndex(dueOn: now.day)
    let isDue = due == state.scheduleIndex || !state.contents.calendarMatters
    let minute = isDue ? now.time.minutes : nil
    painter.drawAxis(
      at: ScreenPoint(row: layout.axis, column: StripsLayout.column),
      pointingAt: minute, by: glyphs.plain("▼"), into: &surface)
    let days = layout.isWeek ? state.layout.week : [state.cursor.day]
    for (number, day) in days.enumerated() {
      drawDay(
        day, segments, painter, onLine: layout.line(ofDay: number),
        isToday: day == now.day.weekday, now: minute, state, layout)
    }
    if let column = layout.hoursColumn {
      drawComfort(of: days, segments, inColumn: column, layout)
    }
    guard let legend = layout.legend else { return }
    BandLegend.draw(
      segments.sides, segments.unit, painter.marks, degree: glyphs.plain("°"), lines: legend.count,
      gap: 2, at: ScreenPoint(row: legend.lowerBound, column: StripsLayout.column), into: &surface)
  }

  /// Draws the name and the strips of a day, a strip for each side if there are enough lines.
  private mutating func drawDay(
    _ day: Weekday, _ segments: WeekSegments, _ painter: StripPainter, onLine line: Int,
    isToday: Bool, now minute: Int?, _ state: EditorState, _ layout: StripsLayout
  ) {
    surface.write(
      day.abbreviation, row: line, column: 2,
      isToday ? .accent : day == state.cursor.day ? .heading : .plain)
    if isToday { surface.write(glyphs.plain("▸"), row: line, column: 0, .accent) }
    // Seven days without gaps are too dense for a mark of the current period.
    let marksCursor = layout.pitch > layout.height || !layout.isWeek
    let marked = marksCursor ? state.layout.cells(at: state.position).map(\.row) : []
    let sides: [Side?] = layout.height < segments.sides.each.count ? [nil] : segments.sides.each
    let lines = layout.height / sides.count
    for (index, side) in sides.enumerated() {
      painter.draw(
        segments[day], segments.unit, side: side, marked: Set(marked.filter { $0.day == day }),
        now: isToday ? minute : nil, lines: lines,
        at: ScreenPoint(row: line + index * lines, column: StripsLayout.column), into: &surface)
    }
  }

  /// Draws the hours of comfort of each day, warm above the mean.
  private mutating func drawComfort(
    of days: [Weekday], _ segments: WeekSegments, inColumn column: Int, _ layout: StripsLayout
  ) {
    let comfort = TemperatureBand.comfort(segments.unit)
    surface.write(glyphs.plain("≥\(comfort)°"), row: layout.axis, column: column + 1, .faint)
    let minutes = days.map(segments.comfortMinutes)
    for (number, own) in minutes.enumerated() {
      let tenths = Temperature.roundedQuotient(own, 6)
      let hours = "\(tenths / 10).\(tenths % 10) h"
      let isLong = own * minutes.count > minutes.reduce(0, +)
      surface.write(
        String(repeating: " ", count: max(0, 6 - hours.count)) + hours,
        row: layout.line(ofDay: number), column: column, isLong ? .warm : .faint)
    }
  }
}
