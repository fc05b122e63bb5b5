import Synchronization

/// What a piece of text is for; a theme decides how that looks.
///
/// An app may have roles of its own: `StyleRole("overdue")`. Make them before the themes that colour them.
public struct StyleRole: Hashable, Sendable {
  /// The number of the role, which a cell of the screen keeps.
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The place of the role among `allCases`.
  package var number: Int { Int(rawValue) }

  /// The role of a name; the first use of a name adds it. Beyond 256 roles in a process, text is plain.
  public init(_ name: String) {
    rawValue = Self.names.withLock { names in
      if let number = names.firstIndex(of: name) { return UInt8(number) }
      guard names.count < 256 else { return 0 }
      names.append(name)
      return UInt8(names.count - 1)
    }
  }

  /// Finds a role by the name that theme and layout files use, such as `warm`; nil for a name that nothing added.
  public init?(named name: String) {
    guard let number = Self.names.withLock({ $0.firstIndex(of: name) }) else { return nil }
    rawValue = UInt8(number)
  }

  /// The name that files use.
  public var name: String { Self.names.withLock { $0[Int(rawValue)] } }

  /// All roles there are, in the order in which they were added.
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
  /// What is to be found first: keys in hints, today, now, the mark of unsaved changes.
  public static let accent = StyleRole(rawValue: 9)
  /// The cell under the cursor.
  public static let cursor = StyleRole(rawValue: 10)
  /// Words that say all is well.
  public static let good = StyleRole(rawValue: 11)
  /// The background of bars and of the row under the cursor, which `Emphasis.raised` asks for.
  public static let raised = StyleRole(rawValue: 12)

  /// Behind values of a column that the layout colours warm, by their height: `warm1` to `warm7`, the lowest first.
  package static let warmScale = (13..<20).map { StyleRole(rawValue: $0) }
  /// The same for values of a column that the layout colours cool.
  package static let coolScale = (20..<27).map { StyleRole(rawValue: $0) }

  /// The roles that a column may have: those of the scales depend on a value.
  package static var ofColumns: [StyleRole] {
    allCases.filter { !(13..<27).contains($0.rawValue) }
  }
}
