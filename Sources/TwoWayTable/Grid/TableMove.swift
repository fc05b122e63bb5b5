/// Where a cursor can go in a table; the texts are for commands.
public enum TableMove: String, Hashable, Sendable, CaseIterable {
  /// To a neighbour as it looks on the screen; at an edge the cursor stays.
  case up, down, left, right
  /// To the next or previous field of all, round and round.
  case next, previous
  /// To the ends of the line on the screen.
  case home, end
  /// To the first or last line.
  case top, bottom
  /// A page up: all lines across the screen, a section where they lie below each other.
  case pageUp = "page-up"
  /// A page down, the same way.
  case pageDown = "page-down"
}

// MARK: Lines of cells, as they lie on the screen

extension TableLayout {
  /// How many lines of cells there are: across the screen a section is a line, else every row is.
  package func lineCount(in arrangement: GridArrangement) -> Int {
    rowCount * columns.count / lineWidth(in: arrangement)
  }

  /// The line of a cell, from the top.
  package func line(of position: TablePosition, in arrangement: GridArrangement) -> Int {
    number(of: position) / lineWidth(in: arrangement)
  }

  /// The place of a cell in its line, from the left.
  package func column(of position: TablePosition, in arrangement: GridArrangement) -> Int {
    number(of: position) % lineWidth(in: arrangement)
  }

  /// The cell at a place of a line.
  package func position(
    atLine line: Int, column: Int, in arrangement: GridArrangement
  ) -> TablePosition {
    position(numbered: line * lineWidth(in: arrangement) + column)
  }

  /// The cell that a move leads to.
  public func position(
    _ move: TableMove, from position: TablePosition, in arrangement: GridArrangement
  ) -> TablePosition {
    let (line, column) = (
      self.line(of: position, in: arrangement), self.column(of: position, in: arrangement)
    )
    let (lines, width) = (lineCount(in: arrangement), lineWidth(in: arrangement))
    let page = arrangement == .across ? lines : rows.count
    func at(_ line: Int, _ column: Int) -> TablePosition {
      self.position(
        atLine: max(0, min(line, lines - 1)), column: max(0, min(column, width - 1)),
        in: arrangement)
    }
    let number = number(of: position)
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
