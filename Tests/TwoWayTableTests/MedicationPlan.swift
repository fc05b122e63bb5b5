import TwoWayTable

/// Edits a medication plan until ^Q is pressed; returns it.
func editMedicationPlan(
  layout bytes: [UInt8], on terminal: some TerminalBackend
) throws -> KeyedTable {
  let file = try TableLayoutFile(reading: bytes, file: "medication.json")
  let moves: [Key: TableMove] = [
    .named(.left): .left, .named(.right): .right, .named(.up): .up, .named(.down): .down,
  ]
  var table = KeyedTable(file)
  var grid = GridRenderer(layout: file.layout)
  var cell = TablePosition(section: 0, row: 0, column: 0)
  var typed = TextLine()
  var surface = Surface(size: terminal.size)
  let frame = GridFrame(
    file.layout, top: 0, height: surface.size.rows, columns: surface.size.columns,
    selection: cell, preferring: file.arrangement)
  grid.draw(table, frame: frame, into: &surface)
  while true {
    let cursor =
      typed.isEmpty
      ? grid.select(cell, from: table, into: &surface)
      : grid.type(typed, at: cell, from: table, into: &surface)
    terminal.present(surface, cursor: cursor)
    guard case .key(let key) = terminal.nextEvent(), key != .control("q") else { return table }
    grid.deselect(cell, from: table, into: &surface)
    if let move = moves[key] {
      (cell, typed) = (file.layout.position(move, from: cell, in: .across), TextLine())
    } else if key == .named(.enter), let change = try? table.type(typed.text, at: cell) {
      grid.reload(rows: change.rows, from: table, into: &surface)
      typed = TextLine()
    } else {
      _ = file.editors[cell.column].edit(&typed, with: key)
    }
  }
}
