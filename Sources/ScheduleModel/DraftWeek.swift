/// A row of a file that may have faults: a value that is missing or no value at all is nil.
package struct DraftSetpoint: Hashable, Sendable {
  /// When the period begins.
  package var time: TimeOfDay?
  /// The heat setpoint.
  package var heat: Temperature?
  /// The cool setpoint.
  package var cool: Temperature?

  /// Describes a row with whatever is known of it.
  package init(time: TimeOfDay? = nil, heat: Temperature? = nil, cool: Temperature? = nil) {
    self.time = time
    self.heat = heat
    self.cool = cool
  }
}

extension DraftSetpoint {
  /// The temperature of a half.
  package subscript(side: Side) -> Temperature? { side == .heat ? heat : cool }
}

/// A week of a file that may have faults: what the rules about values look at.
///
/// A rule skips what is nil, so that one mistake gives one finding: a broken time is not also
/// reported as out of order.
package struct DraftWeek: Hashable, Sendable {
  /// The scale, nil where the file's own is not known.
  package var unit: TemperatureUnit?
  /// The setpoints that a row must have.
  package var sides = Sides.both
  /// The 28 rows, Monday wake first.
  package var rows: [DraftSetpoint]

  /// Makes a week of which nothing is known.
  package init(unit: TemperatureUnit?) {
    self.unit = unit
    rows = Array(repeating: DraftSetpoint(), count: RowAddress.all.count)
  }

  /// Makes a week of its 28 rows, Monday wake first.
  package init(unit: TemperatureUnit, rows: [DraftSetpoint]) {
    precondition(rows.count == RowAddress.all.count, "a week has \(rows.count) rows")
    self.unit = unit
    self.rows = rows
  }

  /// Looks at a complete schedule as a draft.
  package init(_ schedule: Week) {
    unit = schedule.unit
    sides = schedule.sides
    rows = schedule.setpoints.map { DraftSetpoint(time: $0.time, heat: $0.heat, cool: $0.cool) }
  }

  /// Whether every value of a row is known.
  package func isComplete(_ row: Int) -> Bool {
    rows[row].time != nil && sides.each.allSatisfy { rows[row][$0] != nil }
  }

  /// What is known of a row.
  package subscript(row: RowAddress) -> DraftSetpoint {
    get { rows[row.index] }
    set { rows[row.index] = newValue }
  }
}

extension Week {
  /// Makes a week from a draft; nil when anything is missing.
  package init?(_ draft: DraftWeek) {
    guard let unit = draft.unit else { return nil }
    let setpoints = draft.rows.indices.compactMap { index -> Setpoint? in
      let row = draft.rows[index]
      guard let time = row.time, draft.isComplete(index) else { return nil }
      return Setpoint(time: time, heat: row.heat, cool: row.cool)
    }
    self.init(unit: unit, setpoints: setpoints)
  }
}
