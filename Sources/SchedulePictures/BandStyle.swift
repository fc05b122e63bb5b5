import ScheduleModel
import TerminalScreen

/// The colours of pages, which are those of the themes `light` and `dark`: a page and the editor show a week
/// alike.
enum BandStyle {
  /// A rule of CSS for every band: its class, the colour behind it, and that of text on it.
  static func rules(
    _ theme: Theme, _ rule: (_ style: String, _ fill: String, _ ink: String) -> String
  ) -> String {
    Side.allCases.flatMap(TemperatureBand.all).map { band in
      let look = theme[band.role]
      return rule(band.style, look.background.hexadecimal, look.foreground.hexadecimal)
    }.joined(separator: "\n")
  }

  /// The rules for the rectangles and texts of SVG, in both schemes.
  static let picture = """
    \(rules(.light) { "rect.\($0) { fill: \($1) } text.\($0) { fill: \($2) }" })
    @media screen and (prefers-color-scheme: dark) {
    \(rules(.dark) { "rect.\($0) { fill: \($1) } text.\($0) { fill: \($2) }" })
    }
    """

  /// The rules for values in HTML, in both schemes.
  static let values = """
    \(rules(.light) { ".value.\($0) { background: \($1); color: \($2) }" })
    @media screen and (prefers-color-scheme: dark) {
    \(rules(.dark) { ".value.\($0) { background: \($1); color: \($2) }" })
    }
    """
}

extension TerminalColor {
  /// The colour as HTML and SVG spell it, `#ff8700`; black for the terminal's own.
  fileprivate var hexadecimal: String {
    let (red, green, blue) = components ?? (0, 0, 0)
    return "#"
      + [red, green, blue].map { part in
        (part < 16 ? "0" : "") + String(part, radix: 16)
      }.joined()
  }
}
