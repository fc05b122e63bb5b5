extension TableApp {
  /// Answers one event.
  func handle(_ event: TerminalEvent, on terminal: some TerminalBackend) {
    drawnRows = []
    switch event {
    case .key(let key): press(key, on: terminal)
    case .paste(let text, let isCut): paste(text, isCut)
    case .mouse(let mouse):
      guard mouse.action == .press, screens.isEmpty, !isAskingToQuit,
        let place = grid.frame?.position(at: mouse.place), take()
      else { return }
      go(to: place)
    case .descriptorReady: watched?.react(self)
    case .resized, .continued: isStale = true
    case .terminate(let signal): ending = .terminated(signal: signal)
    case .endOfInput: ending = .endOfInput
    }
  }

  private func press(_ key: Key, on terminal: some TerminalBackend) {
    message = ""
    if isAskingToQuit { return answer(key) }
    if let screen = screens.last {
      if keys[key] == .suspend { return terminal.suspend() }
      return handle(key, in: screen)
    }
    if typed != nil, isEditing(key) { return type(key) }
    guard let command = keys[key] else { return type(key) }
    run(command, on: terminal)
  }

  /// Whether a key goes along what is typed, and not along the table.
  private func isEditing(_ key: Key) -> Bool {
    [.left, .right, .home, .end].map(Key.named).contains(key)
  }

  private func run(_ command: TableCommand, on terminal: some TerminalBackend) {
    switch command {
    case .move(let move): if take() { self.move(move) }
    case .accept:
      if typed != nil { if take() { move(.down) } } else { openRow() }
    case .edit: typed = typed ?? TextLine(shownValue)
    case .leave:
      typed = nil
      restore()
    case .stepUp: step(by: 1)
    case .stepDown: step(by: -1)
    case .undo: goBack(words[.undone], words[.nothingToUndo]) { $0.undo() }
    case .redo: goBack(words[.redone], words[.nothingToRedo]) { $0.redo() }
    case .addRow, .removeRow, .moveRowUp, .moveRowDown, .listRows:
      if table.allowsNewRows, take() { changeRows(command) }
    case .save: if take() { saveTable() }
    case .quit:
      guard take() else { return }
      if hasUnsavedChanges, save != nil { isAskingToQuit = true } else { ending = .quit }
    case .suspend: terminal.suspend()
    case .help: showKeys()
    case .own(let name):
      guard let own = commands[name], take() else { return }
      attempt { try own.run(self) }
    }
  }

  private func answer(_ key: Key) {
    isAskingToQuit = false
    if words.is(key, .saveLetter) {
      if saveTable() { ending = .quit }
    } else if words.is(key, .quitLetter) {
      ending = .quit
    } else {
      isAskingToQuit = keys[key] != .leave && !words.no(key)
    }
  }

  @discardableResult
  private func saveTable() -> Bool {
    guard let save else { return false }
    let isSaved = attempt { try save(table) }
    guard isSaved else { return false }
    message = words[.saved]
    reload(table.markSaved())
    return true
  }

  // MARK: Typing

  private var shownValue: String {
    let value = table.value(at: cursor) ?? ""
    return value.isEmpty ? "" : table.editor(ofColumn: cursor.column).using(words).display(value)
  }

  private func type(_ key: Key) {
    let editor = table.editor(ofColumn: cursor.column)
    if typed == nil, key == .character(" "), !editor.choices.isEmpty, !editor.allowsSeveral {
      return step(by: 1)
    }
    var line = typed ?? (key.replaces ? TextLine() : TextLine(shownValue))
    guard editor.edit(&line, with: key) else { return }
    restore()
    typed = line
  }

  private func paste(_ text: String, _ isCut: Bool) {
    message = ""
    if let screen = screens.last {
      paste(text, in: screen)
    } else if !isAskingToQuit {
      var line = typed ?? TextLine()
      line.insert(TextLine.pasted(text).unicodeScalars.prefix(10_000))
      restore()
      typed = line
    }
    if isCut { message = words[.pasteCut] }
  }

  /// Takes what is typed; returns whether nothing is typed any more.
  func take() -> Bool {
    guard let line = typed else { return true }
    return attempt {
      let change = try table.type(line.text.trimmed, at: cursor)
      typed = nil
      restore()
      reload(change)
    }
  }

  private func step(by count: Int) {
    guard take(), let value = table.value(at: cursor),
      let new = table.editor(ofColumn: cursor.column).step(value, by: count)
    else { return }
    reload(table.set(new, at: cursor))
  }

  // MARK: The cursor and what is drawn

  /// Goes to a cell, the nearest that there is.
  public func go(to position: TablePosition) {
    restore()
    let layout = table.layout
    cursor = TablePosition(
      section: max(0, min(position.section, layout.sections.count - 1)),
      row: max(0, min(position.row, layout.rows.count - 1)),
      column: max(0, min(position.column, layout.columns.count - 1)))
  }

  private func move(_ move: TableMove) {
    go(
      to: table.layout.position(
        move, from: cursor, in: grid.frame?.arrangement ?? arrangement ?? .across))
  }

  /// Takes brackets and what was typed out of the picture.
  func restore() {
    guard grid.frame != nil, grid.layout == table.layout else { return }
    grid.deselect(cursor, from: table, into: &surface)
  }

  /// Draws the rows again that a change names, and nothing else.
  func reload(_ change: TableChange) {
    guard grid.layout == table.layout else {
      isStale = true
      return
    }
    grid.reload(rows: change.rows, from: table, into: &surface)
    drawnRows = grid.drawnRows
  }

  /// Changes the table as an app wants to, and draws what changed. Each change is one step that undo
  /// takes back.
  public func edit(_ body: (inout KeyedTable) throws -> TableChange?) rethrows {
    let change = try body(&table)
    if let change { reload(change) }
    go(to: cursor)
  }

  private func goBack(
    _ done: String, _ nothing: String, _ step: (inout KeyedTable) -> TableChange?
  ) {
    typed = nil
    restore()
    guard let change = step(&table) else {
      message = nothing
      return
    }
    message = done
    reload(change)
    // To where something changed, as whoever took it back wants to see it.
    let rows = change.rows
    if rows.count < table.layout.rowCount, let row = rows.first,
      !rows.contains(table.layout.rowNumber(of: cursor))
    {
      let place = table.layout.position(numbered: row * table.layout.columns.count)
      go(to: TablePosition(section: place.section, row: place.row, column: cursor.column))
    } else {
      go(to: cursor)
    }
  }
}
