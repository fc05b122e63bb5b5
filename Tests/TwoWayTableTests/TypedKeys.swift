import TwoWayTable

extension Form {
  /// Presses keys until the form ends; returns how it did.
  @discardableResult
  mutating func press(_ keys: String) -> FormOutcome? {
    for key in Key.typed(keys) {
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
  /// Presses keys; returns the outcome of the list.
  @discardableResult
  mutating func press(_ keys: String) -> [ListOutcome] {
    Key.typed(keys).compactMap { handle($0) }.filter { outcome in
      if case .key = outcome { false } else { true }
    }
  }
}
