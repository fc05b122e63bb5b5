import TwoWayTable

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
