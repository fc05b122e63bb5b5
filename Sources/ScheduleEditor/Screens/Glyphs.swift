import TwoWayTable

/// The characters beyond ASCII that screens use, and what stands for them elsewhere.
struct Glyphs {
  /// Between the parts of a line.
  let separator: String
  /// Before °F and °C.
  let degree: String
  /// Where text was cut.
  let ellipsis: String
  /// Before the strip of today.
  let today: String
  /// Above the minute of now.
  let now: String
  /// Before words that all is well.
  let check: String
  /// Before a bound.
  let atLeast: String
  /// Before the number of unsaved changes.
  let unsaved: String
  /// Before an edited value, in colour.
  let edited: String
  /// Between an old value and a new one.
  let arrow: String
  /// Between two parts of the screen.
  let line: String

  /// For terminals that show Unicode.
  static let unicode = Glyphs(
    separator: " · ", degree: "°", ellipsis: "…", today: "▸", now: "▼", check: "✓ ", atLeast: "≥",
    unsaved: "●", edited: "•", arrow: "→", line: "│")

  /// For every terminal.
  static let ascii = Glyphs(
    separator: " - ", degree: "", ellipsis: "...", today: ">", now: "v", check: "", atLeast: ">=",
    unsaved: "[+]", edited: "*", arrow: "->", line: "|")

  /// Cuts what does not fit, and says so.
  func fit(_ text: String, _ columns: Int) -> String { text.cut(to: columns, with: ellipsis) }

  /// Writes `text`, which may come from elsewhere, with these characters.
  func plain(_ text: String) -> String {
    guard degree.isEmpty else { return text }
    return text.filter { $0 != "°" }.replacing("▸", with: today)
  }
}
