extension TableApp {
  func handle(_ event: TerminalEvent, on terminal: some TerminalBackend) {
    switch event {
    case .key(let key): press(key, on: terminal)
    case .paste(let text, let isCut): paste(text, isCut: isCut)
    case .descriptorReady:
      watched?.react(self)
      owner.refreshLists()
    case .mouse, .resized, .continued: break
    case .terminate(let signal): ending = .terminated(signal: signal)
    case .endOfInput: ending = .endOfInput
    }
  }

  private func press(_ key: Key, on terminal: some TerminalBackend) {
    message = ""
    if keys[key] == .suspend, isAskingToQuit || !dialogs.isEmpty { return terminal.suspend() }
    if isAskingToQuit { return answer(key) }
    if !dialogs.isEmpty { return owner.handleInDialog(key) }
    if typing != nil, type(key) { return }
    if let command = keys[key] { return run(command, on: terminal) }
    if typing == nil { begin(with: key) }
  }

  private func run(_ command: TableCommand, on terminal: some TerminalBackend) {
    if command.needsNewRows, !table.allowsNewRows || !acceptTyping() { return }
    let row = table.layout.rows[cursor.row]
    switch command {
    case .move(let move): self.move(move)
    case .accept: openRow()
    case .edit: if typing == nil { editInPlace() }
    case .leave: break
    case .stepUp: step(by: 1)
    case .stepDown: step(by: -1)
    case .undo: undo()
    case .redo: redo()
    case .addRow: addRow(after: row.keys[0])
    case .removeRow: remove(row)
    case .moveRowUp: edit { $0.moveRow(row.keys[0], to: cursor.row - 1) }
    case .moveRowDown: edit { $0.moveRow(row.keys[0], to: cursor.row + 1) }
    case .listRows: listRows()
    case .save: if acceptTyping() { saveTable() }
    case .quit:
      guard acceptTyping() else { return }
      if table.hasUnsavedChanges, save != nil { isAskingToQuit = true } else { ending = .quit }
    case .suspend: terminal.suspend()
    case .help: showKeys()
    case .own(let name): if acceptTyping() { attempt { try run(own: name) } }
    }
  }

  private func answer(_ key: Key) {
    isAskingToQuit = false
    if words.is(key, .saveLetter) {
      if saveTable() { ending = .quit }
    } else if words.is(key, .quitLetter) {
      ending = .quit
    } else {
      isAskingToQuit = keys[key] != .leave && !words.is(key, .noLetter)
    }
  }

  @discardableResult
  private func saveTable() -> Bool {
    guard let save, attempt({ try save(table) }) else { return false }
    message = words[.saved]
    edit { $0.markSaved() }
    return true
  }

  /// Handles a key while text is typed; returns false for other keys.
  private func type(_ key: Key) -> Bool {
    guard var text = typing, let editor = table.editor(at: cursor) else { return false }
    let outcome = text.handle(key, commands: keys, editor: editor)
    typing = text
    switch outcome {
    case .typed, .full: return true
    case .take(let move): if acceptTyping() { self.move(move) }
    case .abandoned: typing = nil
    case .ignored: return false
    }
    return true
  }

  func editInPlace() {
    guard table.editor(at: cursor) != nil else { return refuse(FieldProblem(.cannotBeEdited)) }
    typing = CellTyping(editing: table.text(at: cursor))
  }

  /// Starts typing with an unbound key.
  private func begin(with key: Key) {
    guard let editor = table.editor(at: cursor) else { return }
    if key == .character(" "), !editor.choices.isEmpty, !editor.allowsSeveral {
      return step(by: editor.cyclicSteps(from: table.value(at: cursor), 1))
    }
    var text = key.replaces ? CellTyping() : CellTyping(editing: table.text(at: cursor))
    if text.handle(key, commands: keys, editor: editor) == .typed { typing = text }
  }

  private func paste(_ text: String, isCut: Bool) {
    message = ""
    var isWhole = !isCut
    if !dialogs.isEmpty {
      isWhole = owner.pasteInDialog(text) && isWhole
    } else if !isAskingToQuit, table.editor(at: cursor) != nil {
      var line = typing ?? CellTyping()
      isWhole = line.paste(text) && isWhole
      if typing != nil || line.text.contains(where: { $0 != " " }) { typing = line }
    }
    if !isWhole { refuse(FieldProblem(.pasteCut)) }
  }

  /// Accepts the typed text; returns whether no text is being typed.
  func acceptTyping() -> Bool {
    let typed = typing
    typing = nil
    guard var typed, !typed.isUnchanged else { return true }
    if attempt({ try edit { try $0.type(typed.text, at: cursor) } }) { return true }
    typed.refuse()
    typing = typed
    return false
  }

  private func step(by count: Int) {
    guard acceptTyping() else { return }
    attempt { try edit { try $0.step(cursor, by: count) } }
  }

  /// Moves to a cell, or to the nearest existing one.
  public func go(to position: TablePosition) { cursor = table.layout.nearest(to: position) }

  private func move(_ move: TableMove) {
    guard acceptTyping() else { return }
    let arrangement = grid.frame?.arrangement ?? file?.arrangement ?? .across
    go(to: table.layout.position(move, from: cursor, in: arrangement))
  }

  /// Changes the table; each change is one undo step. `body` uses only its argument: `table`, `go(to:)`, `refuse(_:)` and
  /// others that read the table trap while it is being changed. The cursor and typed text stay with their row and
  /// column; text of a removed row or column is discarded with a message.
  public func edit(_ body: (inout Table) throws -> Void) rethrows {
    let old = table.layout
    // Also after an error, which may follow a change.
    defer {
      let new = table.layout
      let section = new.sections.firstIndex { $0.keys == old.sections[cursor.section].keys }
      let row = new.rows.firstIndex { $0.keys == old.rows[cursor.row].keys }
      let column = new.columns.firstIndex { $0.key == old.columns[cursor.column].key }
      if typing != nil, section == nil || row == nil || column == nil {
        typing = nil
        refuse(FieldProblem(.rowIsGone))
      }
      go(
        to: TablePosition(
          section: section ?? cursor.section, row: row ?? cursor.row,
          column: column ?? cursor.column))
    }
    try body(&table)
  }

  /// Undoes the last step and moves to its cell, as the arrows and `Alt-u` do.
  func undo() { goBack(.undone, .nothingToUndo) { $0.undo() } }

  func redo() { goBack(.redone, .nothingToRedo) { $0.redo() } }

  private func goBack(_ done: Word, _ nothing: Word, _ step: (inout Table) -> [TableAddress]?) {
    // The typed text is the last edit.
    if typing != nil { return typing = nil }
    var addresses: [TableAddress]?
    edit { addresses = step(&$0) }
    guard let addresses else { return refuse(FieldProblem(nothing)) }
    message = words[done]
    let rows = table.layout.rowNumbers(showing: addresses)
    guard rows.count < table.layout.rowCount, let row = rows.min(),
      !rows.contains(table.layout.rowNumber(of: cursor))
    else { return }
    let columns = table.layout.columns.count
    go(to: table.layout.position(numbered: row * columns + cursor.column))
  }
}
