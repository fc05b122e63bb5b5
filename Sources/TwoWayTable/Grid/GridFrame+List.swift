/// The layout of a list: the lines of all blocks below each other, some of them visible.
extension GridFrame {
  /// The content of a line.
  enum ListLine: Hashable {
    /// The heading of a section, which stays at the top while the section is visible.
    case heading(Int)
    /// A row of a section.
    case row(TablePosition)
  }

  /// Scrolls from `firstLine` as little as needed to show the row at `selection` below its heading; nil if there is no
  /// room for a heading and a row.
  static func list(
    _ layout: TableLayout, _ area: ScreenRectangle, _ selection: TablePosition, _ firstLine: Int
  ) -> GridFrame? {
    guard area.rows >= 2, area.columns >= minimumSize(for: layout).columns else { return nil }
    let pitch = layout.rows.count + 1
    let total = layout.sections.count * pitch
    let height = min(area.rows, total)
    let selected = selection.section * pitch + 1 + selection.row
    var first = max(selected - height + 1, min(firstLine, selected - 1))
    first = max(0, min(first, total - height))
    let isShort = needsShortTitles(layout, area)
    var frame = GridFrame(
      .list, layout, in: area,
      sections: (first / pitch)..<((first + height - 1) / pitch + 1),
      rows: 0..<layout.rows.count, labelWidth: labelWidth(layout.labels, short: isShort),
      usesShortTitles: isShort, headingLines: 1, sectionPitch: pitch)
    frame.firstLine = first
    frame.listHeight = height
    return frame
  }

  /// The content of a line, counted from the top of the visible list.
  func listLine(_ line: Int) -> ListLine {
    let (section, place) = (firstLine + line).quotientAndRemainder(dividingBy: sectionPitch)
    return line == 0 || place == 0
      ? .heading(section)
      : .row(TablePosition(section: section, row: place - 1, column: 0))
  }

  func listOrigin(section: Int, row: Int) -> ScreenPoint? {
    let line = section * sectionPitch + 1 + row - firstLine
    guard (1..<listHeight).contains(line) else { return nil }
    return ScreenPoint(row: area.row + line, column: area.column + labelWidth)
  }

  var listRowsInSight: [TablePosition] {
    (0..<listHeight).compactMap { line in
      if case .row(let place) = listLine(line) { place } else { nil }
    }
  }
}
