/// Which cell: a section, a row within it, and a column.
public struct TablePosition: Hashable, Sendable {
  /// The section, from 0.
  public var section: Int
  /// The row within the section, from 0.
  public var row: Int
  /// The column, from 0.
  public var column: Int

  /// Names a cell.
  public init(section: Int, row: Int, column: Int) {
    self.section = section
    self.row = row
    self.column = column
  }
}

/// Which value of the data: the keys that a layout gives to a section, a row and a field.
public struct TableAddress: Hashable, Sendable {
  /// A key of the section.
  public var section: String
  /// A key of the row.
  public var row: String
  /// The key of the field.
  public var field: String

  /// Names a value.
  public init(_ section: String, _ row: String, _ field: String) {
    self.section = section
    self.row = row
    self.field = field
  }
}

/// What a cell shows.
public struct TableCell: Hashable, Sendable {
  /// The text; cut, or shown as `#`, when it is wider than its column.
  public var text: String
  /// Whether something is wrong with it: it gets the problem colour and a `!`.
  public var isMarked: Bool
  /// Whether something about it is doubtful: it gets the problem colour and a `?`, unless something is
  /// wrong with it.
  public var isDoubtful: Bool
  /// Whether it is not what it was: it gets a `*`, unless something is wrong with it.
  public var isChanged: Bool
  /// Whether somebody else changed it: it gets a `<`, unless something else is to be said of it.
  public var isChangedElsewhere: Bool
  /// How it looks, in place of what its column says; a mark's colour goes before it.
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

  /// How it looks in a column.
  func style(in column: TableColumn) -> Style {
    isMarked || isDoubtful ? Style(.problem) : style ?? Style(column.role)
  }

  /// The glyph that stands before the value, so that colour never says something alone.
  var glyph: String? {
    isMarked ? "!" : isDoubtful ? "?" : isChanged ? "*" : isChangedElsewhere ? "<" : nil
  }
}

/// Where a table's cells come from.
public protocol TableSource {
  /// Tells what the cell at `position` shows.
  func cell(at position: TablePosition) -> TableCell
}
