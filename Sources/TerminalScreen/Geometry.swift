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

  /// Creates a size; values below 1 become 1, since terminals may report 0.
  public init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}
