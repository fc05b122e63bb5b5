/// Which of the 28 rows a setpoint is: a day and a period.
package struct RowAddress: Hashable, Sendable {
  /// The section.
  package let day: Weekday
  /// The row within the section.
  package let period: Period

  /// Names a row.
  package init(_ day: Weekday, _ period: Period) {
    self.day = day
    self.period = period
  }

  /// Names a row by its place in the flat array, 0...27; nil outside.
  package init?(index: Int) {
    guard (0..<28).contains(index) else { return nil }
    self.init(Weekday.allCases[index / 4], Period.allCases[index % 4])
  }

  /// The place in the flat array: section * 4 + row.
  package var index: Int { day.rawValue * 4 + period.rawValue }

  /// All 28 rows in order.
  package static let all: [RowAddress] = Weekday.allCases.flatMap { day in
    Period.allCases.map { RowAddress(day, $0) }
  }
}

extension RowAddress: CustomStringConvertible {
  /// The row in words, `monday wake`.
  package var description: String { "\(day.name) \(period.name)" }
}

/// Which of the 84 cells: a day, a period and a field.
package struct CellAddress: Hashable, Sendable {
  package let row: RowAddress
  /// The column within the row.
  package let field: Field

  /// Names a cell of a row.
  package init(_ row: RowAddress, _ field: Field) {
    self.row = row
    self.field = field
  }

  /// Names a cell.
  package init(_ day: Weekday, _ period: Period, _ field: Field) {
    self.init(RowAddress(day, period), field)
  }

  /// The section.
  package var day: Weekday { row.day }
  /// The row within the section.
  package var period: Period { row.period }
  /// The cell's number.
  package var tag: CellTag { CellTag(self) }
  /// The path that commands take, `monday.wake.heat`.
  package var path: String { "\(day.name).\(period.name).\(field.name)" }

  /// All 84 cells in order of their rows, each row as tables show it.
  package static let all: [CellAddress] = RowAddress.all.flatMap { row in
    Field.displayOrder.map { CellAddress(row, $0) }
  }
}

extension CellAddress: CustomStringConvertible {
  /// The cell in words, `monday wake heat`.
  package var description: String { "\(row) \(field.name)" }
}
