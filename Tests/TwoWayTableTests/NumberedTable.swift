import TwoWayTable

/// A table of numbered cells, for tests of grids.
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
      mark: marked.contains(position)
        ? .problem : changed.contains(position) ? .changed : nil)
  }
}

/// A grid on a surface, driven as an application would drive it.
struct GridOnSurface {
  var table: NumberedTable
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
    grid = GridRenderer()
    surface = Surface(size: ScreenSize(rows: rows, columns: columns))
    update(firstLine)
  }

  func frame(_ firstLine: Int) -> GridFrame? {
    GridFrame(
      table.layout, in: ScreenRectangle(surface.size), selection: cell, preferring: arrangement,
      firstLine: firstLine)
  }

  /// Draws the changes.
  mutating func update(_ firstLine: Int = 0, highlighted: Set<TablePosition> = []) {
    cursor = grid.update(
      table, in: frame(firstLine), selection: cell, highlighted: highlighted, into: &surface)
  }

  /// Moves the cursor and draws the changes.
  mutating func move(_ move: TableMove) {
    cell = table.layout.position(move, from: cell, in: grid.frame?.arrangement ?? .across)
    update(grid.frame?.firstLine ?? 0)
  }
}
