/// A table with editable values, for a `TableApp`.
///
/// The address of a value consists of the keys of its section, row and field, so that it remains valid when rows move;
/// an address that no longer exists is not an error. Only `layout`, `editor(of:)`, the subscript, `set` and `cell(at:)`
/// are required.
public protocol TableModel: TableSource {
  /// The current titles and columns.
  var layout: TableLayout { get }

  /// The editor of a field; nil for a field that cannot be edited.
  func editor(of field: String) -> (any FieldEditor)?

  /// The value at an address, in canonical form; empty if there is none.
  subscript(address: TableAddress) -> String { get }

  /// Sets values as one undo step; returns the affected rows. An empty text removes the value.
  ///
  /// - Throws: Why the values cannot be set. The table is then unchanged.
  @discardableResult
  mutating func set(_ values: [(TableAddress, String)]) throws -> TableChange

  /// Undoes the last step; nil if there is none.
  @discardableResult
  mutating func undo() -> TableChange?

  /// Redoes the step undone last; nil if there is none.
  @discardableResult
  mutating func redo() -> TableChange?

  /// Whether the table differs from its last saved state.
  var hasUnsavedChanges: Bool { get }

  /// Records that the table was saved.
  mutating func markSaved()

  /// Uses the library's words in the cells.
  mutating func use(_ words: Words)

  /// Whether rows can be added, removed, moved and renamed.
  var allowsNewRows: Bool { get }

  /// Adds a row to every section, after the row `key` or at the end; returns its key.
  @discardableResult
  mutating func addRow(_ title: String, after key: String?) -> String?

  /// Removes a row with its values; nil if it does not exist or is the last row.
  @discardableResult
  mutating func removeRow(_ key: String) -> TableChange?

  /// Moves a row to an index, counted without it; nil if that changes nothing.
  @discardableResult
  mutating func moveRow(_ key: String, to place: Int) -> TableChange?

  /// Changes the title of a row; nil if the row does not exist.
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
  /// Does nothing.
  public mutating func markSaved() {}
  /// Changes nothing.
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
  /// The common value of a cell; an empty text outside the table.
  public func value(at position: TablePosition) -> SharedValue<String> {
    SharedValue(layout.addresses(of: position).map { self[$0] }) ?? .same("")
  }

  /// The text of a cell as displayed.
  public func text(at position: TablePosition) -> SharedValue<String> {
    guard case .same(let value) = value(at: position) else { return .mixed }
    guard !value.isEmpty, let editor = editor(at: position) else { return .same(value) }
    return .same(editor.display(value))
  }

  /// The editor of a cell; nil if it cannot be edited, and outside the table.
  public func editor(at position: TablePosition) -> (any FieldEditor)? {
    guard layout.columns.indices.contains(position.column) else { return nil }
    return editor(of: layout.columns[position.column].key)
  }

  /// Parses typed text and sets all values of a cell; `+1` adds to each of them.
  ///
  /// - Throws: `FieldProblem` if the text is invalid, and what `set` throws.
  public mutating func type(_ text: String, at position: TablePosition) throws -> TableChange {
    guard let editor = editor(at: position) else { throw FieldProblem(.cannotBeEdited) }
    return try set(
      layout.addresses(of: position).map { address in
        (address, text.isEmpty ? "" : try editor.parse(text, current: self[address]).get())
      })
  }

  /// Steps all values of a cell; nil if none of them has a next value.
  public mutating func step(_ position: TablePosition, by count: Int) throws -> TableChange? {
    guard let editor = editor(at: position) else { return nil }
    let values = layout.addresses(of: position).compactMap { address in
      editor.step(self[address], by: count).map { (address, $0) }
    }
    return values.isEmpty ? nil : try set(values)
  }
}
