/// A character cell of the screen.
public struct SurfaceCell: Hashable, Sendable {
  /// The character with its marks; empty in the right half of a wide character.
  public internal(set) var text: String
  /// The role and the emphasis; a theme gives them colours.
  public internal(set) var style: Style

  /// Creates a cell with the text of one cluster.
  package init(_ text: String, style: Style = .plain) {
    (self.text, self.style) = (text, style)
  }

  /// A space in the terminal's default colours.
  public static let blank = SurfaceCell(" ")
}

/// The contents of a screen: rows of cells to draw into.
///
/// Independent of the terminal. Text is clipped at the edges; control characters are shown as `?`, for safety.
public struct Surface: Equatable, Sendable {
  /// The size; every row has `size.columns` cells.
  public let size: ScreenSize
  /// The cells, row by row. Blank rows are the same array, so that the empty part of a large window costs nothing.
  public private(set) var rows: [[SurfaceCell]]
  private let blankRow: [SurfaceCell]

  /// Creates a blank surface.
  public init(size: ScreenSize) {
    self.size = size
    blankRow = Array(repeating: .blank, count: size.columns)
    rows = Array(repeating: blankRow, count: size.rows)
  }

  /// The cell at `point`; blank outside the surface.
  public subscript(point: ScreenPoint) -> SurfaceCell {
    let isInside = (0..<size.rows).contains(point.row) && (0..<size.columns).contains(point.column)
    return isInside ? rows[point.row][point.column] : .blank
  }

  /// Writes `text` from `point` on; returns the column after its last cell.
  ///
  /// Clips the text to `width` columns and to the edge of the surface; omits a wide character that would be split.
  @discardableResult
  public mutating func write(
    _ text: String, at point: ScreenPoint, style: Style = .plain, width: Int = .max
  ) -> Int {
    // Text that starts far to the left does not reach the screen.
    guard (0..<size.rows).contains(point.row), (-65_536..<size.columns).contains(point.column),
      width > 0
    else { return point.column }
    let limit = min(size.columns, point.column + min(width, size.columns - point.column))
    var column = point.column
    for cluster in ScreenClusters(text.unicodeScalars) where cluster.columns > 0 {
      let end = column + cluster.columns
      if end > limit { break }
      if column >= 0 {
        makeWhole(point.row, column)
        makeWhole(point.row, end)
        rows[point.row][column] = SurfaceCell(cluster.text, style: style)
        if cluster.columns == 2 { rows[point.row][column + 1] = SurfaceCell("", style: style) }
      }
      column = end
    }
    return column
  }

  /// Writes `text` in a role from a line and a column on; returns the column after its last cell.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int, _ role: StyleRole = .plain, _ emphasis: Emphasis = [],
    width: Int = .max
  ) -> Int {
    let place = ScreenPoint(row: row, column: column)
    return write(text, at: place, style: Style(role, emphasis), width: width)
  }

  /// Clears the columns `columns` of line `row`, by default all, as far as they are on the surface.
  public mutating func clear(row: Int, columns: Range<Int> = 0..<Int.max, style: Style = .plain) {
    guard (0..<size.rows).contains(row) else { return }
    let columns = columns.clamped(to: 0..<size.columns)
    if columns.count == size.columns, style == .plain {
      rows[row] = blankRow
      return
    }
    makeWhole(row, columns.lowerBound)
    makeWhole(row, columns.upperBound)
    for column in columns { rows[row][column] = SurfaceCell(" ", style: style) }
  }

  /// Clears a wide character across the left edge of `column`, before one of its halves is overwritten.
  private mutating func makeWhole(_ row: Int, _ column: Int) {
    guard column > 0, column < size.columns, rows[row][column].text.isEmpty else { return }
    rows[row][column - 1].text = " "
    rows[row][column].text = " "
  }

  /// Draws columns of line `row` on the raised background.
  package mutating func raise(row: Int, columns: Range<Int>) {
    guard (0..<size.rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      rows[row][column].style.emphasis.insert(.raised)
    }
  }

  /// Copies a rectangle of another surface of the same size.
  package mutating func copy(_ area: ScreenRectangle, of other: Surface) {
    let columns = area.span.clamped(to: 0..<size.columns)
    for row in area.lines.clamped(to: 0..<size.rows) {
      if columns.count == size.columns {
        rows[row] = other.rows[row]
      } else {
        makeWhole(row, columns.lowerBound)
        makeWhole(row, columns.upperBound)
        rows[row].replaceSubrange(columns, with: other.rows[row][columns])
      }
    }
  }

  /// The screen as text, one string per line, without trailing spaces.
  public var lines: [String] {
    rows.map { cells in
      var line = cells.map(\.text).joined()
      while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
      return line
    }
  }
}
