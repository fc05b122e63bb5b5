import TwoWayTable

/// The scroll position of a text, and its keys.
struct Pager: Hashable {
  /// The index of the first visible line.
  private(set) var firstLine = 0

  /// The number of visible lines on a screen.
  static func room(_ size: ScreenSize) -> Int { max(1, size.rows - 3) }

  /// Handles a key in a text of `lines` lines; returns false if it leaves the text.
  mutating func handle(_ key: Key, lines: Int, _ size: ScreenSize) -> Bool {
    let room = Self.room(size)
    let page = max(1, room - 1)
    switch key {
    case .named(.down), .character("j"): firstLine += 1
    case .named(.up), .character("k"): firstLine -= 1
    case .named(.pageDown), .character(" "): firstLine += page
    case .named(.pageUp), .character("b"): firstLine -= page
    case .named(.home), .character("g"): firstLine = 0
    case .named(.end), .character("G"): firstLine = lines
    case .named(.escape), .named(.enter), .character("q"), .control("c"): return false
    default: break
    }
    firstLine = max(0, min(firstLine, lines - room))
    return true
  }

  /// Scrolls to the start.
  mutating func rewind() { firstLine = 0 }

  /// The hints for scrolling and leaving.
  func hints(lines: Int, _ size: ScreenSize, _ more: [Hint] = []) -> Hints {
    let down = lines > firstLine + Self.room(size) ? [Hint("Down", "more")] : []
    let up = firstLine > 0 ? [Hint("Up", "back up")] : []
    return Hints(first: down + up + more, last: [Hint("Esc", "back")])
  }
}
