/// A table of values by address, with undo: for apps without a model of their own.
///
/// Every change is one undo step.
public struct KeyedTable: TableModel, Sendable {
  /// The layout, which maps cells to values.
  public internal(set) var layout: TableLayout
  /// The values, in canonical form, including those without a cell.
  public internal(set) var values: [TableAddress: String]
  /// Whether rows can be added, removed and moved; only rows with one key each can.
  public let allowsNewRows: Bool
  private let editors: [any FieldEditor]
  /// The values and rows when the table was created or last saved.
  private var saved: (values: [TableAddress: String], rows: [TableLayout.Title])
  private var undoable: [Step] = []
  private var redoable: [Step] = []

  /// The values to set, nil to remove, and the rows, nil for no change.
  private struct Step {
    var values: [TableAddress: String?] = [:]
    var rows: [TableLayout.Title]?
  }

  /// Shows `values` in a layout; `rows` replace those of the layout.
  public init(
    _ file: TableLayoutFile, values: [TableAddress: String] = [:],
    rows: [TableLayout.Title] = []
  ) {
    layout = rows.isEmpty ? file.layout : file.layout.replacing(rows: rows)
    editors = file.editors
    allowsNewRows = file.allowsNewRows && layout.rows.allSatisfy { $0.keys.count == 1 }
    self.values = values
    saved = (values, layout.rows)
  }

  /// The editor of a field; nil if no column shows it.
  public func editor(of field: String) -> (any FieldEditor)? {
    layout.columns.firstIndex { $0.key == field }.map { editors[$0] }
  }

  /// The value at an address; empty if there is none.
  public subscript(address: TableAddress) -> String { values[address] ?? "" }

  /// The values of a row by field, including those without a column.
  public subscript(section section: String, row row: String) -> [String: String] {
    let fields = values.filter { $0.key.section == section && $0.key.row == row }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.key.field, $0.value) })
  }

  /// Returns the content of a cell; `~` if its values differ.
  public func cell(at position: TablePosition) -> TableCell {
    let isChanged = layout.addresses(of: position).contains { values[$0] != saved.values[$0] }
    let mark: TableCell.Mark? = isChanged ? .changed : nil
    guard let value = value(at: position) else { return TableCell("~", mark: mark) }
    guard !value.isEmpty else { return TableCell("", mark: mark) }
    return TableCell(
      editors[position.column].display(value), mark: mark,
      style: layout.columns[position.column].valueRoles[value].map { Style($0) })
  }

  /// Sets canonical values, unchecked, as one undo step; an empty text removes a value. Fields may lack a column.
  public mutating func set(_ changes: [(TableAddress, String)]) {
    var step = Step()
    for (address, value) in changes {
      step.values.updateValue(value.isEmpty ? nil : value, forKey: address)
    }
    step.values = step.values.filter { values[$0.key] != $0.value }
    if !step.values.isEmpty { perform(step) }
  }

  /// Sets fields of a row as one undo step; other fields are unchanged.
  ///
  /// - Throws: `FieldProblem` if a field's editor rejects its text. The table is then unchanged.
  public mutating func set(
    _ fields: [String: String], section: String, row: String
  ) throws(FieldProblem) {
    var changes: [(TableAddress, String)] = []
    for (field, text) in fields.sorted(by: { $0.key < $1.key }) {
      let address = TableAddress(section, row, field)
      var value = text
      if !text.isEmpty, let editor = editor(of: field) {
        value = try editor.parse(text, current: self[address]).get()
      }
      changes.append((address, value))
    }
    set(changes)
  }

  /// The keys of the rows, and of the values without a row.
  public var rowKeys: Set<String> { Set(layout.rows.flatMap(\.keys)).union(values.keys.map(\.row)) }

  /// Replaces the rows of every section as one undo step. The values of a row that is gone are removed. If rows can be
  /// added, does nothing for rows with several keys or equal ones; otherwise `json` does not contain the rows.
  public mutating func setRows(_ rows: [TableLayout.Title]) {
    let keys = Set(rows.flatMap(\.keys))
    guard !allowsNewRows || rows.allSatisfy({ $0.keys.count == 1 }) && keys.count == rows.count
    else { return }
    let gone = Set(layout.rows.flatMap(\.keys)).subtracting(keys)
    var step = Step(rows: rows)
    for address in values.keys where gone.contains(address.row) {
      step.values.updateValue(nil, forKey: address)
    }
    perform(step)
  }

  private mutating func perform(_ step: Step) {
    undoable.append(apply(step))
    redoable = []
  }

  /// Carries out a step; returns its inverse.
  private mutating func apply(_ step: Step) -> Step {
    var inverse = Step(rows: step.rows == nil ? nil : layout.rows)
    for (address, value) in step.values {
      inverse.values.updateValue(values[address], forKey: address)
      values[address] = value
    }
    if let rows = step.rows { layout = layout.replacing(rows: rows) }
    return inverse
  }

  /// Undoes the last step; nil if there is none.
  @discardableResult
  public mutating func undo() -> [TableAddress]? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(apply(step))
    return step.rows == nil ? Array(step.values.keys) : []
  }

  /// Redoes the step undone last; nil if there is none.
  @discardableResult
  public mutating func redo() -> [TableAddress]? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(apply(step))
    return step.rows == nil ? Array(step.values.keys) : []
  }

  /// Whether values or rows differ from those saved last.
  public var hasUnsavedChanges: Bool { values != saved.values || layout.rows != saved.rows }

  /// Records that the table was saved.
  public mutating func markSaved() { saved = (values, layout.rows) }
}
