/// The arithmetic of a list: the lines of all blocks below each other, of which some can be seen.
extension GridFrame {
  /// What a line of the screen shows.
  enum ListLine: Hashable {
    /// The heading of a section, which stays at the top as long as the section can be seen.
    case heading(Int)
    /// A row of a section.
    case row(section: Int, row: Int)
  }

  /// Scrolls, from `firstLine` on, as little as shows the row at `selection` below the heading of the
  /// section at the top; nil when there is no room for a heading and a row.
  static func list(
    _ layout: TableLayout, _ room: Room, _ selection: TablePosition, _ firstLine: Int
  ) -> GridFrame? {
    guard room.height >= 2, room.columns >= minimumSize(for: layout).columns else { return nil }
    let pitch = layout.rows.count + 1
    let total = layout.sections.count * pitch
    let height = min(room.height, total)
    let selected = selection.section * pitch + 1 + selection.row
    var first = max(selected - height + 1, min(firstLine, selected - 1))
    first = max(0, min(first, total - height))
    let isShort = needsShortTitles(layout, room)
    var frame = GridFrame(
      arrangement: .list, top: room.top,
      sections: (first / pitch)..<((first + height - 1) / pitch + 1),
      rows: 0..<layout.rows.count,
      labelWidth: labelWidth(of: layout.rows + layout.sections, short: isShort),
      usesShortTitles: isShort, headingLines: 1,
      sectionPitch: pitch, layout: layout)
    frame.firstLine = first
    frame.listHeight = height
    return frame
  }

  /// What the line `line`, counted from `top`, shows.
  func listLine(_ line: Int) -> ListLine {
    let (section, place) = (firstLine + line).quotientAndRemainder(dividingBy: sectionPitch)
    return line == 0 || place == 0 ? .heading(section) : .row(section: section, row: place - 1)
  }

  func listOrigin(section: Int, row: Int) -> ScreenPoint? {
    let line = section * sectionPitch + 1 + row - firstLine
    guard (1..<listHeight).contains(line) else { return nil }
    return ScreenPoint(row: top + line, column: labelWidth)
  }

  /// Whether `other` shows the same list at the same place, scrolled perhaps.
  func isScrolled(from other: GridFrame) -> Bool {
    arrangement == .list && other.arrangement == .list && top == other.top
      && listHeight == other.listHeight && layout == other.layout
  }
}
