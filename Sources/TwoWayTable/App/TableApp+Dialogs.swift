extension TableApp {
  /// Opens a form above what is there.
  ///
  /// `finish` gets its outcome; the form is closed by then, unless the outcome opens what a field stands for.
  /// An error that `finish` throws is shown, and the form stays.
  public func open(_ form: Form, finish: @escaping (TableApp, FormOutcome) throws -> Void) {
    dialogs.open(
      .form(
        form,
        FormTask { app, outcome in
          try finish(app, outcome)
          return nil
        }))
  }

  /// Opens a list above what is there, until `choose` closes it, or somebody leaves it. `items` are
  /// asked for again after each choice; the one with the id `selected` is selected at first.
  public func open(
    _ title: String, selected: String? = nil, abilities: ListAbilities = .find,
    items: @escaping (TableApp) -> [ListItem],
    choose: @escaping (TableApp, ListOutcome) throws -> Void
  ) {
    let task = ListTask<TableApp>(title: title, detail: (), items: items) { app, outcome in
      try choose(app, outcome)
      return .stay
    }
    var app = self
    app.open(task, selected: selected, abilities: abilities, words: words)
  }

  /// Closes the form or the list on top.
  public func close() { dialogs.close() }

  /// Gives a field of the form that was opened last a value, as a list does that one of its fields opened;
  /// returns whether there is such a form.
  @discardableResult
  public func set(_ value: String, of key: String) -> Bool {
    dialogs.changeForm { $0.set(value, of: key) }
  }

  /// Shows why something was not done.
  public func refuse(_ problem: any Error) {
    message =
      (problem as? FieldProblem)?.sentence(in: words, table.editor(at: cursor)) ?? "\(problem)"
  }

  /// Shows the error that an attempt throws; returns whether it succeeded.
  @discardableResult
  func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      refuse(error)
      return false
    }
  }

  /// Runs a command that a key or a field names.
  func run(own name: String) throws {
    guard let command = commands[name] else { throw FieldProblem(.noCommand, name) }
    try command.run(self)
  }

  /// Lists what keys do.
  func showKeys() {
    let bound = keys.filter { table.allowsNewRows || !$0.value.needsNewRows }
    let items = Set(bound.values).map { command -> ListItem in
      let names = bound.filter { $0.value == command }.map(\.key.name).sorted()
      let own: String? = if case .own(let name) = command { commands[name]?.title } else { nil }
      return ListItem(
        id: "\(command)", title: own ?? words[of: command], detail: names.joined(separator: ", "))
    }
    let sorted = items.sorted { $0.title < $1.title }
    open(words[.keysTitle]) { _ in
      sorted
    } choose: { app, outcome in
      if case .open = outcome { app.close() }
    }
  }
}
