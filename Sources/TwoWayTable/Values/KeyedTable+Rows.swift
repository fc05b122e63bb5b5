extension KeyedTable {
  /// Adds a row to every section, at a place or at the end; returns what is to be drawn again, which is
  /// everything.
  ///
  /// Its key is made of the title, and is one that no row and no value has.
  @discardableResult
  public mutating func addRow(_ title: String, at place: Int? = nil) -> TableChange {
    var rows = layout.rows
    let taken = Set(rows.flatMap(\.keys)).union(values.keys.map(\.row))
    var key = title
    var number = 2
    while taken.contains(key) {
      key = "\(title) \(number)"
      number += 1
    }
    rows.insert(
      .init(title, short: title, keys: [key]), at: max(0, min(place ?? rows.count, rows.count)))
    return setRows(rows, [])
  }

  /// Removes a row with its values in every section; nil for the last one, which stays.
  @discardableResult
  public mutating func removeRow(at place: Int) -> TableChange? {
    guard layout.rows.indices.contains(place), layout.rows.count > 1 else { return nil }
    var rows = layout.rows
    let keys = Set(rows.remove(at: place).keys)
    let cells = values.filter { keys.contains($0.key.row) }.map {
      TableHistory.Step.Cell(address: $0.key, before: $0.value, after: nil)
    }
    return setRows(rows, cells)
  }

  /// Puts a row at another place, counted without it; nil where it stays where it is.
  @discardableResult
  public mutating func moveRow(from place: Int, to target: Int) -> TableChange? {
    guard layout.rows.indices.contains(place), layout.rows.indices.contains(target),
      place != target
    else { return nil }
    var rows = layout.rows
    rows.insert(rows.remove(at: place), at: target)
    return setRows(rows, [])
  }

  /// Gives a row another title; its values stay.
  @discardableResult
  public mutating func renameRow(at place: Int, to title: String) -> TableChange {
    var rows = layout.rows
    rows[place] = .init(title, short: title, keys: rows[place].keys)
    return setRows(rows, [])
  }

  private mutating func setRows(
    _ rows: [TableLayout.Title], _ cells: [TableHistory.Step.Cell]
  ) -> TableChange {
    guard rows != layout.rows else { return TableChange(rows: []) }
    for cell in cells { values[cell.address] = cell.after }
    history.add(TableHistory.Step(cells: cells, rows: (layout.rows, rows)))
    layout = layout.replacing(rows: rows)
    return everything
  }
}
