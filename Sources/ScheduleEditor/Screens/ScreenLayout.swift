import TwoWayTable

/// Which line of the screen shows what, for one size of terminal.
struct ScreenLayout: Hashable {
  /// Where the table lies; nil when the screen is too small for it.
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
  /// Where the days stand as strips; nil when there is no room.
  let strips: StripsLayout?
  /// The lines that list problems.
  let problemLines: Range<Int>
  /// Where a wide screen tells more of the week, in the order of filling.
  let panes: [ScreenRectangle]

  /// Finds room for as much as possible: for the strips of all days, where the table lies as it is
  /// wanted, else for the table. What is given up first is the blank line below the title, then the
  /// hints, then the title.
  init(
    size: ScreenSize, table: TableLayout, selection: TablePosition,
    preferring preferred: GridArrangement?, firstLine: Int = 0
  ) {
    let attempts = [(title: 2, hints: 1), (1, 1), (1, 0), (0, 0)].lazy.map { title, hints in
      let frame = GridFrame(
        table, top: title, height: size.rows - title - 1 - hints, columns: size.columns,
        selection: selection, preferring: preferred, firstLine: firstLine)
      let statusLine = size.rows - 1 - hints
      let strips = frame.flatMap {
        StripsLayout(size, lines: $0.bottom..<statusLine, isWeek: true)
      }
      return (title: title, hints: hints, frame: frame, strips: strips)
    }
    let isWanted = { (frame: GridFrame?) in frame?.arrangement == preferred ?? .across }
    let chosen =
      attempts.prefix(2).first { isWanted($0.frame) && $0.strips != nil }
      ?? attempts.first { isWanted($0.frame) }
      ?? attempts.first { $0.frame != nil } ?? attempts[3]
    grid = chosen.frame
    hasTitle = chosen.title > 0
    hintsLine = chosen.hints > 0 ? size.rows - 1 : nil
    statusLine = size.rows - 1 - chosen.hints
    let free = (chosen.frame?.bottom ?? statusLine)..<statusLine
    strips = chosen.strips ?? StripsLayout(size, lines: free, isWeek: false)
    let end = strips?.lines.upperBound ?? free.lowerBound
    canFoldStatus = size.columns < 60 && end < statusLine
    ribbonLine =
      size.columns < 60 && chosen.title == 2 && chosen.frame?.arrangement != .across ? 1 : nil
    // A blank line on both sides of the problems, where that leaves room for them.
    let first = end + (statusLine - end > 2 ? 1 : 0)
    problemLines = first..<max(first, statusLine - (statusLine - first > 2 ? 1 : 0))
    panes = Self.panes(size, chosen.frame, strips, end: first)
  }

  /// From how many columns on there are panes, and how many each has at least.
  private static let (columnsForPanes, leastOfPane) = (110, 28)

  /// The room right of the table, and right of the strips where that is wide enough.
  private static func panes(
    _ size: ScreenSize, _ frame: GridFrame?, _ strips: StripsLayout?, end: Int
  ) -> [ScreenRectangle] {
    guard let frame, size.columns >= columnsForPanes else { return [] }
    func area(_ columns: Range<Int>, _ end: Int) -> ScreenRectangle? {
      guard columns.count >= leastOfPane else { return nil }
      return ScreenRectangle(
        row: frame.top, column: columns.lowerBound, rows: end - frame.top, columns: columns.count)
    }
    let last = size.columns - 1
    guard let strips, strips.right + 2 + leastOfPane <= last else {
      let beside = max(frame.right, 0) + 2
      return [area(beside..<max(beside, last), strips.map { $0.axis - 1 } ?? end)].compactMap { $0 }
    }
    let beside = (frame.right + 2)..<max(frame.right + 2, strips.right)
    return [area(beside, strips.axis - 1), area((strips.right + 2)..<last, end)].compactMap { $0 }
  }

  /// Finds room for what an editor shows.
  init(_ state: EditorState) {
    self.init(
      size: state.size, table: state.layout.table, selection: state.position,
      preferring: state.preferredArrangement, firstLine: state.firstLine)
  }

  /// Whether nothing but the table's scrolling differs.
  func isAlike(_ other: ScreenLayout) -> Bool {
    guard let grid, let otherGrid = other.grid else { return false }
    guard grid != otherGrid else { return self == other }
    return grid.arrangement == .list && otherGrid.arrangement == .list
      && grid.bottom == otherGrid.bottom && statusLine == other.statusLine
      && hintsLine == other.hintsLine && hasTitle == other.hasTitle && strips == other.strips
      && panes == other.panes && ribbonLine == other.ribbonLine
      && canFoldStatus == other.canFoldStatus
  }

  /// How a table lies on a screen of that size; across where it does not fit at all.
  static func arrangement(
    size: ScreenSize, table: TableLayout, preferring preferred: GridArrangement?
  ) -> GridArrangement {
    let first = TablePosition(section: 0, row: 0, column: 0)
    return ScreenLayout(size: size, table: table, selection: first, preferring: preferred)
      .grid?.arrangement ?? .across
  }
}
