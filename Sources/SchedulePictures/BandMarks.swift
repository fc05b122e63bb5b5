/// What fills a strip: colour behind blanks, or a character for each band.
package enum BandMarks: Sendable {
  /// Blanks, for terminals with sixteen colours or more.
  case colors
  /// Shades, for terminals without that show Unicode.
  case shades
  /// Characters that every terminal has.
  case ascii

  /// The character of a band, the lowest with the least ink.
  package func mark(of band: TemperatureBand) -> Character {
    switch self {
    case .colors: " "
    case .shades: Self.shadeMarks[band.number]
    case .ascii: Self.asciiMarks[band.number]
    }
  }

  private static let shadeMarks = Array("·:=░▒▓█")
  private static let asciiMarks = Array(".:-=+*#")

  /// What points at a column from above.
  var pointer: String { self == .ascii ? "v" : "▼" }

  /// The sign before F and C.
  package var degree: String { self == .ascii ? "" : "°" }
}
