/// One of the eight colours every colour terminal has, or the terminal's own default.
///
/// Numbers are those of ECMA-48 SGR 30–37; -1 is what ncurses calls the default colour.
public enum TerminalColor: Int16, Sendable {
  /// Whatever the terminal shows without being asked.
  case standard = -1
  /// SGR 30.
  case black = 0
  /// SGR 31.
  case red = 1
  /// SGR 32.
  case green = 2
  /// SGR 33.
  case yellow = 3
  /// SGR 34.
  case blue = 4
  /// SGR 35.
  case magenta = 5
  /// SGR 36.
  case cyan = 6
  /// SGR 37.
  case white = 7
}

/// How one role looks.
public struct ThemeEntry: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: TerminalColor
  /// The colour behind it.
  public var background: TerminalColor
  /// Emphasis added to what the cell asks for.
  public var emphasis: Emphasis

  /// Describes a look; the default is the terminal's own.
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
///
/// Built-in themes keep the terminal's own background, so that they read on light and dark alike.
public struct Theme: Sendable {
  /// The name people choose it by.
  public let name: String
  private let entries: [ThemeEntry]

  /// Makes a theme; a role that `look` is not asked to change keeps the terminal's own colours.
  public init(name: String, look: (StyleRole) -> ThemeEntry) {
    self.name = name
    entries = StyleRole.all.map(look)
  }

  /// Tells how `role` looks; a role the theme does not know looks plain.
  public subscript(role: StyleRole) -> ThemeEntry {
    let index = Int(role.rawValue)
    return index < entries.count ? entries[index] : ThemeEntry()
  }

  /// Warm values red, cool values blue (cyan where blue is hard to read is the user's theme to say).
  public static let standard = Theme(name: "default") { role in
    switch role {
    case .title: ThemeEntry(.standard, .bold)
    case .heading: ThemeEntry(.standard, .bold)
    case .warm: ThemeEntry(.red)
    case .cool: ThemeEntry(.blue)
    case .problem: ThemeEntry(.magenta, .bold)
    default: ThemeEntry()
    }
  }

  /// No colour at all, for `NO_COLOR` and terminals without colour; emphasis remains.
  public static let mono = Theme(name: "mono") { role in
    switch role {
    case .title, .heading, .problem: ThemeEntry(.standard, .bold)
    default: ThemeEntry()
    }
  }

  /// The themes a person can name.
  public static let builtIn: [Theme] = [.standard, .mono]
}

extension ThemeEntry {
  fileprivate init(_ foreground: TerminalColor, _ emphasis: Emphasis) {
    self.init(foreground, on: .standard, emphasis)
  }
}
