import TwoWayTable

/// A text with styled parts.
struct StyledText {
  private(set) var spans: [(text: String, style: Style)] = []

  init() {}

  init(_ text: String, _ role: StyleRole = .plain, _ emphasis: Emphasis = []) {
    append(text, role, emphasis)
  }

  mutating func append(_ text: String, _ role: StyleRole = .plain, _ emphasis: Emphasis = []) {
    append(text, Style(role, emphasis))
  }

  private mutating func append(_ text: String, _ style: Style) {
    if !text.isEmpty { spans.append((text, style)) }
  }

  /// Appends as many parts as fit into `columns`, with separators.
  mutating func append(_ parts: [String], upTo columns: Int, _ glyphs: Glyphs) {
    var separator = "  "
    for part in parts {
      let longer = separator + part
      guard self.columns + longer.terminalColumns <= columns else { return }
      append(longer, .faint)
      separator = glyphs.separator
    }
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.spans += right.spans
    return result
  }

  var isEmpty: Bool { spans.isEmpty }
  var text: String { spans.map(\.text).joined() }
  var columns: Int { spans.reduce(0) { $0 + $1.text.terminalColumns } }

  /// The text wrapped at spaces to lines of at most `columns` columns.
  func folded(columns: Int) -> [StyledText] {
    var lines = [StyledText()]
    for span in spans {
      for (index, word) in span.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        let part = index > 0 ? " \(word)" : String(word)
        let last = lines[lines.count - 1]
        let breaks = last.columns + part.terminalColumns > columns && index > 0 && !last.isEmpty
        if breaks { lines.append(StyledText()) }
        lines[lines.count - 1].append(breaks ? String(word) : part, span.style)
      }
    }
    return lines
  }
}

extension Surface {
  /// Writes a styled text, truncated if necessary; returns the column after it.
  @discardableResult
  mutating func write(
    _ text: StyledText, at start: ScreenPoint, width: Int, on raised: Emphasis = [],
    _ glyphs: Glyphs
  ) -> Int {
    var column = start.column
    let end = start.column + max(0, width)
    for (index, span) in text.spans.enumerated() where column < end {
      var style = span.style
      style.emphasis.formUnion(raised)
      let plain = glyphs.plain(span.text)
      let room = end - column
      let isLast = index == text.spans.count - 1
      let shown =
        plain.terminalColumns > room || !isLast && plain.terminalColumns == room
        ? plain.cut(to: room, with: glyphs.ellipsis) : plain
      column = write(shown, at: ScreenPoint(row: start.row, column: column), style: style)
    }
    return column
  }
}

/// Characters beyond ASCII for the screen, and their replacements.
struct Glyphs {
  /// Separates the parts of a line.
  let separator: String
  /// Precedes °F and °C.
  let degree: String
  /// Ends truncated text.
  let ellipsis: String
  /// Precedes the strip of today.
  let today: String
  /// Points at the current minute.
  let now: String
  /// Precedes a message that all is well.
  let check: String
  /// Precedes a bound.
  let atLeast: String
  /// Precedes the number of unsaved changes.
  let unsaved: String
  /// Precedes an edited value, in colour.
  let edited: String
  /// Separates an old value and a new one.
  let arrow: String
  /// Separates two parts of the screen.
  let line: String

  /// For terminals that show Unicode.
  static let unicode = Glyphs(
    separator: " · ", degree: "°", ellipsis: "…", today: "▸", now: "▼", check: "✓ ", atLeast: "≥",
    unsaved: "●", edited: "•", arrow: "→", line: "│")

  /// For every terminal.
  static let ascii = Glyphs(
    separator: " - ", degree: "", ellipsis: "...", today: ">", now: "v", check: "", atLeast: ">=",
    unsaved: "[+]", edited: "*", arrow: "->", line: "|")

  /// Truncates text with an ellipsis.
  func fit(_ text: String, _ columns: Int) -> String { text.cut(to: columns, with: ellipsis) }

  /// Replaces the characters in `text` if necessary.
  func plain(_ text: String) -> String {
    guard degree.isEmpty else { return text }
    return text.filter { $0 != "°" }.replacing("▸", with: today)
  }
}
