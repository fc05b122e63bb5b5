/// A rectangle of cells between two corners, as it looks in an arrangement.
public struct TableRange: Hashable, Sendable {
  /// Where selecting began.
  public var anchor: TablePosition
  /// The opposite corner, where the cursor is.
  public var end: TablePosition

  /// Selects from `anchor` to `end`, both included.
  public init(from anchor: TablePosition, to end: TablePosition) {
    self.anchor = anchor
    self.end = end
  }

  /// The cells of the rectangle by line: across the screen a section is a line, else every row is.
  public func lines(
    in layout: TableLayout, _ arrangement: GridArrangement
  ) -> [[TablePosition]] {
    let width =
      arrangement == .across ? layout.rows.count * layout.columns.count : layout.columns.count
    let (first, last) = (number(anchor, in: layout), number(end, in: layout))
    let (top, bottom) = (min(first / width, last / width), max(first / width, last / width))
    let (left, right) = (min(first % width, last % width), max(first % width, last % width))
    return (top...bottom).map { line in
      (left...right).map { position(line * width + $0, in: layout) }
    }
  }

  /// The cells of the rectangle.
  public func positions(in layout: TableLayout, _ arrangement: GridArrangement) -> Set<
    TablePosition
  > {
    Set(lines(in: layout, arrangement).joined())
  }

  /// A cell's place among all, line by line.
  private func number(_ position: TablePosition, in layout: TableLayout) -> Int {
    layout.rowNumber(of: position) * layout.columns.count + position.column
  }

  private func position(_ number: Int, in layout: TableLayout) -> TablePosition {
    let (line, column) = number.quotientAndRemainder(dividingBy: layout.columns.count)
    let (section, row) = line.quotientAndRemainder(dividingBy: layout.rows.count)
    return TablePosition(section: section, row: row, column: column)
  }
}
