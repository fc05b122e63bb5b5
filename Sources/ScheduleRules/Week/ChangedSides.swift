package import Diagnostics
package import ScheduleModel

extension Week {
  /// Returns the week with exactly `sides`; added sides get the two temperatures in `levels`, `78,85` or `26c 29c`: one for
  /// wake and return, one for leave and sleep.
  ///
  /// - Throws: `Refusal` if levels are missing, invalid or unused, or if the result breaks another setpoint rule.
  package func changed(to sides: Sides, _ levels: [Side: String]) throws(Refusal) -> Week {
    let added = sides.subtracting(self.sides)
    var degrees: [Side: [Temperature]] = [:]
    for side in Side.allCases {
      switch (levels[side], added.contains(side)) {
      case (let text?, true): degrees[side] = try Self.levels(of: side, parsing: text, in: unit)
      case (nil, true):
        throw Refusal(
          "two \(side.name) setpoints are needed, comfort and setback, such as "
            + Self.exampleLevels(of: side, unit))
      case (_?, false):
        throw Refusal("no \(side.name) setpoints are added; omit the \(side.name) temperatures")
      case (nil, false): break
      }
    }
    let result = with(sides) { side, row in
      degrees[side]?[row.period == .wake || row.period == .return ? 0 : 1] ?? Temperature(0)
    }
    let broken = WeekCheck.newFindings(in: result, since: self).first {
      $0.severity == .error || $0.code == SP302Deadband.info.code
    }
    if let broken { throw Refusal(broken.message) }
    return result
  }

  private static func levels(
    of side: Side, parsing text: String, in unit: TemperatureUnit
  ) throws(Refusal) -> [Temperature] {
    let words = text.split { $0 == "," || $0 == " " }
    guard words.count == 2 else {
      throw Refusal(
        "\(text.quoted()) is not two temperatures such as \(exampleLevels(of: side, unit))")
    }
    let row = Setpoint(time: .midnight, heat: Temperature(0), cool: Temperature(0))
    var result = row
    return try words.map { word throws(Refusal) in
      result[side.field] = try row.value(of: side.field, typed: String(word), unit: unit)
      return result[side] ?? Temperature(0)
    }
  }
}
