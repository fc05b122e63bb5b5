import ScheduleModel
import TwoWayTable

/// Which line of the screen shows what, for one size of terminal.
///
/// The room decides: each part is there where it fits. The numbers that do not follow from the parts are here.
struct ScreenLayout: Hashable {
  /// Below this many columns a sentence takes two lines, and letters show the day.
  static let columnsForSentences = 60
  /// From this many columns on the status line has room for reasons.
  static let columnsForReasons = 100
  /// The fewest columns of the pane beside the table.
  static let leastPane = 27

  let size: ScreenSize
  /// Where the table is; nil when the screen is too small for it.
  let grid: GridFrame?
  /// Whether line 0 is the title.
  let hasTitle: Bool
  let statusLine: Int
  /// Whether what does not fit into the status line may begin on the line above it.
  let canFoldStatus: Bool
  /// The line of the days as letters, for screens that show few of them; nil elsewhere.
  let ribbonLine: Int?
  /// The line of the hints, nil when there is no room.
  let hintsLine: Int?
  /// Where the strips of the days are; nil when there is no room.
  let strips: StripsLayout?
  /// The lines that list problems.
  let problemLines: Range<Int>
  /// Where a wide screen tells more of the week.
  let pane: ScreenRectangle?

  /// Finds room for as much as possible: for the strips of all days, where the table has its preferred
  /// arrangement, else for the table. The blank line below the title goes first, then the hints, then the title.
  init(
    size: ScreenSize, table: TableLayout, sides: Sides, selection: TablePosition,
    preferring preferred: GridArrangement?, firstLine: Int = 0
  ) {
    let attempts = [(title: 2, hints: 1), (1, 1), (1, 0), (0, 0)].lazy.map { title, hints in
      let frame = GridFrame(
        table,
        in: ScreenRectangle(
          row: title, column: 0, rows: size.rows - title - 1 - hints, columns: size.columns),
        selection: selection, preferring: preferred, firstLine: firstLine)
      let statusLine = size.rows - 1 - hints
      let strips = frame.flatMap {
        StripsLayout(size, lines: $0.bottom..<statusLine, sides, isWeek: true)
      }
      return (title: title, hints: hints, frame: frame, strips: strips)
    }
    let isWanted = { (frame: GridFrame?) in frame?.arrangement == preferred ?? .across }
    let chosen =
      attempts.prefix(2).first { isWanted($0.frame) && $0.strips != nil }
      ?? attempts.first { isWanted($0.frame) }
      ?? attempts.first { $0.frame != nil } ?? attempts[3]
    self.size = size
    grid = chosen.frame
    hasTitle = chosen.title > 0
    hintsLine = chosen.hints > 0 ? size.rows - 1 : nil
    statusLine = size.rows - 1 - chosen.hints
    let free = (chosen.frame?.bottom ?? statusLine)..<statusLine
    strips = chosen.strips ?? StripsLayout(size, lines: free, sides, isWeek: false)
    let end = strips?.lines.upperBound ?? free.lowerBound
    canFoldStatus = size.columns < Self.columnsForSentences && end < statusLine
    ribbonLine =
      size.columns < Self.columnsForSentences && chosen.title == 2
        && chosen.frame?.arrangement != .across ? 1 : nil
    // A blank line on both sides of the problems, where that leaves room for them.
    let first = end + (statusLine - end > 2 ? 1 : 0)
    problemLines = first..<max(first, statusLine - (statusLine - first > 2 ? 1 : 0))
    let axis = strips?.axis
    pane = chosen.frame.flatMap { frame in
      let left = frame.right + 2
      guard size.columns - 1 - left >= Self.leastPane else { return nil }
      let bottom = axis.map { $0 - 1 } ?? first
      return ScreenRectangle(
        row: frame.area.row, column: left, rows: bottom - frame.area.row,
        columns: size.columns - 1 - left)
    }
  }
}
