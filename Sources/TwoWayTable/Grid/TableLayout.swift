/// The alignment of a column's text.
public enum ColumnAlignment: String, Sendable, CaseIterable {
  case left
  case right
  /// Numbers with at most one decimal, aligned at the decimal point.
  case decimal
}

/// A column of every row, which shows a field.
public struct TableColumn: Sendable, Hashable {
  /// The key of the field in the data.
  public let key: String
  /// The heading, unless it is wider than the column.
  public let title: String
  /// The heading if `title` does not fit.
  public let shortTitle: String
  /// The width of the values in screen columns, 1 to 1000.
  public let width: Int
  /// The role of the values, which determines their colour.
  public let role: StyleRole
  /// The alignment of values.
  public let alignment: ColumnAlignment
  /// The roles of certain values, overriding `role`.
  public let valueRoles: [String: StyleRole]

  /// Creates a column; the title is the default for the key, which must be unique, and the short title.
  public init(
    title: String, key: String? = nil, shortTitle: String? = nil, width: Int,
    role: StyleRole = .plain, alignment: ColumnAlignment = .left,
    valueRoles: [String: StyleRole] = [:]
  ) {
    self.key = key ?? title
    self.title = title
    self.shortTitle = shortTitle ?? title
    self.width = max(1, min(width, 1000))
    self.role = role
    self.alignment = alignment
    self.valueRoles = valueRoles
  }

  /// The title, or the short title if the title does not fit.
  var fittingTitle: String { title.terminalColumns <= width ? title : shortTitle }

  /// Returns the offset of `text` in the column and the text to show. A text that does not fit is cut if it begins with
  /// a letter, and otherwise shown as `#`: a part of a number would be another number.
  func placement(of text: String) -> (offset: Int, shown: String) {
    let size = text.terminalColumns
    guard size <= width else {
      let isWord = text.first?.isLetter == true
      return (0, isWord ? text.cut(to: width, with: ">") : String(repeating: "#", count: width))
    }
    switch alignment {
    case .left: return (0, text)
    case .right: return (width - size, text)
    case .decimal:
      let whole = text.prefix { $0 != "." }.terminalColumns
      return (min(width - size, max(0, width - 2 - whole)), text)
    }
  }
}

/// The titles and columns of a two-way table: sections down and rows across, or the reverse.
public struct TableLayout: Sendable, Hashable {
  /// The full and the short title of a section or row, and its keys.
  public struct Title: Sendable, Hashable {
    /// The name where there is room, and in messages.
    public let full: String
    /// The name where the full one does not fit.
    public let short: String
    /// The keys in the data, at least one; an edit applies to all of them.
    public let keys: [String]

    /// Creates a title; the full name is the default short one and key. No two sections, or rows, may share a key.
    public init(_ full: String, short: String? = nil, keys: [String] = []) {
      self.full = full
      self.short = short ?? full
      self.keys = keys.isEmpty ? [full] : keys
    }

    /// The full name if it fits, or else the short one.
    func fitting(_ columns: Int) -> String { full.terminalColumns <= columns ? full : short }
  }

  /// The title of the table; may be empty.
  public let title: String
  /// The sections, top to bottom.
  public let sections: [Title]
  /// The rows of every section.
  public let rows: [Title]
  /// The columns of every row.
  public let columns: [TableColumn]
  /// The width of the widest section or row title, full or short, and the gap after it.
  let labelWidth, shortLabelWidth: Int

  /// Creates a layout. A missing section, row or column is replaced by one without a title: a table is never empty.
  public init(title: String = "", sections: [Title], rows: [Title], columns: [TableColumn]) {
    self.title = title
    self.sections = sections.isEmpty ? [Title("")] : sections
    self.rows = rows.isEmpty ? [Title("")] : rows
    self.columns = columns.isEmpty ? [TableColumn(title: "", width: 1)] : columns
    labelWidth = Self.labelWidth(self.sections + self.rows, short: false)
    shortLabelWidth = Self.labelWidth(self.sections + self.rows, short: true)
  }

  /// The layout with other sections, rows or columns.
  public func replacing(
    sections: [Title]? = nil, rows: [Title]? = nil, columns: [TableColumn]? = nil
  ) -> TableLayout {
    TableLayout(
      title: title, sections: sections ?? self.sections, rows: rows ?? self.rows,
      columns: columns ?? self.columns)
  }

  /// The width of the widest title and the gap after it.
  static func labelWidth(_ titles: [Title], short: Bool) -> Int {
    titles.reduce(0) { max($0, (short ? $1.short : $1.full).terminalColumns) } + 1
  }

