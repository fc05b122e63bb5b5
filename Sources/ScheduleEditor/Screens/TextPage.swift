import TwoWayTable

/// A text to read, wrapped to the width of the screen.
package struct TextPage: Hashable {
  let title: String
  let text: String
  private var pager = Pager()

  init(title: String, text: String) {
    self.title = title
    self.text = text
  }

  private func lines(_ size: ScreenSize) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).folded(columns: size.columns - 2) }
  }

  /// Handles a key; returns false if it leaves the page.
  mutating func handle(_ key: Key, _ size: ScreenSize) -> Bool {
    pager.handle(key, lines: lines(size).count, size)
      && key != .named(.function(1))
  }

  func hints(_ size: ScreenSize) -> Hints {
    pager.hints(lines: lines(size).count, size)
  }

  /// Draws the title and as much of the text as fits.
  func draw(_ glyphs: Glyphs, into surface: inout Surface) {
    let size = surface.size
    surface.write(
      glyphs.fit(glyphs.plain(title), size.columns - 1), at: ScreenPoint(row: 0, column: 1),
      style: Style(.title))
    for (row, line) in lines(size).dropFirst(pager.firstLine).prefix(Pager.room(size)).enumerated()
    {
      surface.write(glyphs.plain(line), at: ScreenPoint(row: row + 2, column: 1))
    }
  }
}

extension String {
  /// The text wrapped at spaces to lines of at most `columns` columns; continuation lines keep the indentation.
  func folded(columns: Int) -> [String] {
    let indent = String(prefix { $0 == " " })
    var lines = [""]
    for word in split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = indent + word
      } else if line.terminalColumns + 1 + String(word).terminalColumns <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(indent + word)
      }
    }
    return lines
  }
}

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
