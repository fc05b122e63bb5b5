extension KeyedTable {
  /// Adds a row to every section, after the row `key` or at the end; returns its new key, derived from the title.
  @discardableResult
  public mutating func addRow(_ title: String, after key: String? = nil) -> String? {
    var rows = layout.rows
    let taken = Set(rows.flatMap(\.keys)).union(values.keys.map(\.row))
    var new = title
    var number = 2
    while taken.contains(new) {
      new = "\(title) \(number)"
      number += 1
    }
    let before = key.flatMap { place(ofRow: $0) }
    rows.insert(
      .init(title, short: title, keys: [new]), at: before.map { $0 + 1 } ?? rows.count)
    setRows(rows, [])
    return new
  }

  /// Removes a row with its values in every section; nil if it does not exist or is the last row.
  @discardableResult
  public mutating func removeRow(_ key: String) -> TableChange? {
    guard let place = place(ofRow: key), layout.rows.count > 1 else { return nil }
    var rows = layout.rows
    let keys = Set(rows.remove(at: place).keys)
    let cells = values.filter { keys.contains($0.key.row) }.map {
      TableHistory.Step.Cell(address: $0.key, before: $0.value, after: nil)
    }
    return setRows(rows, cells)
  }

  /// Moves a row to an index, counted without it; nil if that changes nothing.
  @discardableResult
  public mutating func moveRow(_ key: String, to target: Int) -> TableChange? {
    guard let place = place(ofRow: key), layout.rows.indices.contains(target), place != target
    else { return nil }
    var rows = layout.rows
    rows.insert(rows.remove(at: place), at: target)
    return setRows(rows, [])
  }

  /// Changes the title of a row; nil if the row does not exist or has that title.
  @discardableResult
  public mutating func renameRow(_ key: String, to title: String) -> TableChange? {
    guard let place = place(ofRow: key), layout.rows[place].full != title else { return nil }
    var rows = layout.rows
    rows[place] = .init(title, short: title, keys: rows[place].keys)
    return setRows(rows, [])
  }

  private func place(ofRow key: String) -> Int? {
    layout.rows.firstIndex { $0.keys.contains(key) }
  }

  @discardableResult
  private mutating func setRows(
    _ rows: [TableLayout.Title], _ cells: [TableHistory.Step.Cell]
  ) -> TableChange {
    for cell in cells { values[cell.address] = cell.after }
    history.add(TableHistory.Step(cells: cells, rows: (layout.rows, rows)))
    layout = layout.replacing(rows: rows)
    return everything
  }
}
