/// A row of the table: when a period begins, and what holds from then on.
package struct Setpoint: Hashable, Sendable {
  /// When the period begins.
  package var time: TimeOfDay
  /// Heat to this temperature when it is colder; nil in a schedule that only cools.
  package var heat: Temperature?
  /// Cool to this temperature when it is warmer; nil in a schedule that only heats.
  package var cool: Temperature?

  /// Joins a time and one or two setpoints.
  package init(time: TimeOfDay, heat: Temperature?, cool: Temperature?) {
    self.time = time
    self.heat = heat
    self.cool = cool
  }

  /// The temperature of a side; nil where the schedule lacks it.
  package subscript(side: Side) -> Temperature? {
    get { side == .heat ? heat : cool }
    set { if side == .heat { heat = newValue } else { cool = newValue } }
  }

  /// The sides that have a temperature.
  package var sides: Sides { Sides((heat == nil ? [] : [.heat]) + (cool == nil ? [] : [.cool])) }

  /// The temperatures of the sides that there are, in table order.
  package var temperatures: [(side: Side, degrees: Temperature)] {
    Side.allCases.compactMap { side in self[side].map { (side, $0) } }
  }

  /// The temperatures in words, `heat 70, cool 78`.
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

/// What a cell holds.
package enum CellValue: Hashable, Sendable {
  case time(TimeOfDay)
  case temperature(Temperature)
  /// The schedule does not have the side that the cell belongs to.
  case absent
}

extension CellValue: CustomStringConvertible {
  /// The value as schedule files have it, without quotes.
  package var description: String {
    switch self {
    case .time(let time): time.description
    case .temperature(let temperature): temperature.description
    case .absent: "none"
    }
  }
}
