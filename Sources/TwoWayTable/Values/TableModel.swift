/// A table whose values can be changed: what a `TableApp` shows and edits.
///
/// Values have addresses: the keys of their section, row and field. An edit finds its row wherever it is
/// meanwhile, and an address that is gone is not an error. Only `layout`, `editor(of:)`, the subscript, `set`
/// and `cell(at:)` must be written.
public protocol TableModel: TableSource {
  /// Titles and columns as they are now.
  var layout: TableLayout { get }

  /// The editor of a field; nil for a field that cannot be edited.
  func editor(of field: String) -> (any FieldEditor)?

  /// A value, canonical text of its editor; empty where there is none.
  subscript(address: TableAddress) -> String { get }

  /// Gives values to addresses as one step, and returns the rows that show something else; an empty text takes
  /// the value away.
  ///
  /// - Throws: Why the values cannot be set. The table is then what it was.
  @discardableResult
  mutating func set(_ values: [(TableAddress, String)]) throws -> TableChange

  /// Undoes the last step; nil where there is none.
  @discardableResult
  mutating func undo() -> TableChange?

  /// Redoes the step undone last; nil where there is none.
  @discardableResult
  mutating func redo() -> TableChange?

  /// Whether the table differs from what was saved last.
  var hasUnsavedChanges: Bool { get }

  /// Notes that the table was saved as it is.
  mutating func markSaved()

  /// Shows the library's words in the cells.
  mutating func use(_ words: Words)

  /// Whether rows can be added, removed, moved and renamed.
  var allowsNewRows: Bool { get }

  /// Adds a row to every section, after the row `key` or, for nil, at the end; returns the key of the new
  /// row.
  @discardableResult
  mutating func addRow(_ title: String, after key: String?) -> String?

  /// Removes a row with its values; nil for one that is not there, and for the last one.
  @discardableResult
  mutating func removeRow(_ key: String) -> TableChange?

  /// Moves a row to another place, counted without it; nil where that changes nothing.
  @discardableResult
  mutating func moveRow(_ key: String, to place: Int) -> TableChange?

  /// Gives a row another title; nil for one that is not there.
  @discardableResult
  mutating func renameRow(_ key: String, to title: String) -> TableChange?
}

extension TableModel {
  /// Undoes nothing.
  public mutating func undo() -> TableChange? { nil }
  /// Redoes nothing.
  public mutating func redo() -> TableChange? { nil }
  /// False: nothing needs saving.
  public var hasUnsavedChanges: Bool { false }
  /// Notes nothing.
  public mutating func markSaved() {}
  /// Shows the same.
  public mutating func use(_ words: Words) {}
  /// False: the rows are those of the layout.
  public var allowsNewRows: Bool { false }
  /// Adds nothing.
  public mutating func addRow(_ title: String, after key: String?) -> String? { nil }
  /// Removes nothing.
  public mutating func removeRow(_ key: String) -> TableChange? { nil }
  /// Moves nothing.
  public mutating func moveRow(_ key: String, to place: Int) -> TableChange? { nil }
  /// Renames nothing.
  public mutating func renameRow(_ key: String, to title: String) -> TableChange? { nil }
}

extension TableModel {
  /// What the values of a cell have in common; an empty text outside the table.
  public func value(at position: TablePosition) -> SharedValue<String> {
    SharedValue(layout.addresses(of: position).map { self[$0] }) ?? .same("")
  }

  /// The text of a cell as its editor shows it.
  public func text(at position: TablePosition) -> SharedValue<String> {
    guard case .same(let value) = value(at: position) else { return .mixed }
    guard !value.isEmpty, let editor = editor(at: position) else { return .same(value) }
    return .same(editor.display(value))
  }

  /// The editor of a cell; nil for one that cannot be edited, and outside the table.
  public func editor(at position: TablePosition) -> (any FieldEditor)? {
    guard layout.columns.indices.contains(position.column) else { return nil }
    return editor(of: layout.columns[position.column].key)
  }

  /// Reads what was typed into a cell for all values that it stands for; `+1` adds to each of them.
  ///
  /// - Throws: `FieldProblem` where the text is not a value, and what `set` throws.
  public mutating func type(_ text: String, at position: TablePosition) throws -> TableChange {
    guard let editor = editor(at: position) else { throw FieldProblem(.cannotBeEdited) }
    return try set(
      layout.addresses(of: position).map { address in
        (address, text.isEmpty ? "" : try editor.parse(text, current: self[address]).get())
      })
  }

  /// Steps all values that a cell stands for; nil where none of them has a next value.
  public mutating func step(_ position: TablePosition, by count: Int) throws -> TableChange? {
    guard let editor = editor(at: position) else { return nil }
    let values = layout.addresses(of: position).compactMap { address in
      editor.step(self[address], by: count).map { (address, $0) }
    }
    return values.isEmpty ? nil : try set(values)
  }
}
