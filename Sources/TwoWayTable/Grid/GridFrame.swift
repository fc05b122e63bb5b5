/// How a table lies on the screen.
public enum GridArrangement: Hashable, Sendable {
  /// A line for every section, its rows side by side.
  case across
  /// A block for every section, its rows below each other.
  case stacked
}

/// Which rows of a table can be seen, and where: the arithmetic of the grid, without any drawing.
public struct GridFrame: Hashable, Sendable {
  /// How the table lies.
  public let arrangement: GridArrangement
  /// The first screen line of the grid, headings included.
  public let top: Int
  /// The sections that can be seen.
  public let sections: Range<Int>
  /// The rows, of each of those sections, that can be seen.
  public let rows: Range<Int>
  /// The screen columns that section or row labels take.
  public let labelWidth: Int
  /// The lines above the first section: 2 with column headings, 1 without (`across` only).
  let headingLines: Int
  /// The lines from one section to the next.
  let sectionPitch: Int
  let layout: TableLayout

  /// The fewest columns and lines that show anything of a table.
  public static func minimumSize(for layout: TableLayout) -> ScreenSize {
    ScreenSize(
      rows: layout.rows.count,
      columns: stackedLabelWidth(layout) + layout.rowWidth + 1)
  }

  /// Lays a table out in `height` lines from `top` on, so that the cell at `selection` can be seen.
  ///
  /// Sections go across the screen when all of them and two rows of each fit, since that shows most;
  /// otherwise they are stacked. Returns nil when not even one section fits.
  public init?(
    _ layout: TableLayout, top: Int, height: Int, columns: Int, selection: TablePosition
  ) {
    self.layout = layout
    self.top = top
    let acrossLabel = (layout.sections.map(\.full.terminalColumns).max() ?? 0) + 1
    let across = min(layout.rows.count, (columns - acrossLabel - 1) / layout.rowWidth)
    let enough = min(2, layout.rows.count)
    if across >= enough, height > layout.sections.count {
      arrangement = .across
      labelWidth = acrossLabel
      headingLines = height >= layout.sections.count + 2 ? 2 : 1
      sectionPitch = 1
      sections = 0..<layout.sections.count
      let page = selection.row / across
      // The last page is filled up with rows of the page before it.
      let first = min(page * across, layout.rows.count - across)
      rows = first..<(first + across)
      return
    }
    let minimum = Self.minimumSize(for: layout)
    guard height >= minimum.rows, columns >= minimum.columns else { return nil }
    arrangement = .stacked
    labelWidth = Self.stackedLabelWidth(layout)
    let withHeading = height > layout.rows.count
    headingLines = withHeading ? 1 : 0
    sectionPitch = layout.rows.count + headingLines
    let visible = min(layout.sections.count, height / sectionPitch)
    let first = min(selection.section / visible * visible, layout.sections.count - visible)
    sections = first..<(first + visible)
    rows = 0..<layout.rows.count
  }

  /// Where the row begins on the screen, nil when it cannot be seen.
  public func origin(section: Int, row: Int) -> ScreenPoint? {
    guard sections.contains(section), rows.contains(row) else { return nil }
    let block = section - sections.lowerBound
    return switch arrangement {
    case .across:
      ScreenPoint(
        row: top + headingLines + block,
        column: labelWidth + (row - rows.lowerBound) * layout.rowWidth)
    case .stacked:
      ScreenPoint(row: top + block * sectionPitch + headingLines + row, column: labelWidth)
    }
  }

  /// Where the value of a cell begins on the screen, nil when it cannot be seen.
  public func place(of position: TablePosition) -> ScreenPoint? {
    guard let origin = origin(section: position.section, row: position.row) else { return nil }
    return ScreenPoint(
      row: origin.row, column: origin.column + layout.offset(ofColumn: position.column))
  }

  /// The first screen line below the grid.
  public var bottom: Int {
    switch arrangement {
    case .across: top + headingLines + sections.count
    case .stacked: top + sections.count * sectionPitch
    }
  }

  private static func stackedLabelWidth(_ layout: TableLayout) -> Int {
    ((layout.rows + layout.sections).map(\.full.terminalColumns).max() ?? 0) + 1
  }
}
