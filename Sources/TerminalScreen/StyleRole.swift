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
  /// Cells of a selected range; the cell under the cursor is reversed as well.
  public static let selection = StyleRole(rawValue: 7)
  /// Values that are not what they were: shown with a glyph as well.
  public static let changed = StyleRole(rawValue: 8)

  /// Every role a theme must answer for, by number.
  public static let all: [StyleRole] = [
    .plain, .title, .heading, .warm, .cool, .problem, .faint, .selection, .changed,
  ]

  private static let names = [
    "plain", "title", "heading", "warm", "cool", "problem", "faint", "selection", "changed",
  ]

  /// Finds a role by the name that theme and layout files use, such as `warm`.
  public init?(named name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = Self.all[index]
  }

  /// The name that files use; a number for a role without one.
  public var name: String {
    Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : "\(rawValue)"
  }
}
