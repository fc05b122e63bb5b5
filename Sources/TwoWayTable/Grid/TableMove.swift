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
  /// The cell that a move leads to in an arrangement.
  public func position(
    _ move: TableMove, from position: TablePosition, in arrangement: GridArrangement
  ) -> TablePosition {
    let width = lineWidth(in: arrangement)
    let count = rowCount * columns.count
    let place = number(of: position)
    let start = place / width * width
    switch move {
    case .up: return self.position(numbered: place - width < 0 ? place : place - width)
    case .down: return self.position(numbered: place + width < count ? place + width : place)
    case .left: return self.position(numbered: max(start, place - 1))
    case .right: return self.position(numbered: min(start + width - 1, place + 1))
    case .next: return self.position(numbered: (place + 1) % count)
    case .previous: return self.position(numbered: (place + count - 1) % count)
    case .firstInLine: return self.position(numbered: start)
    case .lastInLine: return self.position(numbered: start + width - 1)
    case .firstSection:
      return TablePosition(section: 0, row: position.row, column: position.column)
    case .lastSection:
      return TablePosition(
        section: sections.count - 1, row: position.row, column: position.column)
    }
  }
}
