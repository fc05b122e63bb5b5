extension TableApp {
  /// Opens the form `row` of the layout for the row under the cursor; without one, edits the cell.
  func openRow() {
    guard let layout = forms.first(where: { $0.name == "row" }) else {
      typed = TextLine(
        table.value(at: cursor).map {
          $0.isEmpty ? "" : table.editor(ofColumn: cursor.column).display($0)
        } ?? "")
      return
    }
    let (section, row) = (table.layout.sections[cursor.section], table.layout.rows[cursor.row])
    let index = cursor.row
    let addresses = section.keys.flatMap { section in row.keys.map { (section, $0) } }
    var values: [String: String] = [:]
    for field in layout.fields {
      let found = Set(addresses.map { table.values[TableAddress($0, $1, field.key)] ?? "" })
      if found.count == 1 { values[field.key] = found.first }
    }
    var configuration = layout.configuration
    let place = "\(section.full) \(row.full)"
    configuration.title =
      configuration.title.isEmpty ? place : "\(configuration.title): \(place)"
    configuration.words = words
    let form = Form(
      layout.fields, values: values, configuration: configuration, rules: layout.rules)
    open(form) { app, outcome in
      switch outcome {
      case .saved(let changes):
        app.edit { table in
          table.set(
            changes.changes.flatMap { change in
              addresses.map { (TableAddress($0, $1, change.key), change.value) }
            })
        }
      case .deleted where app.table.allowsNewRows: app.remove(index)
      case .deleted:
        app.edit { table in
          let fields = Set(table.values.keys.map(\.field))
          return table.set(
            addresses.flatMap { address in
              fields.map { (TableAddress(address.0, address.1, $0), nil) }
            })
        }
      case .opened(let key): try app.commands[key]?.run(app)
      case .cancelled: break
      }
    }
  }

  func changeRows(_ command: TableCommand) {
    let row = cursor.row
    switch command {
    case .addRow: add(behind: row)
    case .removeRow: remove(row)
    case .moveRowUp: move(row, to: row - 1)
    case .moveRowDown: move(row, to: row + 1)
    case .listRows: listRows()
    default: break
    }
  }

  /// Asks for the name of a new row.
  private func add(behind row: Int) {
    var configuration = FormConfiguration(title: words[.newRow])
    configuration.words = words
    let fields = [FormField(key: "title", label: words[.rowName], isRequired: true)]
    open(Form(fields, mode: .add, configuration: configuration)) { app, outcome in
      guard case .saved(let changes) = outcome, let title = changes["title"] else { return }
      app.edit { $0.addRow(title, at: row + 1) }
      app.go(to: TablePosition(section: app.cursor.section, row: row + 1, column: 0))
    }
  }

  private func rename(_ row: Int) {
    var configuration = FormConfiguration(title: words[.rowName])
    configuration.words = words
    configuration.allowsDelete = false
    let title = table.layout.rows[row].full
    let fields = [FormField(key: "title", label: words[.rowName], isRequired: true)]
    let form = Form(fields, values: ["title": title], configuration: configuration)
    open(form) { app, outcome in
      guard case .saved(let changes) = outcome, let title = changes["title"] else { return }
      app.edit { $0.renameRow(at: row, to: title) }
    }
  }

  private func remove(_ row: Int) {
    let title = table.layout.rows[row].full
    edit { table in
      let change = table.removeRow(at: row)
      message = change == nil ? words[.lastRow] : words.text(.rowRemoved, title)
      return change
    }
  }

  private func move(_ row: Int, to target: Int) {
    edit { $0.moveRow(from: row, to: target) }
    if table.layout.rows.indices.contains(target) {
      go(to: TablePosition(section: cursor.section, row: target, column: cursor.column))
    }
  }

  /// Lists the rows: to be opened, added, renamed, removed, reordered, found.
  private func listRows() {
    let selected = table.layout.rows[cursor.row].keys.first
    open(words[.rowsTitle], selected: selected, abilities: .all) { app in
      app.table.layout.rows.map { ListItem(id: $0.keys.first ?? $0.full, title: $0.full) }
    } choose: { app, outcome in
      let rows = app.table.layout.rows
      func place(of id: String) -> Int { rows.firstIndex { $0.keys.contains(id) } ?? 0 }
      switch outcome {
      case .open(let id):
        app.close()
        app.go(
          to: TablePosition(
            section: app.cursor.section, row: place(of: id), column: app.cursor.column))
      case .add(let id): app.add(behind: id.map(place) ?? 0)
      case .edit(let id): app.rename(place(of: id))
      case .delete(let id): app.remove(place(of: id))
      case .move(let id, let target): app.edit { $0.moveRow(from: place(of: id), to: target) }
      case .cancelled, .key: break
      }
    }
  }

  /// Lists what keys do.
  func showKeys() {
    let bound = keys.filter { table.allowsNewRows || !$0.value.needsNewRows }
    let items = Set(bound.values).map { command -> ListItem in
      let names = bound.filter { $0.value == command }.map(\.key.name).sorted()
      let own: String? = if case .own(let name) = command { commands[name]?.title } else { nil }
      let title = own ?? words[of: command]
      return ListItem(id: "\(command)", title: title, detail: names.joined(separator: ", "))
    }
    let sorted = items.sorted { $0.title < $1.title }
    open(words[.keysTitle]) { _ in
      sorted
    } choose: { app, outcome in
      if case .open = outcome { app.close() }
    }
  }
}
