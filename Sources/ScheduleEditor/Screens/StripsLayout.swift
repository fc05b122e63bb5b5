import ScheduleModel
import SchedulePictures
import TwoWayTable

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
  /// The column after the strips.
  let right: Int
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
    right = end + (hoursColumn == nil ? 0 : Self.hoursColumns - 1)
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
