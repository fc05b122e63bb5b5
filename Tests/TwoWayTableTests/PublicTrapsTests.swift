import TestSupport
import Testing
import TwoWayTable

@Suite("What an app may pass by mistake")
struct PublicTrapsTests {
  private static let numbers = [Int.min, -1_000_000, -1, 0, 1, 2, 3, 9, 79, 1_000_000, Int.max]

  /// Positions inside and outside of a table.
  private static let positions = numbers.flatMap { section in
    numbers.flatMap { row in
      [-1, 0, 1, 2, Int.max].map { TablePosition(section: section, row: row, column: $0) }
    }
  }

  @Test("a place outside the table is the nearest place, or is empty")
  func places() throws {
    let layout = NumberedTable(sections: 2, rows: 3, columns: 2).layout
    let table = KeyedTable(TableLayoutFile(layout))
    let app = TableApp(table)
    var surface = Surface(size: ScreenSize(rows: 6, columns: 40))
    var grid = GridRenderer()
    for position in Self.positions {
      #expect(layout.contains(layout.nearest(to: position)))
      if !layout.contains(position) {
        #expect(layout.addresses(of: position).isEmpty && table.value(at: position) == "")
        #expect(table.cell(at: position).text.isEmpty)
      }
      _ = layout.rowNumber(of: position)
      var changed = table
      try? changed.type("x", at: position)
      try? changed.step(position, by: 1)
      app.go(to: position)
      #expect(layout.contains(app.cursor))
      for move in [TableMove.up, .next, .pageDown, .end] {
        #expect(layout.contains(layout.position(move, from: position, in: .across)))
      }
      for arrangement in [GridArrangement.across, .stacked, .list] {
        let frame = GridFrame(
          layout, in: ScreenRectangle(surface.size), selection: position, preferring: arrangement,
          firstLine: position.row)
        _ = grid.update(
          table, in: frame, selection: position, highlighted: [position], into: &surface)
        _ = frame?.place(of: position)
        _ = frame?.position(at: ScreenPoint(row: position.section, column: position.row / 2))
      }
    }
  }

  @Test("a place outside the screen is ignored")
  func surface() {
    var surface = Surface(size: ScreenSize(rows: 3, columns: 8))
    for row in Self.numbers {
      for column in Self.numbers {
        for width in [0, 1, 5, Int.max - 1, Int.max, Int.min] {
          surface.write("a漢b", at: ScreenPoint(row: row, column: column), width: width)
          surface.write("abc", at: ScreenPoint(row: row, column: column), width: width)
        }
        surface.clear(row: row)
        if row <= column { surface.clear(row: 0, columns: row..<column) }
      }
    }
    #expect(surface.lines.count == 3)
    #expect(surface[ScreenPoint(row: 3, column: 0)] == .blank)
    #expect(surface[ScreenPoint(row: 0, column: -1)] == .blank)
    surface.clear(ScreenRectangle(row: 1, column: 0, rows: .max, columns: .max))
    #expect(surface.lines[1...] == ["", ""])
  }

  @Test("a table, a form and a list larger than the screen are clipped") func largeParts() {
    let table = NumberedTable(sections: 3, rows: 2, columns: 2)
    var form = Form([FormField(key: "k", label: "K")], values: ["k": "value"])
    var list = ListScreen([ListItem(id: "a", title: "A", detail: "B")])
    let empty = KeyedTable(TableLayoutFile(table.layout))
    for (row, column) in [(-4, 0), (0, -9), (2, 4), (9, 99)] {
      let area = ScreenRectangle(row: row, column: column, rows: .max, columns: 60)
      var surface = Surface(size: ScreenSize(rows: 4, columns: 20))
      for cell in 0..<12 {
        let cell = table.layout.position(numbered: cell)
        let frame = GridFrame(table.layout, in: area, selection: cell)
        var grid = GridRenderer()
        for typed in [nil, TextLine("1234")] {
          grid.update(empty, in: frame, selection: cell, typing: typed, into: &surface)
        }
      }
      _ = form.draw(into: &surface, in: area)
      _ = list.draw(into: &surface, in: area)
      _ = form.press(at: ScreenPoint(row: row, column: column), in: area)
    }
  }

  @Test("rectangles and frames of any numbers are clipped") func anyNumbers() {
    let layout = NumberedTable(sections: 2, rows: 2, columns: 1).layout
    let table = KeyedTable(TableLayoutFile(layout))
    for number in Self.numbers {
      #expect(TextLine("abc").window(columns: number).cursor <= 3)
      let area = ScreenRectangle(row: number, column: number, rows: 5, columns: 30)
      var surface = Surface(size: ScreenSize(rows: 4, columns: 20))
      _ = surface.drawFrame(area.inset, showsUnicode: true)
      surface.clear(area.centered(rows: number, columns: number))
      let frame = GridFrame(
        layout, in: ScreenRectangle(surface.size), selection: layout.position(numbered: 0),
        preferring: .across, sectionPitch: number)
      var grid = GridRenderer()
      _ = grid.update(
        table, in: frame, selection: layout.position(numbered: 0), into: &surface)
      #expect(frame?.position(at: ScreenPoint(row: 1, column: number)) == nil || number == 9)
    }
    #expect(ScreenSize(rows: .max, columns: .max) == ScreenSize(rows: 65_535, columns: 65_535))
  }

