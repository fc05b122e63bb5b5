/// Draws a two-way table into a surface, row by row.
///
/// A row is (section, row): its cells and nothing else are drawn again after an edit, which
/// `drawnRows` tells.
public struct GridRenderer {
  /// The table's titles and columns; after a change of the rows, `draw` draws the whole table.
  public var layout: TableLayout
  /// Where the table lies; nil while the screen is too small to show it.
  public internal(set) var frame: GridFrame?
  /// The numbers (section * rows + row) of the rows that the last `draw`, `scroll` or `reload` drew, in
  /// order.
  public internal(set) var drawnRows: [Int] = []
  /// The cells drawn as selected, a range say; `highlight` changes them.
  package private(set) var highlighted: Set<TablePosition> = []

  /// Makes a renderer for a table.
  public init(layout: TableLayout) {
    self.layout = layout
  }

  /// Changes the cells that are drawn as selected, and returns the numbers of the rows to reload for it.
  package mutating func highlight(_ positions: Set<TablePosition>) -> [Int] {
    defer { highlighted = positions }
    return Set(highlighted.symmetricDifference(positions).map(layout.rowNumber)).sorted()
  }

  /// Draws the whole table as `frame` lays it out: labels, headings, every row in sight.
  public mutating func draw(
    _ source: some TableSource, frame: GridFrame?, into surface: inout Surface
  ) {
    self.frame = frame
    drawnRows = []
    guard let frame else { return }
    for line in frame.top..<frame.bottom { surface.clear(row: line) }
    drawTitles(frame, into: &surface)
    let rows = frame.sections.flatMap { section in
      frame.rows.map { section * layout.rows.count + $0 }
    }
    reload(rows: rows, from: source, into: &surface)
  }

  /// Draws the rows with the numbers `rows` again, those in sight, and nothing else.
  public mutating func reload(
    rows: some Sequence<Int>, from source: some TableSource, into surface: inout Surface
  ) {
    drawnRows = []
    for number in rows { drawRow(number, from: source, into: &surface) }
  }

  mutating func drawRow(
    _ number: Int, from source: some TableSource, into surface: inout Surface
  ) {
    let (section, row) = number.quotientAndRemainder(dividingBy: layout.rows.count)
    guard let origin = frame?.origin(section: section, row: row) else { return }
    drawnRows.append(number)
    for column in layout.columns.indices {
      let position = TablePosition(section: section, row: row, column: column)
      draw(source.cell(at: position), position, at: origin, into: &surface)
    }
  }

  /// Draws the cell at `position` as the selected one, in brackets and reversed.
  ///
  /// Returns where the terminal's cursor belongs, nil when the cell is out of sight. To take the
  /// selection away, reload the row, or call `deselect`.
  public func select(
    _ position: TablePosition, from source: some TableSource, into surface: inout Surface
  ) -> ScreenPoint? {
    guard let place = frame?.place(of: position) else { return nil }
    let column = layout.columns[position.column]
    let cell = source.cell(at: position)
    var style = cell.style(in: column)
    style.emphasis.insert(.reverse)
    let (offset, shown) = column.placement(of: cell.text)
    let start = ScreenPoint(row: place.row, column: place.column + offset)
    let edge = place.column + column.width
    drawBracketed(cell.glyph ?? "[", shown, at: start, edge, style: style, into: &surface)
    return start
  }

  /// Draws `text` in the selected cell while it is being typed, over the cells behind it in its row
  /// when it is long; what does not fit is scrolled.
  ///
  /// In brackets but not reversed, since a key press then costs a byte or two on the wire and not
  /// twenty. Returns where the terminal's cursor belongs, nil when the cell is out of sight.
  public func type(
    _ text: TextLine, at position: TablePosition, from source: some TableSource,
    into surface: inout Surface
  ) -> ScreenPoint? {
    guard let place = frame?.place(of: position) else { return nil }
    let column = layout.columns[position.column]
    let (offset, old) = column.placement(of: source.cell(at: position).text)
    let behind = layout.rowWidth - layout.offset(ofColumn: position.column)
    // Where the old value stands, unless that leaves too little room for a new one.
    let indent = behind - offset < column.width ? 0 : offset
    let start = ScreenPoint(row: place.row, column: place.column + indent)
    let room = behind - indent
    let (visible, cursor) = text.window(columns: room, cursorMayFollow: true)
    let blanks = max(0, offset - indent + old.terminalColumns - visible.terminalColumns)
    drawBracketed(
      "[", visible + String(repeating: " ", count: blanks), at: start,
      place.column + column.width, style: .plain, into: &surface)
    return ScreenPoint(row: place.row, column: start.column + cursor)
  }

  /// Draws `text` in brackets; a mark of the next cell, which stands in the gap at `edge`, stays.
  private func drawBracketed(
    _ bracket: String, _ text: String, at start: ScreenPoint, _ edge: Int, style: Style,
    into surface: inout Surface
  ) {
    let before = ScreenPoint(row: start.row, column: start.column - 1)
    surface.write(bracket, at: before, style: style)
    let end = surface.write(text, at: start, style: style)
    let behind = ScreenPoint(row: start.row, column: end)
    guard end != edge || end >= surface.size.columns || surface[behind].scalar == 0x20 else {
      return
    }
    surface.write("]", at: behind, style: style)
  }

