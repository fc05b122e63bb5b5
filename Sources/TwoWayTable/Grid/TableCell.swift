/// The position of a cell: section, row and column.
public struct TablePosition: Hashable, Sendable {
  /// The section, from 0.
  public var section: Int
  /// The row within the section, from 0.
  public var row: Int
  /// The column, from 0.
  public var column: Int

  /// Creates a position.
  public init(section: Int, row: Int, column: Int) {
    self.section = section
    self.row = row
    self.column = column
  }
}

/// The address of a value: the keys of a section, a row and a field.
public struct TableAddress: Hashable, Sendable {
  /// The key of the section.
  public var section: String
  /// The key of the row.
  public var row: String
  /// The key of the field.
  public var field: String

  /// Creates an address.
  public init(_ section: String, _ row: String, _ field: String) {
    self.section = section
    self.row = row
    self.field = field
  }
}

/// The content of a cell.
public struct TableCell: Hashable, Sendable {
  /// A mark before the value, so that colour is never the only indication.
  public enum Mark: String, Sendable {
    /// The value has a problem; it has the problem colour.
    case problem = "!"
    /// The value is doubtful; it has the problem colour.
    case doubtful = "?"
    case changed = "*"
    /// Another program changed the value.
    case changedOutside = "<"
  }

  /// The text; if it is wider than its column, a word is cut and a number shown as `#`.
  public var text: String
  /// The mark of the value, if any.
  public var mark: Mark?
  /// The style instead of the column's; the problem colour overrides it.
  public var style: Style?

  /// Describes a cell.
  public init(_ text: String, mark: Mark? = nil, style: Style? = nil) {
    self.text = text
    self.mark = mark
    self.style = style
  }

  func style(in column: TableColumn) -> Style {
    mark == .problem || mark == .doubtful ? Style(.problem) : style ?? Style(column.role)
  }
}

/// What a `GridRenderer` draws.
public protocol TableSource {
  /// Returns the content of the cell at `position`.
  func cell(at position: TablePosition) -> TableCell
}