  @Test("a file is read again, whatever titles and texts the table got") func readableFiles() throws
  {
    let one = TableLayout.Title("One", short: "1")
    let layout = TableLayout(
      sections: [one, one], rows: [one, one],
      columns: [TableColumn(title: "time", width: 5), TableColumn(title: "time", width: 5)])
    var table = KeyedTable(TableLayoutFile(layout))
    try table.type("x", at: layout.position(numbered: 0))
    let read = {
      try KeyedTable(TableLayoutFile(layout), reading: Array(table.json.utf8), file: "t")
    }
    #expect(try read().values == table.values)
    #expect(throws: FieldProblem.self) { try table.type("a\0b", at: layout.position(numbered: 0)) }
    var changing = KeyedTable(
      TableLayoutFile(layout.replacing(rows: [one]), allowsNewRows: true))
    changing.setRows([one, one])
    #expect(!changing.hasUnsavedChanges)
  }

  @Test("the first row that is added replaces the row of an empty table") func firstRow() {
    let layout = TableLayout(sections: [], rows: [], columns: [])
    var table = KeyedTable(TableLayoutFile(layout, allowsNewRows: true))
    table.addRow("Ann", after: "")
    table.addRow("Bob")
    #expect(table.layout.rows.map(\.full) == ["Ann", "Bob"])
  }

  @Test("a table without sections, rows or columns has one of them")
  func empty() throws {
    let layout = TableLayout(sections: [], rows: [], columns: [])
    let app = TableApp(KeyedTable(TableLayoutFile(layout)))
    app.run(on: InMemoryBackend(typing: "x Enter Alt-d Alt-l Down e ^u F1 Down Enter"))
    #expect(app.table.layout.replacing(rows: []).rows.count == 1)
    #expect(app.table.values.count == 1)
  }

  @Test("an edit that fails after a change leaves the cursor in the table") func failedEdit() {
    let layout = NumberedTable(sections: 1, rows: 2, columns: 1).layout
    let app = TableApp(KeyedTable(TableLayoutFile(layout, allowsNewRows: true)))
    app.go(to: TablePosition(section: 0, row: 1, column: 0))
    #expect(throws: FieldProblem.self) {
      try app.edit { table in
        _ = table.removeRow(layout.rows[1].keys[0])
        throw FieldProblem("failed")
      }
    }
    #expect(app.table.layout.rows.count == 1 && app.cursor.row == 0)
    app.run(on: InMemoryBackend(typing: "Down x Enter Alt-u"))
  }

  @Test("a table whose rows change keeps rows of one key each, which its file can hold")
  func joinedRows() throws {
    let joined = TableLayout.Title("Both", short: "B", keys: ["a", "b"])
    let layout = NumberedTable(sections: 1, rows: 2, columns: 1).layout
    var table = KeyedTable(TableLayoutFile(layout, allowsNewRows: true))
    table.setRows([joined])
    #expect(table.layout.rows == layout.rows && !table.hasUnsavedChanges)
    let file = TableLayoutFile(layout.replacing(rows: [joined]), allowsNewRows: true)
    #expect(!KeyedTable(file).allowsNewRows)
    table.setRows((0..<10_001).map { TableLayout.Title("\($0)", short: "\($0)") })
    let read = try KeyedTable(
      TableLayoutFile(layout, allowsNewRows: true), reading: Array(table.json.utf8), file: "t")
    #expect(read.layout.rows == table.layout.rows)
  }

  @Test("editors, lists and forms take any count, text and key")
  func parts() throws {
    let editors: [any FieldEditor] = [
      TextEditor(longest: .min), TimeEditor(step: .max), try DateEditor(),
      ChoiceEditor(choices: []),
      ChoiceEditor(choices: ["a"]), try SeveralEditor(choices: []),
      ToggleEditor(),
    ]
    for editor in editors {
      for count in Self.numbers {
        for value in ["", "23:59", "2026-11-30", "a", "9999-12-31", "x"] {
          _ = editor.step(value, by: count)
          _ = editor.parse("+\(count)", current: value)
          _ = editor.parse(value + "x", current: value)
          _ = editor.display(value)
        }
      }
      var form = Form([FormField(key: "k", label: "K", editor: editor)], values: ["k": "x"])
      for key in Key.typed("␣ x F2 Del Shift-Up Left End ^k Tab Shift-Tab PgDn PgUp ^s") {
        _ = form.handle(key)
        form.focus(on: .field(.max))
        form.set("y", of: "nothing")
      }
    }
    var list = ListScreen([])
    for index in Self.numbers { list.select(index) }
    list.setItems([ListItem(id: "a", title: ""), ListItem(id: "a", title: "")])
    for key in Key.typed("Down Down d y / x Enter J K PgDn") { _ = list.handle(key) }
    #expect(list.items.count == 2)
    #expect(Form([]).values.isEmpty)
  }
}
