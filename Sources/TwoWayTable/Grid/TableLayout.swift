/// How a column's text stands in its width.
public enum ColumnAlignment: Sendable, Hashable {
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// Numbers with their points below each other, with room for a point and one decimal after whole numbers.
  case decimal
}

/// A column of every row: what a field looks like.
public struct TableColumn: Sendable, Hashable {
  /// The key of the field in the data.
  public let key: String
  /// The heading.
  public let title: String
  /// A shorter heading.
  public let shortTitle: String
  /// How many columns of the screen the values take, 1 to 1000.
  public let width: Int
  /// What the values are for, which decides their colour.
  public let role: StyleRole
  /// How a value stands in its width.
  public let alignment: ColumnAlignment
  /// How values are typed and read.
  public let editor: FieldEditorDescription
  /// The roles of certain values, in place of `role`.
  public let valueRoles: [String: StyleRole]

  /// Describes a column; the title does for the key and the short title where those are not given.
  public init(
    title: String, key: String? = nil, shortTitle: String? = nil, width: Int,
    role: StyleRole = .plain, alignment: ColumnAlignment = .left,
    editor: FieldEditorDescription = .text, valueRoles: [String: StyleRole] = [:]
  ) {
    self.key = key ?? title
    self.title = title
    self.shortTitle = shortTitle ?? title
    self.width = max(1, min(width, 1000))
    self.role = role
    self.alignment = alignment
    self.editor = editor
    self.valueRoles = valueRoles
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
      return (min(width - size, max(0, width - 2 - whole)), text)
    }
  }
}

/// The titles and columns of a two-way table: sections down, rows across, or the other way.
public struct TableLayout: Sendable, Hashable {
  /// A name in full and one for narrow screens, and what they stand for.
  public struct Title: Sendable, Hashable {
    /// The name in full.
    public let full: String
    /// A shorter name.
    public let short: String
    /// The keys in the data of what is shown here; more than one where an edit applies to several.
    public let keys: [String]

    /// Joins a name and its short form; the name does for a key where none is given.
    public init(_ full: String, short: String, keys: [String] = []) {
      self.full = full
      self.short = short
      self.keys = keys.isEmpty ? [full] : keys
    }

    /// The name in full where it fits, else the short one.
    func fitting(_ columns: Int) -> String { full.terminalColumns <= columns ? full : short }
  }

  /// What the table is called; empty where it has no name.
  public let title: String
  /// The sections, top to bottom.
  public let sections: [Title]
  /// The rows of every section.
  public let rows: [Title]
  /// The columns of every row.
  public let columns: [TableColumn]

  /// How wide the labels of all sections are, and those of all sections and rows.
  let sectionLabels, labels: LabelWidth

  /// The columns that the widest of some titles takes.
  struct LabelWidth: Hashable {
    let full, short: Int
  }

  /// Describes a table. Without sections, rows or columns it has one of them, without a title: a table is
  /// never empty.
  public init(title: String = "", sections: [Title], rows: [Title], columns: [TableColumn]) {
    self.title = title
    self.sections = sections.isEmpty ? [Title("", short: "")] : sections
    self.rows = rows.isEmpty ? [Title("", short: "")] : rows
    self.columns = columns.isEmpty ? [TableColumn(title: "", width: 1)] : columns
    let rowLabels = Self.widest(self.rows)
    sectionLabels = Self.widest(self.sections)
    labels = LabelWidth(
      full: max(sectionLabels.full, rowLabels.full),
      short: max(sectionLabels.short, rowLabels.short))
  }

  private static func widest(_ titles: [Title]) -> LabelWidth {
    LabelWidth(
      full: titles.reduce(0) { max($0, $1.full.terminalColumns) },
      short: titles.reduce(0) { max($0, $1.short.terminalColumns) })
  }

  /// The same table with other rows.
  public func replacing(rows: [Title]) -> TableLayout {
    TableLayout(title: title, sections: sections, rows: rows, columns: columns)
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

// MARK: Cells and data

extension TableLayout {
  /// Whether the table has a cell at `position`.
  public func contains(_ position: TablePosition) -> Bool {
    sections.indices.contains(position.section) && rows.indices.contains(position.row)
      && columns.indices.contains(position.column)
  }

  /// The cell at `position`, or the nearest that the table has.
  public func nearest(to position: TablePosition) -> TablePosition {
    TablePosition(
      section: max(0, min(position.section, sections.count - 1)),
      row: max(0, min(position.row, rows.count - 1)),
      column: max(0, min(position.column, columns.count - 1)))
  }

  /// The values that the cell at `position` stands for: an edit of the cell changes all of them. None outside
  /// the table.
  public func addresses(of position: TablePosition) -> [TableAddress] {
    guard contains(position) else { return [] }
    let field = columns[position.column].key
    return sections[position.section].keys.flatMap { section in
      rows[position.row].keys.map { TableAddress(section, $0, field) }
    }
  }

  /// The cell that shows a value; nil when the layout leaves it out.
  public func position(of address: TableAddress) -> TablePosition? {
    guard let section = sections.firstIndex(where: { $0.keys.contains(address.section) }),
      let row = rows.firstIndex(where: { $0.keys.contains(address.row) }),
      let column = columns.firstIndex(where: { $0.key == address.field })
    else { return nil }
    return TablePosition(section: section, row: row, column: column)
  }

  /// The number, section * rows + row, of the row that a cell is in, or the nearest row: what is drawn again
  /// at once.
  public func rowNumber(of position: TablePosition) -> Int {
    let position = nearest(to: position)
    return position.section * rows.count + position.row
  }

  /// How many cells stand side by side on the screen: across it a section is a line, else every row is.
  package func lineWidth(in arrangement: GridArrangement) -> Int {
    arrangement == .across ? rows.count * columns.count : columns.count
  }

  /// A cell's number among all, row by row and so, in any arrangement, line by line.
  package func number(of position: TablePosition) -> Int {
    rowNumber(of: position) * columns.count + nearest(to: position).column
  }

  /// The cell that has a number.
  package func position(numbered number: Int) -> TablePosition {
    let (row, column) = number.quotientAndRemainder(dividingBy: columns.count)
    let (section, place) = row.quotientAndRemainder(dividingBy: rows.count)
    return TablePosition(section: section, row: place, column: column)
  }
}
