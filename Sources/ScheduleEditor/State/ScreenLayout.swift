import ScheduleModel
import SchedulePictures
import TwoWayTable

/// The layout of the screen for one size of terminal.
///
/// Each part is shown if it fits. Constants that do not follow from the parts are defined here.
struct ScreenLayout: Hashable {
  /// Below this width, a sentence has two lines, and letters show the day.
  static let columnsForSentences = 60
  /// From this width on, the status line shows reasons.
  static let columnsForReasons = 100
  /// The smallest width of the pane beside the table.
  static let leastPane = 27

  let size: ScreenSize
  /// The layout of the table; nil if the screen is too small for it.
  let grid: GridFrame?
  /// The lines of the title: none, one, or one and a blank line.
  let titleLines: Int
  let statusLine: Int
  /// Whether a long status may start on the line above the status line.
  let canFoldStatus: Bool
  /// The line with the days as letters, for screens that show few days.
  let ribbonLine: Int?
  /// The line of the hints; nil if there is no room.
  let hintsLine: Int?
  /// The layout of the strips; nil if there is no room.
  let strips: StripsLayout?
  let problemLines: Range<Int>
  /// The pane with more information on a wide screen.
  let pane: ScreenRectangle?

  /// Fits as much as possible: the strips of all days if the table has its preferred arrangement, or else the table.
  /// The blank line below the title is dropped first, then the titles of columns, the hints and the title.
  init(
    size: ScreenSize, table: TableLayout, sides: Sides, selection: TablePosition,
    preferring preferred: GridArrangement?, firstLine: Int = 0
  ) {
    let attempt = { (title: Int, hints: Int, pitch: Int) in
      ScreenLayout(title: title, hints: hints, size, sides) { indent in
        GridFrame(
          table,
          in: ScreenRectangle(
            row: title, column: indent, rows: size.rows - title - 1 - hints,
            columns: size.columns - indent),
          selection: selection, preferring: preferred, firstLine: firstLine, sectionPitch: pitch)
      }
    }
    let attempts = [(2, 1), (1, 1), (1, 0), (0, 0)].lazy.map { attempt($0, $1, 1) }
    let isWanted = { (layout: ScreenLayout) in layout.grid?.arrangement == preferred ?? .across }
    let chosen =
      attempts.prefix(2).first { isWanted($0) && $0.strips?.isWeek == true }
      ?? attempts.prefix(2).first { isWanted($0) && $0.grid?.headingLines == 2 }
      ?? attempts.first(where: isWanted)
      ?? attempts.first { $0.grid != nil } ?? attempts[3]
    // A tall screen has a blank line between days.
    let isTall =
      chosen.strips.map {
        $0.isWeek && chosen.statusLine - $0.lines.upperBound > table.sections.count
      } ?? false
    self = isTall && chosen.hintsLine != nil ? attempt(chosen.titleLines, 1, 2) : chosen
  }

  /// Arranges the parts with some lines above and below the table; `fitted` fits that at a column.
  private init(
    title: Int, hints: Int, _ size: ScreenSize, _ sides: Sides,
    fitted: (_ column: Int) -> GridFrame?
  ) {
    self.size = size
    titleLines = title
    hintsLine = hints > 0 ? size.rows - 1 : nil
    statusLine = size.rows - 1 - hints
    let (flush, indented) = (fitted(0), fitted(1))
    // Leave a blank between the mark of today and the days if all periods and names still fit.
    let canIndent =
      indented?.arrangement == .across && indented?.rows == flush?.rows
      && indented?.usesShortTitles == flush?.usesShortTitles
    grid = canIndent ? indented : flush
    let free = (grid?.bottom ?? statusLine)..<statusLine
    strips =
      StripsLayout(size, lines: free, sides, isWeek: true)
      ?? StripsLayout(size, lines: free, sides, isWeek: false)
    let end = strips?.lines.upperBound ?? free.lowerBound
    canFoldStatus = size.columns < Self.columnsForSentences && end < statusLine
    ribbonLine =
      size.columns < Self.columnsForSentences && title == 2 && grid?.arrangement != .across
      ? 1 : nil
    // Surround the problems with blank lines if there is room.
    let first = end + (statusLine - end > 2 ? 1 : 0)
    problemLines = first..<max(first, statusLine - (statusLine - first > 2 ? 1 : 0))
    let bottom = strips.map { $0.axis - 1 } ?? first
    pane = grid.flatMap { frame in
      let left = frame.right + 2
      guard size.columns - 1 - left >= Self.leastPane else { return nil }
      return ScreenRectangle(
        row: frame.area.row, column: left, rows: bottom - frame.area.row,
        columns: size.columns - 1 - left)
    }
  }
}

/// The layout of the days as strips, below an axis of hours.
struct StripsLayout: Hashable {
  /// The line of the axis; the strips follow.
  let axis: Int
  /// Whether all days are shown, or only the current one.
  let isWeek: Bool
  /// The lines of a day: two or one for each side, cool below heat, or one for both.
  let height: Int
  /// The distance between days in lines, which may leave a blank line.
  let pitch: Int
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
    guard let width = StripPainter.width(fitting: size.columns - Self.column) else { return nil }
    let days = isWeek ? Weekday.allCases.count : 1
    // Above the axis is a blank line, except for a single day.
    let room = lines.count - 1 - (isWeek ? 2 : 1)
    let sideCount = sides.each.count
    let ways: [(height: Int, gap: Int)] =
      isWeek ? [(2 * sideCount, 1), (sideCount, 1), (1, 1), (1, 0)] : [(sideCount, 0), (1, 0)]
    // Two sides of a single day leave room for problems.
    let way = ways.first { way in
      room >= days * (way.height + way.gap) - way.gap + (!isWeek && way.height > 1 ? 3 : 0)
    }
    guard let way else { return nil }
    self.isWeek = isWeek
    (height, pitch) = (way.height, way.height + way.gap)
    axis = lines.lowerBound + (isWeek || room > days ? 1 : 0)
    let end = Self.column + width
    hoursColumn =
      isWeek && sides.contains(.heat) && size.columns >= end + Self.hoursColumns ? end + 2 : nil
    let begin = axis + 1 + days * pitch + 1 - way.gap
    let count = size.columns < 2 * BandLegend.columns + Self.column + 2 ? sideCount : 1
    legend =
      isWeek && begin + count < lines.upperBound && size.columns > BandLegend.columns + Self.column
      ? begin..<(begin + count) : nil
  }

  /// The lines of all parts, including the axis and the legend.
  var lines: Range<Int> {
    let days = isWeek ? Weekday.allCases.count : 1
    return axis..<(legend?.upperBound ?? axis + 1 + (days - 1) * pitch + height)
  }

  /// The line of a day, by its index on the screen.
  func line(ofDay number: Int) -> Int { axis + 1 + number * pitch }
}
