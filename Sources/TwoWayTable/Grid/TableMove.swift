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

// MARK: Lines of cells, as they lie on the screen

extension TableLayout {
  /// The number of lines of cells: in `across` a line is a section, otherwise a row.
  package func lineCount(in arrangement: GridArrangement) -> Int {
    rowCount * columns.count / lineWidth(in: arrangement)
  }

  /// The line of a cell, from the top.
  package func line(of position: TablePosition, in arrangement: GridArrangement) -> Int {
    number(of: position) / lineWidth(in: arrangement)
  }

  /// The index of a cell in its line, from the left.
  package func column(of position: TablePosition, in arrangement: GridArrangement) -> Int {
    number(of: position) % lineWidth(in: arrangement)
  }

  /// Returns the cell at an index of a line.
  package func position(
    atLine line: Int, column: Int, in arrangement: GridArrangement
  ) -> TablePosition {
    position(numbered: line * lineWidth(in: arrangement) + column)
  }

  /// Returns the cell after a move.
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
