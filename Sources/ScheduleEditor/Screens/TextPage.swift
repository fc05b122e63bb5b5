import TwoWayTable

/// A text to be read, folded at the width of the screen.
struct TextPage: Hashable {
  let title: String
  let text: String
  /// The first line in sight, from 0.
  var firstLine = 0

  init(title: String, text: String) {
    self.title = title
    self.text = text
  }

  /// The lines on a screen of so many columns.
  private func lines(columns: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).folded(columns: columns) }
  }

  /// Does what a key asks for; false for one that leaves.
  mutating func handle(_ key: Key, _ size: ScreenSize) -> Bool {
    let page = max(1, size.rows - 3)
    switch key {
    case .named(.down), .character("j"): firstLine += 1
    case .named(.up), .character("k"): firstLine -= 1
    case .named(.pageDown), .character(" "): firstLine += page
    case .named(.pageUp): firstLine -= page
    default: return false
    }
    firstLine = max(0, min(firstLine, lines(columns: size.columns - 2).count - page))
    return true
  }

  /// Fills the surface with the title, as much of the text as there is room for, and the keys.
  func draw(_ glyphs: Glyphs, into surface: inout Surface) {
    let size = surface.size
    let lines = lines(columns: size.columns - 2)
    let room = max(1, size.rows - 3)
    surface.write(
      glyphs.fit(glyphs.plain(title), size.columns - 1), at: ScreenPoint(row: 0, column: 1),
      style: Style(.title))
    for (row, line) in lines.dropFirst(firstLine).prefix(room).enumerated() {
      surface.write(glyphs.plain(line), at: ScreenPoint(row: row + 2, column: 1))
    }
    surface.writeHints(
      lines.count > firstLine + room ? "Down more  Esc back" : "Esc back", row: size.rows - 1,
      glyphs)
  }
}

extension String {
  /// The text in lines of so many columns at most, broken at blanks; a line that begins with blanks
  /// goes on with as many.
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
