extension TableModel {
  /// Adds a row to every section, after the row `key` or at the end; returns its new key, derived from the title.
  @discardableResult
  public mutating func addRow(_ title: String, after key: String? = nil) -> String {
    let taken = rowKeys
    var (new, number) = (title, 2)
    while taken.contains(new) {
      new = "\(title) \(number)"
      number += 1
    }
    var rows = layout.rows
    rows.insert(
      .init(title, short: title, keys: [new]),
      at: key.flatMap { place(ofRow: $0) }.map { $0 + 1 } ?? rows.count)
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
    rows[place] = .init(title, short: title, keys: rows[place].keys)
    setRows(rows)
  }

  private func place(ofRow key: String) -> Int? {
    layout.rows.firstIndex { $0.keys.contains(key) }
  }
}
