/// Attributes and colours of characters on a terminal.
package struct Rendition: Hashable, Sendable {
  package var emphasis: Emphasis = []
  /// The number of the colour; nil for the terminal's default. From `exact` on, an RGB colour.
  package var foreground, background: Int?

  package init() {}

  /// Added to 0xRRGGBB to distinguish it from palette numbers.
  package static let exact = 1 << 24

  /// Whether a space looks the same in both.
  package func looksBlank(like other: Rendition) -> Bool {
    let visible: Emphasis = [.reverse, .underline]
    return background == other.background
      && emphasis.intersection(visible) == other.emphasis.intersection(visible)
      && (emphasis.isDisjoint(with: visible)
        || (foreground == other.foreground && emphasis == other.emphasis))
  }

  /// The attributes and the numbers that begin and end them in SGR of ECMA-48 (8.3.117).
  package static let attributes: [(emphasis: Emphasis, begin: Int, end: Int)] = [
    (.bold, 1, 22), (.underline, 4, 24), (.reverse, 7, 27),
  ]

  /// The parameters of SGR that switch from another rendition.
  package func parameters(from old: Rendition = Rendition()) -> [String] {
    var parameters: [String] = []
    for (attribute, begin, end) in Self.attributes {
      let isOn = emphasis.contains(attribute)
      if isOn != old.emphasis.contains(attribute) { parameters.append("\(isOn ? begin : end)") }
    }
    if foreground != old.foreground { parameters.append(Self.color(foreground, base: 30)) }
    if background != old.background { parameters.append(Self.color(background, base: 40)) }
    return parameters
  }

  private static func color(_ color: Int?, base: Int) -> String {
    guard let color else { return "\(base + 9)" }
    switch color {
    case ..<8: return "\(base + color)"
    case ..<16: return "\(base + 52 + color)"
    case ..<Rendition.exact: return "\(base + 8);5;\(color)"
    default: return "\(base + 8);2;\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)"
    }
  }
}
