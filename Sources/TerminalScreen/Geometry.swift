/// A place on the screen, counted in character cells from the top left corner.
public struct ScreenPoint: Hashable, Sendable {
  /// The line, 0 at the top.
  public var row: Int
  /// The column, 0 at the left.
  public var column: Int

  /// Names a place; it may lie outside a given screen.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// The extent of a screen in character cells.
public struct ScreenSize: Hashable, Sendable {
  /// Lines, at least 1.
  public let rows: Int
  /// Columns, at least 1.
  public let columns: Int

  /// Makes a size; anything below 1 becomes 1, since terminals report 0 before they know better.
  public init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}
