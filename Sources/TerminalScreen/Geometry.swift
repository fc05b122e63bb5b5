/// A position on the screen, in character cells from the top left corner.
public struct ScreenPoint: Hashable, Sendable {
  /// The line, 0 at the top.
  public var row: Int
  /// The column, 0 at the left.
  public var column: Int

  /// Creates a position, which may be outside a screen.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// The size of a screen in character cells.
public struct ScreenSize: Hashable, Sendable {
  /// Lines, at least 1.
  public let rows: Int
  /// Columns, at least 1.
  public let columns: Int

  /// Creates a size; limits each value to 1...65,535, since terminals may report 0.
  public init(rows: Int, columns: Int) {
    self.rows = max(1, min(rows, 65_535))
    self.columns = max(1, min(columns, 65_535))
  }
}

/// A rectangle of the screen.
public struct ScreenRectangle: Hashable, Sendable {
  /// The first line.
  public let row: Int
  /// The first column.
  public let column: Int
  /// The number of lines, 0 or more.
  public let rows: Int
  /// The number of columns, 0 or more.
  public let columns: Int

  /// Creates a rectangle; limits sizes to 0...65,535, so `.max` is the rest of the screen, and positions to ±65,535.
  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = max(-65_535, min(row, 65_535))
    self.column = max(-65_535, min(column, 65_535))
    self.rows = max(0, min(rows, 65_535))
    self.columns = max(0, min(columns, 65_535))
  }

  /// The whole screen.
  public init(_ size: ScreenSize) {
    self.init(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  /// A rectangle of up to `rows` by `columns` in the middle of this one.
  public func centered(rows: Int, columns: Int) -> ScreenRectangle {
    let (height, width) = (max(0, min(rows, self.rows)), max(0, min(columns, self.columns)))
    return ScreenRectangle(
      row: row + (self.rows - height) / 2, column: column + (self.columns - width) / 2,
      rows: height, columns: width)
  }

  /// The rectangle without its outermost lines and columns.
  public var inset: ScreenRectangle {
    ScreenRectangle(row: row + 1, column: column + 1, rows: rows - 2, columns: columns - 2)
  }

  package var lines: Range<Int> { row..<(row + rows) }
  package var span: Range<Int> { column..<(column + columns) }
}

extension Surface {
  /// Clears a rectangle.
  public mutating func clear(_ area: ScreenRectangle) {
    for row in area.lines { clear(row: row, columns: area.span) }
  }

  /// Draws a frame along the edges of `area`, with a title in its upper edge; clears and returns the inside.
  public mutating func drawFrame(
    _ area: ScreenRectangle, title: String = "", showsUnicode: Bool
  ) -> ScreenRectangle {
    guard area.rows >= 2, area.columns >= 2 else { return area }
    clear(area)
    let glyphs = showsUnicode ? ["┌", "─", "┐", "│", "└", "┘"] : ["+", "-", "+", "|", "+", "+"]
    let edge = String(repeating: glyphs[1], count: area.columns - 2)
    let right = area.column + area.columns - 1
    write(glyphs[0] + edge + glyphs[2], row: area.row, column: area.column, .faint)
    for row in area.inset.lines {
      write(glyphs[3], row: row, column: area.column, .faint)
      write(glyphs[3], row: row, column: right, .faint)
    }
    let bottom = area.row + area.rows - 1
    write(glyphs[4] + edge + glyphs[5], row: bottom, column: area.column, .faint)
    if !title.isEmpty, area.columns > 6 {
      write(" \(title) ", row: area.row, column: area.column + 2, .title, width: area.columns - 4)
    }
    return area.inset
  }
}
