/// How bands are drawn: as background colours or as characters.
package enum BandMarks: Sendable {
  /// Coloured spaces, for terminals with sixteen colours or more.
  case colors
  /// Unicode shades, for terminals without colours.
  case shades
  /// ASCII characters.
  case ascii

  /// The character of a band; lower bands have less ink.
  package func mark(of band: TemperatureBand) -> Character {
    switch self {
    case .colors: " "
    case .shades: Self.shadeMarks[band.number]
    case .ascii: Self.asciiMarks[band.number]
    }
  }

  private static let shadeMarks = Array("·:=░▒▓█")
  private static let asciiMarks = Array(".:-=+*#")

  /// The pointer at a column, drawn above it.
  var pointer: String { self == .ascii ? "v" : "▼" }

  /// The degree sign before F and C.
  package var degree: String { self == .ascii ? "" : "°" }
}
