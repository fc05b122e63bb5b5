/// A change of some rows of a schedule, made and undone as one.
package struct ScheduleEdit: Hashable, Sendable {
  /// What a row becomes.
  package struct RowChange: Hashable, Sendable {
    package let row: RowAddress
    /// Its new setpoint, whole.
    package let setpoint: Setpoint

    /// Describes the replacement of one row.
    package init(row: RowAddress, setpoint: Setpoint) {
      self.row = row
      self.setpoint = setpoint
    }
  }

  /// The rows that change, each at most once.
  package let changes: [RowChange]

  /// Makes an edit of whole rows.
  package init(_ changes: [RowChange]) {
    self.changes = changes
  }

  /// Makes the edit that puts values into cells of `schedule`; cells that hold theirs already do not
  /// count.
  package init(setting values: [(cell: CellAddress, value: CellValue)], in schedule: Week) {
    var edited = schedule
    for (cell, value) in values { edited[cell] = value }
    self.init(from: schedule, to: edited)
  }

  /// Makes the edit that turns one schedule into another of the same scale.
  package init(from old: Week, to new: Week) {
    self.init(
      RowAddress.all.compactMap { row in
        old[row] == new[row] ? nil : RowChange(row: row, setpoint: new[row])
      })
  }

  /// Makes the edit that gives the days `targets` the rows of `source`.
  package init(copying source: Weekday, to targets: [Weekday], in schedule: Week) {
    var edited = schedule
    for day in targets {
      for period in Period.allCases {
        edited[RowAddress(day, period)] = schedule[RowAddress(source, period)]
      }
    }
    self.init(from: schedule, to: edited)
  }

  /// Whether nothing changes.
  package var isEmpty: Bool { changes.isEmpty }

  /// The rows that must be drawn again.
  package var rows: [RowAddress] { changes.map(\.row) }

  /// Carries the edit out and returns the edit that undoes it.
  package func apply(to schedule: inout Week) -> ScheduleEdit {
    let inverse = changes.map { RowChange(row: $0.row, setpoint: schedule[$0.row]) }
    for change in changes { schedule[change.row] = change.setpoint }
    return ScheduleEdit(inverse)
  }
}
