import TwoWayTable

/// A table whose cells show a number each: what grids are tested with.
struct NumberedTable: TableSource {
  let layout: TableLayout
  var changed: Set<TablePosition> = []
  var marked: Set<TablePosition> = []

  /// Sections A, B, …, rows `one`, `two`, …, columns `p`, `q`, …
  init(sections: Int, rows: Int, columns: Int) {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    let words = ["one", "two", "three", "four", "five"]
    let names = ["p", "q", "r"]
    layout = TableLayout(
      sections: letters[..<sections].map { .init("Part \($0)", short: $0) },
      rows: words[..<rows].map { .init($0, short: $0) },
      columns: names[..<columns].map {
        TableColumn(title: $0, width: 4, role: $0 == "q" ? .warm : .plain, alignment: .right)
      })
  }

  func cell(at position: TablePosition) -> TableCell {
    TableCell(
      "\(layout.rowNumber(of: position))\(layout.columns[position.column].title)",
      isMarked: marked.contains(position), isChanged: changed.contains(position))
  }
}

/// A grid on a surface, driven as an application would drive it.
struct GridOnSurface {
  let table: NumberedTable
  let arrangement: GridArrangement?
  var grid: GridRenderer
  var surface: Surface
  var cell = TablePosition(section: 0, row: 0, column: 0)
  var cursor: ScreenPoint?

  init(
    _ table: NumberedTable, rows: Int, columns: Int, arrangement: GridArrangement?,
    firstLine: Int = 0,
    cell: TablePosition = TablePosition(section: 0, row: 0, column: 0)
  ) {
    (self.table, self.arrangement, self.cell) = (table, arrangement, cell)
    grid = GridRenderer(layout: table.layout)
    surface = Surface(size: ScreenSize(rows: rows, columns: columns))
    grid.draw(table, frame: frame(firstLine), into: &surface)
    cursor = grid.select(cell, from: table, into: &surface)
  }

  func frame(_ firstLine: Int) -> GridFrame? {
    GridFrame(
      table.layout, top: 0, height: surface.size.rows, columns: surface.size.columns,
      selection: cell, preferring: arrangement, firstLine: firstLine)
  }

  /// Moves the cursor; draws what that changes.
  mutating func move(_ move: TableMove) {
    let old = cell
    cell = table.layout.position(move, from: cell, in: grid.frame?.arrangement ?? .across)
    if let new = frame(grid.frame?.firstLine ?? 0) {
      grid.scroll(to: new, table, into: &surface)
    }
    grid.deselect(old, from: table, into: &surface)
    cursor = grid.select(cell, from: table, into: &surface)
  }
}
