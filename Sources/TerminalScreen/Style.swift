import Synchronization

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
  /// The emphasis, in addition to that of the role.
  public var emphasis: Emphasis

  /// Creates a style.
  public init(_ role: StyleRole, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  /// Plain text without emphasis.
  public static let plain = Style(.plain)
}

/// The purpose of a text; the theme defines its look.
///
/// An app can add roles: `StyleRole("overdue")`. Create them before the themes and layouts that name them; a static
/// property is created when it is first used.
public struct StyleRole: Hashable, Sendable {
  /// The index of the role in `allCases`, as stored in cells.
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Returns the role with a name; adds it on first use. Beyond 256 roles in a process, returns plain.
  public init(_ name: String) {
    rawValue = Self.names.withLock { names in
      if let number = names.firstIndex(of: name) { return UInt8(number) }
      guard names.count < 256 else { return 0 }
      names.append(name)
      return UInt8(names.count - 1)
    }
  }

  /// The name in theme and layout files, such as `warm`.
  public var name: String { Self.names.withLock { $0[Int(rawValue)] } }

  /// All roles, in the order of adding.
  public static var allCases: [StyleRole] {
    let count = names.withLock { $0.count }
    return (0..<count).map { StyleRole(rawValue: UInt8($0)) }
  }

  private static let names = Mutex([
    "plain", "title", "heading", "warm", "cool", "problem", "faint", "selection", "changed",
    "accent", "cursor", "good", "raised",
    "warm1", "warm2", "warm3", "warm4", "warm5", "warm6", "warm7",
    "cool1", "cool2", "cool3", "cool4", "cool5", "cool6", "cool7",
  ])

  /// Ordinary text.
  public static let plain = StyleRole(rawValue: 0)
  /// The title line.
  public static let title = StyleRole(rawValue: 1)
  /// Column headings and row labels.
  public static let heading = StyleRole(rawValue: 2)
  /// Values of a column with the role `warm`.
  public static let warm = StyleRole(rawValue: 3)
  /// Values of a column with the role `cool`.
  public static let cool = StyleRole(rawValue: 4)
  /// A problem. Show it with a glyph as well, since a terminal may have no colours.
  public static let problem = StyleRole(rawValue: 5)
  /// Less important text: hints, frames.
  public static let faint = StyleRole(rawValue: 6)
  /// Cells of a selected range; the cell under the cursor is also reversed.
  public static let selection = StyleRole(rawValue: 7)
  /// Changed values; always shown with a glyph as well.
  public static let changed = StyleRole(rawValue: 8)
  /// What to notice first: keys in hints, today, now, the mark of unsaved changes.
  public static let accent = StyleRole(rawValue: 9)
  /// The cell under the cursor.
  public static let cursor = StyleRole(rawValue: 10)
  /// Messages of success.
  public static let good = StyleRole(rawValue: 11)
  /// The background of bars and of the row under the cursor; see `Emphasis.raised`.
  public static let raised = StyleRole(rawValue: 12)

  /// The backgrounds of values in a warm column, by size: `warm1` to `warm7`, lowest first.
  package static let warmScale = (13..<20).map { StyleRole(rawValue: $0) }
  /// The same for values in a cool column.
  package static let coolScale = (20..<27).map { StyleRole(rawValue: $0) }

  /// The roles for columns; those of the scales depend on a value.
  package static var ofColumns: [StyleRole] { allCases.filter { !(13..<27).contains($0.rawValue) } }
}
