// Contrast according to WCAG 2.1: at least 4.5 to 1 for text, where the theme sets both colours. Text has colours of
// the palette even where a terminal has exact ones: a move of the cursor sends five sequences, of half the length.

extension Theme {
  /// Dark or light, depending on the terminal's background; dark if that is unknown.
  public static let standard = Theme(name: "default", look: darkLook)

  /// Light text on a dark background.
  public static let dark = Theme(name: "dark", look: darkLook)

  private static func darkLook(_ role: StyleRole) -> ThemeEntry {
    switch role {
    case .plain: ThemeEntry(.indexed(253), on: .exact(0x16181D, or: 234))
    case .warm: ThemeEntry(.indexed(209))
    case .cool: ThemeEntry(.indexed(74))
    case .problem: ThemeEntry(.indexed(205), .bold)
    case .faint: ThemeEntry(.indexed(247))
    case .selection: ThemeEntry(.indexed(255), on: .exact(0x2D4A6B, or: 24))
    case .changed, .accent: ThemeEntry(.indexed(221), .bold)
    case .cursor: ThemeEntry(.indexed(221), [.bold, .reverse])
    case .good: ThemeEntry(.indexed(114))
    case .raised: ThemeEntry(.standard, on: .exact(0x21252E, or: 235))
    default: usual(role, darkBands)
    }
  }

  /// Dark text on a light background.
  public static let light = Theme(name: "light") { role in
    switch role {
    case .plain: ThemeEntry(.indexed(236), on: .exact(0xFBFAF7, or: 231))
    case .warm: ThemeEntry(.indexed(124))
    case .cool: ThemeEntry(.indexed(25))
    case .problem: ThemeEntry(.indexed(125), .bold)
    case .faint: ThemeEntry(.indexed(241))
    case .selection: ThemeEntry(.indexed(236), on: .exact(0xC5DBF0, or: 153))
    case .changed, .accent: ThemeEntry(.indexed(94), .bold)
    case .cursor: ThemeEntry(.standard, [.bold, .reverse])
    case .good: ThemeEntry(.indexed(22))
    case .raised: ThemeEntry(.standard, on: .exact(0xEEEBE4, or: 255))
    default: usual(role, lightBands)
    }
  }

  /// The terminal's own background and palette, in which xterm's colours have a contrast of 3.9 or more with black and
  /// white. The colour of problems is one of 256, with a contrast of 4.5 or more.
  public static let terminal = Theme(name: "terminal") { terminalLook($0, palette) }

  /// `terminal` with bands of sixteen colours, and bold numbers. With eight colours, the blue of `cool` becomes cyan.
  package static let sixteen = Theme(name: "terminal") { role in
    let look = terminalLook(role, sixteenPalette)
    let color = role == .cool ? .indexed(69) : look.foreground
    return [.warm, .cool].contains(role) ? ThemeEntry(color, .bold) : look
  }

  private static func terminalLook(_ role: StyleRole, _ bands: [ThemeEntry]) -> ThemeEntry {
    switch role {
    case .warm: ThemeEntry(.indexed(9))
    case .cool: ThemeEntry(.indexed(12))
    case .problem: ThemeEntry(.indexed(163), .bold)
    case .selection: ThemeEntry(.indexed(0), on: .indexed(6))
    case .changed, .accent: ThemeEntry(.standard, .bold)
    case .cursor: ThemeEntry(.standard, .reverse)
    default: usual(role, bands)
    }
  }

  /// Returns the theme for a terminal with `colors` colours: `mono` for none, `sixteen` if this theme needs 256.
  package func fitting(colors: Int) -> Theme {
    if colors == 0 { return .mono }
    let needsMore = [Theme.standard, .dark, .light, .terminal].contains(self)
    return colors < 256 && needsMore ? .sixteen : self
  }

  /// White on black in every terminal, with a contrast of 7 or more.
  public static let highContrast = Theme(name: "high-contrast") { role in
    switch role {
    case .plain, .faint: ThemeEntry(.indexed(231), on: .indexed(16))
    case .warm: ThemeEntry(.indexed(215))
    case .cool: ThemeEntry(.indexed(87))
    case .problem: ThemeEntry(.indexed(16), on: .indexed(210), .bold)
    case .selection: ThemeEntry(.indexed(16), on: .indexed(231), .underline)
    case .changed, .accent: ThemeEntry(.indexed(226), .bold)
    case .cursor: ThemeEntry(.indexed(16), on: .indexed(226), .bold)
    default: usual(role, strongPalette)
    }
  }

