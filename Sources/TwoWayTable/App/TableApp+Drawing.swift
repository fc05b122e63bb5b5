extension TableApp {
  /// Draws the surface; returns the cursor position.
  func draw(_ terminal: some TerminalBackend) -> ScreenPoint? {
    surface = Surface(size: terminal.size)
    grid.isColored = terminal.showsColor
    var place = dialogs.showsTable ? drawTable() : nil
    var drawn = dialogs
    drawn.draw { dialog in
      let area = ScreenRectangle(surface.size)
      switch dialog {
      case .form(var form, _):
        form.isColored = terminal.showsColor
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
        if isRoomy { drawLine(0, (task.title, .title), in: area) }
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
    let area = layOut?(&surface) ?? ScreenRectangle(surface.size)
    let isRoomy = area.rows >= 8
    let others = isRoomy ? (top: 1, bottom: 2) : (top: 0, bottom: 1)
    let inside = ScreenRectangle(
      row: area.row + others.top, column: area.column,
      rows: area.rows - others.top - others.bottom, columns: area.columns)
    guard let frame = frame(in: inside) else {
      surface.write(
        words[.screenTooSmall], row: area.row, column: area.column, .problem, width: area.columns)
      return nil
    }
    let place = grid.update(
      table, in: frame, selection: cursor, typing: typing?.line, into: &surface)
    if isRoomy {
      let title = table.layout.title + (table.hasUnsavedChanges ? " *" : "")
      drawLine(area.row, (title, .title), in: area)
      let hints = isAskingToQuit ? "" : fitted(hints, area.columns)
      drawLine(area.lines.upperBound - 1, (hints, .faint), in: area)
    }
    let line = area.lines.upperBound - others.bottom
    if isAskingToQuit {
      surface.write(
        words[.unsaved], answeredBy: words[.unsavedAnswers], row: line, column: area.column + 1,
        width: area.columns - 1)
    } else {
      drawLine(line, status, in: area)
    }
    return place
  }

  /// The arrangement of the layout, or else whichever shows more rows; a list can scroll.
  private func frame(in area: ScreenRectangle) -> GridFrame? {
    func frame(_ arrangement: GridArrangement?, _ cell: TablePosition, _ line: Int) -> GridFrame? {
      GridFrame(table.layout, in: area, selection: cell, preferring: arrangement, firstLine: line)
    }
    // Counted at the top, since moving the cursor must not change the arrangement.
    let top = TablePosition(section: 0, row: 0, column: 0)
    let count = { (wanted: GridArrangement?) in frame(wanted, top, 0)?.rowsInSight.count ?? 0 }
    let wanted = file?.arrangement ?? (count(.list) > count(nil) ? .list : nil)
    let line = grid.frame?.firstLine ?? 0
    return frame(wanted, cursor, line) ?? frame(.list, cursor, line)
  }

  private func drawLine(_ row: Int, _ text: (String, StyleRole), in area: ScreenRectangle) {
    surface.clear(row: row, columns: area.span)
    surface.write(text.0, row: row, column: area.column + 1, text.1, cutTo: area.columns - 1)
  }

  /// The hints about keys that have an effect at the cursor.
  private var hints: String {
    guard typing == nil else { return words[.typingHints] }
    return words[.hints].split(separator: "  ").filter { hint in
      let key = Key(name: String(hint.prefix { $0 != " " }))
      return key.flatMap { keys[$0] }.map(hasEffect) ?? true
    }.joined(separator: "  ")
  }

  /// As many hints as fit; none is cut.
  private func fitted(_ hints: String, _ columns: Int) -> String {
    guard hints.terminalColumns >= columns, !hints.isEmpty else { return hints }
    return fitted(hints.split(separator: "  ").dropLast().joined(separator: "  "), columns)
  }

  /// A message, why the text is invalid, or the cursor's cell.
  private var status: (String, StyleRole) {
    // Below a dialog, the last line has the message.
    if !message.isEmpty, dialogs.isEmpty { return shownMessage }
    if let typing, !typing.isUnchanged {
      for address in table.layout.addresses(of: cursor) {
        do { _ = try table.parsed(typing.text, for: address) } catch {
          return (error.sentence(in: words, table.editor(at: cursor)), .faint)
        }
      }
    }
    let layout = table.layout
    return (
      "\(layout.sections[cursor.section].full) \(layout.rows[cursor.row].full) "
        + layout.columns[cursor.column].title, .plain
    )
  }

  /// Draws a message or hints in the last line, unless the dialog covers it.
  private func drawLast(_ hints: String, below area: ScreenRectangle) {
    let screen = ScreenRectangle(surface.size)
    guard !area.lines.contains(screen.rows - 1) else { return }
    let hints = (fitted(hints, screen.columns), StyleRole.faint)
    drawLine(screen.rows - 1, message.isEmpty ? hints : shownMessage, in: screen)
  }

  /// The message; a problem has a glyph, since a terminal may have no colours.
  private var shownMessage: (String, StyleRole) {
    isProblem ? ("! \(message)", .problem) : (message, .good)
  }
}
