import TwoWayTable

/// Keys by name between blanks; other words letter by letter, `␣` a blank.
func typed(_ keys: String) -> [Key] {
  keys.split(separator: " ").flatMap { word -> [Key] in
    if word.count > 1, let key = Key(name: String(word)) { return [key] }
    return word.unicodeScalars.map { .character($0 == "␣" ? " " : $0) }
  }
}

extension Form {
  /// Presses keys until the form ends; returns how it did.
  @discardableResult
  mutating func press(_ keys: String) -> FormOutcome? {
    for key in typed(keys) {
      if let outcome = handle(key) { return outcome }
    }
    return nil
  }

  /// The form as text, a string a line.
  func lines(rows: Int, columns: Int) -> [String] {
    var surface = Surface(size: ScreenSize(rows: rows, columns: columns))
    _ = draw(into: &surface, in: ScreenRectangle(surface.size))
    return surface.lines
  }
}

extension ListScreen {
  /// Presses keys; returns what the list asked for.
  @discardableResult
  mutating func press(_ keys: String) -> [ListOutcome] {
    typed(keys).compactMap { handle($0) }.filter { outcome in
      if case .key = outcome { false } else { true }
    }
  }
}
