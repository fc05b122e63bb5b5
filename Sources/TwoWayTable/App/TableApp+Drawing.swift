extension TableApp {
  /// Brings the surface up to date; returns where the terminal's cursor belongs.
  func draw(_ terminal: some TerminalBackend) -> ScreenPoint? {
    if surface.size != terminal.size {
      surface = Surface(size: terminal.size)
      isStale = true
    }
    if !isStale, grid.layout != table.layout || grid.frame != frame { isStale = true }
    if isStale { drawEverything() }
    isStale = false
    if let screen = screens.last { return draw(screen, terminal) }
    drawLines()
    guard grid.frame != nil else { return nil }
    return typed.map { grid.type($0, at: cursor, from: table, into: &surface) }
      ?? grid.select(cursor, from: table, into: &surface)
  }

  /// Where the table lies, below the title and above message and hints, where there is room for those.
  private var frame: GridFrame? {
    let size = surface.size
    let others = size.rows >= 8 ? (top: 1, bottom: 2) : (top: 0, bottom: 1)
    return GridFrame(
      table.layout, top: others.top, height: size.rows - others.top - others.bottom,
      columns: size.columns, selection: cursor, preferring: arrangement,
      firstLine: grid.frame?.firstLine ?? 0)
  }

  private func drawEverything() {
    surface.clear()
    grid.layout = table.layout
    grid.draw(table, frame: frame, into: &surface)
    drawnRows = grid.drawnRows
    if grid.frame == nil {
      surface.write(
        words[.screenTooSmall], at: ScreenPoint(row: 0, column: 0), style: Style(.problem))
    }
  }

  /// Draws the lines around the table, anew with each key.
  private func drawLines() {
    let size = surface.size
    if size.rows >= 8 {
      surface.clear(row: 0)
      surface.write(
        table.layout.title + (hasUnsavedChanges ? " *" : ""), at: ScreenPoint(row: 0, column: 1),
        style: Style(.title), width: size.columns - 1)
      surface.write(
        words[.hints], at: ScreenPoint(row: size.rows - 1, column: 1), style: Style(.faint),
        width: size.columns - 1)
    }
    guard size.rows > 1, grid.frame != nil else { return }
    let line = size.rows >= 8 ? size.rows - 2 : size.rows - 1
    surface.clear(row: line)
    let (text, role) = status
    surface.write(
      text, at: ScreenPoint(row: line, column: 1), style: Style(role), width: size.columns - 1)
  }

  /// What there is to say: a question, a message, why what is typed is no value, or where the cursor is.
  private var status: (String, StyleRole) {
    if isAskingToQuit { return (words[.unsaved], .title) }
    if !message.isEmpty { return (message, .problem) }
    if let typed, !typed.isEmpty,
      case .failure(let problem) = table.editor(ofColumn: cursor.column).using(words).parse(
        typed.text, current: table.value(at: cursor) ?? "")
    {
      return (say(problem), .faint)
    }
    let layout = table.layout
    return (
      "\(layout.sections[cursor.section].full) \(layout.rows[cursor.row].full) "
        + layout.columns[cursor.column].title, .plain
    )
  }

  private func draw(_ screen: AppScreen, _ terminal: some TerminalBackend) -> ScreenPoint? {
    let area = ScreenRectangle(surface.size)
    switch screen {
    case .form(let form, _):
      let wanted = form.fittingSize
      let frame = area.centered(rows: wanted.rows + 2, columns: wanted.columns + 2)
      let inside = surface.drawFrame(frame, showsUnicode: terminal.showsUnicode)
      let place = form.draw(into: &surface, in: inside)
      drawLast(message.isEmpty ? words[.formHints] : message, below: frame)
      return place
    case .list(var list, let task):
      surface.clear()
      surface.write(
        task.title, at: ScreenPoint(row: 0, column: 1), style: Style(.title),
        width: area.columns - 1)
      let isRoomy = area.rows >= 4
      let inside = ScreenRectangle(
        row: isRoomy ? 1 : 0, column: 0, rows: area.rows - (isRoomy ? 2 : 0),
        columns: area.columns)
      let place = list.draw(into: &surface, in: inside)
      replaceTop(.list(list, task))
      if isRoomy { drawLast(message.isEmpty ? words[.listHints] : message, below: inside) }
      return place
    }
  }

  /// Writes what keys do, or a message, into the last line, where nothing else stands in it.
  private func drawLast(_ text: String, below area: ScreenRectangle) {
    let last = surface.size.rows - 1
    guard !area.lines.contains(last) else { return }
    surface.clear(row: last)
    surface.write(
      text, at: ScreenPoint(row: last, column: 1),
      style: Style(message.isEmpty ? .faint : .problem), width: surface.size.columns - 1)
  }
}
