extension TableApp {
  /// Draws the surface; returns the cursor position.
  func draw(_ terminal: some TerminalBackend) -> ScreenPoint? {
    surface = Surface(size: terminal.size)
    var place = dialogs.showsTable ? drawTable() : nil
    var drawn = dialogs
    drawn.draw { dialog in
      let area = ScreenRectangle(surface.size)
      switch dialog {
      case .form(let form, _):
        let wanted = form.fittingSize
        let rows = form.fittingRows(in: min(wanted.columns, area.columns - 2))
        let frame = area.centered(rows: rows + 2, columns: wanted.columns + 2)
        let inside = surface.drawFrame(frame, showsUnicode: terminal.showsUnicode)
        place = form.draw(into: &surface, in: inside)
        let hints =
          form.valueBeforeTyping == nil
          ? words.text(.formHints, form.label(of: .save).lowercased()) : words[.typingHints]
        drawLast(form.isAsking ? "" : hints, below: frame)
      case .list(var list, let task):
        let isRoomy = area.rows >= 4
        if isRoomy { drawLine(0, task.title, .title) }
        let inside = ScreenRectangle(
          row: isRoomy ? 1 : 0, column: 0, rows: area.rows - (isRoomy ? 2 : 0),
          columns: area.columns)
        place = list.draw(into: &surface, in: inside)
        dialog = .list(list, task)
        let hints = words[list.abilities.contains(.add) ? .editableListHints : .listHints]
        if isRoomy { drawLast(list.isAsking ? "" : hints, below: inside) }
      case .page(let page): switch page {}
      }
    }
    dialogs = drawn
    return place
  }

  /// Draws the table, below the title and above message and hints if there is room for them.
  private func drawTable() -> ScreenPoint? {
    let size = surface.size
    let isRoomy = size.rows >= 8
    let others = isRoomy ? (top: 1, bottom: 2) : (top: 0, bottom: 1)
    let area = ScreenRectangle(
      row: others.top, column: 0, rows: size.rows - others.top - others.bottom,
      columns: size.columns)
    // A list scrolls, if the table has more rows than fit.
    let frame = [file?.arrangement, .list].lazy.compactMap { [self] arrangement in
      GridFrame(
        table.layout, in: area, selection: cursor, preferring: arrangement,
        firstLine: grid.frame?.firstLine ?? 0)
    }.first
    guard let frame else {
      surface.write(words[.screenTooSmall], row: 0, column: 0, .problem)
      return nil
    }
    let place = grid.update(
      table, in: frame, selection: cursor, typing: typing?.line, into: &surface)
    if isRoomy {
      let title = table.layout.title + (hasUnsavedChanges ? " *" : "")
      drawLine(0, title, .title)
      let hints = typing == nil ? words[.hints] : words[.typingHints]
      drawLine(size.rows - 1, isAskingToQuit ? "" : fitted(hints), .faint)
    }
    let line = size.rows - others.bottom
    if isAskingToQuit {
      surface.write(
        words[.unsaved], answeredBy: words[.unsavedAnswers], row: line, column: 1,
        width: size.columns - 1)
    } else {
      let (text, role) = status
      drawLine(line, text, role)
    }
    return place
  }

  private func drawLine(_ row: Int, _ text: String, _ role: StyleRole) {
    surface.clear(row: row)
    surface.write(text, row: row, column: 1, role, cutTo: surface.size.columns - 1)
  }

  /// As many hints as fit; none is cut.
  private func fitted(_ hints: String) -> String {
    var line = ""
    for hint in hints.split(separator: "  ") {
      let longer = line + (line.isEmpty ? "" : "  ") + hint
      guard longer.terminalColumns < surface.size.columns else { break }
      line = longer
    }
    return line
  }

  /// A message, why the text is invalid, or the cursor's cell.
  private var status: (String, StyleRole) {
    // Below a dialog, the last line has the message.
    if !message.isEmpty, dialogs.isEmpty { return shownMessage }
    if let typing, !typing.text.isEmpty, !typing.isUnchanged,
      let editor = table.editor(at: cursor),
      case .failure(let problem) = editor.parse(typing.text, current: table.value(at: cursor) ?? "")
    {
      return (problem.sentence(in: words, editor), .faint)
    }
    let layout = table.layout
    return (
      "\(layout.sections[cursor.section].full) \(layout.rows[cursor.row].full) "
        + layout.columns[cursor.column].title, .plain
    )
  }

  /// Draws a message or hints in the last line, unless the dialog covers it.
  private func drawLast(_ hints: String, below area: ScreenRectangle) {
    let last = surface.size.rows - 1
    guard !area.lines.contains(last) else { return }
    let (text, role) = message.isEmpty ? (fitted(hints), .faint) : shownMessage
    drawLine(last, text, role)
  }

  /// The message; a problem has a glyph, since a terminal may have no colours.
  private var shownMessage: (String, StyleRole) {
    isProblem ? ("! \(message)", .problem) : (message, .good)
  }
}
