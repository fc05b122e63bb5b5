/// The arrangement of a table on the screen.
public enum GridArrangement: Hashable, Sendable {
  /// A line for every section, with its rows side by side.
  case across
  /// A block for every section, with its rows below each other, in pages of whole blocks.
  case stacked
  /// A block for every section, scrolled by lines below the heading of the topmost section.
  case list
}

/// The visible rows of a table and their positions; computes the layout without drawing.
public struct GridFrame: Hashable, Sendable {
  /// The arrangement that fits, not necessarily the preferred one.
  public let arrangement: GridArrangement
  /// The lines and columns of the table, including headings.
  public let area: ScreenRectangle
  /// The sections that are visible at least in part.
  public let sections: Range<Int>
  /// The visible rows of each of those sections.
  public let rows: Range<Int>
  /// The width of section or row labels.
  public let labelWidth: Int
  /// Whether sections and rows have their short titles, because the long ones do not fit.
  public let usesShortTitles: Bool
  /// The lines above the first section: in `across` 2 with column headings, 1 without; otherwise 1 if sections are
  /// labelled, or else the owner has to label them.
  package let headingLines: Int
  /// The distance between sections in lines.
  let sectionPitch: Int
  /// The topmost visible line of all sections, from 0.
  public internal(set) var firstLine = 0
  /// The number of visible lines.
  let lineCount: Int
  let layout: TableLayout
}

extension GridFrame {
  /// The smallest size that shows a section without scrolling.
  public static func minimumSize(for layout: TableLayout) -> ScreenSize {
    ScreenSize(rows: layout.rows.count, columns: layout.shortLabelWidth + layout.rowWidth + 1)
  }

  /// Lays a table out so that the cell at `selection` is visible.
  ///
  /// The rows of a section are side by side (`across`) if all sections and two rows of each fit; otherwise sections are
  /// stacked. `preferred` overrides this if possible. A list scrolls as little as possible from `firstLine`, that of
  /// the previous frame. Returns nil if not even one section fits.
  /// `sectionPitch` is the number of lines from one section to the next in `across`, 1 to 65,535.
  public init?(
    _ layout: TableLayout, in area: ScreenRectangle, selection: TablePosition,
    preferring preferred: GridArrangement? = nil, firstLine: Int = 0, sectionPitch: Int = 1
  ) {
    let selection = layout.nearest(to: selection)
    let sectionPitch = max(1, min(sectionPitch, 65_535))
    let frame: GridFrame? =
      switch preferred {
      case .list: Self.blocks(layout, area, selection, scrollingFrom: firstLine)
      case .across: Self.across(layout, area, selection, atLeast: 1, sectionPitch)
      case .stacked: Self.blocks(layout, area, selection)
      case nil: nil
      }
    guard
      let frame = frame ?? Self.across(layout, area, selection, atLeast: 2, sectionPitch)
        ?? Self.blocks(layout, area, selection)
    else { return nil }
    self = frame
  }

  private static func across(
    _ layout: TableLayout, _ area: ScreenRectangle, _ selection: TablePosition,
    atLeast least: Int, _ pitch: Int
  ) -> GridFrame? {
    let lines = (layout.sections.count - 1) * pitch + 1
    func count(_ label: Int) -> Int {
      min(layout.rows.count, (area.columns - label - 1) / layout.rowWidth)
    }
    // Short titles show more rows, but do not affect the choice of the arrangement.
    let long = TableLayout.labelWidth(layout.sections, short: false)
    let short = TableLayout.labelWidth(layout.sections, short: true)
    let isShort = count(short) > count(long) && (least == 1 || count(long) >= least)
    let label = isShort ? short : long
    let headingLines = area.rows >= lines + 2 ? 2 : 1
    let count = count(label)
    guard count >= min(least, layout.rows.count), area.rows > lines else { return nil }
    let page = selection.row / count
    // Fill the last page up with rows of the previous one.
    let first = min(page * count, layout.rows.count - count)
    return GridFrame(
      arrangement: .across, area: area, sections: 0..<layout.sections.count,
      rows: first..<(first + count), labelWidth: label, usesShortTitles: isShort,
      headingLines: headingLines, sectionPitch: pitch, lineCount: headingLines + lines,
      layout: layout)
  }

