/// A rectangle of cells between two corners, as shown in an arrangement.
package struct TableRange: Hashable, Sendable {
  /// The start of the selection.
  package var anchor: TablePosition
  /// The opposite corner, where the cursor is.
  package var end: TablePosition

  /// Selects from `anchor` to `end`, both included.
  package init(from anchor: TablePosition, to end: TablePosition) {
    self.anchor = anchor
    self.end = end
  }

  /// The cells of the rectangle by line: in `across` a line is a section, otherwise a row.
  package func lines(
    in layout: TableLayout, _ arrangement: GridArrangement
  ) -> [[TablePosition]] {
    let width = layout.lineWidth(in: arrangement)
    let (first, last) = (layout.number(of: anchor), layout.number(of: end))
    let (top, bottom) = (min(first / width, last / width), max(first / width, last / width))
    let (left, right) = (min(first % width, last % width), max(first % width, last % width))
    return (top...bottom).map { line in
      (left...right).map { layout.position(numbered: line * width + $0) }
    }
  }

  /// The cells of the rectangle.
  package func positions(in layout: TableLayout, _ arrangement: GridArrangement) -> Set<
    TablePosition
  > {
    Set(lines(in: layout, arrangement).joined())
  }
}
