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
