/// How a table lies on the screen.
public enum GridArrangement: Hashable, Sendable {
  /// A line for every section, its rows side by side.
  case across
  /// A block for every section, its rows below each other, a page of whole blocks at a time.
  case stacked
  /// A block for every section, scrolled line by line below the heading of the section at the top.
  case list
}

/// Which rows of a table can be seen, and where: the arithmetic of the grid, without any drawing.
public struct GridFrame: Hashable, Sendable {
  /// How the table lies.
  public let arrangement: GridArrangement
  /// The lines and columns that the table has, headings included.
  public let area: ScreenRectangle
  /// The sections that can be seen.
  public let sections: Range<Int>
  /// The rows, of each of those sections, that can be seen.
  public let rows: Range<Int>
  /// The screen columns that section or row labels take.
  public let labelWidth: Int
  /// Whether sections and rows have their short titles, since the long ones would leave no room.
  public let usesShortTitles: Bool
  /// The lines above the first section: 2 with column headings, 1 without (`across` only).
  let headingLines: Int
  /// The lines from one section to the next.
  let sectionPitch: Int
  /// The line of the whole list that is at the top, from 0; 0 in other arrangements.
  public internal(set) var firstLine = 0
  /// The lines of the whole list that can be seen (`list` only).
  var listHeight = 0
  let layout: TableLayout

  /// The fewest columns and lines that show anything of a table.
  public static func minimumSize(for layout: TableLayout) -> ScreenSize {
    ScreenSize(
      rows: layout.rows.count,
      columns: labelWidth(layout.labels, short: true) + layout.rowWidth + 1)
  }

  /// Lays a table out in a part of the screen, so that the cell at `selection` can be seen.
  ///
  /// Sections go across the screen when all of them and two rows of each fit, since that shows the most
  /// cells; otherwise they are stacked. Where it is possible, the table lies as `preferred` says instead. A
  /// list is scrolled as little as possible from `firstLine`, the one of the frame before. Returns nil when
  /// not even one section fits.
  public init?(
    _ layout: TableLayout, in area: ScreenRectangle, selection: TablePosition,
    preferring preferred: GridArrangement? = nil, firstLine: Int = 0
  ) {
    let selection = layout.nearest(to: selection)
    let frame: GridFrame? =
      switch preferred {
      case .list: Self.list(layout, area, selection, firstLine)
      case .across: Self.across(layout, area, selection, atLeast: 1)
      case .stacked: Self.stacked(layout, area, selection)
      case nil: nil
      }
    guard
      let frame = frame ?? Self.across(layout, area, selection, atLeast: 2)
        ?? Self.stacked(layout, area, selection)
    else { return nil }
    self = frame
  }

  /// Makes a frame of its parts.
  init(
    _ arrangement: GridArrangement, _ layout: TableLayout, in area: ScreenRectangle,
    sections: Range<Int>, rows: Range<Int>, labelWidth: Int, usesShortTitles: Bool,
    headingLines: Int, sectionPitch: Int
  ) {
    self.arrangement = arrangement
    self.layout = layout
    self.area = area
    self.sections = sections
    self.rows = rows
    self.labelWidth = labelWidth
    self.usesShortTitles = usesShortTitles
    self.headingLines = headingLines
    self.sectionPitch = sectionPitch
  }

  private static func across(
    _ layout: TableLayout, _ area: ScreenRectangle, _ selection: TablePosition, atLeast least: Int
  ) -> GridFrame? {
    func count(_ label: Int) -> Int {
      min(layout.rows.count, (area.columns - label - 1) / layout.rowWidth)
    }
    // Short titles show more rows; they do not change how the table lies by itself.
    let (long, short) = (
      labelWidth(layout.sectionLabels, short: false), labelWidth(layout.sectionLabels, short: true)
    )
    let isShort = count(short) > count(long) && (least == 1 || count(long) >= least)
    let label = isShort ? short : long
    let count = count(label)
    guard count >= min(least, layout.rows.count), area.rows > layout.sections.count else {
      return nil
    }
    let page = selection.row / count
    // The last page is filled up with rows of the page before it.
    let first = min(page * count, layout.rows.count - count)
    return GridFrame(
      .across, layout, in: area, sections: 0..<layout.sections.count,
      rows: first..<(first + count), labelWidth: label, usesShortTitles: isShort,
      headingLines: area.rows >= layout.sections.count + 2 ? 2 : 1, sectionPitch: 1)
  }

