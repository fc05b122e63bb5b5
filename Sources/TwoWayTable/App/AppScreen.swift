/// What lies above the table of an app.
enum AppScreen {
  case form(Form, (TableApp, FormOutcome) throws -> Void)
  case list(ListScreen, AppList)
}

/// What a list of an app shows, and what is done with what is chosen.
struct AppList {
  let title: String
  let items: (TableApp) -> [ListItem]
  let choose: (TableApp, ListOutcome) throws -> Void
}

extension TableApp {
  /// Opens a form above what is there. `finish` gets what it asks for: it is closed by then, unless
  /// the form shall open what one of its fields stands for. What `finish` throws is said, and the form
  /// stays.
  public func open(_ form: Form, finish: @escaping (TableApp, FormOutcome) throws -> Void) {
    screens.append(.form(form, finish))
    isStale = true
  }

  /// Opens a list above what is there, until `choose` closes it, or somebody leaves it. `items` are
  /// asked for again behind each choice; the one with the id `selected` is selected at first.
  public func open(
    _ title: String, selected: String? = nil, abilities: ListAbilities = .find,
    items: @escaping (TableApp) -> [ListItem],
    choose: @escaping (TableApp, ListOutcome) throws -> Void
  ) {
    let list = ListScreen(
      items(self), selected: selected, abilities: abilities, words: words)
    screens.append(.list(list, AppList(title: title, items: items, choose: choose)))
    isStale = true
  }

  /// Closes the form or the list on top.
  public func close() {
    _ = screens.popLast()
    isStale = true
  }

  /// Gives a field of the form on top a value, as a list that one of its fields opened does.
  public func set(_ value: String, of key: String) {
    guard case .form(var form, let finish) = screens.last else { return }
    form.set(value, of: key)
    replaceTop(.form(form, finish))
  }

  func replaceTop(_ screen: AppScreen) { screens[screens.count - 1] = screen }

  /// Does what a key asks for in what lies on top.
  func handle(_ key: Key, in screen: AppScreen) {
    switch screen {
    case .form(var form, let finish):
      let outcome = form.handle(key)
      replaceTop(.form(form, finish))
      guard let outcome else { break }
      let place = screens.count - 1
      if case .opened = outcome {
        attempt { try finish(self, outcome) }
        break
      }
      screens.remove(at: place)
      if !attempt({ try finish(self, outcome) }) {
        screens.insert(.form(form, finish), at: place)
      }
    case .list(var list, let task):
      let outcome = list.handle(key)
      replaceTop(.list(list, task))
      guard let outcome else { break }
      guard outcome != .cancelled else { return close() }
      attempt { try task.choose(self, outcome) }
    }
    refreshLists()
    isStale = true
  }

  /// Gives the lists their items as they are now, where they changed; the selected one stays selected.
  private func refreshLists() {
    for (index, screen) in screens.enumerated() {
      guard case .list(var list, let task) = screen else { continue }
      let items = task.items(self)
      guard items != list.items else { continue }
      list.setItems(items)
      screens[index] = .list(list, task)
    }
  }

  func paste(_ text: String, in screen: AppScreen) {
    switch screen {
    case .form(var form, let finish):
      form.paste(text)
      replaceTop(.form(form, finish))
    case .list(var list, let task):
      list.paste(text)
      replaceTop(.list(list, task))
    }
    isStale = true
  }

  /// Says what an attempt throws; returns whether it succeeded.
  @discardableResult
  func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch let problem as FieldProblem {
      message = say(problem)
    } catch {
      message = "\(error)"
    }
    return false
  }

  /// Why a text is no value, with the nearest that is.
  func say(_ problem: FieldProblem) -> String {
    let reason = problem.reason(in: words)
    return problem.nearest.map { words.text(.nearest, reason, $0) } ?? reason
  }
}
