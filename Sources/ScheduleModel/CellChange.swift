package import Diagnostics

/// A cell whose value differs between two schedules.
package struct CellChange: Hashable, Sendable, CustomStringConvertible {
  package let cell: CellAddress
  package let old: CellValue
  package let new: CellValue

  package init(cell: CellAddress, old: CellValue, new: CellValue) {
    self.cell = cell
    self.old = old
    self.new = new
  }

  package var description: String { sentence().text }

  /// The change for messages, `Tuesday leave heat 62 -> 64`.
  package func sentence(_ clock: ClockStyle = .twentyFourHour) -> Sentence {
    "\(about: cell) \(old.text(clock)) -> \(new.text(clock))"
  }
}

extension Week {
  /// Returns the cells in which another week differs, in table order; converts its temperatures to this unit.
  package func changes(to other: Week) -> [CellChange] {
    CellAddress.all.compactMap { cell in
      let after = other[cell].converted(from: other.unit, to: unit)
      return self[cell] == after ? nil : CellChange(cell: cell, old: self[cell], new: after)
    }
  }
}

extension [CellChange] {
  /// Describes the changes, one line each: `weekdays wake heat 70 -> 66`, or cell by cell for `each`.
  package func lines(each: Bool, _ clock: ClockStyle = .twentyFourHour) -> [String] {
    lines(each: each) { $0.sentence(clock) }
  }
}

extension CellValue {
  /// Converts a temperature to another unit; a time is unchanged.
  package func converted(from source: TemperatureUnit, to target: TemperatureUnit) -> CellValue {
    guard case .temperature(let value) = self else { return self }
    return .temperature(value.converted(from: source, to: target))
  }

  /// The value for the screen.
  package func text(_ clock: ClockStyle) -> String {
    if case .time(let time) = self { time.text(clock) } else { description }
  }
}
