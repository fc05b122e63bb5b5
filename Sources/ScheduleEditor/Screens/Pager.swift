import TwoWayTable

/// How far a text is scrolled, and the keys that scroll it.
struct Pager: Hashable {
  /// What a key did.
  enum Outcome {
    case scrolled, leave, ignored
  }

  /// The first line in sight, from 0.
  private(set) var firstLine = 0

  /// Does what a key asks for in a text of so many lines, of which `room` are in sight.
  mutating func handle(_ key: Key, lines: Int, room: Int) -> Outcome {
    let page = max(1, room - 1)
    switch key {
    case .named(.down), .character("j"): firstLine += 1
    case .named(.up), .character("k"): firstLine -= 1
    case .named(.pageDown), .character(" "): firstLine += page
    case .named(.pageUp), .character("b"): firstLine -= page
    case .named(.home), .character("g"): firstLine = 0
    case .named(.end), .character("G"): firstLine = lines
    case .named(.escape), .named(.enter), .character("q"), .control("c"): return .leave
    default: return .ignored
    }
    firstLine = max(0, min(firstLine, lines - room))
    return .scrolled
  }

  /// Goes back to the beginning.
  mutating func rewind() { firstLine = 0 }

  /// The hints of what can be scrolled, and the way out.
  func hints(lines: Int, room: Int, _ more: [Hint] = []) -> Hints {
    let down = lines > firstLine + room ? [Hint("Down", "more")] : []
    let up = firstLine > 0 ? [Hint("Up", "back up")] : []
    return Hints(first: down + up + more, last: [Hint("Esc", "back")])
  }
}
