import ScheduleModel
import SchedulePictures
import TwoWayTable

/// A text to read, wrapped to the width of the screen; in a comparison, with strips of the weeks.
package struct TextPage {
  /// A line before it is wrapped.
  enum Line {
    case text(String, StyleRole = .plain)
    case strip(ComparisonStrip)
  }

  let title: String
  let lines: [Line]
  /// The file that the week is compared with, nil for the document's own, and the schedule; nil for other texts.
  var file: (path: String?, schedule: String?)?
  private(set) var firstLine = 0

  private var hasStrips: Bool { lines.contains { if case .strip = $0 { true } else { false } } }

  /// The text in sentences, for line mode.
  var sentences: [String] {
    let texts = lines.compactMap { line -> String? in
      if case .text(let text, _) = line { text } else { nil }
    }
    let versions = hasStrips ? [title.replacing("  + ", with: ", + ")] : []
    return (versions + texts).filter { !$0.isEmpty }
  }

  /// The lines on a screen; without strips if it is too narrow for them.
  private func wrapped(_ size: ScreenSize) -> [Line] {
    let fitsStrips =
      ComparisonPainter(columns: size.columns, clock: .twentyFourHour, marks: .ascii) != nil
    return lines.flatMap { line -> [Line] in
      switch line {
      case .text(let text, let role):
        text.wrapped(columns: size.columns - 2).map { .text($0, role) }
      case .strip: fitsStrips ? [line] : []
      }
    }
  }

  /// The lines above the text: the title, on at most half of the screen, or on a single line above strips.
  private func heading(_ size: ScreenSize) -> [StyledText] {
    let title = StyledText(title, .title)
    let lines = title.folded(columns: size.columns - 2, lines: max(2, size.rows / 2))
    return hasStrips || lines.count == 1 ? [title, StyledText()] : lines
  }

  /// The number of visible lines on a screen.
  private func room(_ size: ScreenSize) -> Int { max(1, size.rows - 1 - heading(size).count) }

  /// Handles a key; returns false if it leaves the page.
  mutating func handle(_ key: Key, _ size: ScreenSize) -> Bool {
    let (room, count) = (room(size), wrapped(size).count)
    let page = max(1, room - 1)
    switch key {
    case .named(.down), .character("j"): firstLine += 1
    case .named(.up), .character("k"): firstLine -= 1
    case .named(.pageDown), .character(" "): firstLine += page
    case .named(.pageUp), .character("b"): firstLine -= page
    case .named(.home), .character("g"): firstLine = 0
    case .named(.end), .character("G"): firstLine = count
    case .named(.escape), .named(.enter), .named(.function(1)), .character("q"), .control("c"):
      return false
    default: break
    }
    firstLine = max(0, min(firstLine, count - room))
    return true
  }

  func hints(_ size: ScreenSize) -> Hints {
    let down = wrapped(size).count > firstLine + room(size) ? [Hint("Down", "more")] : []
    let up = firstLine > 0 ? [Hint("Up", "back up")] : []
    return Hints(first: down + up)
  }

  /// Draws the title, the hours above strips, and as many lines as fit.
  func draw(_ look: TerminalPicture, _ glyphs: Glyphs, into surface: inout Surface) {
    let size = surface.size
    let painter = ComparisonPainter(columns: size.columns, clock: look.clock, marks: look.marks)
    let titles = heading(size).filter { !$0.isEmpty }
    surface.write(bar: titles, upFrom: titles.count - 1, glyphs)
    if hasStrips, size.rows > 2 { painter?.drawAxis(row: 1, into: &surface) }
    let shown = wrapped(size).dropFirst(firstLine).prefix(room(size))
    for (row, line) in zip(heading(size).count..., shown) {
      switch line {
      case .text(let text, let role): surface.write(line: text, row: row, role, glyphs)
      case .strip(let strip): painter?.draw(strip, row: row, into: &surface)
      }
    }
  }
}
