extension GridRenderer {
  func drawTitles(_ frame: GridFrame, into surface: inout Surface) {
    let (layout, isAcross) = (frame.layout, frame.arrangement == .across)
    let (label, left) = (frame.area.column + 1, frame.area.column + frame.labelWidth)
    for (place, origin) in frame.rowsInSight where !isAcross || place.row == frame.rows.lowerBound {
      let title = isAcross ? layout.sections[place.section] : layout.rows[place.row]
      surface.write(frame.label(title), row: origin.row, column: label, width: frame.labelWidth - 1)
    }
    if isAcross {
      if frame.rows.lowerBound > 0 {
        surface.write("<", row: frame.area.row, column: left - 1, .faint)
      }
      if frame.rows.upperBound < layout.rows.count {
        let end = left + frame.rows.count * layout.rowWidth
        surface.write(">", row: frame.area.row, column: end, .faint)
      }
      for row in frame.rows { drawRowTitle(frame, row, into: &surface) }
    } else if frame.headingLines > 0 {
      let isList = frame.arrangement == .list
      let end = frame.firstLine + frame.lineCount
      if isList, frame.firstLine > 0 {
        surface.write("^", row: frame.area.row, column: label - 1, .faint)
      }
      if isList, end < layout.sections.count * frame.sectionPitch {
        surface.write("v", row: frame.bottom - 1, column: label - 1, .faint)
      }
      for section in frame.sections {
        // It stays at the top of a list while the section is visible.
        let line = frame.area.row + max(0, section * frame.sectionPitch - frame.firstLine)
        drawColumnTitles(layout, line: line, from: left, into: &surface)
        surface.write(
          frame.label(layout.sections[section]), row: line, column: label, .heading,
          width: frame.labelWidth - 1)
      }
    }
  }

  /// Draws the heading of a row in the `across` arrangement, and those of its columns.
  private func drawRowTitle(_ frame: GridFrame, _ row: Int, into surface: inout Surface) {
    guard let origin = frame.origin(section: frame.sections.lowerBound, row: row) else { return }
    let layout = frame.layout
    let start = layout.offset(ofColumn: 0) + blanks(beforeTitleOf: layout.columns[0])
    let width = layout.rowWidth - 1
    surface.write(
      layout.rows[row].fitting(width), row: frame.area.row, column: origin.column + start, .heading,
      width: width)
    guard frame.headingLines == 2 else { return }
    drawColumnTitles(layout, line: frame.area.row + 1, from: origin.column, into: &surface)
  }

  private func drawColumnTitles(
    _ layout: TableLayout, line: Int, from left: Int, into surface: inout Surface
  ) {
    var end = left
    for (index, column) in layout.columns.enumerated() {
      let (place, title) = (left + layout.offset(ofColumn: index), column.fittingTitle)
      // Decimals are rare: without them, a title one column to the left is above the middle of the values.
      let isCentred = column.alignment == .decimal && end < place - 1
      let start = place + (isCentred ? -1 : blanks(beforeTitleOf: column))
      surface.write(title, row: line, column: start, .faint, width: column.width)
      end = start + min(title.terminalColumns, column.width)
    }
  }

  /// Returns how far a title is indented to be above the values of a right-aligned column.
  private func blanks(beforeTitleOf column: TableColumn) -> Int {
    column.alignment == .right
      ? max(0, column.width - column.fittingTitle.terminalColumns - 1) : 0
  }
}
