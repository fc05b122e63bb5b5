extension Form {
  /// Does what a key asks for; returns how the form ended, nil while it goes on.
  public mutating func handle(_ key: Key) -> FormOutcome? {
    if isAsking { return answer(key) }
    switch key {
    case .control("s"): return save()
    case .named(.escape), .control("c"): return leave()
    case .named(.tab), .named(.down): move(by: 1)
    case .named(.backTab), .named(.up): move(by: -1)
    case .named(.pageUp): focus(on: .field(0))
    case .named(.pageDown): focus(on: .button(.save))
    default:
      switch focus {
      case .field(let index): handle(key, inField: index)
      case .button(let button): return handle(key, on: button)
      case nil: if key == .named(.enter) { move(by: 1) }
      }
    }
    return nil
  }

  /// Takes pasted text into the field with the focus, as data: line ends become blanks, and other
  /// control characters are left out. Nothing else is, since a part of a number is another number.
  public mutating func paste(_ text: String) {
    guard !isAsking, case .field(let index) = focus else { return }
    if entries[index].isChoice {
      let typed = TextLine.pasted(text).trimmed
      if case .success(let value) = entries[index].field.editor.parse(
        typed, current: entries[index].value)
      {
        entries[index].value = value
      }
      return
    }
    var line = entries[index].line ?? TextLine()
    line.insert(TextLine.pasted(text).unicodeScalars.prefix(Self.longestPaste))
    entries[index].line = line
    entries[index].problem = nil
  }

  private static var longestPaste: Int { 10_000 }

  // MARK: Fields

  private mutating func handle(_ key: Key, inField index: Int) {
    switch key {
    case .named(.enter): moveToNextField(from: index)
    case .shift(.up): step(index, by: 1)
    case .shift(.down): step(index, by: -1)
    default:
      if entries[index].isChoice {
        choose(key, inField: index)
        return
      }
      if key == .named(.function(2)) {
        entries[index].line = entries[index].line ?? TextLine(entries[index].shown)
        return
      }
      var line = entries[index].line(for: key)
      guard entries[index].field.editor.edit(&line, with: key) else { return }
      entries[index].line = line
      entries[index].problem = nil
    }
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

  private mutating func handle(_ key: Key, on button: Button) -> FormOutcome? {
    switch key {
    case .named(.right): moveAmongButtons(from: button, by: 1)
    case .named(.left): moveAmongButtons(from: button, by: -1)
    case .named(.enter), .character(" "):
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
    switch key {
    case .character("y"), .character("Y"): return .deleted
    case .character("n"), .character("N"), .named(.escape), .control("c"): return nil
    default:
      isAsking = true
      return nil
    }
  }
}

extension Form.Entry {
  /// The line that a key goes on with: what is typed so far. In a field that nothing was typed into,
  /// characters and the erasing keys replace the value, and all other keys edit it in place.
  fileprivate func line(for key: Key) -> TextLine {
    if let line { return line }
    switch key {
    case .character, .named(.backspace), .named(.delete): return TextLine()
    default: return TextLine(shown)
    }
  }
}
