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
  /// The text; cut, or shown as `#`, if it is wider than its column.
  public var text: String
  /// Whether the value has a problem: shown in the problem colour with a `!`.
  public var isMarked: Bool
  /// Whether the value is doubtful: shown in the problem colour with a `?`, unless it has a problem.
  public var isDoubtful: Bool
  /// Whether the value was changed: shown with a `*`, unless it has a problem.
  public var isChanged: Bool
  /// Whether another program changed the value: shown with a `<`, unless it has another mark.
  public var isChangedElsewhere: Bool
  /// The style instead of the column's; a mark overrides it.
  public var style: Style?

  /// Describes a cell.
  public init(
    _ text: String, isMarked: Bool = false, isDoubtful: Bool = false, isChanged: Bool = false,
    isChangedElsewhere: Bool = false, style: Style? = nil
  ) {
    self.text = text
    self.isMarked = isMarked
    self.isDoubtful = isDoubtful
    self.isChanged = isChanged
    self.isChangedElsewhere = isChangedElsewhere
    self.style = style
  }

  func style(in column: TableColumn) -> Style {
    isMarked || isDoubtful ? Style(.problem) : style ?? Style(column.role)
  }

  /// The mark before the value, so that colour is never the only indication.
  var glyph: String? {
    isMarked ? "!" : isDoubtful ? "?" : isChanged ? "*" : isChangedElsewhere ? "<" : nil
  }
}

/// A source of cells.
public protocol TableSource {
  /// Returns the content of the cell at `position`.
  func cell(at position: TablePosition) -> TableCell
}
