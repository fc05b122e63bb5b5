extension GridRenderer {
  /// Shows another part of a list: lines that stay in sight are moved, and only the others drawn.
  ///
  /// What cannot be reached by scrolling is drawn as a whole. A selection drawn before moves with its
  /// row; deselect it afterwards.
  public mutating func scroll(
    to new: GridFrame, _ source: some TableSource, into surface: inout Surface
  ) {
    guard let old = frame, new.isScrolled(from: old) else {
      draw(source, frame: new, into: &surface)
      return
    }
    let distance = new.firstLine - old.firstLine
    frame = new
    drawnRows = []
    guard distance != 0 else { return }
    let lines = 0..<new.listHeight
    surface.scroll(new.top..<new.bottom, by: distance, 0..<surface.size.columns)
    for line in lines {
      let now = new.listLine(line)
      let before = lines.contains(line + distance) ? old.listLine(line + distance) : nil
      guard now != before else { continue }
      surface.clear(row: new.top + line)
      drawListTitle(new, line, into: &surface)
      if case .row(let section, let row) = now {
        drawRow(section * layout.rows.count + row, from: source, into: &surface)
      }
    }
  }

  /// Draws what stands before the values of a line, or the heading that it is.
  func drawListTitle(_ frame: GridFrame, _ line: Int, into surface: inout Surface) {
    let place = ScreenPoint(row: frame.top + line, column: 1)
    switch frame.listLine(line) {
    case .heading(let section):
      drawColumnTitles(line: place.row, from: frame.labelWidth, into: &surface)
      surface.write(frame.label(layout.sections[section]), at: place, style: Style(.heading))
    case .row(_, let row):
      surface.write(frame.label(layout.rows[row]), at: place, style: Style(.heading))
    }
  }
}
