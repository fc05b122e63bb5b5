/// A cell that two schedules hold differently.
package struct CellChange: Hashable, Sendable {
  package let cell: CellAddress
  /// What the first schedule holds.
  package let old: CellValue
  /// What the second holds.
  package let new: CellValue

  package init(cell: CellAddress, old: CellValue, new: CellValue) {
    self.cell = cell
    self.old = old
    self.new = new
  }
}

extension CellChange: CustomStringConvertible {
  /// The change in words, `tuesday leave heat 62 -> 64`.
  package var description: String { "\(cell) \(old) -> \(new)" }

  /// The same, with times as a clock has them.
  package func text(_ clock: ClockStyle) -> String {
    "\(cell) \(old.text(clock)) -> \(new.text(clock))"
  }
}

/// The difference of two schedules, cell by cell.
package struct ScheduleDiff: Hashable, Sendable {
  /// The cells that differ, in table order.
  package let changes: [CellChange]

  /// Compares two schedules; temperatures of another scale are converted to that of the first.
  package init(from old: Week, to new: Week) {
    changes = CellAddress.all.compactMap { cell in
      let after = new[cell].converted(from: new.unit, to: old.unit)
      return old[cell] == after ? nil : CellChange(cell: cell, old: old[cell], new: after)
    }
  }

  /// The changes in words, a line each: `weekdays wake heat 70 -> 66`, or, for `each`, cell by cell.
  package func lines(each: Bool) -> [String] {
    changes.lines(each: each) { $0.cell.row }
  }
}

extension CellValue {
  /// Returns the value in another scale; a time stays as it is.
  package func converted(from source: TemperatureUnit, to target: TemperatureUnit) -> CellValue {
    switch self {
    case .time: self
    case .temperature(let value): .temperature(value.converted(from: source, to: target))
    case .absent: self
    }
  }
}

extension CellValue {
  /// The value as screens write it.
  package func text(_ clock: ClockStyle) -> String {
    switch self {
    case .time(let time): time.text(clock)
    case .temperature, .absent: description
    }
  }
}
