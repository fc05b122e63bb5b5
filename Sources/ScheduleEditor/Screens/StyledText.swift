import TwoWayTable

struct StyledText {
  private(set) var spans: [(text: String, style: Style)] = []

  init(_ text: String = "", _ role: StyleRole = .plain, _ emphasis: Emphasis = []) {
    append(text, role, emphasis)
  }

  mutating func append(_ text: String, _ role: StyleRole = .plain, _ emphasis: Emphasis = []) {
    append(text, Style(role, emphasis))
  }

  fileprivate mutating func append(_ text: String, _ style: Style) {
    if text.isEmpty { return }
    if spans.last?.style == style {
      spans[spans.count - 1].text += text
    } else {
      spans.append((text, style))
    }
  }

  /// Appends as many parts as fit into `columns`, with separators; returns whether all do.
  @discardableResult
  mutating func append(_ parts: [String], upTo columns: Int) -> Bool {
    var separator = "  "
    for part in parts {
      let longer = separator + part
      guard self.columns + longer.terminalColumns <= columns else { return false }
      append(longer, .faint)
      separator = " · "
    }
    return true
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
    let parts = spans.flatMap { span in span.text.map { (text: String($0), style: span.style) } }
    var rest = parts[...]
    return text.wrapped(columns: columns).map { line in
      if line.first != " " { rest = rest.drop { $0.text == " " } }
      defer { rest = rest.dropFirst(line.count) }
      return rest.prefix(line.count).reduce(into: StyledText()) { $0.append($1.text, $1.style) }
    }
  }

  /// The text wrapped to at most `count` lines; the last one can be wider than `columns`.
  func folded(columns: Int, lines count: Int) -> [StyledText] {
    let lines = folded(columns: columns)
    guard lines.count > count else { return lines }
    return lines[..<(count - 1)] + [
      lines[count...].reduce(lines[count - 1]) { $0 + StyledText(" ") + $1 }
    ]
  }
}

extension Surface {
  mutating func write(
    _ text: StyledText, row: Int, column start: Int, width: Int, on raised: Emphasis = [],
    _ glyphs: Glyphs
  ) {
    let text = glyphs.plain(text)
    var column = start
    let end = start + max(0, width)
    for (index, span) in text.spans.enumerated() where column < end {
      let room = end - column
      let isLast = index == text.spans.count - 1
      let isCut = span.text.terminalColumns > room || !isLast && span.text.terminalColumns == room
      column = write(
        isCut ? "\(span.text) ".cut(to: room, with: glyphs.ellipsis) : span.text,
        row: row, column: column, span.style.role, span.style.emphasis.union(raised), width: room)
      // Before a wide character, a column may be left.
      if isCut { return }
    }
  }

  /// Writes a line from column 1 on, truncated if necessary; `margin` columns at its end stay free.
  mutating func write(
    line text: String, row: Int, _ role: StyleRole = .plain, margin: Int = 0, _ glyphs: Glyphs
  ) {
    write(StyledText(text, role), row: row, column: 1, width: size.columns - 1 - margin, glyphs)
  }

  /// Writes lines of a bar, the last of them into the line `row`; `margin` columns at their ends stay free.
  mutating func write(bar lines: [StyledText], upFrom row: Int, margin: Int = 0, _ glyphs: Glyphs) {
    for (index, text) in lines.reversed().enumerated() {
      clearBar(row: row - index)
      write(
        text, row: row - index, column: 1, width: size.columns - 1 - margin, on: .raised, glyphs)
    }
  }

  /// Clears a line and gives it the background of a bar.
  mutating func clearBar(row: Int) {
    clear(row: row, columns: 0..<size.columns, style: Style(.plain, .raised))
  }
}

/// The characters of texts on the screen: all of Unicode, or replacements for a terminal that shows ASCII only.
struct Glyphs {
  let showsUnicode: Bool

  private static let replacements = [
    ("°", ""), ("…", "..."), ("·", "-"), ("▸", ">"), ("▼", "v"), ("✓ ", ""), ("≥", ">="),
    ("●", "[+]"), ("•", "*"), ("→", "->"), ("│", "|"), ("⏎", "\\n"),
  ]

  /// Ends truncated text.
  var ellipsis: String { plain("…") }

  /// Replaces the characters in `text` if necessary; draws arrows otherwise.
  func plain(_ text: String) -> String {
    (showsUnicode ? [(" -> ", " → ")] : Self.replacements)
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  func plain(_ text: StyledText) -> StyledText {
    text.spans.reduce(into: StyledText()) { $0.append(plain($1.text), $1.style) }
  }

  func plain(_ item: ListItem) -> ListItem {
    ListItem(
      id: item.id, title: plain(item.title), detail: plain(item.detail),
      deleteQuestion: item.deleteQuestion.map(plain))
  }
}
