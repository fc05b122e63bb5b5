import TwoWayTable

/// Keys by name between blanks: names, `^x`, `S-Up`, `M-k`; other words letter by letter, `␣` a
/// blank.
func typed(_ keys: String) -> [Key] {
  keys.split(separator: " ").flatMap { word -> [Key] in
    if let key = namedKeys[String(word)] { return [.named(key)] }
    if word.hasPrefix("S-"), let key = namedKeys[String(word.dropFirst(2))] { return [.shift(key)] }
    if word.hasPrefix("M-"), let letter = word.unicodeScalars.last { return [.alt(letter)] }
    if word.count == 2, word.first == "^", let letter = word.unicodeScalars.last {
      return [.control(letter)]
    }
    return word.unicodeScalars.map { .character($0 == "␣" ? " " : $0) }
  }
}

private let namedKeys: [String: NamedKey] = [
  "Enter": .enter, "Esc": .escape, "Tab": .tab, "BackTab": .backTab, "Up": .up, "Down": .down,
  "Left": .left, "Right": .right, "Home": .home, "End": .end, "PgUp": .pageUp, "PgDn": .pageDown,
  "Bs": .backspace, "Del": .delete, "F2": .function(2),
]

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