  /// Draws the cell at `position` without a selection, and what brackets and typing may have
  /// covered: the cells behind it in its row, and the gap before the next row.
  public func deselect(
    _ position: TablePosition, from source: some TableSource, into surface: inout Surface
  ) {
    guard let origin = frame?.origin(section: position.section, row: position.row) else { return }
    for column in position.column..<layout.columns.count {
      let cell = TablePosition(section: position.section, row: position.row, column: column)
      draw(source.cell(at: cell), cell, at: origin, into: &surface)
    }
    let edge = origin.column + layout.rowWidth
    let next = TablePosition(section: position.section, row: position.row + 1, column: 0)
    if let following = frame?.origin(section: next.section, row: next.row),
      following.row == origin.row
    {
      draw(source.cell(at: next), next, at: following, into: &surface)
    } else {
      surface.clear(row: origin.row, columns: edge..<(edge + 1))
    }
  }

  /// Draws one cell and the gap before it.
  ///
  /// Blanks beside coloured values have their colour, so that a terminal need not be told to change
  /// it for them.
  private func draw(
    _ cell: TableCell, _ position: TablePosition, at origin: ScreenPoint,
    into surface: inout Surface
  ) {
    let index = position.column
    let column = layout.columns[index]
    let start = origin.column + layout.offset(ofColumn: index)
    var style = cell.style(in: column)
    let followsColor = index > 0 && layout.columns[index - 1].role != .plain
    surface.clear(
      row: origin.row, columns: (start - 1)..<start, style: followsColor ? style : .plain)
    if highlighted.contains(position) { style = Style(.selection) }
    surface.clear(row: origin.row, columns: start..<(start + column.width), style: style)
    let (offset, shown) = column.placement(of: cell.text)
    surface.write(shown, at: ScreenPoint(row: origin.row, column: start + offset), style: style)
    if let glyph = cell.glyph {
      surface.write(
        glyph, at: ScreenPoint(row: origin.row, column: start + offset - 1), style: style)
    }
  }

  func drawTitles(_ frame: GridFrame, into surface: inout Surface) {
    let style = Style(.heading)
    if frame.arrangement == .list {
      for line in 0..<frame.listHeight { drawListTitle(frame, line, into: &surface) }
      return
    }
    for section in frame.sections {
      guard let origin = frame.origin(section: section, row: frame.rows.lowerBound) else {
        continue
      }
      let title = frame.label(layout.sections[section])
      switch frame.arrangement {
      case .across:
        surface.write(title, at: ScreenPoint(row: origin.row, column: 1), style: style)
      case .stacked, .list:
        drawBlockTitles(frame, title, above: origin, into: &surface)
      }
    }
    guard frame.arrangement == .across else { return }
    drawHiddenRows(frame, into: &surface)
    for row in frame.rows {
      guard let origin = frame.origin(section: frame.sections.lowerBound, row: row) else {
        continue
      }
      let start = ScreenPoint(
        row: frame.top, column: origin.column + layout.offset(ofColumn: 0) + 1)
      surface.write(
        layout.rows[row].fitting(layout.rowWidth - 1), at: start, style: style,
        width: layout.rowWidth - 1)
      guard frame.headingLines == 2 else { continue }
      drawColumnTitles(line: frame.top + 1, from: origin.column, into: &surface)
    }
  }

  /// Says that there are rows to the left or to the right of those in sight.
  private func drawHiddenRows(_ frame: GridFrame, into surface: inout Surface) {
    let style = Style(.faint)
    if frame.rows.lowerBound > 0 {
      surface.write(
        "<", at: ScreenPoint(row: frame.top, column: frame.labelWidth - 1), style: style)
    }
    if frame.rows.upperBound < layout.rows.count {
      let end = frame.labelWidth + frame.rows.count * layout.rowWidth
      surface.write(">", at: ScreenPoint(row: frame.top, column: end), style: style)
    }
  }

  private func drawBlockTitles(
    _ frame: GridFrame, _ title: String, above origin: ScreenPoint, into surface: inout Surface
  ) {
    let style = Style(.heading)
    for row in frame.rows {
      surface.write(
        frame.label(layout.rows[row]), at: ScreenPoint(row: origin.row + row, column: 1),
        style: style)
    }
    guard frame.headingLines > 0 else { return }
    let line = origin.row - 1
    drawColumnTitles(line: line, from: origin.column, into: &surface)
    surface.write(title, at: ScreenPoint(row: line, column: 1), style: style)
  }

  func drawColumnTitles(line: Int, from left: Int, into surface: inout Surface) {
    for (index, column) in layout.columns.enumerated() {
      let start = left + layout.offset(ofColumn: index)
      let title =
        column.title.terminalColumns <= column.width ? column.title : column.shortTitle
      let blank =
        column.alignment == .right ? max(0, column.width - title.terminalColumns - 1) : 0
      surface.write(
        title, at: ScreenPoint(row: line, column: start + blank), style: Style(.faint),
        width: column.width)
    }
  }
}
