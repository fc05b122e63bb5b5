/// One line of text being typed, and the place in it where typing goes on.
public struct TextLine: Hashable, Sendable {
  private var scalars: [Unicode.Scalar]
  /// How many characters stand before the cursor.
  public private(set) var cursor: Int

  /// Begins with `text`, the cursor behind it.
  public init(_ text: String = "") {
    scalars = Array(text.unicodeScalars)
    cursor = scalars.count
  }

  /// The text.
  public var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Whether nothing is typed.
  public var isEmpty: Bool { scalars.isEmpty }

  /// Types several characters at once.
  public mutating func insert(_ characters: some Collection<Unicode.Scalar>) {
    scalars.insert(contentsOf: characters, at: cursor)
    cursor += characters.count
  }

  /// Does what `key` does in a line of text, as in a shell; false for a key that means nothing here.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar):
      scalars.insert(scalar, at: cursor)
      cursor += 1
    case .named(.backspace), .control("h"):
      guard cursor > 0 else { return true }
      cursor -= 1
      scalars.remove(at: cursor)
    case .named(.delete), .control("d"):
      if cursor < scalars.count { scalars.remove(at: cursor) }
    case .named(.left), .control("b"): cursor = max(0, cursor - 1)
    case .named(.right), .control("f"): cursor = min(scalars.count, cursor + 1)
    case .named(.home), .control("a"): cursor = 0
    case .named(.end), .control("e"): cursor = scalars.count
    case .control("u"):
      scalars.removeFirst(cursor)
      cursor = 0
    case .control("k"): scalars.removeSubrange(cursor...)
    case .control("w"):
      let start = startOfWord()
      scalars.removeSubrange(start..<cursor)
      cursor = start
    default: return false
    }
    return true
  }

  /// The part of the line that `columns` columns show, scrolled as little as brings the cursor into
  /// sight, and how many columns stand before the cursor.
  ///
  /// The cursor stands in those columns, or, where `cursorMayFollow`, in the one behind them.
  public func window(
    columns: Int, cursorMayFollow: Bool = false
  ) -> (text: String, cursor: Int) {
    // From the cursor back, so that a line of a megabyte costs no more than what is shown of it.
    var first = cursor
    var before = 0
    let limit = columns - (cursorMayFollow ? 0 : 1)
    while first > 0, before + scalars[first - 1].terminalColumns <= limit {
      first -= 1
      before += scalars[first].terminalColumns
    }
    // A mark would be put onto what stands before the window.
    while first < scalars.count, first > 0, scalars[first].terminalColumns == 0 { first += 1 }
    var visible = String.UnicodeScalarView()
    var room = columns
    for scalar in scalars[first...] {
      room -= scalar.terminalColumns
      if room < 0 { break }
      visible.append(scalar)
    }
    return (String(visible), before)
  }

  private func startOfWord() -> Int {
    var index = cursor
    while index > 0, scalars[index - 1] == " " { index -= 1 }
    while index > 0, scalars[index - 1] != " " { index -= 1 }
    return index
  }
}
