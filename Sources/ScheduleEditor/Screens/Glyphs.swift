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

  /// For terminals that show Unicode.
  static let unicode = Glyphs(separator: " · ", degree: "°", ellipsis: "…", today: "▸")

  /// For every terminal.
  static let ascii = Glyphs(separator: " - ", degree: "", ellipsis: "...", today: ">")

  /// Writes `text`, which may come from elsewhere, with these characters.
  func plain(_ text: String) -> String {
    degree.isEmpty ? text.filter { $0 != "°" } : text
  }
}
