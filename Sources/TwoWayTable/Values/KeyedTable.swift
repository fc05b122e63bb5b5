/// Values by address, shown and changed through a layout: a table that needs no model of its own.
///
/// Every change is one step that `undo` takes back.
public struct KeyedTable: TableSource, Sendable {
  /// How the table looks, and which values its cells stand for.
  public internal(set) var layout: TableLayout
  /// The values now, canonical texts of the fields' editors; those that no cell shows are kept as well.
  public internal(set) var values: [TableAddress: String]
  /// Whether rows can be added, removed and moved.
  public let allowsNewRows: Bool
  var original: Original
  var history = TableHistory()
  let editors: [any FieldEditor]

  /// What was there when the table was made, or saved last.
  struct Original: Sendable {
    var values: [TableAddress: String]
    var rows: [TableLayout.Title]
  }

  /// Shows `values` as a layout file says; `rows` take the place of the file's.
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

  /// What edits the values of a column.
  public func editor(ofColumn column: Int) -> any FieldEditor { editors[column] }

  /// The value of a cell, empty where there is none; nil where the values it stands for differ.
  public func value(at position: TablePosition) -> String? {
    let found = Set(layout.addresses(of: position).map { values[$0] ?? "" })
    return found.count == 1 ? found.first : nil
  }

  /// Tells what a cell shows; `~` stands for values that differ.
  public func cell(at position: TablePosition) -> TableCell {
    let changed = layout.addresses(of: position).contains { values[$0] != original.values[$0] }
    guard let value = value(at: position) else { return TableCell("~", isChanged: changed) }
    let text = value.isEmpty ? "" : editors[position.column].display(value)
    return TableCell(
      text, isChanged: changed,
      style: layout.columns[position.column].valueRoles[value].map { Style($0) })
  }

  /// Reads what was typed into a cell, and gives the value to all that the cell stands for.
  ///
  /// - Returns: The rows that show something else now.
  /// - Throws: `FieldProblem`, why the text is no value.
  public mutating func type(
    _ text: String, at position: TablePosition
  ) throws(FieldProblem) -> TableChange {
    guard !text.isEmpty else { return set(nil, at: position) }
    let current = value(at: position) ?? ""
    return set(try editors[position.column].parse(text, current: current).get(), at: position)
  }

  /// Gives a value, or none, to all that the cell stands for; returns the rows that changed.
  @discardableResult
  public mutating func set(_ value: String?, at position: TablePosition) -> TableChange {
    set(layout.addresses(of: position).map { ($0, value) })
  }

  /// Gives values, or none, to addresses, as one step; returns the rows that changed.
  ///
  /// An address may have a field that no column shows.
  @discardableResult
  public mutating func set(
    _ changes: some Sequence<(TableAddress, String?)>
  ) -> TableChange {
    var step = TableHistory.Step()
    for (address, value) in changes {
      let new = value == "" ? nil : value
      guard values[address] != new else { continue }
      step.cells.append(.init(address: address, before: values[address], after: new))
      values[address] = new
    }
    guard !step.cells.isEmpty else { return TableChange(rows: []) }
    history.add(step)
    return TableChange(rows: rows(showing: step))
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
