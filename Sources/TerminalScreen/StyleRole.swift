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

  /// Finds a role by the name that theme and layout files use, such as `warm`.
  public init?(named name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }

  /// The name that files use.
  public var name: String { String(describing: self) }
}
