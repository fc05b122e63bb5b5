/// What a piece of text is for; a theme decides how that looks.
public enum StyleRole: UInt8, CaseIterable, Hashable, Sendable {
  /// Ordinary text.
  case plain
  /// The line at the top.
  case title
  /// Column headings and row labels.
  case heading
  /// Values of a column that the layout colours warm.
  case warm
  /// Values of a column that the layout colours cool.
  case cool
  /// Something wrong: shown with a glyph as well, never by colour alone.
  case problem
  /// Text of lesser weight: hints, frames.
  case faint
  /// Cells of a selected range; the cell under the cursor is reversed as well.
  case selection
  /// Values that are not what they were: shown with a glyph as well.
  case changed
  /// What is to be found first: keys in hints, today, now, the mark of unsaved changes.
  case accent
  /// The cell under the cursor.
  case cursor
  /// Words that say all is well.
  case good
  /// The background of bars and of the row under the cursor, which `Emphasis.raised` asks for.
  case raised
  /// Behind values of a column that the layout colours warm, by their height: a scale of seven.
  case warm1, warm2, warm3, warm4, warm5, warm6, warm7
  /// The same for values of a column that the layout colours cool.
  case cool1, cool2, cool3, cool4, cool5, cool6, cool7

  /// The roles that a column may have: those of the scales depend on a value.
  package static let ofColumns = allCases.filter {
    !warmScale.contains($0) && !coolScale.contains($0)
  }
  /// The roles of warm values, the lowest first.
  package static let warmScale: [StyleRole] = [
    .warm1, .warm2, .warm3, .warm4, .warm5, .warm6, .warm7,
  ]
  /// The roles of cool values, the lowest first.
  package static let coolScale: [StyleRole] = [
    .cool1, .cool2, .cool3, .cool4, .cool5, .cool6, .cool7,
  ]

  /// Finds a role by the name that theme and layout files use, such as `warm`.
  public init?(named name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }

  /// The name that files use.
  public var name: String { Self.names[Int(rawValue)] }

  /// The names in the order of the cases: asking Swift for the name of a case takes longer than drawing a week.
  private static let names = [
    "plain", "title", "heading", "warm", "cool", "problem", "faint", "selection", "changed",
    "accent", "cursor", "good", "raised",
    "warm1", "warm2", "warm3", "warm4", "warm5", "warm6", "warm7",
    "cool1", "cool2", "cool3", "cool4", "cool5", "cool6", "cool7",
  ]
}
