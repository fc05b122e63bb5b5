import TerminalScreen

/// The renditions of a terminal, and the sequences that switch between them: SGR of ECMA-48 (8.3.117).
struct RenditionSequences {
  /// The number of colours; 0 for none.
  private let colorCount: Int
  /// The attributes that cannot be combined with colours.
  private let excludedByColor: Emphasis
  private let available: Emphasis
  /// The sequence that resets an unknown state.
  private let reset: [UInt8]
  /// Whether one attribute can be ended; a VT100 only resets all.
  private let endsOne: Bool
  private var theme: Theme
  private var renditions: [Style: Rendition] = [:]

  /// Reads the abilities from a description.
  ///
  /// `wantsColor` is false if `NO_COLOR` is set (https://no-color.org). `exactColors`: whether it has RGB colours too.
  init(_ terminfo: Terminfo, theme: Theme, wantsColor: Bool, exactColors: Bool) {
    let names = [("bold", 1), ("smul", 4), ("rev", 7), ("smso", 7)]
    let known = names.filter { terminfo.bytes($0) == Array("\u{1B}[\($1)m".utf8) }.map(\.1)
    available = Emphasis(Rendition.attributes.filter { known.contains($0.begin) }.map(\.emphasis))
    reset = terminfo.bytes("sgr0") ?? []
    endsOne = terminfo.bytes("rmul") == Array("\u{1B}[24m".utf8)
    let hasColors = wantsColor && terminfo.bytes("setaf") != nil
    let count = hasColors ? terminfo.number("colors") ?? 0 : 0
    colorCount = count < 8 ? 0 : exactColors && count >= 256 ? Rendition.exact : count
    // The bits of no_color_video in terminfo(5).
    let excluded = terminfo.number("ncv") ?? 0
    let bits: [(bit: Int, emphasis: Emphasis)] = [(2, .underline), (4, .reverse), (32, .bold)]
    excludedByColor = Emphasis(bits.filter { excluded & $0.bit != 0 }.map(\.emphasis))
    self.theme = theme.fitting(colors: colorCount)
  }

  /// Switches to `theme`, or to the one in its place on this terminal.
  mutating func use(_ theme: Theme) {
    self.theme = theme.fitting(colors: colorCount)
    renditions = [:]
  }

  mutating func rendition(of style: Style) -> Rendition {
    if let known = renditions[style] { return known }
    let look = theme.look(of: style)
    var rendition = Rendition()
    rendition.emphasis = look.emphasis.intersection(available)
    let hasColor = look.foreground != .standard || look.background != .standard
    // Reversed default colours are readable on every background.
    let keepsDefaults = rendition.emphasis.contains(.reverse) && look.background == .standard
    let excludesReverse = excludedByColor.intersection(rendition.emphasis).contains(.reverse)
    if colorCount > 0, hasColor, !keepsDefaults, !excludesReverse {
      rendition.foreground = look.foreground.number(among: colorCount)
      rendition.background = look.background.number(among: colorCount)
      rendition.emphasis.subtract(excludedByColor)
    }
    renditions[style] = rendition
    return rendition
  }

  /// Returns the shortest bytes that switch from `old` (nil if unknown) to `new`.
  func sequence(from old: Rendition?, to new: Rendition) -> [UInt8] {
    guard let old else { return reset + sequence(from: Rendition(), to: new) }
    guard old != new else { return [] }
    let ends =
      !old.emphasis.isSubset(of: new.emphasis) || old.foreground != nil && new.foreground == nil
      || old.background != nil && new.background == nil
    let change = new.parameters(from: old).joined(separator: ";")
    // No number resets all.
    let anew = ([""] + new.parameters()).joined(separator: ";")
    let isAnew = ends && !endsOne || anew.utf8.count < change.utf8.count
    return Array("\u{1B}[\(isAnew ? anew : change)m".utf8)
  }
}
