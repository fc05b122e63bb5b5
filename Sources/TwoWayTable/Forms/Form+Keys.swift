extension Form {
  /// Does what a key asks for; returns how the form ended, nil while it goes on.
  public mutating func handle(_ key: Key) -> FormOutcome? {
    if isAsking { return answer(key) }
    let action = configuration.keys[key]
    switch action {
    case .save: return save()
    case .leave: return leave()
    case .next: move(by: 1)
    case .previous: move(by: -1)
    case .first: focus(on: .field(0))
    case .buttons: focus(on: .button(.save))
    case .accept, .edit, .stepUp, .stepDown, nil:
      switch focus {
      case .field(let index): return handle(key, action, inField: index)
      case .button(let button): return handle(key, action, on: button)
      case nil: if action == .accept { move(by: 1) }
      }
    }
    return nil
  }

  /// Takes pasted text into the field with the focus, as data: line ends become blanks, and other
  /// control characters are left out. Nothing else is, since a part of a number is another number.
  public mutating func paste(_ text: String) {
    guard !isAsking, case .field(let index) = focus, !entries[index].field.opensScreen else {
      return
    }
    if entries[index].isChoice {
      let typed = TextLine.pasted(text).trimmed
      if case .success(let value) = entries[index].field.editor.parse(
        typed, current: entries[index].value)
      {
        entries[index].value = value
      }
      return
    }
    var line = entries[index].line(replacing: true)
    line.insert(TextLine.pasted(text).unicodeScalars.prefix(Self.longestPaste))
    entries[index].line = line
    entries[index].problem = nil
  }

  private static var longestPaste: Int { 10_000 }

  // MARK: Fields

  private mutating func handle(
    _ key: Key, _ action: FormAction?, inField index: Int
  ) -> FormOutcome? {
    if entries[index].field.opensScreen {
      return action == .accept || key == .character(" ")
        ? .opened(key: entries[index].field.key) : nil
    }
    switch action {
    case .accept: moveToNextField(from: index)
    case .stepUp: step(index, by: 1)
    case .stepDown: step(index, by: -1)
    case _ where entries[index].isSeveral: tick(key, inField: index)
    case _ where entries[index].isChoice: choose(key, inField: index)
    case .edit: entries[index].line = entries[index].line ?? TextLine(entries[index].shown)
    default:
      var line = entries[index].line(replacing: key.replaces)
      guard entries[index].field.editor.edit(&line, with: key) else { return nil }
      entries[index].line = line
      entries[index].problem = nil
    }
    return nil
  }

  /// Goes among the boxes of a field with several choices, and ticks them.
  private mutating func tick(_ key: Key, inField index: Int) {
    let editor = entries[index].field.editor
    let choices = editor.choices
    var candidate = entries[index].candidate
    switch key {
    case .named(.right): candidate = min(candidate + 1, choices.count - 1)
    case .named(.left): candidate = max(candidate - 1, 0)
    case .named(.home): candidate = 0
    case .named(.end): candidate = choices.count - 1
    case .named(.backspace), .named(.delete): entries[index].value = ""
    case .character(" "):
      let choice = choices[candidate]
      let isTicked = entries[index].ticked.contains(choice)
      let change = editor.parse((isTicked ? "-" : "+") + choice, current: entries[index].value)
      if case .success(let value) = change { entries[index].value = value }
      entries[index].problem = nil
    case .character(let scalar):
      let wanted = String(scalar).lowercased()
      let next = (1...choices.count).map { (candidate + $0) % choices.count }
      candidate =
        next.first { editor.display(choices[$0]).lowercased().hasPrefix(wanted) } ?? candidate
    default: break
    }
    entries[index].candidate = candidate
  }

  private mutating func choose(_ key: Key, inField index: Int) {
    switch key {
    case .character(" "), .named(.right): step(index, by: 1)
    case .named(.left): step(index, by: -1)
    case .named(.backspace), .named(.delete):
      if !entries[index].field.isRequired { entries[index].value = "" }
    case .character(let scalar):
      // The first letter of a choice chooses it, the next one with that letter when pressed again.
      let editor = entries[index].field.editor
      let choices = editor.choices
      let here = choices.firstIndex(of: entries[index].value) ?? -1
      let next = (1...choices.count).map { (here + $0 + choices.count) % choices.count }
      let wanted = String(scalar).lowercased()
      if let found = next.first(where: {
        editor.display(choices[$0]).lowercased().hasPrefix(wanted)
      }) {
        entries[index].value = choices[found]
      }
    default: break
    }
  }

  private mutating func step(_ index: Int, by count: Int) {
    entries[index].commit()
    guard entries[index].line == nil,
      let value = entries[index].field.editor.step(entries[index].value, by: count)
    else { return }
    entries[index].value = value
  }

  // MARK: Focus

  /// Gives the focus to something else; what was typed in the field before is taken where it is a value.
  /// A field or a button that the form does not have gets no focus.
  public mutating func focus(on new: Focus?) {
    switch new {
    case .field(let index): guard entries.indices.contains(index) else { return }
    case .button(let button): guard buttons.contains(button) else { return }
    case nil: break
    }
    if case .field(let index) = focus { entries[index].commit() }
    focus = new
  }

  private mutating func moveToNextField(from index: Int) {
    focus(on: .field((index + 1) % entries.count))
  }

  private mutating func move(by step: Int) {
    let stops = entries.indices.map { Focus.field($0) } + buttons.map { Focus.button($0) }
    guard let focus, let place = stops.firstIndex(of: focus) else {
      self.focus(on: step > 0 ? stops.first : stops.last)
      return
    }
    self.focus(on: stops[(place + step + stops.count) % stops.count])
  }

  // MARK: Buttons

  private mutating func handle(
    _ key: Key, _ action: FormAction?, on button: Button
  ) -> FormOutcome? {
    switch key {
    case .named(.right): moveAmongButtons(from: button, by: 1)
    case .named(.left): moveAmongButtons(from: button, by: -1)
    case _ where action == .accept || key == .character(" "):
      switch button {
      case .save: return save()
      case .cancel: return .cancelled
      case .delete: isAsking = true
      }
    default: break
    }
    return nil
  }

  private mutating func moveAmongButtons(from button: Button, by step: Int) {
    let place = buttons.firstIndex(of: button) ?? 0
    focus = .button(buttons[(place + step + buttons.count) % buttons.count])
  }

  /// Takes the field being edited and hands the changes back; where a field holds no value, goes
  /// there instead.
  private mutating func save() -> FormOutcome? {
    for index in entries.indices { entries[index].commit() }
    if let (index, problem) = firstProblem {
      entries[index].problem = problem
      focus = .field(index)
      return nil
    }
    if let (rule, _) = brokenRule {
      let first = entries.firstIndex { entry in rule.fields.contains(entry.field.key) }
      if let first { focus = .field(first) }
      return nil
    }
    return .saved(changes)
  }

  /// The first Escape restores what is being typed, the next leaves the form.
  private mutating func leave() -> FormOutcome? {
    guard case .field(let index) = focus, entries[index].line != nil else { return .cancelled }
    entries[index].line = nil
    entries[index].problem = nil
    return nil
  }

  private mutating func answer(_ key: Key) -> FormOutcome? {
    isAsking = false
    if configuration.words.yes(key) { return .deleted }
    isAsking = !configuration.words.no(key) && configuration.keys[key] != .leave
    return nil
  }
}

extension Form.Entry {
  /// The line that typing goes on with: what is typed so far, else nothing where a key replaces the
  /// value and the field lets it, else the value.
  fileprivate func line(replacing replaces: Bool) -> TextLine {
    line ?? (replaces && field.clearsOnEdit ? TextLine() : TextLine(shown))
  }

  /// The choices that are ticked.
  var ticked: [String] { value.split(separator: ",").map { String($0).trimmed } }
}

extension Key {
  /// Whether it replaces a value that nothing was typed into: characters and the erasing keys do, all
  /// others edit it in place.
  var replaces: Bool {
    switch self {
    case .character, .named(.backspace), .named(.delete): true
    default: false
    }
  }
}

extension Words {
  /// Whether a key says yes.
  func yes(_ key: Key) -> Bool { self.is(key, .yesLetter) }

  /// Whether a key says no.
  func no(_ key: Key) -> Bool { self.is(key, .noLetter) }

  /// Whether a key is the letter that a word is, in either case.
  func `is`(_ key: Key, _ letter: Word) -> Bool {
    guard case .character(let scalar) = key else { return false }
    return String(scalar).lowercased() == self[letter].lowercased()
  }
}
