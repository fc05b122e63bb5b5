extension TableApp {
  /// Opens the layout's form `row` for the current row; without such a form, edits the cell.
  func openRow() {
    guard var layout = file?.form(named: "row") else { return editInPlace() }
    let (section, row) = (table.layout.sections[cursor.section], table.layout.rows[cursor.row])
    let addresses = section.keys.flatMap { section in row.keys.map { (section, $0) } }
    func cells(_ field: String) -> [TableAddress] { addresses.map { TableAddress($0, $1, field) } }
    layout.configuration.allowsDelete = layout.configuration.allowsDelete ?? true
    if table.allowsNewRows, layout.configuration.deleteQuestion == nil {
      layout.configuration.deleteQuestion = words.text(.deleteItem, row.full)
    }
    let form = layout.form(about: "\(section.full) \(row.full)", words: words) {
      table.common(cells($0))
    }
    open(form) { app, outcome in
      var changes: [String: String] = [:]
      switch outcome {
      case .saved(let new): changes = new
      case .deleted:
        let keys = layout.fields.map(\.key) + app.table.layout.columns.map(\.key)
        for key in keys { changes[key] = "" }
      case .cancelled, .opened: return
      }
      _ = try app.place(ofRow: row.keys[0])
      if outcome == .deleted, app.table.allowsNewRows { return app.remove(row) }
      try app.edit { table in
        try table.set(changes.flatMap { field, value in cells(field).map { ($0, value) } })
      }
    }
  }

  /// The index of a row; throws if another change has removed it.
  private func place(ofRow key: String) throws(FieldProblem) -> Int {
    guard let place = table.place(ofRow: key) else { throw FieldProblem(.rowIsGone) }
    return place
  }

  func addRow(after key: String?) {
    openNameForm(words[.newRow], title: "") { app, title in
      var new = ""
      app.edit { new = $0.addRow(title, after: key) }
      let row = try app.place(ofRow: new)
      app.go(to: TablePosition(section: app.cursor.section, row: row, column: 0))
    }
  }

  private func renameRow(_ key: String) throws(FieldProblem) {
    let title = table.layout.rows[try place(ofRow: key)].full
    openNameForm(words[.rowName], title: title) { app, title in
      _ = try app.place(ofRow: key)
      app.edit { $0.renameRow(key, to: title) }
    }
  }

  private func openNameForm(
    _ heading: String, title: String, name: @escaping (TableApp, String) throws -> Void
  ) {
    let field = FormField(key: "title", label: words[.rowName], isRequired: true)
    let form = Form([field], values: ["title": title], configuration: .init(title: heading))
    open(form) { app, outcome in
      guard case .saved(let changes) = outcome, let title = changes["title"] else { return }
      try name(app, title)
    }
  }

  func remove(_ row: TableLayout.Title) {
    var isRemoved = false
    edit { isRemoved = $0.removeRow(row.keys[0]) }
    guard isRemoved else { return refuse(FieldProblem(.lastRow)) }
    message = words.text(.rowRemoved, row.full)
  }

  /// Lists the rows: to open, add, rename, remove, reorder and find.
  func listRows() {
    let selected = table.layout.rows[cursor.row].keys[0]
    open(words[.rowsTitle], selected: selected, abilities: .all) { app in
      app.table.layout.rows.map { ListItem(id: $0.keys[0], title: $0.full) }
    } choose: { app, outcome in
      switch outcome {
      case .open(let id):
        let place = try app.place(ofRow: id)
        app.closeDialog()
        app.go(
          to: TablePosition(section: app.cursor.section, row: place, column: app.cursor.column))
      case .add(let id): app.addRow(after: id)
      case .edit(let id): try app.renameRow(id)
      case .delete(let id): app.remove(app.table.layout.rows[try app.place(ofRow: id)])
      case .move(let id, let target): app.edit { $0.moveRow(id, to: target) }
      case .key(let key, _):
        switch app.keys[key] {
        case .undo: app.undo()
        case .redo: app.redo()
        default: break
        }
      case .cancelled: break
      }
    }
  }
}
