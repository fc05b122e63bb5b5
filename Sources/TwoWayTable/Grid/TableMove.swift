/// A movement of the cursor in a table; the raw values are names of commands.
public enum TableMove: String, Hashable, Sendable, CaseIterable {
  /// To a neighbour on the screen; not beyond the edge.
  case up, down, left, right
  /// To the next or previous field, cyclically.
  case next, previous
  /// To the ends of the line on the screen.
  case home, end
  /// To the first or last line.
  case top, bottom
  /// A page up: all lines in `across`, otherwise a section.
  case pageUp = "page-up"
  /// A page down, likewise.
  case pageDown = "page-down"
}

extension TableLayout {
  /// Returns the cell after a move.
  public func position(
    _ move: TableMove, from position: TablePosition, in arrangement: GridArrangement
  ) -> TablePosition {
    let (number, width) = (number(of: position), lineWidth(in: arrangement))
    let (line, column) = number.quotientAndRemainder(dividingBy: width)
    let lines = rowCount * columns.count / width
    let page = arrangement == .across ? lines : rows.count
    func at(_ line: Int, _ column: Int) -> TablePosition {
      self.position(
        numbered: max(0, min(line, lines - 1)) * width + max(0, min(column, width - 1)))
    }
    return switch move {
    case .up: at(line - 1, column)
    case .down: at(line + 1, column)
    case .left: at(line, column - 1)
    case .right: at(line, column + 1)
    case .next: self.position(numbered: (number + 1) % (lines * width))
    case .previous: self.position(numbered: (number + lines * width - 1) % (lines * width))
    case .home: at(line, 0)
    case .end: at(line, width - 1)
    case .top: at(0, column)
    case .bottom: at(lines - 1, column)
    case .pageUp: at(line - page, column)
    case .pageDown: at(line + page, column)
    }
  }
}
