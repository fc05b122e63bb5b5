import TwoWayTable

/// A text to read, folded at the width of the screen.
package struct TextPage: Hashable {
  let title: String
  let text: String
  private var pager = Pager()

  init(title: String, text: String) {
    self.title = title
    self.text = text
  }

  /// The lines on a screen of so many columns.
  private func lines(_ size: ScreenSize) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).folded(columns: size.columns - 2) }
  }

  private static func room(_ size: ScreenSize) -> Int { max(1, size.rows - 3) }

  /// Does what a key asks for; false for one that leaves.
  mutating func handle(_ key: Key, _ size: ScreenSize) -> Bool {
    pager.handle(key, lines: lines(size).count, room: Self.room(size)) != .leave
      && key != .named(.function(1))
  }

  func hints(_ size: ScreenSize) -> Hints {
    pager.hints(lines: lines(size).count, room: Self.room(size))
  }

  /// Fills the surface with the title and as much of the text as there is room for.
  func draw(_ glyphs: Glyphs, into surface: inout Surface) {
    let size = surface.size
    surface.write(
      glyphs.fit(glyphs.plain(title), size.columns - 1), at: ScreenPoint(row: 0, column: 1),
      style: Style(.title))
    for (row, line) in lines(size).dropFirst(pager.firstLine).prefix(Self.room(size)).enumerated() {
      surface.write(glyphs.plain(line), at: ScreenPoint(row: row + 2, column: 1))
    }
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
