package import Diagnostics

/// A complete week of setpoints: seven days of four periods.
///
/// A flat array of 28 rows, by `RowAddress.index`. All rows have the same sides: heat, cool or both. Values
/// may break rules (heat above cool, times out of order) while a schedule is edited.
package struct Week: Hashable, Sendable {
  package var unit: TemperatureUnit
  /// The 28 rows, Monday wake first.
  package private(set) var setpoints: [Setpoint]

  /// Creates a week from 28 setpoints; nil for any other number or if their sides differ.
  package init?(unit: TemperatureUnit, setpoints: [Setpoint]) {
    self.unit = unit
    self.setpoints = setpoints
    guard setpoints.count == RowAddress.all.count, isComplete else { return nil }
  }

  /// Creates a week of equal days.
  package init(unit: TemperatureUnit, everyDay: (Period) -> Setpoint) {
    self.unit = unit
    setpoints = RowAddress.all.map { everyDay($0.period) }
  }

  package subscript(row: RowAddress) -> Setpoint {
    get { setpoints[row.index] }
    set { setpoints[row.index] = newValue }
  }

  /// The value of a cell; assigning a value of the other kind is a programming error.
  package subscript(cell: CellAddress) -> CellValue {
    get { setpoints[cell.row.index][cell.field] }
    set { setpoints[cell.row.index][cell.field] = newValue }
  }

  /// The sides of every row.
  package var sides: Sides { setpoints[0].sides }

  /// The cells of the table, in order: 84, or 56 with one side.
  package var cells: [CellAddress] { CellAddress.all.filter { sides.contains(column: $0.field) } }

  /// Selects the cells of an address that the week has.
  ///
  /// - Throws: `Refusal` if the address names only cells of a missing side.
  package func cells(of address: [CellAddress]) throws(Refusal) -> [CellAddress] {
    let sides = sides
    let cells = address.filter { sides.contains(column: $0.field) }
    if cells.isEmpty, let side = address.first?.field.side { throw .absent(side) }
    return cells
  }

  /// Whether all rows have the same sides, at least one.
  package var isComplete: Bool { !sides.isEmpty && setpoints.allSatisfy { $0.sides == sides } }

  /// Returns a week with these sides: removes other sides, and fills missing ones with `added`.
  package func with(_ sides: Sides, added: (Side, RowAddress) -> Temperature) -> Week {
    var result = self
    for (index, row) in RowAddress.all.enumerated() {
      for side in Side.allCases {
        result.setpoints[index][side] =
          sides.contains(side) ? setpoints[index][side] ?? added(side, row) : nil
      }
    }
    return result
  }

  package func day(_ day: Weekday) -> ArraySlice<Setpoint> { setpoints[day.rows] }

  /// Returns the week with the rows of a day copied to others; `other` is the week of that day, by default this one.
  package func copying(_ source: Weekday, of other: Week? = nil, to targets: [Weekday]) -> Week {
    var result = self
    for row in RowAddress.all where targets.contains(row.day) {
      result[row] = (other ?? self)[RowAddress(source, row.period)]
    }
    return result
  }

  /// The schedule of a new file.
  ///
  /// °F: the ENERGY STAR Program Requirements for Programmable Thermostats, version 1.2 (1995–2009). °C: the table that
  /// Natural Resources Canada published for the same program, not a conversion.
  package static func standard(_ unit: TemperatureUnit, _ sides: Sides = .both) -> Week {
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
        heat: sides.contains(.heat) ? Temperature(values.heat) : nil,
        cool: sides.contains(.cool) ? Temperature(values.cool) : nil)
    }
  }

  /// The temperatures of a side in the schedule of a new file, comfort and setback: `78,85`.
  package static func exampleLevels(
    of side: Side, _ unit: TemperatureUnit, separator: String = ","
  ) -> String {
    [Period.wake, .leave].compactMap { standard(unit)[RowAddress(.monday, $0)][side]?.description }
      .joined(separator: separator)
  }
}
