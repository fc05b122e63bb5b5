/// Values by address, shown and changed through a layout: a table that needs no model of its own.
///
/// Every change is one step that `undo` undoes.
public struct KeyedTable: TableModel, Sendable {
  /// How the table looks, and which values its cells stand for.
  public internal(set) var layout: TableLayout
  /// The values now, canonical texts of the fields' editors; those that no cell shows are kept as well.
  public internal(set) var values: [TableAddress: String]
  /// Whether rows can be added, removed and moved.
  public let allowsNewRows: Bool
  var original: Original
  var history = TableHistory()
  var editors: [any FieldEditor]

  /// What was there when the table was made, or saved last.
  struct Original: Sendable {
    var values: [TableAddress: String]
    var rows: [TableLayout.Title]
  }

  /// Shows `values` as a layout says; `rows` take the place of the layout's.
  public init(
    _ file: TableLayoutFile, values: [TableAddress: String] = [:],
    rows: [TableLayout.Title] = []
  ) {
    layout = rows.isEmpty ? file.layout : file.layout.replacing(rows: rows)
    editors = file.editors
    allowsNewRows = file.allowsNewRows
    self.values = values
    original = Original(values: values, rows: layout.rows)
  }

  /// The editor of a column's field; nil for a field that no column shows.
  public func editor(of field: String) -> (any FieldEditor)? {
    layout.columns.firstIndex { $0.key == field }.map { editors[$0] }
  }

  /// The value at an address; empty where there is none.
  public subscript(address: TableAddress) -> String { values[address] ?? "" }

  /// The values of a row by field, those that no column shows included.
  public subscript(section section: String, row row: String) -> [String: String] {
    var fields: [String: String] = [:]
    for (address, value) in values where address.section == section && address.row == row {
      fields[address.field] = value
    }
    return fields
  }

  /// Returns what a cell shows; `~` stands for values that differ.
  public func cell(at position: TablePosition) -> TableCell {
    let changed = layout.addresses(of: position).contains { values[$0] != original.values[$0] }
    guard case .same(let value) = value(at: position) else {
      return TableCell("~", isChanged: changed)
    }
    guard !value.isEmpty else { return TableCell("", isChanged: changed) }
    return TableCell(
      editors[position.column].display(value), isChanged: changed,
      style: layout.columns[position.column].valueRoles[value].map { Style($0) })
  }

  /// Shows the library's words in the cells, yes and no say.
  public mutating func use(_ words: Words) { editors = editors.map { $0.using(words) } }

  /// Gives values to addresses as one step; an empty text takes the value away. An address may have a field
  /// that no column shows.
  @discardableResult
  public mutating func set(_ changes: [(TableAddress, String)]) -> TableChange {
    var step = TableHistory.Step()
    for (address, value) in changes {
      let new = value.isEmpty ? nil : value
      guard values[address] != new else { continue }
      step.cells.append(.init(address: address, before: values[address], after: new))
      values[address] = new
    }
    guard !step.cells.isEmpty else { return TableChange(rows: []) }
    history.add(step)
    return TableChange(rows: rows(showing: step))
  }

  /// Gives a value to all that a cell stands for; an empty text takes it away.
  @discardableResult
  public mutating func set(_ value: String, at position: TablePosition) -> TableChange {
    set(layout.addresses(of: position).map { ($0, value) })
  }

  /// Gives values to fields of a row as one step; fields that are not named keep theirs.
  ///
  /// - Throws: `FieldProblem` for a text that its field's editor refuses. The table is then what it was.
  @discardableResult
  public mutating func set(
    _ fields: [String: String], section: String, row: String
  ) throws(FieldProblem) -> TableChange {
    var changes: [(TableAddress, String)] = []
    for (field, text) in fields.sorted(by: { $0.key < $1.key }) {
      var value = text
      if !text.isEmpty, let editor = editor(of: field) {
        value = try editor.parse(text, current: "").get()
      }
      changes.append((TableAddress(section, row, field), value))
    }
    return set(changes)
  }

  /// The rows that show what a step changed.
  func rows(showing step: TableHistory.Step) -> [Int] {
    step.cells.compactMap { cell in
      guard
        let section = layout.sections.firstIndex(where: { $0.keys.contains(cell.address.section) }),
        let row = layout.rows.firstIndex(where: { $0.keys.contains(cell.address.row) })
      else { return nil }
      return layout.rowNumber(of: TablePosition(section: section, row: row, column: 0))
    }
  }
}
