/// A dialog above the table; the topmost one receives the keys.
public enum Dialog<Owner: DialogOwner> {
  case form(Form, FormTask<Owner>)
  case list(ListScreen, ListTask<Owner>)
  /// A full screen of the owner.
  case page(Owner.Page)

  /// Whether it covers everything below it; a form does not.
  public var coversScreen: Bool {
    if case .form = self { false } else { true }
  }
}

/// The dialogs above a table, each opened from the previous one; the last receives the keys.
///
/// Data may change while dialogs are open: refer to it by identity, not by index, or wait until the stack is empty.
public struct DialogStack<Owner: DialogOwner> {
  fileprivate var dialogs: [Dialog<Owner>] = []

  /// Creates an empty stack.
  public init() {}

  /// Whether the table receives the keys.
  public var isEmpty: Bool { dialogs.isEmpty }
  package var count: Int { dialogs.count }
  /// The dialog that receives the keys.
  public var top: Dialog<Owner>? { dialogs.last }

  /// Whether the table is visible around the dialogs.
  public var showsTable: Bool { !dialogs.contains(where: \.coversScreen) }

  /// Draws the last full-screen dialog and those above it, in order. A list keeps its scroll position.
  public mutating func draw(_ body: (inout Dialog<Owner>) -> Void) {
    let first = dialogs.lastIndex(where: \.coversScreen) ?? 0
    for place in first..<dialogs.count { body(&dialogs[place]) }
  }

  /// Opens a dialog above the others.
  public mutating func open(_ dialog: Dialog<Owner>) { dialogs.append(dialog) }

  /// Closes the topmost dialog.
  public mutating func close() { _ = dialogs.popLast() }

  /// Closes all dialogs.
  public mutating func closeAll() { dialogs = [] }

  /// Replaces the topmost dialog.
  public mutating func replaceTop(with dialog: Dialog<Owner>) {
    close()
    open(dialog)
  }

  /// Changes the form opened last, for a list opened by one of its fields; returns whether there is a form.
  @discardableResult
  public mutating func changeForm(_ change: (inout Form) -> Void) -> Bool {
    guard let place = dialogs.lastIndex(where: { !$0.coversScreen }),
      case .form(var form, let task) = dialogs[place]
    else { return false }
    change(&form)
    dialogs[place] = .form(form, task)
    return true
  }
}

extension DialogOwner {
  /// Handles a key in the topmost dialog.
  public mutating func handleInDialog(_ key: Key) {
    switch dialogs.top {
    case .form: return handleInForm { $0.handle(key) }
    case .list(var list, let task):
      let outcome = list.handle(key)
      dialogs.replaceTop(with: .list(list, task))
      guard let outcome else { return }
      if outcome == .cancelled {
        dialogs.close()
      } else {
        do { try task.choose(&self, outcome) } catch { refuse(error) }
      }
    case .page(let page): handle(key, in: page)
    case nil: return
    }
    refreshLists()
  }

  /// Handles an event in the topmost dialog, a form.
  public mutating func handleInForm(_ event: (inout Form) -> FormOutcome?) {
    guard case .form(var form, let task) = dialogs.top else { return }
    let outcome = event(&form)
    dialogs.replaceTop(with: .form(form, task))
    if let outcome {
      let closes = if case .opened = outcome { false } else { true }
      if closes { dialogs.close() }
      let place = dialogs.count
      do {
        try task.finish(&self, outcome)
      } catch {
        // Below those opened since.
        if closes { dialogs.dialogs.insert(.form(form, task), at: min(place, dialogs.count)) }
        refuse(error)
      }
    }
    refreshLists()
  }

  /// Pastes into the topmost dialog, if any; returns whether all of it fit. A page itself reports what did not fit.
  public mutating func pasteInDialog(_ text: String) -> Bool {
    switch dialogs.top {
    case .form(var form, let task):
      defer { dialogs.replaceTop(with: .form(form, task)) }
      return form.paste(text)
    case .list(var list, let task):
      defer { dialogs.replaceTop(with: .list(list, task)) }
      return list.paste(text)
    case .page(let page): paste(text, into: page)
    case nil: break
    }
    return true
  }

  /// Opens a list above the others; the item with the id `selected` is selected.
  public mutating func open(
    _ task: ListTask<Self>, selected: String? = nil, abilities: Set<ListAbility> = [.find],
    words: Words = .english
  ) {
    let list = ListScreen(task.items(self), selected: selected, abilities: abilities, words: words)
    dialogs.open(.list(list, task))
  }

  /// Updates the items of all lists.
  public mutating func refreshLists() {
    for (place, dialog) in dialogs.dialogs.enumerated() {
      guard case .list(var list, let task) = dialog else { continue }
      let items = task.items(self)
      guard items != list.items else { continue }
      list.setItems(items)
      dialogs.dialogs[place] = .list(list, task)
    }
  }
}
