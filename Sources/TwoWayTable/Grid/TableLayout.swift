/// How a column's text stands in its width.
public enum ColumnAlignment: Sendable, Hashable {
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// Numbers with their last whole digit in the second column, decimals behind it.
  case decimal
}

/// A column of every row: what a field looks like.
public struct TableColumn: Sendable, Hashable {
  /// The heading.
  public let title: String
  /// How many columns of the screen the values take, at least 1.
  public let width: Int
  /// What the values are for, which decides their colour.
  public let role: StyleRole
  /// How a value stands in its width.
  public let alignment: ColumnAlignment

  /// Describes a column.
  public init(title: String, width: Int, role: StyleRole, alignment: ColumnAlignment) {
    self.title = title
    self.width = max(1, width)
    self.role = role
    self.alignment = alignment
  }

  /// Tells where `text` begins within the column, and what is shown of it: `#` where it does not fit,
  /// since a part of a number would be another number.
  func placement(of text: String) -> (offset: Int, shown: String) {
    let size = text.terminalColumns
    guard size <= width else { return (0, String(repeating: "#", count: width)) }
    switch alignment {
    case .left: return (0, text)
    case .right: return (width - size, text)
    case .decimal:
      let whole = text.prefix { $0 != "." }.terminalColumns
      return (min(width - size, max(0, 2 - whole)), text)
    }
  }
}

/// The titles and columns of a two-way table: sections down, rows across, or the other way.
public struct TableLayout: Sendable, Hashable {
  /// A name in full and one for narrow screens.
  public struct Title: Sendable, Hashable {
    /// The name in full.
    public let full: String
    /// A shorter name.
    public let short: String

    /// Joins a name and its short form.
    public init(_ full: String, short: String) {
      self.full = full
      self.short = short
    }
  }

  /// The sections, top to bottom.
  public let sections: [Title]
  /// The rows of every section.
  public let rows: [Title]
  /// The columns of every row.
  public let columns: [TableColumn]

  /// Describes a table; it has at least one section, one row and one column.
  public init(sections: [Title], rows: [Title], columns: [TableColumn]) {
    precondition(!sections.isEmpty && !rows.isEmpty && !columns.isEmpty, "an empty table")
    self.sections = sections
    self.rows = rows
    self.columns = columns
  }

  /// How many rows there are in all sections together.
  public var rowCount: Int { sections.count * rows.count }

  /// The screen columns of one row: a gap before every column, where marks and brackets stand.
  var rowWidth: Int { columns.reduce(0) { $0 + $1.width + 1 } }

  /// Where the values of column `index` begin, counted from the row's left edge.
  func offset(ofColumn index: Int) -> Int {
    columns[..<index].reduce(1) { $0 + $1.width + 1 }
  }
}

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

/// What a cell shows.
public struct TableCell: Hashable, Sendable {
  /// The text; cut, or shown as `#`, when it is wider than its column.
  public var text: String
  /// Whether something is wrong with it: it gets the problem colour and a `!`.
  public var isMarked: Bool

  /// Describes a cell.
  public init(_ text: String, isMarked: Bool = false) {
    self.text = text
    self.isMarked = isMarked
  }
}

/// Where a table's cells come from.
public protocol TableSource {
  /// Tells what the cell at `position` shows.
  func cell(at position: TablePosition) -> TableCell
}
