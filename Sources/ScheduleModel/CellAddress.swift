package import Diagnostics

/// The address of one of the 28 rows: a day and a period.
package struct RowAddress: Hashable, Sendable, CustomStringConvertible {
  package let day: Weekday
  package let period: Period

  package init(_ day: Weekday, _ period: Period) {
    self.day = day
    self.period = period
  }

  package var index: Int { day.rows.lowerBound + period.rawValue }

  package static let all: [RowAddress] = Weekday.allCases.flatMap { day in
    Period.allCases.map { RowAddress(day, $0) }
  }

  /// The row in messages, `Monday wake`.
  package var description: String { "\(day.title) \(period.name)" }
}

extension Weekday {
  /// The indices of the day's rows.
  package var rows: Range<Int> { rawValue * Period.count..<(rawValue + 1) * Period.count }
}

extension Period {
  /// The number of rows of a day.
  fileprivate static let count = 4

  /// The indices of the period's rows, one of each day.
  package var rows: StrideTo<Int> {
    stride(from: rawValue, to: RowAddress.all.count, by: Self.count)
  }
}

/// The address of one of the 84 cells: a day, a period and a field.
package struct CellAddress: Hashable, Sendable, CustomStringConvertible {
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
  /// The path for commands, `monday.wake.heat`.
  package var path: String { "\(day.name).\(period.name).\(field.name)" }

  /// All 84 cells, row by row, the columns in display order.
  package static let all: [CellAddress] = RowAddress.all.flatMap { row in
    Field.displayOrder.map { CellAddress(row, $0) }
  }

  /// The cell in messages, `Monday wake heat`.
  package var description: String { "\(row) \(field.name)" }

  /// The cell's number: section * 100 + row * 10 + field.
  ///
  /// Sections are the days from Monday (0...6), rows the periods from wake (0...3), fields time 1, cool 2 and heat 4.
  package var tag: Int { day.rawValue * 100 + period.rawValue * 10 + field.rawValue }

  /// Creates the address of a cell from its number.
  ///
  /// - Throws: `Refusal`, with the first invalid part.
  package init(tag: Int) throws(Refusal) {
    guard tag >= 0 else { throw Refusal("tag \(tag) is negative") }
    let (section, row, field) = (tag / 100, tag % 100 / 10, tag % 10)
    guard let day = Weekday(rawValue: section) else {
      throw Refusal("day \(section) of tag \(tag) is outside 0 (Monday) to 6 (Sunday)")
    }
    guard let period = Period(rawValue: row) else {
      throw Refusal("period \(row) of tag \(tag) is outside 0 (wake) to 3 (sleep)")
    }
    guard let field = Field(rawValue: field) else {
      throw Refusal("field \(field) of tag \(tag) is not 1, 2 or 4")
    }
    self.init(day, period, field)
  }
}
