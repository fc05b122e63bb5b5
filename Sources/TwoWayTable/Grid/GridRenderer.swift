/// Draws a two-way table, row by row.
///
/// A row is (section, row). Keeps a picture of the table without its cursor, and draws the rows that differ from it.
public struct GridRenderer {
  /// The layout of the table; nil while the screen is too small.
  public private(set) var frame: GridFrame?
  /// The numbers (section * rows + row) of the rows drawn by the last `update`: for an edit, the edited row.
  package private(set) var drawnRows: [Int] = []
  /// Whether the current cell is a block of the role `cursor`, and `changedMark` precedes changed values in the role
  /// `changed`, as suits a coloured terminal; otherwise the cell is in brackets.
  public var isColored = false { didSet { if isColored != oldValue { frame = nil } } }
  /// The mark of changed values if `isColored`.
  public var changedMark = "*"
  /// The table without its cursor.
  private var picture = Surface(size: ScreenSize(rows: 1, columns: 1))
  /// The cells in the picture, by the number of their row.
  private var shown: [Int: [DrawnCell]] = [:]

  private struct DrawnCell: Equatable {
    let cell: TableCell
    let isHighlighted: Bool
  }

  /// Creates a renderer with nothing drawn.
  public init() {}

  /// Shows the table in the area of `frame` on a surface; returns the cursor position, nil if its cell is not visible.
  ///
  /// For a new `frame`, the picture is drawn in full: labels, headings, every visible row. The cell at `selection` is in
  /// brackets, with its value reversed, or with the text being typed; `highlighted` cells look selected.
  @discardableResult
  public mutating func update(
    _ source: some TableSource, in new: GridFrame?, selection: TablePosition? = nil,
    typing: TextLine? = nil, highlighted: Set<TablePosition> = [], into surface: inout Surface
  ) -> ScreenPoint? {
    drawnRows = []
    guard let new else {
      frame = nil
      return nil
    }
    if new != frame || picture.size != surface.size {
      (frame, shown) = (new, [:])
      picture = Surface(size: surface.size)
      drawTitles(new, into: &picture)
    }
    for (place, origin) in new.rowsInSight {
      let cells = new.layout.columns.indices.map { column in
        let position = TablePosition(section: place.section, row: place.row, column: column)
        return DrawnCell(
          cell: source.cell(at: position), isHighlighted: highlighted.contains(position))
      }
      let number = new.layout.rowNumber(of: place)
      guard shown[number] != cells else { continue }
      shown[number] = cells
      for (index, cell) in cells.enumerated() { draw(cell, index, origin, new, into: &picture) }
      drawnRows.append(number)
    }
    surface.copy(new.area, of: picture)
    guard let selection, let place = new.place(of: selection),
      let cell = shown[new.layout.rowNumber(of: selection)]?[selection.column].cell
    else { return nil }
    return typing.map { type($0, over: cell, at: selection, place, new, into: &surface) }
      ?? select(cell, in: new.layout.columns[selection.column], at: place, into: &surface)
  }

  /// Draws one cell and the gap before it.
  ///
  /// Spaces beside coloured values have the same colour, so that the terminal need not switch.
  private func draw(
    _ drawn: DrawnCell, _ index: Int, _ origin: ScreenPoint, _ frame: GridFrame,
    into surface: inout Surface
  ) {
    let (columns, cell) = (frame.layout.columns, drawn.cell)
    let column = columns[index]
    let start = origin.column + frame.layout.offset(ofColumn: index)
    var style = cell.style(in: column)
    let followsColor = index > 0 && columns[index - 1].role != .plain
    if drawn.isHighlighted { style = Style(.selection) }
    surface.clear(
      row: origin.row, columns: (start - 1)..<start,
      style: followsColor || drawn.isHighlighted ? style : .plain)
    surface.clear(row: origin.row, columns: start..<(start + column.width), style: style)
    let (offset, shown) = column.placement(of: cell.text)
    surface.write(shown, at: ScreenPoint(row: origin.row, column: start + offset), style: style)
    guard let mark = cell.mark else { return }
    surface.write(
      text(of: mark), at: ScreenPoint(row: origin.row, column: start + offset - 1),
      style: isColored && mark == .changed ? Style(.changed) : style)
  }

  private func text(of mark: TableCell.Mark) -> String {
    isColored && mark == .changed ? changedMark : mark.rawValue
  }

  private var brackets: (left: String, right: String) { isColored ? (" ", " ") : ("[", "]") }

  /// Draws the selected cell: reversed, in brackets or as a block.
  private func select(
    _ cell: TableCell, in column: TableColumn, at place: ScreenPoint, into surface: inout Surface
  ) -> ScreenPoint {
    var style = cell.style(in: column)
    style.emphasis.insert(.reverse)
    let (offset, shown) = column.placement(of: cell.text)
    let start = ScreenPoint(row: place.row, column: place.column + offset)
    let edge = place.column + column.width
    drawBetween(
      (cell.mark.map(text) ?? brackets.left, brackets.right), shown, at: start, edge,
      style: isColored ? Style(.cursor) : style, into: &surface)
    return start
  }

  /// Draws the text being typed in the selected cell, over the following cells if it is long; scrolls it if necessary.
  ///
  /// In brackets or underlined, but not reversed, so that the terminal's cursor is visible.
  private func type(
    _ text: TextLine, over cell: TableCell, at position: TablePosition, _ place: ScreenPoint,
    _ frame: GridFrame, into surface: inout Surface
  ) -> ScreenPoint {
    let layout = frame.layout
    let column = layout.columns[position.column]
    let (offset, old) = column.placement(of: cell.text)
    let after = layout.rowWidth - layout.offset(ofColumn: position.column)
    // At the old value, unless too little room is left for a new one.
    let indent = after - offset < column.width ? 0 : offset
    let start = ScreenPoint(row: place.row, column: place.column + indent)
    let (visible, cursor) = text.window(columns: after - indent, cursorMayFollow: true)
    let blanks = max(0, offset - indent + old.terminalColumns - visible.terminalColumns)
    drawBetween(
      brackets, visible + String(repeating: " ", count: blanks), at: start,
      place.column + column.width, style: isColored ? Style(.accent, .underline) : .plain,
      into: &surface)
    return ScreenPoint(row: place.row, column: start.column + cursor)
  }

  /// Draws `text` between two marks; keeps the mark of the next cell in the gap at `edge`.
  private func drawBetween(
    _ marks: (left: String, right: String), _ text: String, at start: ScreenPoint, _ edge: Int,
    style: Style, into surface: inout Surface
  ) {
    let before = ScreenPoint(row: start.row, column: start.column - 1)
    surface.write(marks.left, at: before, style: style)
    let end = surface.write(text, at: start, style: style)
    let after = ScreenPoint(row: start.row, column: end)
    guard end != edge || surface[after].text == " " else { return }
    surface.write(marks.right, at: after, style: style)
  }
}
