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
  /// The first screen line of the grid, headings included.
  public let top: Int
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
  /// The line of the whole list that stands at the top, from 0; 0 in other arrangements.
  public internal(set) var firstLine = 0
  /// The lines of the whole list that can be seen, below `top` (`list` only).
  var listHeight = 0
  let layout: TableLayout

  init(
    arrangement: GridArrangement, top: Int, sections: Range<Int>, rows: Range<Int>,
    labelWidth: Int, usesShortTitles: Bool, headingLines: Int, sectionPitch: Int,
    layout: TableLayout
  ) {
    self.arrangement = arrangement
    self.top = top
    self.sections = sections
    self.rows = rows
    self.labelWidth = labelWidth
    self.usesShortTitles = usesShortTitles
    self.headingLines = headingLines
    self.sectionPitch = sectionPitch
    self.layout = layout
  }

  /// The fewest columns and lines that show anything of a table.
  public static func minimumSize(for layout: TableLayout) -> ScreenSize {
    ScreenSize(
      rows: layout.rows.count,
      columns: labelWidth(of: layout.rows + layout.sections, short: true) + layout.rowWidth + 1)
  }

  /// Lays a table out in `height` lines from `top` on, so that the cell at `selection` can be seen.
  ///
  /// Sections go across the screen when all of them and two rows of each fit, since that shows the most cells;
  /// otherwise they are stacked. Where it is possible, the table lies as `wish` says instead. A list
  /// is scrolled as little as possible from `firstLine`, the one of the frame before. Returns nil
  /// when not even one section fits.
  public init?(
    _ layout: TableLayout, top: Int, height: Int, columns: Int, selection: TablePosition,
    preferring wish: GridArrangement? = nil, firstLine: Int = 0
  ) {
    let room = Room(top: top, height: height, columns: columns)
    let frame: GridFrame? =
      switch wish {
      case .list: Self.list(layout, room, selection, firstLine)
      case .across: Self.across(layout, room, selection, atLeast: 1)
      case .stacked: Self.stacked(layout, room, selection)
      case nil: nil
      }
    guard
      let frame = frame ?? Self.across(layout, room, selection, atLeast: 2)
        ?? Self.stacked(layout, room, selection)
    else { return nil }
    self = frame
  }

  /// The lines and columns that there are for the table.
  struct Room {
    let top, height, columns: Int
  }

  private static func across(
    _ layout: TableLayout, _ room: Room, _ selection: TablePosition, atLeast least: Int
  ) -> GridFrame? {
    func count(_ label: Int) -> Int {
      min(layout.rows.count, (room.columns - label - 1) / layout.rowWidth)
    }
    // Short titles show more rows; they do not change how the table lies by itself.
    let (long, short) = (
      labelWidth(of: layout.sections, short: false), labelWidth(of: layout.sections, short: true)
    )
    let isShort = count(short) > count(long) && (least == 1 || count(long) >= least)
    let label = isShort ? short : long
    let count = count(label)
    guard count >= min(least, layout.rows.count), room.height > layout.sections.count else {
      return nil
    }
    let page = selection.row / count
    // The last page is filled up with rows of the page before it.
    let first = min(page * count, layout.rows.count - count)
    return GridFrame(
      arrangement: .across, top: room.top, sections: 0..<layout.sections.count,
      rows: first..<(first + count), labelWidth: label,
      usesShortTitles: isShort,
      headingLines: room.height >= layout.sections.count + 2 ? 2 : 1, sectionPitch: 1,
      layout: layout)
  }

  private static func stacked(
    _ layout: TableLayout, _ room: Room, _ selection: TablePosition
  ) -> GridFrame? {
    let minimum = minimumSize(for: layout)
    guard room.height >= minimum.rows, room.columns >= minimum.columns else { return nil }
    let headingLines = room.height > layout.rows.count ? 1 : 0
    let pitch = layout.rows.count + headingLines
    let visible = min(layout.sections.count, room.height / pitch)
    let first = min(selection.section / visible * visible, layout.sections.count - visible)
    let isShort = needsShortTitles(layout, room)
    return GridFrame(
      arrangement: .stacked, top: room.top, sections: first..<(first + visible),
      rows: 0..<layout.rows.count,
      labelWidth: labelWidth(of: layout.rows + layout.sections, short: isShort),
      usesShortTitles: isShort,
      headingLines: headingLines, sectionPitch: pitch, layout: layout)
  }

  /// Where the row begins on the screen, nil when it cannot be seen.
  public func origin(section: Int, row: Int) -> ScreenPoint? {
    guard sections.contains(section), rows.contains(row) else { return nil }
    let block = section - sections.lowerBound
    return switch arrangement {
    case .list: listOrigin(section: section, row: row)
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
    case .list: top + listHeight
    }
  }

  /// Whether sections are named; where they are not, somebody else has to.
  package var namesSections: Bool { arrangement == .across || headingLines > 0 }

  /// The first screen column that the grid leaves free on its right.
  package var right: Int {
    labelWidth + (arrangement == .across ? rows.count : 1) * layout.rowWidth + 1
  }

  /// Whether blocks below each other fit with short titles only.
  static func needsShortTitles(_ layout: TableLayout, _ room: Room) -> Bool {
    labelWidth(of: layout.rows + layout.sections, short: false) + layout.rowWidth + 1 > room.columns
  }

  static func labelWidth(of titles: [TableLayout.Title], short: Bool) -> Int {
    // Closures: a key path into a title takes a thousand instructions, and every key asks.
    (titles.map { (short ? $0.short : $0.full).terminalColumns }.max() ?? 0) + 1
  }

  /// A section's or a row's title as it is drawn before its cells.
  func label(_ title: TableLayout.Title) -> String { usesShortTitles ? title.short : title.full }
}
