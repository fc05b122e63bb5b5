/// The layout of blocks below each other, some of whose lines are visible.
extension GridFrame {
  /// The content of a line.
  enum BlockLine: Hashable {
    /// The heading of a section, which stays at the top of a list while the section is visible.
    case heading(Int)
    /// A row of a section.
    case row(TablePosition)
  }

  /// Lays blocks out: in pages of whole blocks, or scrolled from `firstLine` as little as needed to show the row at
  /// `selection` below its heading. Nil if there is no room for a block, or for a heading and a row of a list.
  static func blocks(
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
    let isShort = layout.labelWidth(short: false) + layout.rowWidth + 1 > area.columns
    return GridFrame(
      arrangement: firstLine == nil ? .stacked : .list, area: area,
      sections: (first / pitch)..<((first + height - 1) / pitch + 1),
      rows: 0..<layout.rows.count, labelWidth: layout.labelWidth(short: isShort),
      usesShortTitles: isShort, headingLines: headingLines, sectionPitch: pitch,
      firstBlockLine: first, blockLines: height, layout: layout)
  }

  /// The content of a line, counted from the top.
  func blockLine(_ line: Int) -> BlockLine {
    let (section, place) = (firstBlockLine + line).quotientAndRemainder(dividingBy: sectionPitch)
    return headingLines > 0 && (line == 0 || place == 0)
      ? .heading(section)
      : .row(TablePosition(section: section, row: place - headingLines, column: 0))
  }

  func blockOrigin(section: Int, row: Int) -> ScreenPoint? {
    let line = section * sectionPitch + headingLines + row - firstBlockLine
    guard (headingLines..<blockLines).contains(line) else { return nil }
    return ScreenPoint(row: area.row + line, column: area.column + labelWidth)
  }

  var blockRowsInSight: [TablePosition] {
    (0..<blockLines).compactMap { line in
      if case .row(let place) = blockLine(line) { place } else { nil }
    }
  }
}
