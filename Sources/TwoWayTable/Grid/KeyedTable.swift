/// Values by address, shown and changed through a layout: a table that needs no model of its own.
public struct KeyedTable: TableSource, Sendable {
  /// How the table looks, and which values its cells stand for.
  public let layout: TableLayout
  /// The values now, canonical texts of the fields' editors.
  public private(set) var values: [TableAddress: String]
  private let original: [TableAddress: String]
  private let editors: [any FieldEditor]

  /// Shows `values` as a layout file says.
  public init(_ file: TableLayoutFile, values: [TableAddress: String] = [:]) {
    layout = file.layout
    editors = file.editors
    self.values = values
    original = values
  }

  /// The value of a cell, empty where there is none; nil where the values it stands for differ.
  public func value(at position: TablePosition) -> String? {
    let found = Set(layout.addresses(of: position).map { values[$0] ?? "" })
    return found.count == 1 ? found.first : nil
  }

  /// Tells what a cell shows; `~` stands for values that differ.
  public func cell(at position: TablePosition) -> TableCell {
    let changed = layout.addresses(of: position).contains { values[$0] != original[$0] }
    guard let value = value(at: position) else { return TableCell("~", isChanged: changed) }
    let text = value.isEmpty ? "" : editors[position.column].display(value)
    return TableCell(text, isChanged: changed)
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
    let addresses = layout.addresses(of: position).filter { values[$0] != value }
    for address in addresses { values[address] = value }
    return TableChange(rows: addresses.isEmpty ? [] : [layout.rowNumber(of: position)])
  }
}
