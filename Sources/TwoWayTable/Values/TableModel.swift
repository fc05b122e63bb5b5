import Diagnostics

/// A table with editable values, for a `TableApp`.
///
/// The address of a value consists of the keys of its section, row and field, so that it remains valid when rows move;
/// an address that no longer exists is not an error. Only `layout`, `editor(of:)`, the subscript and `set` are
/// required. A model is a value: one of a class may change only within `TableApp.edit`.
public protocol TableModel: TableSource {
  /// The current titles and columns.
  var layout: TableLayout { get }

  /// The editor of a field; nil for a field that cannot be edited.
  func editor(of field: String) -> (any FieldEditor)?

  /// The value at an address, in canonical form; empty if there is none.
  subscript(address: TableAddress) -> String { get }

  /// Sets canonical values, as the editors of their fields return them, as one undo step. An empty text removes the
  /// value. `type(_:at:)` parses a text first.
  ///
  /// - Throws: Why the values cannot be set. The table is then unchanged.
  mutating func set(_ values: [(TableAddress, String)]) throws

  /// Undoes the last step; returns the addresses of its values, empty if it changed the rows, nil if there is no step.
  @discardableResult
  mutating func undo() -> [TableAddress]?

  /// Redoes the step undone last, likewise.
  @discardableResult
  mutating func redo() -> [TableAddress]?

  /// Whether the table differs from its last saved state.
  var hasUnsavedChanges: Bool { get }

  /// Records that the table was saved.
  mutating func markSaved()

  /// Whether rows can be added, removed, moved and renamed.
  var allowsNewRows: Bool { get }

  /// The keys already in use; a new row gets another.
  var rowKeys: Set<String> { get }

  /// Replaces the rows of every section as one undo step. The values of a row that is gone are removed.
  mutating func setRows(_ rows: [TableLayout.Title])
}

extension TableModel {
  /// Undoes nothing.
  public mutating func undo() -> [TableAddress]? { nil }
  /// Redoes nothing.
  public mutating func redo() -> [TableAddress]? { nil }
  /// False: nothing needs saving.
  public var hasUnsavedChanges: Bool { false }
  /// Does nothing.
  public mutating func markSaved() {}
  /// False: the rows are those of the layout.
  public var allowsNewRows: Bool { false }
  /// The keys of the rows.
  public var rowKeys: Set<String> { Set(layout.rows.flatMap(\.keys)) }
  /// Changes nothing.
  public mutating func setRows(_ rows: [TableLayout.Title]) {}

  /// The value as displayed.
  public func cell(at position: TablePosition) -> TableCell { cell(at: position, mark: nil) }

  /// The displayed value of a cell in the role of the value, or `~` if its values differ, and a mark.
  public func cell(at position: TablePosition, mark: TableCell.Mark?) -> TableCell {
    let value = value(at: position) ?? ""
    let role = value.isEmpty ? nil : layout.columns[position.column].valueRoles[value]
    return TableCell(text(at: position) ?? "~", mark: mark, style: role.map { Style($0) })
  }

  /// The common value of a cell, nil if its values differ; an empty text outside the table.
  public func value(at position: TablePosition) -> String? {
    common(layout.addresses(of: position))
  }

  /// The common value of some addresses, nil if their values differ; an empty text for none.
  func common(_ addresses: [TableAddress]) -> String? {
    let first = addresses.first.map { self[$0] } ?? ""
    return addresses.allSatisfy { self[$0] == first } ? first : nil
  }

  /// The text of a cell as displayed; nil if its values differ.
  public func text(at position: TablePosition) -> String? {
    guard let value = value(at: position) else { return nil }
    return value.isEmpty ? value : editor(at: position)?.display(value) ?? value
  }

  /// The editor of a cell; nil if it cannot be edited, and outside the table.
  public func editor(at position: TablePosition) -> (any FieldEditor)? {
    guard layout.columns.indices.contains(position.column) else { return nil }
    return editor(of: layout.columns[position.column].key)
  }

  /// Parses typed text, trimmed, and sets all values of a cell; `+1` adds to each, and an empty text removes them.
  ///
  /// - Throws: `FieldProblem` if the text is invalid, and what `set` throws.
  public mutating func type(_ text: String, at position: TablePosition) throws {
    guard editor(at: position) != nil else { throw FieldProblem(.cannotBeEdited) }
    try set(layout.addresses(of: position).map { ($0, try parsed(text, for: $0)) })
  }

  /// The value of a typed text; an empty text removes the value.
  func parsed(_ text: String, for address: TableAddress) throws(FieldProblem) -> String {
    guard let editor = editor(of: address.field) else { return text }
    let text = text.trimmed
    return text.isEmpty ? "" : try editor.parse(text, current: self[address]).get()
  }

  /// Steps all values of a cell that have a next value.
  public mutating func step(_ position: TablePosition, by count: Int) throws {
    guard let editor = editor(at: position) else { return }
    let values = layout.addresses(of: position).compactMap { address in
      editor.step(self[address], by: count).map { (address, $0) }
    }
    if !values.isEmpty { try set(values) }
  }

  /// Adds a row to every section, after the row `key` or at the end, or in place of the only row if that has neither
  /// key nor title; returns its new key, derived from the title.
  @discardableResult
  public mutating func addRow(_ title: String, after key: String? = nil) -> String {
    let taken = rowKeys
    var (new, number) = (title, 2)
    while taken.contains(new) {
      new = "\(title) \(number)"
      number += 1
    }
    var rows = layout.rows == [.init("")] ? [] : layout.rows
    let place = key.flatMap { self.place(ofRow: $0) }.map { $0 + 1 } ?? rows.count
    rows.insert(.init(title, keys: [new]), at: min(place, rows.count))
    setRows(rows)
    return new
  }

  /// Removes a row with its values in every section; returns false if it does not exist or is the last row.
  @discardableResult
  public mutating func removeRow(_ key: String) -> Bool {
    guard let place = place(ofRow: key), layout.rows.count > 1 else { return false }
    var rows = layout.rows
    rows.remove(at: place)
    setRows(rows)
    return true
  }

  /// Moves a row to an index, counted without it, if both exist.
  public mutating func moveRow(_ key: String, to target: Int) {
    guard let place = place(ofRow: key), layout.rows.indices.contains(target), place != target
    else { return }
    var rows = layout.rows
    rows.insert(rows.remove(at: place), at: target)
    setRows(rows)
  }

  /// Changes the title of a row, if it exists.
  public mutating func renameRow(_ key: String, to title: String) {
    guard let place = place(ofRow: key), layout.rows[place].full != title else { return }
    var rows = layout.rows
    rows[place] = .init(title, keys: rows[place].keys)
    setRows(rows)
  }

  func place(ofRow key: String) -> Int? { layout.rows.firstIndex { $0.keys.contains(key) } }
}
