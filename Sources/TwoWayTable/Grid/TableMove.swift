/// Where a cursor can go in a table.
public enum TableMove: Hashable, Sendable {
  /// To a neighbour as it looks on the screen; at an edge the cursor stays.
  case up, down, left, right
  /// To the next or previous field of all, round and round.
  case next, previous
  /// To the ends of the line on the screen.
  case firstInLine, lastInLine
  /// To the same row and field in the first or last section.
  case firstSection, lastSection
}

extension TableLayout {
  /// The cell that a move leads to in an arrangement: across the screen a section is a line, else
  /// every row is.
  public func position(
    _ move: TableMove, from position: TablePosition, in arrangement: GridArrangement
  ) -> TablePosition {
    let width = arrangement == .across ? rows.count * columns.count : columns.count
    let count = rowCount * columns.count
    let place = rowNumber(of: position) * columns.count + position.column
    let start = place / width * width
    switch move {
    case .up: return self.position(place - width < 0 ? place : place - width)
    case .down: return self.position(place + width < count ? place + width : place)
    case .left: return self.position(max(start, place - 1))
    case .right: return self.position(min(start + width - 1, place + 1))
    case .next: return self.position((place + 1) % count)
    case .previous: return self.position((place + count - 1) % count)
    case .firstInLine: return self.position(start)
    case .lastInLine: return self.position(start + width - 1)
    case .firstSection:
      return TablePosition(section: 0, row: position.row, column: position.column)
    case .lastSection:
      return TablePosition(
        section: sections.count - 1, row: position.row, column: position.column)
    }
  }

  /// The cell at a place among all, row by row.
  private func position(_ place: Int) -> TablePosition {
    let (line, column) = place.quotientAndRemainder(dividingBy: columns.count)
    let (section, row) = line.quotientAndRemainder(dividingBy: rows.count)
    return TablePosition(section: section, row: row, column: column)
  }
}
