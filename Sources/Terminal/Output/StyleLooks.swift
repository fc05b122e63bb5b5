import TerminalScreen

/// The rendition of every style, worked out once.
struct StyleLooks {
  private let renditions: [Rendition]

  /// Translates a theme for a terminal.
  ///
  /// Without colours, or when the user set `NO_COLOR` (https://no-color.org), the theme's colours
  /// give way to those of `Theme.mono`. Colours that the terminal's description does not have are
  /// replaced by the nearest that it has: true colour needs a description such as xterm-direct, and
  /// shows as one of 256 with xterm-256color.
  init(theme: Theme, wantsColor: Bool, _ terminal: RenditionSequences) {
    let count = wantsColor ? terminal.colorCount : 0
    let theme = count > 0 ? theme : .mono
    renditions = StyleRole.allCases.flatMap { role in
      Emphasis.combinations.map { emphasis in
        let entry = theme.look(of: Style(role, emphasis))
        var look = Rendition(emphasis: entry.emphasis.intersection(terminal.available))
        // Reversed text in the terminal's own two colours reads on every background, dark blue
        // behind black does not; and the cursor cell, sent with every move, is 10 bytes shorter.
        // A theme with a background of its own has no use for the terminal's colours.
        if look.emphasis.contains(.reverse), entry.background == .standard { return look }
        guard count > 0, entry.foreground != .standard || entry.background != .standard else {
          return look
        }
        // Without colours of its own to go back to, the terminal is told both: white on black.
        look.foreground = entry.foreground.number(among: count) ?? (terminal.hasOwnColors ? nil : 7)
        look.background = entry.background.number(among: count) ?? (terminal.hasOwnColors ? nil : 0)
        guard !terminal.excludedByColor.contains(.reverse) || !look.emphasis.contains(.reverse)
        else { return Rendition(emphasis: look.emphasis) }
        look.emphasis.subtract(terminal.excludedByColor)
        return look
      }
    }
  }

  /// Tells how `style` looks.
  subscript(style: Style) -> Rendition {
    renditions[
      Int(style.role.rawValue) * Emphasis.combinations.count + Int(style.emphasis.rawValue)]
  }
}

extension Emphasis {
  /// Every set, by its bits.
  fileprivate static let combinations = (0..<32).map { Emphasis(rawValue: $0) }
}
