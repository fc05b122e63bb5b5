import ScheduleModel
import SchedulePictures
import TwoWayTable

/// Where the days of the week stand as strips, below an axis of hours.
struct StripsLayout: Hashable {
  /// The line of the axis; the strips follow.
  let axis: Int
  /// Whether all days are shown, or the one under the cursor.
  let isWeek: Bool
  /// The lines from one day to the next: heat and cool on one, on one each, and a blank below them.
  let pitch: Int
  /// The column in which the strips begin.
  let column: Int
  /// The column behind the strips and behind the hours of comfort, where those have room.
  let right: Int
  /// The column of each day's hours of comfort; nil where there is no room.
  let hoursColumn: Int?
  /// The line that says what the bands mean, and how many there are; nil where there is no room.
  let legend: Range<Int>?

  /// The column of a strip behind the name of its day and the mark of today.
  private static let labelColumns = 6
  /// The same with `heat` and `cool`.
  private static let sideColumns = 11
  /// From how many lines on a screen has two lines a day.
  private static let linesForSides = 34
  /// From how many lines on a blank line stands between days.
  private static let linesForBlanks = 40

  /// Finds room within `lines`, the last of which stays free for a problem; nil where there is none.
  init?(_ size: ScreenSize, lines: Range<Int>, isWeek: Bool) {
    let narrow = Self.columns(size, behind: Self.labelColumns)
    guard let narrow else { return nil }
    let days = isWeek ? Weekday.allCases.count : 1
    // With a blank line above the axis, which a single day can do without.
    let room = lines.count - 1 - (isWeek ? 2 : 1)
    let hasSides = isWeek && size.rows >= Self.linesForSides
    let hasBlanks = hasSides && size.rows >= Self.linesForBlanks
    let pitch = [(3, hasBlanks), (2, hasSides)].first { $0.1 && room >= days * $0.0 }?.0 ?? 1
    guard room >= days else { return nil }
    self.isWeek = isWeek
    self.pitch = pitch
    axis = lines.lowerBound + (isWeek || room > days ? 1 : 0)
    column =
      pitch > 1 && Self.columns(size, behind: Self.sideColumns) == narrow
      ? Self.sideColumns : Self.labelColumns
    let end = column + narrow
    hoursColumn = pitch > 1 && size.columns >= end + 10 ? end + 2 : nil
    right = end + (hoursColumn == nil ? 0 : 9)
    let begin = axis + 1 + days * pitch + (pitch == 2 ? 1 : 0)
    let count = size.columns < 2 * BandLegend.columns + column + 2 ? 2 : 1
    legend =
      pitch > 1 && begin + count + 1 < lines.upperBound
        && size.columns > BandLegend.columns + column ? begin..<(begin + count) : nil
  }

  /// The columns of a day, nil where there is no room.
  private static func columns(_ size: ScreenSize, behind label: Int) -> Int? {
    StripPainter(fitting: size.columns - label, clock: .twentyFourHour, marks: .ascii)?.columns
  }

  /// The lines that they take, the axis and the legend included.
  var lines: Range<Int> {
    axis..<(legend?.upperBound ?? axis + 1 + (isWeek ? Weekday.allCases.count : 1) * pitch)
  }

  /// The line of a day, counted in the order of the screen.
  func line(ofDay number: Int) -> Int { axis + 1 + number * pitch }
}