  /// The position of a row on the screen; nil if it is not visible.
  public func origin(section: Int, row: Int) -> ScreenPoint? {
    guard sections.contains(section), rows.contains(row) else { return nil }
    let (below, beside) = arrangement == .across ? (0, row - rows.lowerBound) : (row, 0)
    let line = section * sectionPitch + headingLines + below - firstLine
    guard (headingLines..<lineCount).contains(line) else { return nil }
    return ScreenPoint(
      row: area.row + line, column: area.column + labelWidth + beside * layout.rowWidth)
  }

  /// The position of a cell's value on the screen; nil if it is not visible.
  public func place(of position: TablePosition) -> ScreenPoint? {
    guard layout.columns.indices.contains(position.column),
      let origin = origin(section: position.section, row: position.row)
    else { return nil }
    return ScreenPoint(
      row: origin.row, column: origin.column + layout.offset(ofColumn: position.column))
  }

  /// The cell at `point`; nil between cells and beside the table.
  public func position(at point: ScreenPoint) -> TablePosition? {
    for (place, origin) in rowsInSight where origin.row == point.row {
      for column in layout.columns.indices {
        let start = origin.column + layout.offset(ofColumn: column)
        if (start..<(start + layout.columns[column].width)).contains(point.column) {
          return TablePosition(section: place.section, row: place.row, column: column)
        }
      }
    }
    return nil
  }

  /// The first column of every visible row, section by section, and its position on the screen.
  var rowsInSight: [(place: TablePosition, origin: ScreenPoint)] {
    sections.flatMap { section in
      // A list can have many rows.
      let top = firstLine - section * sectionPitch
      let visible = rows.clamped(to: top..<(top + lineCount - headingLines))
      return (arrangement == .across ? rows : visible).compactMap { row in
        origin(section: section, row: row).map {
          (TablePosition(section: section, row: row, column: 0), $0)
        }
      }
    }
  }

  /// The first screen line below the grid.
  public var bottom: Int { area.row + lineCount }

  /// The first column to the right of the grid.
  public var right: Int {
    area.column + labelWidth + (arrangement == .across ? rows.count : 1) * layout.rowWidth + 1
  }

  /// The title of a section or row as drawn before its cells.
  func label(_ title: TableLayout.Title) -> String { usesShortTitles ? title.short : title.full }

  /// Lays blocks out: in pages of whole blocks, or scrolled from `firstLine` as little as needed to show the row at
  /// `selection` below its heading. Nil if there is no room for a block, or for a heading and a row of a list.
  private static func blocks(
    _ layout: TableLayout, _ area: ScreenRectangle, _ selection: TablePosition,
    scrollingFrom firstLine: Int? = nil
  ) -> GridFrame? {
    let minimum = minimumSize(for: layout)
    guard area.columns >= minimum.columns, area.rows >= (firstLine == nil ? minimum.rows : 2) else {
      return nil
    }
    let headingLines = firstLine != nil || area.rows > layout.rows.count ? 1 : 0
    let pitch = layout.rows.count + headingLines
    let total = layout.sections.count * pitch
    let height, first: Int
    if let firstLine {
      height = min(area.rows, total)
      let selected = selection.section * pitch + 1 + selection.row
      let scrolled = max(selected - height + 1, min(firstLine, selected - 1))
      first = max(0, min(scrolled, total - height))
    } else {
      let visible = min(layout.sections.count, area.rows / pitch)
      height = visible * pitch
      first = min(selection.section / visible * visible * pitch, total - height)
    }
    let isShort = layout.labelWidth + layout.rowWidth + 1 > area.columns
    return GridFrame(
      arrangement: firstLine == nil ? .stacked : .list, area: area,
      sections: (first / pitch)..<((first + height - 1) / pitch + 1),
      rows: 0..<layout.rows.count, labelWidth: isShort ? layout.shortLabelWidth : layout.labelWidth,
      usesShortTitles: isShort, headingLines: headingLines, sectionPitch: pitch,
      firstLine: first, lineCount: height, layout: layout)
  }
}
