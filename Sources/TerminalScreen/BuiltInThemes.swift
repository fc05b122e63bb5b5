// Contrast with the background is by WCAG 2.1: 4.5 to 1 for text, 3 to 1 at least.

extension Theme {
  /// For light and dark backgrounds alike: the terminal's own background, and colours of the palette
  /// that the user set up, of which xterm's have a contrast of 3.6 or more with black and white.
  public static let standard = Theme(name: "default") { role in
    switch role {
    case .title, .heading: ThemeEntry(emphasis: .bold)
    case .warm: ThemeEntry(.red)
    case .cool: ThemeEntry(.indexed(12))
    case .problem: ThemeEntry(.magenta, .bold)
    case .selection: ThemeEntry(.black, on: .cyan)
    case .changed: ThemeEntry(emphasis: .bold)
    default: ThemeEntry()
    }
  }

  /// For light backgrounds: contrast of 4.5 or more with white.
  public static let light = Theme(name: "light") { role in
    switch role {
    case .title, .heading: ThemeEntry(emphasis: .bold)
    case .warm: ThemeEntry(.indexed(124))
    case .cool: ThemeEntry(.indexed(25))
    case .problem: ThemeEntry(.indexed(90), .bold)
    case .faint: ThemeEntry(.indexed(240))
    case .selection: ThemeEntry(.indexed(16), on: .indexed(153))
    case .changed: ThemeEntry(.indexed(22), .bold)
    default: ThemeEntry()
    }
  }

  /// For dark backgrounds: contrast of 4.5 or more with black.
  public static let dark = Theme(name: "dark") { role in
    switch role {
    case .title, .heading: ThemeEntry(emphasis: .bold)
    case .warm: ThemeEntry(.indexed(209))
    case .cool: ThemeEntry(.indexed(117))
    case .problem: ThemeEntry(.indexed(213), .bold)
    case .faint: ThemeEntry(.indexed(248))
    case .selection: ThemeEntry(.indexed(231), on: .indexed(24))
    case .changed: ThemeEntry(.indexed(157), .bold)
    default: ThemeEntry()
    }
  }

  /// White on black whatever the terminal has: contrast of 7 or more everywhere.
  public static let highContrast = Theme(name: "high-contrast") { role in
    switch role {
    case .plain, .faint: ThemeEntry(.indexed(231), on: .indexed(16))
    case .title, .heading: ThemeEntry(emphasis: .bold)
    case .warm: ThemeEntry(.indexed(216))
    case .cool: ThemeEntry(.indexed(123))
    case .problem: ThemeEntry(.indexed(16), on: .indexed(226), .bold)
    case .selection: ThemeEntry(.indexed(16), on: .indexed(231), .underline)
    case .changed: ThemeEntry(.indexed(226), .bold)
    }
  }

  /// No colour at all, for `NO_COLOR` and terminals without colour; emphasis remains.
  public static let mono = Theme(name: "mono") { role in
    switch role {
    case .title, .heading, .problem, .changed: ThemeEntry(emphasis: .bold)
    case .selection: ThemeEntry(emphasis: .underline)
    default: ThemeEntry()
    }
  }

  /// The themes a user can name.
  public static let builtIn: [Theme] = [.standard, .light, .dark, .highContrast, .mono]

  /// Finds a built-in theme by name.
  public static func builtIn(named name: String) -> Theme? { builtIn.first { $0.name == name } }
}

extension ThemeEntry {
  fileprivate init(_ foreground: TerminalColor, _ emphasis: Emphasis) {
    self.init(foreground, on: .standard, emphasis)
  }

  fileprivate init(emphasis: Emphasis) {
    self.init(.standard, on: .standard, emphasis)
  }
}
