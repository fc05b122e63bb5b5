import CNcurses
import TerminalScreen

/// The curses attributes and colour pair of every style, worked out once.
struct ColorPairs {
  /// How curses is told of a look.
  struct Look {
    /// Bold, reverse and underline.
    var attributes: attr_t
    /// A colour pair, 0 for the terminal's own colours.
    var pair: Int16
  }

  private let looks: [Look]

  /// Defines a pair for each role that `theme` colours; curses must have been started.
  ///
  /// Without colours, or when the user set `NO_COLOR` (https://no-color.org), the theme's colours
  /// give way to those of `Theme.mono`. Colours that the terminal's description does not have are
  /// replaced by the nearest that it has: true colour needs a description such as xterm-direct, and
  /// shows as one of 256 with xterm-256color.
  init(theme: Theme, wantsColor: Bool) {
    var hasColor = wantsColor && has_colors() && start_color() == OK
    let count = Int(curses_color_count())
    hasColor = hasColor && count >= 8
    // Without default colours a pair must name both: the classic white on black.
    let hasDefaults = hasColor && use_default_colors() == OK
    let theme = hasColor ? theme : .mono
    looks = (0..<32).flatMap { number in
      let entry = theme[StyleRole(rawValue: UInt8(number))]
      var pair: Int16 = 0
      if hasColor, entry.foreground != .standard || entry.background != .standard {
        pair = Int16(number + 1)
        let foreground = entry.foreground.number(among: count) ?? (hasDefaults ? -1 : 7)
        let background = entry.background.number(among: count) ?? (hasDefaults ? -1 : 0)
        let status = curses_init_pair(Int32(pair), Int32(foreground), Int32(background))
        if status != OK { pair = 0 }
      }
      return (0..<8).map { bits in
        let emphasis = Emphasis(rawValue: UInt8(bits)).union(entry.emphasis)
        // Reversed text in the terminal's own two colours reads on every background, dark blue
        // behind black does not; and the cursor cell, sent with every move, is 10 bytes shorter.
        // A theme with a background of its own has no use for the terminal's colours.
        let keepsOwnColors = emphasis.contains(.reverse) && entry.background == .standard
        return Look(attributes: emphasis.attributes, pair: keepsOwnColors ? 0 : pair)
      }
    }
  }

  /// Tells how `style` looks.
  subscript(style: Style) -> Look {
    looks[Int(style.role.rawValue & 31) << 3 | Int(style.emphasis.rawValue & 7)]
  }
}

extension Emphasis {
  fileprivate var attributes: attr_t {
    var attributes = curses_normal
    if contains(.bold) { attributes |= curses_bold }
    if contains(.reverse) { attributes |= curses_reverse }
    if contains(.underline) { attributes |= curses_underline }
    return attributes
  }
}
