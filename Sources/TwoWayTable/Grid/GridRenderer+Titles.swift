/// Headings and labels.
extension GridRenderer {
  func drawTitles(_ frame: GridFrame, into surface: inout Surface) {
    guard frame.arrangement == .across else {
      for line in 0..<frame.blockLines { drawBlockTitle(frame, line, into: &surface) }
      return
    }
    for section in frame.sections {
      guard let origin = frame.origin(section: section, row: frame.rows.lowerBound) else {
        continue
      }
      write(
        frame.label(frame.layout.sections[section]), .plain, frame, line: origin.row,
        into: &surface)
    }
    drawHiddenRows(frame, into: &surface)
    for row in frame.rows { drawRowTitle(frame, row, into: &surface) }
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

  /// Draws the label of a line in a block, or its heading.
  private func drawBlockTitle(_ frame: GridFrame, _ line: Int, into surface: inout Surface) {
    let row = frame.area.row + line
    switch frame.blockLine(line) {
    case .heading(let section):
      drawColumnTitles(
        frame.layout, line: row, from: frame.area.column + frame.labelWidth, into: &surface)
      write(
        frame.label(frame.layout.sections[section]), .heading, frame, line: row, into: &surface)
    case .row(let place):
      write(frame.label(frame.layout.rows[place.row]), .plain, frame, line: row, into: &surface)
    }
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
