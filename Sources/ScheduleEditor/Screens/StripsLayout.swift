import ScheduleModel
import SchedulePictures
import TwoWayTable

/// Where the days of the week are as strips, below an axis of hours.
struct StripsLayout: Hashable {
  /// The line of the axis; the strips follow.
  let axis: Int
  /// Whether all days are shown, or the one under the cursor.
  let isWeek: Bool
  /// The lines of each side, cool below heat; nil where one line shows both.
  let sideLines: Int?
  private let sides: Int
  /// Whether a blank line is between days.
  let hasGaps: Bool
  /// The column after the strips.
  let right: Int
  /// The column of each day's hours of comfort; nil where there is no room.
  let hoursColumn: Int?
  /// The line that says what the bands mean, and how many there are; nil where there is no room.
  let legend: Range<Int>?

  /// The column in which the strips begin, after the name of their day and the mark of today.
  static let column = 6
  /// The columns of a day's hours of comfort, with the gap before them.
  private static let hoursColumns = 10

  /// Finds room within `lines`, the last of which stays free for a problem; nil where there is none.
  init?(_ size: ScreenSize, lines: Range<Int>, _ sides: Sides, isWeek: Bool) {
    let painter = StripPainter(
      fitting: size.columns - Self.column, clock: .twentyFourHour, marks: .ascii)
    guard let painter else { return nil }
    let days = isWeek ? Weekday.allCases.count : 1
    // With a blank line above the axis, which a single day can do without.
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

  /// The lines from one day to the next.
  var pitch: Int { height + (hasGaps ? 1 : 0) }
  /// The lines of a day's strip.
  var height: Int { sideLines.map { sides * $0 } ?? 1 }

  /// The lines that they take, the axis and the legend included.
  var lines: Range<Int> {
    let days = isWeek ? Weekday.allCases.count : 1
    return axis..<(legend?.upperBound ?? axis + 1 + days * pitch - (hasGaps ? 1 : 0))
  }

  /// The line of a day, counted in the order of the screen.
  func line(ofDay number: Int) -> Int { axis + 1 + number * pitch }
}
