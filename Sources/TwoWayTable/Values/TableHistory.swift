/// The steps to undo and to redo.
struct TableHistory: Sendable {
  /// The changes of one edit.
  struct Step: Sendable {
    struct Cell: Sendable {
      let address: TableAddress
      let before, after: String?
    }

    var cells: [Cell] = []
    /// The rows before and after, if they changed.
    var rows: (before: [TableLayout.Title], after: [TableLayout.Title])?
  }

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []

  mutating func add(_ step: Step) {
    undoable.append(step)
    redoable.removeAll()
  }

  mutating func undo() -> Step? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    return step
  }

  mutating func redo() -> Step? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    return step
  }
}

extension KeyedTable {
  /// Whether there is a step to undo.
  public var canUndo: Bool { !history.undoable.isEmpty }

  /// Whether there is a step to redo.
  public var canRedo: Bool { !history.redoable.isEmpty }

  /// Undoes the last step; nil if there is none.
  @discardableResult
  public mutating func undo() -> TableChange? {
    history.undo().map { step in apply(step, { $0.before }, step.rows?.before) }
  }

  /// Redoes the step undone last; nil if there is none.
  @discardableResult
  public mutating func redo() -> TableChange? {
    history.redo().map { step in apply(step, { $0.after }, step.rows?.after) }
  }

  private mutating func apply(
    _ step: TableHistory.Step, _ value: (TableHistory.Step.Cell) -> String?,
    _ rows: [TableLayout.Title]?
  ) -> TableChange {
    for cell in step.cells { values[cell.address] = value(cell) }
    guard let rows else { return TableChange(rows: self.rows(showing: step)) }
    layout = layout.replacing(rows: rows)
    return everything
  }

  var everything: TableChange { TableChange(rows: 0..<layout.rowCount) }

  /// Whether values or rows differ from those saved last.
  public var hasUnsavedChanges: Bool {
    values != original.values || layout.rows != original.rows
  }

  /// Records that the table was saved.
  public mutating func markSaved() { original = Original(values: values, rows: layout.rows) }
}
