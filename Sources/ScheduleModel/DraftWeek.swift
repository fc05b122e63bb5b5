/// A row of a file that may have errors: missing and invalid values are nil.
package struct DraftSetpoint: Hashable, Sendable {
  package var time: TimeOfDay?
  package var heat: Temperature?
  package var cool: Temperature?

  package subscript(side: Side) -> Temperature? {
    get { side == .heat ? heat : cool }
    set { if side == .heat { heat = newValue } else { cool = newValue } }
  }
}

/// A week of a file that may have errors, for the rules about values.
///
/// Rules skip nil, so that one mistake causes one finding: an invalid time is not also reported as out of order.
package struct DraftWeek: Hashable, Sendable {
  /// The unit; nil if the file's is missing or invalid.
  package var unit: TemperatureUnit?
  /// The setpoints that each row needs.
  package var sides = Sides.both
  /// The 28 rows, Monday wake first.
  package var rows: [DraftSetpoint]

  /// Creates a week without values.
  package init(unit: TemperatureUnit?) {
    self.unit = unit
    rows = Array(repeating: DraftSetpoint(), count: RowAddress.all.count)
  }

  package init(_ week: Week) {
    unit = week.unit
    sides = week.sides
    rows = week.setpoints.map { DraftSetpoint(time: $0.time, heat: $0.heat, cool: $0.cool) }
  }

  package func isComplete(_ row: Int) -> Bool {
    rows[row].time != nil && sides.each.allSatisfy { rows[row][$0] != nil }
  }
}

extension Week {
  /// Completes a draft; nil if any value is missing.
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
