import TestSupport
import Testing
import TwoWayTable

@Suite("A grid")
struct GridTests {
  static let table = NumberedTable(sections: 4, rows: 3, columns: 2)

  @Test("as a list keeps the heading of the section visible, and marks that it goes on")
  func stickyHeadings() {
    var list = GridOnSurface(Self.table, rows: 5, columns: 40, arrangement: .list)
    #expect(
      list.surface.lines == [
        " Part A   p    q", " one     [0p]  0q", " two      1p   1q", " three    2p   2q",
        "vPart B   p    q",
      ])
    for _ in 0..<4 { list.move(.down) }
    #expect(
      list.surface.lines == [
        "^Part A   p    q", " three    2p   2q", " Part B   p    q", " one      3p   3q",
        "vtwo     [4p]  4q",
      ])
    for _ in 0..<2 { list.move(.pageDown) }
    #expect(
      list.surface.lines == [
        "^Part C   p    q", " three    8p   8q", " Part D   p    q", " one      9p   9q",
        "vtwo    [10p] 10q",
      ])
    #expect(list.cursor == ScreenPoint(row: 4, column: 9))
  }

  @Test("draws the rows whose cells differ, and all visible rows for another frame")
  func drawnRows() {
    var shown = GridOnSurface(Self.table, rows: 8, columns: 60, arrangement: .across)
    #expect(shown.grid.drawnRows == Array(0..<12))
    shown.move(.down)
    #expect(shown.grid.drawnRows == [])
    shown.table.changed = [TablePosition(section: 2, row: 1, column: 1)]
    shown.update()
    #expect(shown.grid.drawnRows == [7])
    shown.update()
    #expect(shown.grid.drawnRows == [])
    var list = GridOnSurface(Self.table, rows: 5, columns: 40, arrangement: .list)
    for _ in 0..<2 { list.move(.down) }
    #expect(list.grid.drawnRows == [])
    list.move(.down)
    #expect(list.grid.drawnRows == [1, 2, 3])
  }

  @Test(
    "draws the same in any part of the screen, and nothing beside it",
    arguments: [
      GridArrangement.across, .stacked, .list,
    ])
  func rectangle(arrangement: GridArrangement) {
    let cell = TablePosition(section: 1, row: 1, column: 1)
    var whole = Surface(size: ScreenSize(rows: 9, columns: 44))
    var part = Surface(size: ScreenSize(rows: 14, columns: 60))
    let inner = ScreenRectangle(row: 3, column: 7, rows: 9, columns: 44)
    for row in 0..<14 {
      part.write(String(repeating: "x", count: 60), at: ScreenPoint(row: row, column: 0))
    }
    var grids = (GridRenderer(), GridRenderer())
    for selection in [cell, TablePosition(section: 3, row: 2, column: 0), cell] {
      func frame(_ area: ScreenRectangle) -> GridFrame? {
        GridFrame(Self.table.layout, in: area, selection: selection, preferring: arrangement)
      }
      let place = grids.0.update(
        Self.table, in: frame(ScreenRectangle(whole.size)), selection: selection, into: &whole)
      let moved = grids.1.update(Self.table, in: frame(inner), selection: selection, into: &part)
      #expect(
        moved?.row == place.map { $0.row + 3 } && moved?.column == place.map { $0.column + 7 })
      for (row, line) in part.lines.enumerated() {
        let isInside = (3..<12).contains(row)
        let middle = isInside ? whole.lines[row - 3] : String(repeating: "x", count: 44)
        let padded = middle + String(repeating: " ", count: 44 - middle.count)
        #expect(line == "xxxxxxx" + padded + String(repeating: "x", count: 9), "\(row)")
      }
    }
  }

  @Test("costs no more for ten thousand rows than for the visible rows")
  func manyRows() {
    struct Counting: TableSource {
      let count: () -> Void
      func cell(at position: TablePosition) -> TableCell {
        count()
        return TableCell("\(position.row)")
      }
    }
    var asked = 0
    let layouts = [2_500, 10_000].map { count in
      TableLayout(
        sections: [.init("A", short: "A")],
        rows: (0..<count).map { TableLayout.Title("Row \($0)", short: "\($0)") },
        columns: [TableColumn(title: "p", width: 4)])
    }
    /// A hundred moves through a table.
    func move(throughRows count: Int) {
      let layout = layouts[count == 2_500 ? 0 : 1]
      var surface = Surface(size: ScreenSize(rows: 24, columns: 80))
      var grid = GridRenderer()
      var firstLine = 0
      asked = 0
      for row in 0..<100 {
        let cell = TablePosition(section: 0, row: row * count / 100, column: 0)
        let frame = GridFrame(
          layout, in: ScreenRectangle(surface.size), selection: cell, preferring: .list,
          firstLine: firstLine)
        firstLine = frame?.firstLine ?? 0
        grid.update(Counting { asked += 1 }, in: frame, selection: cell, into: &surface)
      }
    }
    // Measuring every title with each move takes four times as long for four times as many rows.
    let growth = ThreadTime.growth(from: 2_500, move)
    #expect(growth < 2, "\(growth) times as long")
    #expect(asked == 100 * 23)
  }

  @Test(
    "equals a fresh drawing after any moves, at any size", arguments: [7, 8] as [UInt64])
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

  @Test("moves its cursor as the arrangement suggests", arguments: moves)
  func cursorMoves(line: (move: TableMove, across: [Int], list: [Int])) {
    let layout = NumberedTable(sections: 2, rows: 2, columns: 2).layout
    let cells = layout.allPositions
    func targets(_ arrangement: GridArrangement) -> [Int?] {
      cells.map { cells.firstIndex(of: layout.position(line.move, from: $0, in: arrangement)) }
    }
    #expect(targets(.across) == line.across)
    #expect(targets(.list) == line.list && targets(.stacked) == line.list)
  }

  @Test("uses the requested arrangement if it fits, and another if it does not")
  func arrangements() {
    func arrangement(_ rows: Int, _ columns: Int, _ wish: GridArrangement?) -> GridArrangement? {
      GridFrame(
        Self.table.layout, in: ScreenRectangle(ScreenSize(rows: rows, columns: columns)),
        selection: TablePosition(section: 0, row: 0, column: 0), preferring: wish)?.arrangement
    }
    #expect(arrangement(24, 80, nil) == .across)
    #expect(arrangement(24, 80, .list) == .list && arrangement(24, 80, .stacked) == .stacked)
    #expect(arrangement(24, 20, .across) == .across && arrangement(24, 20, nil) == .stacked)
    #expect(arrangement(2, 20, .list) == .list && arrangement(2, 20, .across) == nil)
    #expect(arrangement(1, 20, .list) == nil && arrangement(24, 9, .list) == nil)
  }

  @Test("has short titles if the long ones do not fit")
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
        layout, in: ScreenRectangle(surface.size), selection: cell, preferring: arrangement)
      var grid = GridRenderer()
      grid.update(NoValues(), in: frame, into: &surface)
      return Array(surface.lines.prefix(4))
    }
    #expect(
      lines(19, .across) == ["         M    Noon", "         mg   mg", " Monday", " Tuesday"])
    #expect(lines(14, .across) == ["   M    Noon", "   mg   mg", " M", " T"])
    #expect(lines(16, .list) == [" Monday  mg", " Morning", " Noon", " Tuesday mg"])
    #expect(lines(8, .list) == [" M mg", " M", " N", " T mg"])
    #expect(lines(7, .list) == ["", "", "", ""])
    #expect(GridFrame.minimumSize(for: layout) == ScreenSize(rows: 2, columns: 8))
  }

  @Test(
    "draws a selected range in its own style, and reloads only the changed rows"
  )
  func ranges() {
    var shown = GridOnSurface(Self.table, rows: 8, columns: 60, arrangement: .across)
    let layout = Self.table.layout
    let corner = TablePosition(section: 1, row: 0, column: 1)
    let end = TablePosition(section: 2, row: 1, column: 0)
    let cells: Set = [
      corner, end, TablePosition(section: 1, row: 1, column: 0),
      TablePosition(section: 2, row: 0, column: 1),
    ]
    shown.update(highlighted: cells)
    #expect(shown.grid.drawnRows == [3, 4, 6, 7])
    var selected: Set<TablePosition> = []
    for position in layout.allPositions where position != shown.cell {
      guard let place = shown.grid.frame?.place(of: position) else { continue }
      if shown.surface[place].style.role == .selection { selected.insert(position) }
    }
    #expect(selected == cells)
    shown.update(highlighted: cells.subtracting([corner]))
    #expect(shown.grid.drawnRows == [3])
  }

  @Test("aligns decimal points, whatever is before them, and cuts words but not numbers")
  func decimals() {
    struct Texts: TableSource {
      let texts = ["7", "70.5", "100.5", "100", "100000", "aspirin"]
      func cell(at position: TablePosition) -> TableCell { TableCell(texts[position.row]) }
    }
    let table = Texts()
    let layout = TableLayout(
      sections: [.init("A", short: "A")], rows: table.texts.map { .init("r", short: $0) },
      columns: [TableColumn(title: "p", width: 5, alignment: .decimal)])
    var surface = Surface(size: ScreenSize(rows: 7, columns: 20))
    var grid = GridRenderer()
    let cell = TablePosition(section: 0, row: 3, column: 0)
    let frame = GridFrame(
      layout, in: ScreenRectangle(surface.size), selection: cell, preferring: .list)
    grid.update(table, in: frame, selection: cell, into: &surface)
    #expect(
      surface.lines.dropFirst() == [
        " r   7", " r  70.5", " r 100.5", " r[100]", " r #####", " r aspi>",
      ])
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

  @Test(
    "selected cells touch each other, also where the cursor is; a changed cell has its own role")
  func selected() throws {
    var table = Self.table
    let cells = table.layout.allPositions
    table.changed = [cells[4]]
    var (grid, surface) = (GridRenderer(), Surface(size: ScreenSize(rows: 6, columns: 60)))
    grid.isColored = true
    let frame = try #require(
      GridFrame(
        table.layout, in: ScreenRectangle(surface.size), selection: cells[2],
        preferring: .across))
    grid.update(
      table, in: frame, selection: cells[2], highlighted: Set(cells[1...2]), into: &surface)
    let start = try #require(frame.place(of: cells[1])?.column) - 1
    let end = try #require(frame.place(of: cells[3])?.column) - 1
    let roles = surface.rows[2].map(\.style.role)
    #expect(roles[start..<end].allSatisfy { [.selection, .cursor].contains($0) })
    #expect(roles[start - 1] != .selection && roles[end] != .selection)
    #expect(roles.count { $0 == .changed } == 1)
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
