/// Something that was opened above the table and has the keys.
public enum Dialog<Owner: DialogOwner> {
  /// A form, and what is done with what it returns.
  case form(Form, FormTask<Owner>)
  /// A list, and what is done with what is chosen.
  case list(ListScreen, ListTask<Owner>)
  /// A screen of the owner's own.
  case page(Owner.Page)

  /// Whether it covers everything below it; a form leaves that in sight around it.
  public var coversScreen: Bool {
    if case .form = self { false } else { true }
  }
}

/// The dialogs above a table, each opened from the one before; the last has the keys.
///
/// While one is open, keys go to it. An owner whose data change meanwhile either waits until the stack is
/// empty or names in its dialogs what they are about by identity, never by place.
public struct DialogStack<Owner: DialogOwner> {
  private var entries: [(number: Int, dialog: Dialog<Owner>)] = []
  private var lastNumber = 0

  /// Begins with none.
  public init() {}

  /// Whether keys go to the table.
  public var isEmpty: Bool { entries.isEmpty }
  /// How many are open.
  public var count: Int { entries.count }
  /// The one that has the keys.
  public var top: Dialog<Owner>? { entries.last?.dialog }

  /// Whether the table can be seen around what is open.
  public var showsTable: Bool { !entries.contains { $0.dialog.coversScreen } }

  /// Those that can be seen, in the order of drawing: the last one that covers the screen, and what is above
  /// it.
  public var visible: [Dialog<Owner>] { entries[firstVisible...].map(\.dialog) }

  private var firstVisible: Int { entries.lastIndex { $0.dialog.coversScreen } ?? 0 }

  /// Draws those that can be seen, in order; a list keeps how far it is scrolled.
  public mutating func draw(_ body: (inout Dialog<Owner>) -> Void) {
    for place in firstVisible..<entries.count { body(&entries[place].dialog) }
  }

  /// Opens a dialog above the others.
  public mutating func open(_ dialog: Dialog<Owner>) {
    lastNumber += 1
    entries.append((lastNumber, dialog))
  }

  /// Closes the one that has the keys.
  public mutating func close() { _ = entries.popLast() }

  /// Closes all of them.
  public mutating func closeAll() { entries = [] }

  /// Puts another in the place of the one that has the keys.
  public mutating func replaceTop(with dialog: Dialog<Owner>) {
    guard let place = entries.indices.last else { return }
    entries[place].dialog = dialog
  }

  /// Changes the form that was opened last, as a list does that one of its fields opened; returns whether
  /// there is one.
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

  /// The one that has the keys, and the number that it keeps whatever is opened or closed.
  fileprivate var topEntry: (number: Int, dialog: Dialog<Owner>)? { entries.last }

  fileprivate func place(of number: Int) -> Int? { entries.firstIndex { $0.number == number } }

  fileprivate mutating func replace(_ number: Int, with dialog: Dialog<Owner>) {
    if let place = place(of: number) { entries[place].dialog = dialog }
  }

  fileprivate mutating func close(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Opens a dialog again, below those that were opened since.
  fileprivate mutating func putBack(_ number: Int, _ dialog: Dialog<Owner>) {
    let place = entries.firstIndex { $0.number > number } ?? entries.count
    entries.insert((number, dialog), at: place)
  }

  fileprivate var numbers: [Int] { entries.map(\.number) }

  fileprivate func list(_ number: Int) -> (ListScreen, ListTask<Owner>)? {
    guard let place = place(of: number), case .list(let list, let task) = entries[place].dialog
    else { return nil }
    return (list, task)
  }
}

extension DialogOwner {
  /// Does what a key asks for in the dialog that has the keys; returns what the code that runs the owner has
  /// to do.
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

  /// Takes pasted text into the dialog that has the keys; returns whether there is one.
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

  /// Opens a list above what is open; the item with the id `selected` is selected.
  public mutating func open(
    _ task: ListTask<Self>, selected: String? = nil, abilities: ListAbilities = .find,
    words: Words = .english
  ) {
    let list = ListScreen(
      task.items(self), selected: selected, abilities: abilities, words: words)
    dialogs.open(.list(list, task))
  }

  /// Gives every list its items as they are now, where they changed.
  public mutating func refreshLists() {
    for number in dialogs.numbers {
      guard let (list, task) = dialogs.list(number) else { continue }
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
