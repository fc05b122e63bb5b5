/// A change of some rows of a schedule, done and undone as a whole.
package struct ScheduleEdit: Hashable, Sendable {
  /// The new setpoints of the changed rows.
  package let setpoints: [RowAddress: Setpoint]

  /// Creates the edit that sets cells of `schedule`; cells that already have their value are skipped.
  package init(setting values: [(cell: CellAddress, value: CellValue)], in schedule: Week) {
    var edited = schedule
    for (cell, value) in values { edited[cell] = value }
    self.init(from: schedule, to: edited)
  }

  /// Creates the edit that turns one schedule into another of the same unit.
  package init(from old: Week, to new: Week) {
    let rows = RowAddress.all.filter { old[$0] != new[$0] }
    setpoints = Dictionary(uniqueKeysWithValues: rows.map { ($0, new[$0]) })
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

  package var isEmpty: Bool { setpoints.isEmpty }

  /// The changed rows, in table order.
  package var rows: [RowAddress] { RowAddress.all.filter { setpoints[$0] != nil } }

  /// Applies the edit and returns its inverse.
  package func apply(to schedule: inout Week) -> ScheduleEdit {
    let old = schedule
    for (row, setpoint) in setpoints { schedule[row] = setpoint }
    return ScheduleEdit(from: schedule, to: old)
  }
}
