/// The address of one of the 28 rows: a day and a period.
package struct RowAddress: Hashable, Sendable {
  package let day: Weekday
  package let period: Period

  package init(_ day: Weekday, _ period: Period) {
    self.day = day
    self.period = period
  }

  /// Creates the address of a row from its index, 0...27; nil outside.
  package init?(index: Int) {
    guard (0..<28).contains(index) else { return nil }
    self.init(Weekday.allCases[index / 4], Period.allCases[index % 4])
  }

  /// The index of the row: day * 4 + period.
  package var index: Int { day.rawValue * 4 + period.rawValue }

  package static let all: [RowAddress] = Weekday.allCases.flatMap { day in
    Period.allCases.map { RowAddress(day, $0) }
  }
}

extension RowAddress: CustomStringConvertible {
  /// The row in messages, `Monday wake`.
  package var description: String { "\(day.title) \(period.name)" }
}

/// The address of one of the 84 cells: a day, a period and a field.
package struct CellAddress: Hashable, Sendable {
  package let row: RowAddress
  package let field: Field

  package init(_ row: RowAddress, _ field: Field) {
    self.row = row
    self.field = field
  }

  package init(_ day: Weekday, _ period: Period, _ field: Field) {
    self.init(RowAddress(day, period), field)
  }

  package var day: Weekday { row.day }
  package var period: Period { row.period }
  package var tag: CellTag { CellTag(self) }
  /// The path for commands, `monday.wake.heat`.
  package var path: String { "\(day.name).\(period.name).\(field.name)" }

  /// All 84 cells, row by row, the columns in display order.
  package static let all: [CellAddress] = RowAddress.all.flatMap { row in
    Field.displayOrder.map { CellAddress(row, $0) }
  }
}

extension CellAddress: CustomStringConvertible {
  /// The cell in messages, `Monday wake heat`.
  package var description: String { "\(row) \(field.name)" }
}
