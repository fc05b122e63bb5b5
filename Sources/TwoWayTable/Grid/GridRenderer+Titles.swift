extension GridRenderer {
  func drawTitles(_ frame: GridFrame, into surface: inout Surface) {
    let (layout, isAcross) = (frame.layout, frame.arrangement == .across)
    for (place, origin) in frame.rowsInSight where !isAcross || place.row == frame.rows.lowerBound {
      let title = isAcross ? layout.sections[place.section] : layout.rows[place.row]
      write(frame.label(title), .plain, frame, line: origin.row, into: &surface)
    }
    if isAcross {
      drawHiddenRows(frame, into: &surface)
      for row in frame.rows { drawRowTitle(frame, row, into: &surface) }
    } else if frame.headingLines > 0 {
      for section in frame.sections { drawHeading(frame, section, into: &surface) }
    }
  }

  private func write(
    _ label: String, _ role: StyleRole, _ frame: GridFrame, line: Int,
    into surface: inout Surface
  ) {
    surface.write(
      label, at: ScreenPoint(row: line, column: frame.area.column + 1), style: Style(role),
      width: frame.labelWidth - 1)
  }

  /// Draws the heading of a row in the `across` arrangement, and those of its columns.
  private func drawRowTitle(_ frame: GridFrame, _ row: Int, into surface: inout Surface) {
    guard let origin = frame.origin(section: frame.sections.lowerBound, row: row) else { return }
    let layout = frame.layout
    let start = ScreenPoint(
      row: frame.area.row,
      column: origin.column + layout.offset(ofColumn: 0) + blanks(beforeTitleOf: layout.columns[0]))
    surface.write(
      layout.rows[row].fitting(layout.rowWidth - 1), at: start, style: Style(.heading),
      width: layout.rowWidth - 1)
    guard frame.headingLines == 2 else { return }
    drawColumnTitles(layout, line: frame.area.row + 1, from: origin.column, into: &surface)
  }

  /// Indicates hidden rows to the left or to the right.
  private func drawHiddenRows(_ frame: GridFrame, into surface: inout Surface) {
    let (line, left) = (frame.area.row, frame.area.column + frame.labelWidth)
    if frame.rows.lowerBound > 0 {
      surface.write("<", at: ScreenPoint(row: line, column: left - 1), style: Style(.faint))
    }
    if frame.rows.upperBound < frame.layout.rows.count {
      let end = left + frame.rows.count * frame.layout.rowWidth
      surface.write(">", at: ScreenPoint(row: line, column: end), style: Style(.faint))
    }
  }

  /// Draws the heading above the rows of a section, which stays at the top of a list while the section is visible.
  private func drawHeading(_ frame: GridFrame, _ section: Int, into surface: inout Surface) {
    let line = frame.area.row + max(0, section * frame.sectionPitch - frame.firstShownLine)
    drawColumnTitles(
      frame.layout, line: line, from: frame.area.column + frame.labelWidth, into: &surface)
    write(frame.label(frame.layout.sections[section]), .heading, frame, line: line, into: &surface)
  }

  private func drawColumnTitles(
    _ layout: TableLayout, line: Int, from left: Int, into surface: inout Surface
  ) {
    for (index, column) in layout.columns.enumerated() {
      let start = left + layout.offset(ofColumn: index) + blanks(beforeTitleOf: column)
      surface.write(
        column.fittingTitle, at: ScreenPoint(row: line, column: start), style: Style(.faint),
        width: column.width)
    }
  }

  /// Returns how far a title is indented to be above the values of a right-aligned column.
  private func blanks(beforeTitleOf column: TableColumn) -> Int {
    column.alignment == .right
      ? max(0, column.width - column.fittingTitle.terminalColumns - 1) : 0
  }
}
