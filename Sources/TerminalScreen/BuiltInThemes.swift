// Contrast with the background is by WCAG 2.1: 4.5 to 1 for text, where the theme decides on the colours.

extension Theme {
  /// For light and dark backgrounds alike: the terminal's own background, and colours of the palette
  /// that the user set up, of which xterm's have a contrast of 3.9 or more with black and white. That of a problem
  /// is one of 256, with 4.5 or more.
  public static let standard = Theme(name: "default") { role in
    switch role {
    case .title, .heading: ThemeEntry(emphasis: .bold)
    case .warm: ThemeEntry(.indexed(9))
    case .cool: ThemeEntry(.indexed(12))
    case .problem: ThemeEntry(.indexed(163), .bold)
    case .selection: ThemeEntry(.black, on: .cyan)
    case .changed, .accent: ThemeEntry(emphasis: .bold)
    case .cursor: ThemeEntry(emphasis: .reverse)
    default: scale(role)
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
    case .accent: ThemeEntry(.indexed(94), .bold)
    case .cursor: ThemeEntry(.indexed(231), on: .indexed(236), .bold)
    case .good: ThemeEntry(.indexed(22))
    case .raised: ThemeEntry(.standard, on: .indexed(254))
    default: scale(role)
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
    case .accent: ThemeEntry(.indexed(221), .bold)
    case .cursor: ThemeEntry(.indexed(16), on: .indexed(221), .bold)
    case .good: ThemeEntry(.indexed(114))
    case .raised: ThemeEntry(.standard, on: .indexed(235))
    default: scale(role)
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
    case .changed, .accent: ThemeEntry(.indexed(226), .bold)
    case .cursor: ThemeEntry(.indexed(16), on: .indexed(226), .bold)
    default: scale(role, warm: strongWarm, cool: strongCool)
    }
  }

  /// No colour at all, for `NO_COLOR` and terminals without colour; emphasis remains.
  public static let mono = Theme(name: "mono") { role in
    switch role {
    case .title, .heading, .problem, .changed, .accent: ThemeEntry(emphasis: .bold)
    case .selection: ThemeEntry(emphasis: .underline)
    case .cursor: ThemeEntry(emphasis: .reverse)
    default: ThemeEntry()
    }
  }

  // Black or white text on them has a contrast of 4.5 or more; neighbours differ by 10 or more
  // (CIEDE2000), also for people who do not see red or green. On a terminal with sixteen colours no
  // two of a scale become the same.
  private static let warmScale: [UInt8] = [62, 74, 145, 187, 214, 202, 124]
  private static let coolScale: [UInt8] = [19, 26, 32, 81, 145, 188, 185]
  // The same, with a contrast of 7 or more.
  private static let strongWarm: [UInt8] = [109, 110, 145, 187, 214, 209, 124]
  private static let strongCool: [UInt8] = [17, 19, 109, 110, 145, 188, 144]

  /// The looks of the two scales, on backgrounds of their own; that of plain text for other roles.
  private static func scale(
    _ role: StyleRole, warm: [UInt8] = warmScale, cool: [UInt8] = coolScale
  ) -> ThemeEntry {
    let background =
      StyleRole.warmScale.firstIndex(of: role).map { warm[$0] }
      ?? StyleRole.coolScale.firstIndex(of: role).map { cool[$0] }
    guard let background else { return ThemeEntry() }
    let isDark = [17, 19, 26, 62, 124].contains(background)
    // White and black of the palette: five bytes shorter than those of the cube, which moves send twice.
    return ThemeEntry(.indexed(isDark ? 15 : 0), on: .indexed(background))
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
