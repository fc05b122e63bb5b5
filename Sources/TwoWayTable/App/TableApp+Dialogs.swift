extension TableApp {
  /// Opens a form above everything, with the words of the app unless it has others.
  ///
  /// `finish` receives its outcome; the form is closed by then. If `finish` throws, the error is shown and the form stays
  /// open. For `.opened`, the app runs the command that the field names instead.
  public func open(_ form: Form, finish: @escaping (TableApp, FormOutcome) throws -> Void) {
    let task = FormTask<TableApp> { app, outcome in
      if case .opened(let command) = outcome { return try app.run(own: command) }
      try finish(app, outcome)
    }
    var form = form
    if form.configuration.words == .english { form.configuration.words = words }
    dialogs.open(.form(form, task))
  }

  /// Opens a list above everything, until `choose` closes it or the user leaves it. `items` is called again after each
  /// choice; the item with the id `selected` is selected at first.
  public func open(
    _ title: String, selected: String? = nil, abilities: Set<ListAbility> = [.find],
    items: @escaping (TableApp) -> [ListItem],
    choose: @escaping (TableApp, ListOutcome) throws -> Void
  ) {
    let task = ListTask<TableApp>(title: title, detail: (), items: items) { app, outcome in
      try choose(app, outcome)
    }
    owner.open(task, selected: selected, abilities: abilities, words: words)
  }

  /// The app as the owner of its dialogs, whose functions change a variable.
  var owner: TableApp {
    get { self }
    set {}
  }

  /// Closes the topmost form or list.
  public func closeDialog() { dialogs.close() }

  /// Sets a field of the form opened last to a canonical value, which is not checked; returns whether there is a form.
  @discardableResult
  public func setFormField(_ key: String, to value: String) -> Bool {
    dialogs.changeForm { $0.set(value, of: key) }
  }

  /// Shows why something was not done: the reason of a `FieldProblem`, or the description of another error.
  public func refuse(_ problem: any Error) {
    message =
      (problem as? FieldProblem)?.sentence(in: words, table.editor(at: cursor)) ?? "\(problem)"
    isProblem = true
  }

  /// Shows the error of a failed attempt; returns whether it succeeded.
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

  /// Runs a command by name, for a key or a field.
  func run(own name: String) throws {
    guard let command = commands[name] else { throw FieldProblem(.noCommand, name) }
    try command.run(self)
  }

  /// Whether a command has an effect at the cursor, for hints and the list of keys.
  func hasEffect(_ command: TableCommand) -> Bool {
    let isEditable = table.editor(at: cursor) != nil
    return switch command {
    case .save: save != nil
    case .accept: isEditable || file?.form(named: "row") != nil
    case .undo, .redo: isEditable || save != nil
    case .edit, .stepUp, .stepDown: isEditable
    default: table.allowsNewRows || !command.needsNewRows
    }
  }

  func showKeys() {
    let bound = keys.filter { hasEffect($0.value) }
    let items = Set(bound.values).map { command -> ListItem in
      let names = bound.filter { $0.value == command }.map(\.key.name).sorted()
      let own: String? = if case .own(let name) = command { commands[name]?.title } else { nil }
      return ListItem(
        id: "\(command)", title: own ?? words[of: command], detail: names.joined(separator: ", "))
    }.sorted { $0.title < $1.title }
    open(words[.keysTitle]) { _ in
      items
    } choose: { app, outcome in
      if case .open = outcome { app.closeDialog() }
    }
  }
}
