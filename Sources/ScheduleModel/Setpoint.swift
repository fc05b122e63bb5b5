/// A row of the table: when a period begins, and what holds from then on.
package struct Setpoint: Hashable, Sendable {
  /// When the period begins.
  package var time: TimeOfDay
  /// Heat to this temperature when it is colder.
  package var heat: Temperature
  /// Cool to this temperature when it is warmer.
  package var cool: Temperature

  /// Joins a time and two setpoints.
  package init(time: TimeOfDay, heat: Temperature, cool: Temperature) {
    self.time = time
    self.heat = heat
    self.cool = cool
  }

  /// The value of one field; assigning a value of the other kind is a programming error.
  package subscript(field: Field) -> CellValue {
    get {
      switch field {
      case .time: .time(time)
      case .heat: .temperature(heat)
      case .cool: .temperature(cool)
      }
    }
    set {
      switch (field, newValue) {
      case (.time, .time(let value)): time = value
      case (.heat, .temperature(let value)): heat = value
      case (.cool, .temperature(let value)): cool = value
      default: preconditionFailure("\(newValue) cannot stand in a \(field.name) cell")
      }
    }
  }
}

/// What a cell holds.
package enum CellValue: Hashable, Sendable {
  case time(TimeOfDay)
  case temperature(Temperature)
}

extension CellValue: CustomStringConvertible {
  /// The value as schedule files have it, without quotes.
  package var description: String {
    switch self {
    case .time(let time): time.description
    case .temperature(let temperature): temperature.description
    }
  }
}
