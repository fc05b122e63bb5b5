import Diagnostics

extension Form {
  /// Handles a key; returns the outcome, nil while the form stays open.
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
      case .field(let index): return handle(key, inField: index)
      case .button(let button): return handle(key, on: button)
      }
    }
    return nil
  }

  /// Handles a press at a point of the area that the form is drawn in; returns the outcome, nil while the form stays open.
  ///
  /// It gives a field or a button the focus. On a button, and on a box or a choice with the focus, it is the space bar.
  public mutating func press(at place: ScreenPoint, in area: ScreenRectangle) -> FormOutcome? {
    guard !isAsking, let pressed = element(at: place, in: area) else { return nil }
    let hadFocus = focus == pressed
    focus(on: pressed)
    guard case .field(let index) = pressed else { return handle(.character(" ")) }
    let field = entries[index].field
    guard hadFocus, entries[index].isChoice || field.opens != nil else { return nil }
    if entries[index].isSeveral, field.opens == nil {
      guard let choice = choice(of: index, at: place.column, in: area) else { return nil }
      entries[index].candidate = choice
    }
    return handle(.character(" "))
  }

  /// Pastes text into the field with the focus: line ends become spaces, and other control characters are removed.
  /// Nothing else is filtered, since a part of a number is another number. Returns whether all of it fit.
  public mutating func paste(_ text: String) -> Bool {
    guard !isAsking, case .field(let index) = focus, entries[index].field.opens == nil else {
      return true
    }
    if entries[index].isChoice {
      let typed = TextLine.pasted(text).trimmed
      guard !typed.isEmpty else { return true }
      if case .success(let value) = entries[index].field.editor.parse(
        typed, current: entries[index].value)
      {
        entries[index].set(value)
      }
      return true
    }
    var line = entries[index].line(replacing: true)
    let fits = line.paste(text)
    guard entries[index].line != nil || !line.text.trimmed.isEmpty else { return fits }
    entries[index].line = line
    entries[index].problem = nil
    return fits
  }

  /// Moves the focus, if the field or button exists; accepts valid text typed in the previous field.
  public mutating func focus(on new: Focus) {
    switch new {
    case .field(let index): guard entries.indices.contains(index) else { return }
    case .button(let button): guard buttons.contains(button) else { return }
    }
    if case .field(let index) = focus { entries[index].commit() }
    focus = new
  }

  /// Moves the focus cyclically among the fields and the buttons, or among `stops`.
  private mutating func move(by step: Int, among stops: [Focus]? = nil) {
    let stops = stops ?? entries.indices.map { .field($0) } + buttons.map { .button($0) }
    let place = stops.firstIndex(of: focus) ?? 0
    focus(on: stops[(place + step + stops.count) % stops.count])
  }

  private mutating func handle(_ key: Key, on button: Button) -> FormOutcome? {
    switch key {
    case .named(.right): move(by: 1, among: buttons.map { .button($0) })
    case .named(.left): move(by: -1, among: buttons.map { .button($0) })
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

  /// Accepts the current field and returns the changes, or moves to a field with an invalid value.
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

  /// The first Escape discards the typed text, the next leaves the form.
  private mutating func leave() -> FormOutcome? {
    guard case .field(let index) = focus, valueBeforeTyping != nil else { return .cancelled }
    entries[index].line = nil
    entries[index].problem = nil
    return nil
  }

  private mutating func answer(_ key: Key) -> FormOutcome? {
    let answer = configuration.words.answer(key)
    isAsking = answer == nil
    return answer == true ? .deleted : nil
  }
}