  private static func stacked(
    _ layout: TableLayout, _ area: ScreenRectangle, _ selection: TablePosition
  ) -> GridFrame? {
    let minimum = minimumSize(for: layout)
    guard area.rows >= minimum.rows, area.columns >= minimum.columns else { return nil }
    let headingLines = area.rows > layout.rows.count ? 1 : 0
    let pitch = layout.rows.count + headingLines
    let visible = min(layout.sections.count, area.rows / pitch)
    let first = min(selection.section / visible * visible, layout.sections.count - visible)
    let isShort = needsShortTitles(layout, area)
    return GridFrame(
      .stacked, layout, in: area, sections: first..<(first + visible),
      rows: 0..<layout.rows.count, labelWidth: labelWidth(layout.labels, short: isShort),
      usesShortTitles: isShort, headingLines: headingLines, sectionPitch: pitch)
  }

  /// Where the row begins on the screen, nil when it cannot be seen.
  public func origin(section: Int, row: Int) -> ScreenPoint? {
    guard sections.contains(section), rows.contains(row) else { return nil }
    let block = section - sections.lowerBound
    let left = area.column + labelWidth
    return switch arrangement {
    case .list: listOrigin(section: section, row: row)
    case .across:
      ScreenPoint(
        row: area.row + headingLines + block,
        column: left + (row - rows.lowerBound) * layout.rowWidth)
    case .stacked:
      ScreenPoint(row: area.row + block * sectionPitch + headingLines + row, column: left)
    }
  }

  /// Where the value of a cell begins on the screen, nil when it cannot be seen.
  public func place(of position: TablePosition) -> ScreenPoint? {
    guard layout.columns.indices.contains(position.column),
      let origin = origin(section: position.section, row: position.row)
    else { return nil }
    return ScreenPoint(
      row: origin.row, column: origin.column + layout.offset(ofColumn: position.column))
  }

  /// The first column of every row that can be seen, section by section.
  var rowsInSight: [TablePosition] {
    if arrangement == .list { return listRowsInSight }
    return sections.flatMap { section in
      rows.map { TablePosition(section: section, row: $0, column: 0) }
    }
  }

  /// Whether a cursor at a cell covers something of a row: of its own, or the gap before the next one beside it.
  func isCovered(_ place: TablePosition, byCursorAt cursor: TablePosition?) -> Bool {
    guard let cursor, cursor.section == place.section else { return false }
    return cursor.row == place.row || arrangement == .across && cursor.row + 1 == place.row
  }

  /// The first screen line below the grid.
  public var bottom: Int {
    switch arrangement {
    case .across: area.row + headingLines + sections.count
    case .stacked: area.row + sections.count * sectionPitch
    case .list: area.row + listHeight
    }
  }

  /// Whether sections are named; where they are not, the owner has to.
  package var namesSections: Bool { arrangement == .across || headingLines > 0 }

  /// The first screen column that the grid leaves free on its right.
  package var right: Int {
    area.column + labelWidth + (arrangement == .across ? rows.count : 1) * layout.rowWidth + 1
  }

  /// Whether blocks below each other fit with short titles only.
  static func needsShortTitles(_ layout: TableLayout, _ area: ScreenRectangle) -> Bool {
    labelWidth(layout.labels, short: false) + layout.rowWidth + 1 > area.columns
  }

  /// The columns of labels and the gap after them.
  static func labelWidth(_ labels: TableLayout.LabelWidth, short: Bool) -> Int {
    (short ? labels.short : labels.full) + 1
  }

  /// A section's or a row's title as it is drawn before its cells.
  func label(_ title: TableLayout.Title) -> String { usesShortTitles ? title.short : title.full }
}
