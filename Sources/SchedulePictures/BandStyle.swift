import ScheduleModel
import TerminalScreen

/// The colours of pages; the same as in the themes `light` and `dark`.
enum BandStyle {
  /// The CSS rules of all bands: class, background and text colour.
  static func rules(
    _ theme: Theme, _ rule: (_ style: String, _ fill: String, _ ink: String) -> String
  ) -> String {
    Side.allCases.flatMap(TemperatureBand.all).map { band in
      let look = theme[band.role]
      return rule(band.style, look.background.hexadecimal, look.foreground.hexadecimal)
    }.joined(separator: "\n")
  }

  /// The rules for SVG, in both colour schemes.
  static let picture = """
    \(rules(.light) { "rect.\($0) { fill: \($1) } text.\($0) { fill: \($2) }" })
    @media screen and (prefers-color-scheme: dark) {
    \(rules(.dark) { "rect.\($0) { fill: \($1) } text.\($0) { fill: \($2) }" })
    }
    """

  /// The rules for values in HTML, in both colour schemes.
  static let values = """
    \(rules(.light) { ".value.\($0) { background: \($1); color: \($2) }" })
    @media screen and (prefers-color-scheme: dark) {
    \(rules(.dark) { ".value.\($0) { background: \($1); color: \($2) }" })
    }
    """
}

extension TerminalColor {
  /// The colour for CSS, `#ff8700`; black for the terminal's default.
  fileprivate var hexadecimal: String {
    let (red, green, blue) = components ?? (0, 0, 0)
    return "#"
      + [red, green, blue].map { part in
        (part < 16 ? "0" : "") + String(part, radix: 16)
      }.joined()
  }
}
