import ScheduleModel
import SchedulePictures
import TwoWayTable

extension EditorScreen {
  /// Draws the days as strips, with their marks.
  mutating func drawStrips(_ state: EditorState, _ layout: StripsLayout) {
    let room = surface.size.columns - StripsLayout.column
    guard let painter = StripPainter(fitting: room, clock: state.clock, marks: marks(state)) else {
      return
    }
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
      surface.write(
        glyphs.plain("▸"), at: ScreenPoint(row: line, column: 0), style: Style(.accent))
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

/// The layout of the days as strips, below an axis of hours.
struct StripsLayout: Hashable {
  /// The line of the axis; the strips follow.
  let axis: Int
  /// Whether all days are shown, or only the current one.
  let isWeek: Bool
  /// The lines of each side, cool below heat; nil if one line shows both.
  let sideLines: Int?
  private let sides: Int
  /// Whether days are separated by a blank line.
  let hasGaps: Bool
  /// The column with the hours of comfort of each day; nil if there is no room.
  let hoursColumn: Int?
  /// The lines of the legend; nil if there is no room.
  let legend: Range<Int>?

  /// The first column of the strips, after the day's name and the mark of today.
  static let column = 6
  /// The width of a day's hours of comfort, including the gap.
  private static let hoursColumns = 10

  /// Fits the strips into `lines`, whose last line is reserved for a problem; nil if there is no room.
  init?(_ size: ScreenSize, lines: Range<Int>, _ sides: Sides, isWeek: Bool) {
    let painter = StripPainter(
      fitting: size.columns - Self.column, clock: .twentyFourHour, marks: .ascii)
    guard let painter else { return nil }
    let days = isWeek ? Weekday.allCases.count : 1
    // Above the axis is a blank line, except for a single day.
    let room = lines.count - 1 - (isWeek ? 2 : 1)
    self.sides = sides.each.count
    let least = sides == .both ? nil : 1
    let ways: [(sideLines: Int?, hasGaps: Bool)] =
      isWeek ? [(2, true), (1, true), (least, true), (least, false)] : [(least, false)]
    let pitch = { [count = self.sides] (way: (sideLines: Int?, hasGaps: Bool)) in
      (way.sideLines.map { count * $0 } ?? 1) + (way.hasGaps ? 1 : 0)
    }
    let way = ways.first { room >= days * pitch($0) - ($0.hasGaps ? 1 : 0) }
    guard let way else { return nil }
    self.isWeek = isWeek
    (sideLines, hasGaps) = way
    axis = lines.lowerBound + (isWeek || room > days ? 1 : 0)
    let end = Self.column + painter.columns
    hoursColumn =
      isWeek && sides.contains(.heat) && size.columns >= end + Self.hoursColumns ? end + 2 : nil
    let begin = axis + 1 + days * pitch(way) + (way.hasGaps ? 0 : 1)
    let count = size.columns < 2 * BandLegend.columns + Self.column + 2 ? self.sides : 1
    legend =
      isWeek && begin + count < lines.upperBound && size.columns > BandLegend.columns + Self.column
      ? begin..<(begin + count) : nil
  }

  /// The distance between days in lines.
  var pitch: Int { height + (hasGaps ? 1 : 0) }
  /// The height of a day's strip in lines.
  var height: Int { sideLines.map { sides * $0 } ?? 1 }

  /// The lines of all parts, including the axis and the legend.
  var lines: Range<Int> {
    let days = isWeek ? Weekday.allCases.count : 1
    return axis..<(legend?.upperBound ?? axis + 1 + days * pitch - (hasGaps ? 1 : 0))
  }

  /// The line of a day, by its index on the screen.
  func line(ofDay number: Int) -> Int { axis + 1 + number * pitch }
}
