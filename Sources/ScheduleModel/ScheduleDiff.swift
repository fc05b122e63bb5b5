/// A cell whose value differs between two schedules.
package struct CellChange: Hashable, Sendable {
  package let cell: CellAddress
  package let old: CellValue
  package let new: CellValue

  package init(cell: CellAddress, old: CellValue, new: CellValue) {
    self.cell = cell
    self.old = old
    self.new = new
  }
}

extension CellChange: CustomStringConvertible {
  /// The change for messages, `Tuesday leave heat 62 -> 64`.
  package var description: String { "\(cell) \(old) -> \(new)" }

  /// The change, with times in the given clock style.
  package func text(_ clock: ClockStyle) -> String {
    "\(cell) \(old.text(clock)) -> \(new.text(clock))"
  }
}

/// The difference between two schedules, cell by cell.
package struct ScheduleDiff: Hashable, Sendable {
  /// The changes in table order.
  package let changes: [CellChange]

  /// Compares two schedules; converts temperatures to the unit of the first.
  package init(from old: Week, to new: Week) {
    changes = CellAddress.all.compactMap { cell in
      let after = new[cell].converted(from: new.unit, to: old.unit)
      return old[cell] == after ? nil : CellChange(cell: cell, old: old[cell], new: after)
    }
  }

  /// Describes the changes, one line each: `weekdays wake heat 70 -> 66`, or cell by cell for `each`.
  package func lines(each: Bool) -> [String] {
    changes.lines(each: each) { $0.cell.row }
  }
}

extension CellValue {
  /// Converts a temperature to another unit; a time is unchanged.
  package func converted(from source: TemperatureUnit, to target: TemperatureUnit) -> CellValue {
    switch self {
    case .time: self
    case .temperature(let value): .temperature(value.converted(from: source, to: target))
    case .absent: self
    }
  }
}

extension CellValue {
  /// The value for the screen.
  package func text(_ clock: ClockStyle) -> String {
    switch self {
    case .time(let time): time.text(clock)
    case .temperature, .absent: description
    }
  }
}
