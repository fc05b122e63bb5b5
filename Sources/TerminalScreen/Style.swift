/// The emphasis of a text, independent of its role.
public struct Emphasis: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// Creates a set from bits; four are defined.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 15
  }

  /// Bold.
  public static let bold = Emphasis(rawValue: 1)
  /// Exchanges foreground and background; visible without colours.
  public static let reverse = Emphasis(rawValue: 2)
  /// Underlined.
  public static let underline = Emphasis(rawValue: 4)
  /// Uses the background of the role `raised`, unless the text's role has its own.
  public static let raised = Emphasis(rawValue: 8)
}

/// A role and an emphasis: the look of a cell.
public struct Style: Hashable, Sendable {
  /// The purpose of the text.
  public var role: StyleRole
  /// The emphasis.
  public var emphasis: Emphasis

  /// Creates a style.
  public init(_ role: StyleRole, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  /// Plain text without emphasis.
  public static let plain = Style(.plain)
}