  /// Without colours, for `NO_COLOR` and monochrome terminals; uses emphasis only.
  public static let mono = Theme(name: "mono") { role in
    switch role {
    case .title, .heading, .problem, .changed, .accent: ThemeEntry(.standard, .bold)
    case .selection: ThemeEntry(.standard, .underline)
    case .cursor: ThemeEntry(.standard, .reverse)
    default: ThemeEntry()
    }
  }

  // Black or white text on these colours has a contrast of 4.5 or more; neighbours differ by 10 or more (CIEDE2000),
  // also with red-green colour blindness. Bands that save energy are dimmer than others on black, and not dark on white.
  private static let palette = bands(
    [25, 67, 60, 137, 180, 208, 160] + [24, 26, 32, 74, 67, 59, 101])
  // As above, but with sixteen colours all bands of a scale remain distinct, and those that save energy are dark.
  private static let sixteenPalette = bands(
    [21, 63, 244, 185, 226, 196, 124] + [126, 21, 63, 51, 37, 244, 184])
  // As above, with a contrast of 7 or more.
  private static let strongPalette = bands(
    [19, 81, 145, 187, 227, 208, 124] + [17, 19, 74, 87, 145, 188, 142])

  /// The looks of bands on colours of the palette.
  private static func bands(_ fills: [UInt8]) -> [ThemeEntry] {
    fills.map { fill in
      // White and black of the palette: five bytes shorter than those of the cube, and sent twice per move.
      let ink: UInt8 = [17, 19, 21, 24, 25, 26, 59, 60, 63, 124, 126, 160].contains(fill) ? 15 : 0
      return ThemeEntry(.indexed(ink), on: .indexed(fill))
    }
  }

  // Bands that save energy are darker than others in the dark theme and lighter in the light one. Contrast and
  // difference as above, in exact colours and in 256.
  private static let darkBands = exactBands([
    (0xE8EEF5, 255, on: 0x3D5A80, 25), (0xE8EEF5, 231, on: 0x5E6C79, 242),
    (0xAAB4C4, 249, on: 0x3A4353, 238), (0xEFE6DA, 231, on: 0x6B5A4A, 94),
    (0x1B1510, 233, on: 0xA87B48, 137), (0x1B0F08, 233, on: 0xF28A3E, 208),
    (0xFFF1EE, 255, on: 0xBF3A2E, 160), (0xEAF3FB, 255, on: 0x175182, 25),
    (0xEAF3FB, 231, on: 0x1A6CB8, 27), (0x0B1A28, 233, on: 0x458AC6, 67),
    (0x0B1A28, 234, on: 0x65ADDE, 74), (0xB6C4D0, 254, on: 0x415062, 240),
    (0x95A2B0, 247, on: 0x28313B, 236), (0xD9CFB8, 230, on: 0x4A4438, 58),
  ])
  private static let lightBands = exactBands([
    (0x12263A, 235, on: 0x83ACD8, 111), (0x12263A, 235, on: 0xB4CDE4, 153),
    (0x56616F, 59, on: 0xE5EAEE, 255), (0x4A3A20, 237, on: 0xF3E3C8, 223),
    (0x3D2508, 235, on: 0xFECB90, 221), (0x331A05, 234, on: 0xEE9852, 208),
    (0xFFF5F3, 231, on: 0xC7422E, 160), (0xFFFFFF, 231, on: 0x3172B0, 25),
    (0x0A1A2A, 233, on: 0x4A8FCE, 32), (0x0A1A2A, 234, on: 0x7CB1DE, 75),
    (0x12263A, 235, on: 0xAEDAFD, 153), (0x4D5B69, 240, on: 0xDDE9F1, 255),
    (0x55503A, 239, on: 0xE1E1D5, 187), (0x4A3A20, 238, on: 0xCBB8A0, 252),
  ])

  /// The looks of bands: text and background, exact and in 256 colours.
  private static func exactBands(_ colors: [(UInt32, UInt8, on: UInt32, UInt8)]) -> [ThemeEntry] {
    colors.map { ThemeEntry(.exact($0.0, or: $0.1), on: .exact($0.on, or: $0.3)) }
  }

  /// The look of a band, the warm ones first; bold text for titles and headings, and plain text for other roles.
  private static func usual(_ role: StyleRole, _ looks: [ThemeEntry]) -> ThemeEntry {
    if [.title, .heading].contains(role) { return ThemeEntry(.standard, .bold) }
    let index = (StyleRole.warmScale + StyleRole.coolScale).firstIndex(of: role)
    return index.map { looks[$0] } ?? ThemeEntry()
  }

  /// The built-in themes.
  public static let builtIn: [Theme] = [.standard, .dark, .light, .terminal, .highContrast, .mono]
}
