/// A dialog above the table; the topmost one receives the keys.
public enum Dialog<Owner: DialogOwner> {
  /// A form and its task.
  case form(Form, FormTask<Owner>)
  /// A list and its task.
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
/// Data may change while dialogs are open, so dialogs must refer to it by identity, not by index; or the owner waits
/// until the stack is empty.
public struct DialogStack<Owner: DialogOwner> {
  private var entries: [(number: Int, dialog: Dialog<Owner>)] = []
  private var lastNumber = 0

  /// Creates an empty stack.
  public init() {}

  /// Whether the table receives the keys.
  public var isEmpty: Bool { entries.isEmpty }
  /// The number of open dialogs.
  public var count: Int { entries.count }
  /// The dialog that receives the keys.
  public var top: Dialog<Owner>? { entries.last?.dialog }

  /// Whether the table is visible around the dialogs.
  public var showsTable: Bool { !entries.contains { $0.dialog.coversScreen } }

  /// Draws the visible dialogs in order: the last full-screen dialog, and those above it. A list keeps its scroll
  /// position.
  public mutating func draw(_ body: (inout Dialog<Owner>) -> Void) {
    let first = entries.lastIndex { $0.dialog.coversScreen } ?? 0
    for place in first..<entries.count { body(&entries[place].dialog) }
  }

  /// Opens a dialog above the others.
  public mutating func open(_ dialog: Dialog<Owner>) {
    lastNumber += 1
    entries.append((lastNumber, dialog))
  }

  /// Closes the topmost dialog.
  public mutating func close() { _ = entries.popLast() }

  /// Closes all dialogs.
  public mutating func closeAll() { entries = [] }

  /// Replaces the topmost dialog.
  public mutating func replaceTop(with dialog: Dialog<Owner>) {
    guard let place = entries.indices.last else { return }
    entries[place].dialog = dialog
  }

  /// Changes the form opened last, for a list opened by one of its fields; returns whether there is a form.
  @discardableResult
  public mutating func changeForm(_ change: (inout Form) -> Void) -> Bool {
    for place in entries.indices.reversed() {
      guard case .form(var form, let task) = entries[place].dialog else { continue }
      change(&form)
      entries[place].dialog = .form(form, task)
      return true
    }
    return false
  }

  // MARK: What handling keys needs

  /// The topmost dialog and its number, which is never reused.
  fileprivate var topEntry: (number: Int, dialog: Dialog<Owner>)? { entries.last }

  /// Replaces a dialog unless it was closed.
  fileprivate mutating func replace(_ number: Int, with dialog: Dialog<Owner>) {
    guard let place = entries.firstIndex(where: { $0.number == number }) else { return }
    entries[place].dialog = dialog
  }

  fileprivate mutating func close(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Opens a dialog again, below those opened since.
  fileprivate mutating func putBack(_ number: Int, _ dialog: Dialog<Owner>) {
    let place = entries.firstIndex { $0.number > number } ?? entries.count
    entries.insert((number, dialog), at: place)
  }

  fileprivate var lists: [(number: Int, list: ListScreen, task: ListTask<Owner>)] {
    entries.compactMap { number, dialog in
      if case .list(let list, let task) = dialog { (number, list, task) } else { nil }
    }
  }
}

extension DialogOwner {
  /// Handles a key in the topmost dialog; returns a request for the code that runs the owner.
  @discardableResult
  public mutating func handleInDialog(_ key: Key) -> Request? {
    guard let (number, dialog) = dialogs.topEntry else { return nil }
    let request: Request?
    switch dialog {
    case .form(var form, let task):
      let outcome = form.handle(key)
      dialogs.replace(number, with: .form(form, task))
      guard let outcome else { return nil }
      request = finish(number, outcome, form, task)
    case .list(var list, let task):
      let outcome = list.handle(key)
      dialogs.replace(number, with: .list(list, task))
      guard let outcome else { return nil }
      request = choose(number, outcome, task)
    case .page(var page):
      let answer = handle(key, in: &page)
      dialogs.replace(number, with: .page(page))
      request = carryOut(answer, number)
    }
    refreshLists()
    return request
  }

  /// Pastes into the topmost dialog; returns whether there is one.
  @discardableResult
  public mutating func pasteInDialog(_ text: String) -> Bool {
    guard let (number, dialog) = dialogs.topEntry else { return false }
    switch dialog {
    case .form(var form, let task):
      form.paste(text)
      dialogs.replace(number, with: .form(form, task))
    case .list(var list, let task):
      list.paste(text)
      dialogs.replace(number, with: .list(list, task))
    case .page(var page):
      paste(text, into: &page)
      dialogs.replace(number, with: .page(page))
    }
    return true
  }

  /// Opens a list above the others; the item with the id `selected` is selected.
  public mutating func open(
    _ task: ListTask<Self>, selected: String? = nil, abilities: ListAbilities = .find,
    words: Words = .english
  ) {
    let list = ListScreen(
      task.items(self), selected: selected, abilities: abilities, words: words)
    dialogs.open(.list(list, task))
  }

  /// Updates the items of all lists.
  public mutating func refreshLists() {
    for (number, list, task) in dialogs.lists {
      let items = task.items(self)
      guard items != list.items else { continue }
      var changed = list
      changed.setItems(items)
      dialogs.replace(number, with: .list(changed, task))
    }
  }

  private mutating func finish(
    _ number: Int, _ outcome: FormOutcome, _ form: Form, _ task: FormTask<Self>
  ) -> Request? {
    var closes = true
    if case .opened = outcome { closes = false }
    if closes { dialogs.close(number) }
    do {
      return try task.finish(&self, outcome)
    } catch {
      if closes { dialogs.putBack(number, .form(form, task)) }
      refuse(error)
      return nil
    }
  }

  private mutating func choose(
    _ number: Int, _ outcome: ListOutcome, _ task: ListTask<Self>
  ) -> Request? {
    guard outcome != .cancelled else {
      dialogs.close(number)
      return nil
    }
    do {
      return carryOut(try task.choose(&self, outcome), number)
    } catch {
      refuse(error)
      return nil
    }
  }

  private mutating func carryOut(_ answer: DialogAnswer<Request>, _ number: Int) -> Request? {
    switch answer {
    case .stay: return nil
    case .close:
      dialogs.close(number)
      return nil
    case .ask(let request): return request
    }
  }
}
