import TestSupport
import Testing
import TwoWayTable

@Suite("A grid")
struct GridTests {
  static let table = NumberedTable(sections: 4, rows: 3, columns: 2)

  @Test("as a list keeps the heading of the section at the top in sight")
  func stickyHeadings() {
    var list = GridOnSurface(Self.table, rows: 5, columns: 40, arrangement: .list)
    #expect(
      list.surface.lines == [
        " Part A   p    q", " one     [0p]  0q", " two      1p   1q", " three    2p   2q",
        " Part B   p    q",
      ])
    for _ in 0..<4 { list.move(.down) }
    #expect(
      list.surface.lines == [
        " Part A   p    q", " three    2p   2q", " Part B   p    q", " one      3p   3q",
        " two     [4p]  4q",
      ])
    for _ in 0..<2 { list.move(.pageDown) }
    #expect(
      list.surface.lines == [
        " Part C   p    q", " three    8p   8q", " Part D   p    q", " one      9p   9q",
        " two    [10p] 10q",
      ])
    #expect(list.cursor == ScreenPoint(row: 4, column: 9))
  }

  @Test("as a list draws one row when it scrolls by one line, and none when it need not scroll")
  func scrollsByOneRow() {
    var list = GridOnSurface(Self.table, rows: 5, columns: 40, arrangement: .list)
    var drawn: [[Int]] = []
    for move in [TableMove.right, .down, .down, .down, .down, .up, .up, .up, .up, .up] {
      list.move(move)
      drawn.append(list.grid.drawnRows)
    }
    #expect(drawn == [[], [], [], [3], [4], [], [], [1], [0], []])
    list.move(.bottom)
    #expect(list.grid.drawnRows == [9, 10, 11])
    list.move(.top)
    #expect(list.grid.drawnRows == [0, 1, 2])
  }

  @Test(
    "shows after any moves, at any size, what a fresh drawing shows", arguments: [7, 8] as [UInt64])
  func equalsFreshDrawing(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let moves: [TableMove] = [
      .up, .down, .left, .right, .next, .previous, .home, .end, .top, .bottom, .pageUp, .pageDown,
      .down, .down, .up, .up,
    ]
    for arrangement in [.list, .stacked, .across, nil] as [GridArrangement?] {
      for _ in 0..<12 {
        let size = (
          Int.random(in: 1...18, using: &generator), Int.random(in: 1...50, using: &generator)
        )
        var shown = GridOnSurface(
          Self.table, rows: size.0, columns: size.1, arrangement: arrangement)
        for step in 0..<80 {
          guard let move = moves.randomElement(using: &generator) else { return }
          shown.move(move)
          let fresh = GridOnSurface(
            Self.table, rows: size.0, columns: size.1, arrangement: arrangement,
            firstLine: shown.grid.frame?.firstLine ?? 0, cell: shown.cell)
          let same = fresh.surface == shown.surface && fresh.cursor == shown.cursor
          #expect(same, "seed \(seed), \(size), step \(step): \(shown.surface.lines)")
          if !same { return }
          if shown.grid.frame != nil { #expect(shown.cursor != nil) }
        }
      }
    }
  }

  /// Cells are numbered row by row: 2 sections of 2 rows of 2 fields.
  static let moves: [(move: TableMove, across: [Int], list: [Int])] = [
    (.up, [0, 1, 2, 3, 0, 1, 2, 3], [0, 1, 0, 1, 2, 3, 4, 5]),
    (.down, [4, 5, 6, 7, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7, 6, 7]),
    (.left, [0, 0, 1, 2, 4, 4, 5, 6], [0, 0, 2, 2, 4, 4, 6, 6]),
    (.right, [1, 2, 3, 3, 5, 6, 7, 7], [1, 1, 3, 3, 5, 5, 7, 7]),
    (.next, [1, 2, 3, 4, 5, 6, 7, 0], [1, 2, 3, 4, 5, 6, 7, 0]),
    (.previous, [7, 0, 1, 2, 3, 4, 5, 6], [7, 0, 1, 2, 3, 4, 5, 6]),
    (.home, [0, 0, 0, 0, 4, 4, 4, 4], [0, 0, 2, 2, 4, 4, 6, 6]),
    (.end, [3, 3, 3, 3, 7, 7, 7, 7], [1, 1, 3, 3, 5, 5, 7, 7]),
    (.top, [0, 1, 2, 3, 0, 1, 2, 3], [0, 1, 0, 1, 0, 1, 0, 1]),
    (.bottom, [4, 5, 6, 7, 4, 5, 6, 7], [6, 7, 6, 7, 6, 7, 6, 7]),
    (.pageUp, [0, 1, 2, 3, 0, 1, 2, 3], [0, 1, 0, 1, 0, 1, 2, 3]),
    (.pageDown, [4, 5, 6, 7, 4, 5, 6, 7], [4, 5, 6, 7, 6, 7, 6, 7]),
  ]

  @Test("moves its cursor as its arrangement looks", arguments: moves)
  func cursorMoves(line: (move: TableMove, across: [Int], list: [Int])) {
    let layout = NumberedTable(sections: 2, rows: 2, columns: 2).layout
    let cells = layout.allPositions
    func targets(_ arrangement: GridArrangement) -> [Int?] {
      cells.map { cells.firstIndex(of: layout.position(line.move, from: $0, in: arrangement)) }
    }
    #expect(targets(.across) == line.across)
    #expect(targets(.list) == line.list && targets(.stacked) == line.list)
  }

  @Test("lies as it is wished where that is possible, and as its size allows otherwise")
  func arrangements() {
    func arrangement(_ rows: Int, _ columns: Int, _ wish: GridArrangement?) -> GridArrangement? {
      GridFrame(
        Self.table.layout, top: 0, height: rows, columns: columns,
        selection: TablePosition(section: 0, row: 0, column: 0), preferring: wish)?.arrangement
    }
    #expect(arrangement(24, 80, nil) == .across)
    #expect(arrangement(24, 80, .list) == .list && arrangement(24, 80, .stacked) == .stacked)
    #expect(arrangement(24, 20, .across) == .across && arrangement(24, 20, nil) == .stacked)
    #expect(arrangement(2, 20, .list) == .list && arrangement(2, 20, .across) == nil)
    #expect(arrangement(1, 20, .list) == nil && arrangement(24, 9, .list) == nil)
  }

  @Test("has short titles where the long ones do not fit")
  func shortTitles() {
    func titles(_ names: [String]) -> [TableLayout.Title] {
      names.map { .init($0, short: String($0.prefix(1))) }
    }
    let layout = TableLayout(
      sections: titles(["Monday", "Tuesday"]), rows: titles(["Morning", "Noon"]),
      columns: [
        TableColumn(
          title: "milligrams", shortTitle: "mg", width: 4, role: .plain, alignment: .left)
      ])
    func lines(_ columns: Int, _ arrangement: GridArrangement?) -> [String] {
      var surface = Surface(size: ScreenSize(rows: 6, columns: columns))
      let cell = TablePosition(section: 0, row: 0, column: 0)
      let frame = GridFrame(
        layout, top: 0, height: 6, columns: columns, selection: cell, preferring: arrangement)
      var grid = GridRenderer(layout: layout)
      grid.draw(NoValues(), frame: frame, into: &surface)
      return Array(surface.lines.prefix(4))
    }
    #expect(
      lines(19, .across) == ["          M    Noon", "         mg   mg", " Monday", " Tuesday"])
    #expect(lines(14, .across) == ["    M    Noon", "   mg   mg", " M", " T"])
    #expect(lines(16, .list) == [" Monday  mg", " Morning", " Noon", " Tuesday mg"])
    #expect(lines(8, .list) == [" M mg", " M", " N", " T mg"])
    #expect(lines(7, .list) == ["", "", "", ""])
    #expect(GridFrame.minimumSize(for: layout) == ScreenSize(rows: 2, columns: 8))
  }

  @Test(
    "draws a selected range in a look of its own, and reloads only the rows that changed"
  )
  func ranges() {
    var shown = GridOnSurface(Self.table, rows: 8, columns: 60, arrangement: .across)
    let layout = Self.table.layout
    let corner = TablePosition(section: 1, row: 0, column: 1)
    let range = TableRange(from: corner, to: TablePosition(section: 2, row: 1, column: 0))
    let cells = range.positions(in: layout, .across)
    #expect(cells.count == 4 && range.lines(in: layout, .across).map(\.count) == [2, 2])
    #expect(range.lines(in: layout, .list).map(\.count) == [2, 2, 2, 2, 2])
    let backwards = TableRange(from: range.end, to: range.anchor)
    #expect(backwards.positions(in: layout, .across) == cells)
    let rows = shown.grid.highlight(cells)
    #expect(rows == [3, 4, 6, 7])
    shown.grid.reload(rows: rows, from: shown.table, into: &shown.surface)
    var selected: Set<TablePosition> = []
    for position in layout.allPositions where position != shown.cell {
      guard let place = shown.grid.frame?.place(of: position) else { continue }
      if shown.surface[place].style.role == .selection { selected.insert(position) }
    }
    #expect(selected == cells)
    var fewer = cells
    fewer.remove(corner)
    #expect(shown.grid.highlight(fewer) == [3])
  }

  @Test("marks a changed cell with a star, and a wrong one with an exclamation mark instead")
  func glyphs() {
    var table = Self.table
    let cells = table.layout.allPositions
    table.changed = [cells[1], cells[2], cells[3]]
    table.marked = [cells[3]]
    var shown = GridOnSurface(table, rows: 6, columns: 60, arrangement: .across)
    #expect(shown.surface.lines[2].hasPrefix(" Part A  [0p] *0q  *1p  !1q   2p"))
    shown.move(.right)
    #expect(shown.surface.lines[2].hasPrefix(" Part A   0p  *0q] *1p  !1q   2p"))
  }
}

extension TableLayout {
  /// Every cell, row by row.
  fileprivate var allPositions: [TablePosition] {
    sections.indices.flatMap { section in
      rows.indices.flatMap { row in
        columns.indices.map { TablePosition(section: section, row: row, column: $0) }
      }
    }
  }
}

/// A table of empty cells.
private struct NoValues: TableSource {
  func cell(at position: TablePosition) -> TableCell { TableCell("") }
}
