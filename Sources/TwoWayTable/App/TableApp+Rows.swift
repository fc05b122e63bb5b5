extension TableApp {
  /// Opens the layout's form `row` for the current row; without such a form, edits the cell.
  func openRow() {
    guard let layout = forms.first(where: { $0.name == "row" }) else { return editInPlace() }
    let (section, row) = (table.layout.sections[cursor.section], table.layout.rows[cursor.row])
    let addresses = section.keys.flatMap { section in row.keys.map { (section, $0) } }
    func cells(_ field: String) -> [TableAddress] {
      addresses.map { TableAddress($0, $1, field) }
    }
    let fields = layout.fields.map(\.key)
    let shared = fields.map { table.common(cells($0)) }
    var configuration = layout.configuration
    let place = "\(section.full) \(row.full)"
    configuration.title =
      configuration.title.isEmpty ? place : "\(configuration.title): \(place)"
    configuration.words = words
    configuration.allowsDelete = configuration.allowsDelete ?? true
    let form = Form(
      layout.fields,
      values: Dictionary(zip(fields, shared.map { $0 ?? "" }), uniquingKeysWith: { $1 }),
      mixed: Set(zip(fields, shared).filter { $0.1 == nil }.map(\.0)),
      configuration: configuration, rules: layout.rules)
    open(form) { app, outcome in
      switch outcome {
      case .saved(let changes):
        try app.checkIsThere(row)
        try app.edit { table in
          try table.set(changes.flatMap { field, value in cells(field).map { ($0, value) } })
        }
      case .deleted:
        try app.checkIsThere(row)
        if app.table.allowsNewRows { return app.remove(row) }
        let all = Set(fields + app.table.layout.columns.map(\.key)).sorted()
        try app.edit { table in
          try table.set(all.flatMap { field in cells(field).map { ($0, "") } })
        }
      case .opened(_, let command): try app.run(own: command)
      case .cancelled: break
      }
    }
  }

  /// Throws if another change has removed the row.
  private func checkIsThere(_ row: TableLayout.Title) throws {
    guard table.layout.rows.contains(where: { $0.keys == row.keys }) else {
      throw FieldProblem(.rowIsGone)
    }
  }

  func changeRows(_ command: TableCommand) {
    let row = table.layout.rows[cursor.row]
    switch command {
    case .addRow: add(after: row.keys[0])
    case .removeRow: remove(row)
    case .moveRowUp: edit { $0.moveRow(row.keys[0], to: cursor.row - 1) }
    case .moveRowDown: edit { $0.moveRow(row.keys[0], to: cursor.row + 1) }
    case .listRows: listRows()
    default: break
    }
  }

  /// Asks for the name of a new row.
  private func add(after key: String?) {
    openNameForm(words[.newRow], title: "", mode: .add) { app, title in
      var new = ""
      app.edit { new = $0.addRow(title, after: key) }
      guard let row = app.table.layout.rows.firstIndex(where: { $0.keys.contains(new) }) else {
        return
      }
      app.go(to: TablePosition(section: app.cursor.section, row: row, column: 0))
    }
  }

  private func rename(_ row: TableLayout.Title) {
    openNameForm(words[.rowName], title: row.full, mode: .edit) { app, title in
      try app.checkIsThere(row)
      app.edit { $0.renameRow(row.keys[0], to: title) }
    }
  }

  private func openNameForm(
    _ heading: String, title: String, mode: FormMode,
    name: @escaping (TableApp, String) throws -> Void
  ) {
    var configuration = FormConfiguration(title: heading, allowsDelete: false)
    configuration.words = words
    let field = FormField(key: "title", label: words[.rowName], isRequired: true)
    let form = Form([field], values: ["title": title], mode: mode, configuration: configuration)
    open(form) { app, outcome in
      guard case .saved(let changes) = outcome, let title = changes["title"] else { return }
      try name(app, title)
    }
  }

  private func remove(_ row: TableLayout.Title) {
    var isRemoved = false
    edit { isRemoved = $0.removeRow(row.keys[0]) }
    message = isRemoved ? words.text(.rowRemoved, row.full) : words[.lastRow]
  }

  /// Lists the rows: to open, add, rename, remove, reorder and find.
  private func listRows() {
    func row(_ id: String, _ app: TableApp) throws -> (place: Int, title: TableLayout.Title) {
      let rows = app.table.layout.rows
      guard let place = rows.firstIndex(where: { $0.keys.contains(id) }) else {
        throw FieldProblem(.rowIsGone)
      }
      return (place, rows[place])
    }
    let selected = table.layout.rows[cursor.row].keys[0]
    open(words[.rowsTitle], selected: selected, abilities: .all) { app in
      app.table.layout.rows.map { ListItem(id: $0.keys[0], title: $0.full) }
    } choose: { app, outcome in
      switch outcome {
      case .open(let id):
        let place = try row(id, app).place
        app.close()
        app.go(
          to: TablePosition(section: app.cursor.section, row: place, column: app.cursor.column))
      case .add(let id): app.add(after: id)
      case .edit(let id): app.rename(try row(id, app).title)
      case .delete(let id): app.remove(try row(id, app).title)
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
