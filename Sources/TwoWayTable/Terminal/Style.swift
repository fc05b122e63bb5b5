/// What a piece of text is for; a theme decides how that looks.
public struct StyleRole: RawRepresentable, Hashable, Sendable {
  /// The role's number, 0...31; the table below names those in use.
  public let rawValue: UInt8

  /// Names a role by number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Ordinary text.
  public static let plain = StyleRole(rawValue: 0)
  /// The line at the top.
  public static let title = StyleRole(rawValue: 1)
  /// Column headings and row labels.
  public static let heading = StyleRole(rawValue: 2)
  /// Values of a column that the layout colours warm.
  public static let warm = StyleRole(rawValue: 3)
  /// Values of a column that the layout colours cool.
  public static let cool = StyleRole(rawValue: 4)
  /// Something wrong: shown with a glyph as well, never by colour alone.
  public static let problem = StyleRole(rawValue: 5)
  /// Text of lesser weight: hints, frames.
  public static let faint = StyleRole(rawValue: 6)

  /// Every role a theme must answer for.
  public static let all: [StyleRole] = [.plain, .title, .heading, .warm, .cool, .problem, .faint]
}

/// How a piece of text stands out, whatever its role.
public struct Emphasis: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Heavier strokes.
  public static let bold = Emphasis(rawValue: 1)
  /// Foreground and background exchanged; visible without any colour.
  public static let reverse = Emphasis(rawValue: 2)
  /// A line below the text.
  public static let underline = Emphasis(rawValue: 4)
}

/// A role and its emphasis: all that a cell of the screen knows of its looks.
public struct Style: Hashable, Sendable {
  /// What the text is for.
  public var role: StyleRole
  /// How it stands out.
  public var emphasis: Emphasis

  /// Joins a role and an emphasis.
  public init(_ role: StyleRole, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  /// Ordinary text without emphasis.
  public static let plain = Style(.plain)
}
