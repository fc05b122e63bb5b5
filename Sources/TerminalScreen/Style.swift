/// How a piece of text stands out, whatever its role.
public struct Emphasis: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Makes a set from bits, of which five are known.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 31
  }

  /// Heavier strokes.
  public static let bold = Emphasis(rawValue: 1)
  /// Foreground and background exchanged; visible without any colour.
  public static let reverse = Emphasis(rawValue: 2)
  /// A line below the text.
  public static let underline = Emphasis(rawValue: 4)
  /// Fainter strokes.
  public static let dim = Emphasis(rawValue: 8)
  /// On the background that the theme gives to the role `raised`, unless the text's role has its own.
  public static let raised = Emphasis(rawValue: 16)
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
