/// How one role looks.
public struct ThemeEntry: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: TerminalColor
  /// The colour behind it.
  public var background: TerminalColor
  /// Emphasis added to what the cell asks for.
  public var emphasis: Emphasis

  /// Describes a look; the default is that of plain text.
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
  /// The name people choose it by.
  public let name: String
  private let entries: [ThemeEntry]

  /// Makes a theme; a role that `look` is not asked to change keeps the terminal's own colours.
  ///
  /// Where a role has `.standard` it takes the colour of the plain role, so that a theme with a
  /// background of its own names it once.
  public init(name: String, look: (StyleRole) -> ThemeEntry) {
    self.name = name
    entries = StyleRole.allCases.map(look)
  }

  /// What the theme says of `role` itself.
  package func entry(for role: StyleRole) -> ThemeEntry {
    entries[role.number < entries.count ? role.number : 0]
  }

  /// Whether the roles of the scales have backgrounds that differ, so that blanks show them.
  package var showsScales: Bool {
    self[StyleRole.warmScale[0]].background != self[StyleRole.warmScale[6]].background
  }

  /// Returns the look of a style: that of its role, with the emphasis, on a raised background where it asks for that.
  public func look(of style: Style) -> ThemeEntry {
    var look = self[style.role]
    if style.emphasis.contains(.raised), look.background == self[.plain].background {
      look.background = self[.raised].background
    }
    look.emphasis.formUnion(style.emphasis.subtracting(.raised))
    return look
  }

  /// Returns how `role` looks; a role that was added after the theme was made looks like plain text.
  public subscript(role: StyleRole) -> ThemeEntry {
    var entry = entry(for: role)
    let plain = entries[0]
    if entry.foreground == .standard { entry.foreground = plain.foreground }
    if entry.background == .standard { entry.background = plain.background }
    return entry
  }
}
