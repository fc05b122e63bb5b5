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
  private let editors: [String: any FieldEditor]
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
    editors = file.editorsByKey
    allowsNewRows = file.allowsNewRows && layout.rows.allSatisfy { $0.keys.count == 1 }
    self.values = values
    saved = (values, layout.rows)
  }

  /// The editor of a field; nil if neither a column nor the form `row` has it.
  public func editor(of field: String) -> (any FieldEditor)? { editors[field] }

  /// The value at an address; empty if there is none.
  public subscript(address: TableAddress) -> String { values[address] ?? "" }

  /// The values of a row by field, including those without a column.
  public subscript(section section: String, row row: String) -> [String: String] {
    let fields = values.filter { $0.key.section == section && $0.key.row == row }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.key.field, $0.value) })
  }

  /// Returns the content of a cell, with a mark if it has unsaved changes.
  public func cell(at position: TablePosition) -> TableCell {
    let isChanged = layout.addresses(of: position).contains { values[$0] != saved.values[$0] }
    return cell(at: position, mark: isChanged ? .changed : nil)
  }

  /// Sets canonical values, unchecked, as one undo step, also for fields without a column; empty texts remove values.
  public mutating func set(_ changes: [(TableAddress, String)]) {
    var step = Step()
    for (address, value) in changes {
      step.values.updateValue(value.isEmpty ? nil : value, forKey: address)
    }
    step.values = step.values.filter { values[$0.key] != $0.value }
    if !step.values.isEmpty { perform(step) }
  }

  /// Parses texts for fields of a row and sets them as one undo step; other fields are unchanged.
  ///
  /// - Throws: `FieldProblem` if a field's editor rejects its text. The table is then unchanged.
  public mutating func type(
    _ fields: [String: String], section: String, row: String
  ) throws(FieldProblem) {
    let texts = fields.sorted { $0.key < $1.key }
    set(
      try texts.map { field, text throws(FieldProblem) in
        let address = TableAddress(section, row, field)
        return (address, try parsed(text, for: address))
      })
  }

  /// The keys of the rows, and of the values without a row.
  public var rowKeys: Set<String> { Set(layout.rows.flatMap(\.keys)).union(values.keys.map(\.row)) }

  /// Replaces the rows of every section as one undo step. The values of a row that is gone are removed. If rows can be
  /// added, does nothing for rows with several keys or equal keys; otherwise `json` does not contain the rows.
  public mutating func setRows(_ rows: [TableLayout.Title]) {
    let keys = Set(rows.flatMap(\.keys))
    guard rows != layout.rows,
      !allowsNewRows || rows.allSatisfy({ $0.keys.count == 1 }) && keys.count == rows.count
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
