extension Form {
  mutating func handle(_ key: Key, inField index: Int) -> FormOutcome? {
    if let command = entries[index].field.opens {
      return key == .named(.enter) || key == .character(" ")
        ? .opened(command: command) : nil
    }
    switch key {
    case .named(.enter):
      // The save button follows the last field, for users who fill in a form with Enter.
      focus(on: index + 1 < entries.count ? .field(index + 1) : .button(.save))
    case .shift(.up): step(index, by: 1)
    case .shift(.down): step(index, by: -1)
    case _ where entries[index].isSeveral: tick(key, inField: index)
    case _ where entries[index].isChoice: choose(key, inField: index)
    case .named(.function(2)):
      entries[index].line = entries[index].line ?? TextLine(entries[index].shown)
    default:
      var line = entries[index].line(replacing: key.replaces)
      guard entries[index].field.editor.edit(&line, with: key) else { return nil }
      entries[index].line = line
      entries[index].problem = nil
    }
    return nil
  }

  /// Moves among the boxes of a field with several choices, and ticks them.
  private mutating func tick(_ key: Key, inField index: Int) {
    let editor = entries[index].field.editor
    let choices = editor.choices
    var candidate = entries[index].candidate
    switch key {
    case .named(.right): candidate = min(candidate + 1, choices.count - 1)
    case .named(.left): candidate = max(candidate - 1, 0)
    case .named(.home): candidate = 0
    case .named(.end): candidate = choices.count - 1
    case .named(.backspace), .named(.delete): entries[index].set("")
    case .character(" "):
      let choice = choices[candidate]
      let isTicked = entries[index].ticked.contains(choice)
      let change = editor.parse((isTicked ? "-" : "+") + choice, current: entries[index].value)
      if case .success(let value) = change { entries[index].set(value) }
    case .character(let scalar):
      candidate = editor.choice(startingWith: String(scalar), after: candidate) ?? candidate
    default: break
    }
    entries[index].candidate = candidate
  }

  private mutating func choose(_ key: Key, inField index: Int) {
    let (editor, value) = (entries[index].field.editor, entries[index].value)
    switch key {
    case .character(" "), .named(.right): step(index, by: editor.cyclicSteps(from: value, 1))
    case .named(.left): step(index, by: editor.cyclicSteps(from: value, -1))
    case .named(.backspace), .named(.delete):
      if !entries[index].field.isRequired { entries[index].set("") }
    case .character(let scalar):
      // A letter selects the next choice that starts with it; more letters, the first that starts with all.
      let here = editor.choices.firstIndex(of: value) ?? -1
      let (first, all) = (String(scalar), entries[index].search + String(scalar))
      let whole = all == first ? nil : editor.choice(startingWith: all, after: -1)
      entries[index].search = whole == nil ? first : all
      if let found = whole ?? editor.choice(startingWith: first, after: here) {
        entries[index].set(editor.choices[found])
      }
    default: break
    }
  }

  private mutating func step(_ index: Int, by count: Int) {
    entries[index].commit()
    guard entries[index].line == nil,
      let value = entries[index].field.editor.step(entries[index].value, by: count)
    else { return }
    entries[index].set(value)
  }
}

extension FieldEditor {
  /// Returns the next choice, wrapping around, whose text starts with a prefix.
  fileprivate func choice(startingWith text: String, after index: Int) -> Int? {
    let wanted = text.lowercased()
    return (1...choices.count).map { (index + $0) % choices.count }
      .first { display(choices[$0]).lowercased().hasPrefix(wanted) }
  }
}

extension Key {
  /// Whether the first key replaces the value: characters and the deleting keys do, other keys edit in place.
  var replaces: Bool {
    switch self {
    case .character, .named(.backspace), .named(.delete): true
    default: false
    }
  }
}