  /// The number of rows in all sections.
  public var rowCount: Int { sections.count * rows.count }

  /// The width of one row, with a gap before every column for marks and brackets.
  var rowWidth: Int { columns.reduce(0) { $0 + $1.width + 1 } }

  /// The offset of column `index` from the row's left edge.
  func offset(ofColumn index: Int) -> Int { columns[..<index].reduce(1) { $0 + $1.width + 1 } }

  /// Whether the table has a cell at `position`.
  public func contains(_ position: TablePosition) -> Bool {
    sections.indices.contains(position.section) && rows.indices.contains(position.row)
      && columns.indices.contains(position.column)
  }

  /// The cell at `position`, or the nearest one.
  public func nearest(to position: TablePosition) -> TablePosition {
    TablePosition(
      section: max(0, min(position.section, sections.count - 1)),
      row: max(0, min(position.row, rows.count - 1)),
      column: max(0, min(position.column, columns.count - 1)))
  }

  /// The addresses of a cell: an edit changes all of them. Empty outside the table.
  public func addresses(of position: TablePosition) -> [TableAddress] {
    guard contains(position) else { return [] }
    let field = columns[position.column].key
    return sections[position.section].keys.flatMap { section in
      rows[position.row].keys.map { TableAddress(section, $0, field) }
    }
  }

  /// The numbers of the rows that have some values, as far as the layout has them.
  func rowNumbers(showing addresses: [TableAddress]) -> Set<Int> {
    let places = [sections, rows].map { titles in
      let keys = titles.enumerated().flatMap { place, title in title.keys.map { ($0, place) } }
      return Dictionary(keys) { first, _ in first }
    }
    return addresses.reduce(into: []) { numbers, address in
      guard let section = places[0][address.section], let row = places[1][address.row] else {
        return
      }
      numbers.insert(section * rows.count + row)
    }
  }

  /// The number, section * rows + row, of a cell's row, or of the nearest row; rows are the unit of drawing.
  package func rowNumber(of position: TablePosition) -> Int {
    let position = nearest(to: position)
    return position.section * rows.count + position.row
  }

  /// The number of cells side by side: in `across` a line is a section, otherwise a row.
  package func lineWidth(in arrangement: GridArrangement) -> Int {
    arrangement == .across ? rows.count * columns.count : columns.count
  }

  /// The index of a cell, row by row, and line by line in any arrangement.
  package func number(of position: TablePosition) -> Int {
    rowNumber(of: position) * columns.count + nearest(to: position).column
  }

  /// The cell with an index.
  package func position(numbered number: Int) -> TablePosition {
    let (row, column) = number.quotientAndRemainder(dividingBy: columns.count)
    let (section, place) = row.quotientAndRemainder(dividingBy: rows.count)
    return TablePosition(section: section, row: place, column: column)
  }

  /// Returns the cell after a move.
  public func position(
    _ move: TableMove, from position: TablePosition, in arrangement: GridArrangement
  ) -> TablePosition {
    let (number, width) = (number(of: position), lineWidth(in: arrangement))
    let (line, column) = number.quotientAndRemainder(dividingBy: width)
    let lines = rowCount * columns.count / width
    let page = arrangement == .across ? lines : rows.count
    func at(_ line: Int, _ column: Int) -> TablePosition {
      self.position(numbered: max(0, min(line, lines - 1)) * width + max(0, min(column, width - 1)))
    }
    return switch move {
    case .up: at(line - 1, column)
    case .down: at(line + 1, column)
    case .left: at(line, column - 1)
    case .right: at(line, column + 1)
    case .next: self.position(numbered: (number + 1) % (lines * width))
    case .previous: self.position(numbered: (number + lines * width - 1) % (lines * width))
    case .home: at(line, 0)
    case .end: at(line, width - 1)
    case .top: at(0, column)
    case .bottom: at(lines - 1, column)
    case .pageUp: at(line - page, column)
    case .pageDown: at(line + page, column)
    }
  }
}

/// A movement of the cursor in a table; the raw values are names of commands.
public enum TableMove: String, Hashable, Sendable, CaseIterable {
  /// To a neighbour on the screen; not beyond the edge.
  case up, down, left, right
  /// To the next or previous field, cyclically.
  case next, previous
  /// To the ends of the line on the screen.
  case home, end
  /// To the first or last line.
  case top, bottom
  /// A page up: all lines in `across`, otherwise a section.
  case pageUp = "page-up"
  /// A page down, likewise.
  case pageDown = "page-down"
}
