/// A week of setpoints: seven days of four periods, complete.
///
/// A flat array of 28 rows; row `index` is section * 4 + row. Values may still break a rule (heat
/// above cool, times out of order), so that a schedule can be edited into a good one.
package struct Week: Hashable, Sendable {
  /// The scale of every temperature.
  package var unit: TemperatureUnit
  /// The 28 rows, Monday wake first.
  package private(set) var setpoints: [Setpoint]

  /// Makes a schedule of 28 setpoints; nil for any other number.
  package init?(unit: TemperatureUnit, setpoints: [Setpoint]) {
    guard setpoints.count == RowAddress.all.count else { return nil }
    self.unit = unit
    self.setpoints = setpoints
  }

  /// Makes a schedule whose days are all alike.
  package init(unit: TemperatureUnit, everyDay: (Period) -> Setpoint) {
    self.unit = unit
    setpoints = RowAddress.all.map { everyDay($0.period) }
  }

  /// The setpoint of a row.
  package subscript(row: RowAddress) -> Setpoint {
    get { setpoints[row.index] }
    set { setpoints[row.index] = newValue }
  }

  /// The value of a cell; assigning a value of the other kind is a programming error.
  package subscript(cell: CellAddress) -> CellValue {
    get { setpoints[cell.row.index][cell.field] }
    set { setpoints[cell.row.index][cell.field] = newValue }
  }

  /// The four setpoints of a day.
  package func day(_ day: Weekday) -> ArraySlice<Setpoint> {
    setpoints[(day.rawValue * 4)..<(day.rawValue * 4 + 4)]
  }
}

extension Week {
  /// The program that a new file begins with, in the given scale.
  ///
  /// °F: the ENERGY STAR Program Requirements for Programmable Thermostats, version 1.2 (1995–2009).
  /// °C: the table that Natural Resources Canada published for the same program; a constant of its
  /// own, never converted.
  package static func standard(_ unit: TemperatureUnit) -> Week {
    let degrees: [(heat: Int, cool: Int)] =
      switch unit {
      case .fahrenheit: [(70, 78), (62, 85), (70, 78), (62, 82)]
      case .celsius: [(21, 26), (17, 30), (21, 26), (17, 28)]
      }
    let starts = [6, 8, 18, 22]
    return Week(unit: unit) { period in
      let values = degrees[period.rawValue]
      return Setpoint(
        time: TimeOfDay(wrapping: starts[period.rawValue] * 60),
        heat: Temperature(values.heat), cool: Temperature(values.cool))
    }
  }
}
