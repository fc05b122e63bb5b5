/// A table of values by address, with undo: for apps without a model of their own.
///
/// Every change is one undo step.
public struct KeyedTable: TableModel, Sendable {
  /// The layout, which maps cells to values.
  public internal(set) var layout: TableLayout
  /// The values, in canonical form, including those without a cell.
  public internal(set) var values: [TableAddress: String]
  /// Whether rows can be added, removed and moved.
  public let allowsNewRows: Bool
  var original: Original
  var history = TableHistory()
  var editors: [any FieldEditor]

  /// The values and rows when the table was created or last saved.
  struct Original: Sendable {
    var values: [TableAddress: String]
    var rows: [TableLayout.Title]
  }

  /// Shows `values` in a layout; `rows` replace those of the layout.
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

  /// The editor of a field; nil if no column shows it.
  public func editor(of field: String) -> (any FieldEditor)? {
    layout.columns.firstIndex { $0.key == field }.map { editors[$0] }
  }

  /// The value at an address; empty if there is none.
  public subscript(address: TableAddress) -> String { values[address] ?? "" }

  /// The values of a row by field, including those without a column.
  public subscript(section section: String, row row: String) -> [String: String] {
    var fields: [String: String] = [:]
    for (address, value) in values where address.section == section && address.row == row {
      fields[address.field] = value
    }
    return fields
  }

  /// Returns the content of a cell; `~` if its values differ.
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

  /// Uses the library's words in the cells, such as yes and no.
  public mutating func use(_ words: Words) { editors = editors.map { $0.using(words) } }

  /// Sets values as one undo step; an empty text removes the value. Fields without a column are allowed.
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

  /// Sets all values of a cell; an empty text removes them.
  @discardableResult
  public mutating func set(_ value: String, at position: TablePosition) -> TableChange {
    set(layout.addresses(of: position).map { ($0, value) })
  }

  /// Sets fields of a row as one undo step; other fields are unchanged.
  ///
  /// - Throws: `FieldProblem` if a field's editor rejects its text. The table is then unchanged.
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

  /// The rows affected by a step.
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
