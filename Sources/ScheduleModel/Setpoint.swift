/// A row of the table: the start of a period and its temperatures.
package struct Setpoint: Hashable, Sendable {
  /// The start of the period.
  package var time: TimeOfDay
  /// The temperature to heat to; nil in a cool-only schedule.
  package var heat: Temperature?
  /// The temperature to cool to; nil in a heat-only schedule.
  package var cool: Temperature?

  package init(time: TimeOfDay, heat: Temperature?, cool: Temperature?) {
    self.time = time
    self.heat = heat
    self.cool = cool
  }

  /// The temperature of a side; nil if the schedule does not have the side.
  package subscript(side: Side) -> Temperature? {
    get { side == .heat ? heat : cool }
    set { if side == .heat { heat = newValue } else { cool = newValue } }
  }

  package var sides: Sides { (heat == nil ? [] : Sides.heat).union(cool == nil ? [] : .cool) }

  /// The temperatures of the existing sides, in table order.
  package var temperatures: [(side: Side, degrees: Temperature)] {
    Side.allCases.compactMap { side in self[side].map { (side, $0) } }
  }

  /// The temperatures for messages, `heat 70, cool 78`.
  package var words: String {
    temperatures.map { "\($0.side.name) \($0.degrees)" }.joined(separator: ", ")
  }

  /// The value of one field; assigning a value of the other kind is a programming error.
  package subscript(field: Field) -> CellValue {
    get {
      switch field {
      case .time: .time(time)
      case .heat: heat.map { .temperature($0) } ?? .absent
      case .cool: cool.map { .temperature($0) } ?? .absent
      }
    }
    set {
      switch (field.side, newValue) {
      case (nil, .time(let value)): time = value
      case (let side?, .temperature(let value)): self[side] = value
      case (let side?, .absent): self[side] = nil
      default: preconditionFailure("a \(field.name) cell cannot hold \(newValue)")
      }
    }
  }
}

package enum CellValue: Hashable, Comparable, Sendable, CustomStringConvertible {
  case time(TimeOfDay)
  case temperature(Temperature)
  /// The schedule does not have the cell's side.
  case absent

  /// The value as in schedule files, without quotes.
  package var description: String {
    switch self {
    case .time(let time): time.description
    case .temperature(let temperature): temperature.description
    case .absent: "none"
    }
  }
}
