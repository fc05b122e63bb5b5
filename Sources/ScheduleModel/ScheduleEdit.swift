/// A change of some rows of a schedule, done and undone as a whole.
package struct ScheduleEdit: Hashable, Sendable {
  package struct RowChange: Hashable, Sendable {
    package let row: RowAddress
    /// The new setpoint of the whole row.
    package let setpoint: Setpoint

    package init(row: RowAddress, setpoint: Setpoint) {
      self.row = row
      self.setpoint = setpoint
    }
  }

  /// The changed rows, each at most once.
  package let changes: [RowChange]

  package init(_ changes: [RowChange]) {
    self.changes = changes
  }

  /// Creates the edit that sets cells of `schedule`; cells that already have their value are skipped.
  package init(setting values: [(cell: CellAddress, value: CellValue)], in schedule: Week) {
    var edited = schedule
    for (cell, value) in values { edited[cell] = value }
    self.init(from: schedule, to: edited)
  }

  /// Creates the edit that turns one schedule into another of the same unit.
  package init(from old: Week, to new: Week) {
    self.init(
      RowAddress.all.compactMap { row in
        old[row] == new[row] ? nil : RowChange(row: row, setpoint: new[row])
      })
  }

  /// Creates the edit that copies the rows of `source` to the days `targets`.
  package init(copying source: Weekday, to targets: [Weekday], in schedule: Week) {
    var edited = schedule
    for day in targets {
      for period in Period.allCases {
        edited[RowAddress(day, period)] = schedule[RowAddress(source, period)]
      }
    }
    self.init(from: schedule, to: edited)
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// The rows to draw again.
  package var rows: [RowAddress] { changes.map(\.row) }

  /// Applies the edit and returns its inverse.
  package func apply(to schedule: inout Week) -> ScheduleEdit {
    let inverse = changes.map { RowChange(row: $0.row, setpoint: schedule[$0.row]) }
    for change in changes { schedule[change.row] = change.setpoint }
    return ScheduleEdit(inverse)
  }
}
