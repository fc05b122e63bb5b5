/// The look of a role.
public struct ThemeEntry: Hashable, Sendable {
  /// The text colour.
  public var foreground: TerminalColor
  /// The background colour.
  public var background: TerminalColor
  /// The emphasis added to that of the cell.
  public var emphasis: Emphasis

  /// Creates a look; plain text by default.
  public init(
    _ foreground: TerminalColor = .standard, on background: TerminalColor = .standard,
    _ emphasis: Emphasis = []
  ) {
    self.foreground = foreground
    self.background = background
    self.emphasis = emphasis
  }
}

/// A look for every role.
public struct Theme: Hashable, Sendable {
  /// The name in theme files and settings.
  public let name: String
  private let entries: [ThemeEntry]

  /// Creates a theme from the look of each role.
  ///
  /// A role with `.standard` colours uses those of the plain role, so that a theme names its background once.
  public init(name: String, look: (StyleRole) -> ThemeEntry) {
    self.name = name
    entries = StyleRole.allCases.map(look)
  }

  /// The look that the theme defines for `role`.
  package func entry(for role: StyleRole) -> ThemeEntry {
    entries[Int(role.rawValue) < entries.count ? Int(role.rawValue) : 0]
  }

  /// Whether the bands of the scales have different backgrounds, so that coloured spaces show them.
  package var showsScales: Bool {
    self[StyleRole.warmScale[0]].background != self[StyleRole.warmScale[6]].background
  }

  /// The look of a style: that of its role, with the emphasis, on a raised background if requested.
  public func look(of style: Style) -> ThemeEntry {
    var look = self[style.role]
    if style.emphasis.contains(.raised), look.background == self[.plain].background {
      look.background = self[.raised].background
    }
    look.emphasis.formUnion(style.emphasis.subtracting(.raised))
    return look
  }

  /// The look of `role`; plain text for a role that was added after the theme.
  public subscript(role: StyleRole) -> ThemeEntry {
    var entry = entry(for: role)
    let plain = entries[0]
    if entry.foreground == .standard { entry.foreground = plain.foreground }
    if entry.background == .standard { entry.background = plain.background }
    return entry
  }
}
