package import Diagnostics
package import ScheduleModel

/// The two temperatures of a side to add.
package struct SideLevels: Hashable, Sendable {
  /// The temperature of wake and return.
  package let occupied: Temperature
  /// The temperature of leave and sleep.
  package let setback: Temperature

  /// Parses two temperatures separated by a comma or a space, `78,85`; values such as `26c` are converted to `unit`.
  ///
  /// - Throws: `Refusal`.
  package init(_ side: Side, parsing text: String, in unit: TemperatureUnit) throws(Refusal) {
    let words = text.split { $0 == "," || $0 == " " }
    guard words.count == 2 else {
      throw Refusal(
        "\(text.quoted()) is not two temperatures such as \(Self.example(of: side, unit))")
    }
    let row = Setpoint(time: .midnight, heat: Temperature(0), cool: Temperature(0))
    var values: [Temperature] = []
    for word in words {
      let value = try row.value(of: side.field, typed: String(word), unit: unit)
      if case .temperature(let degrees) = value { values.append(degrees) }
    }
    (occupied, setback) = (values[0], values[1])
  }

  /// The levels of the default week, `78,85`.
  package static func example(of side: Side, _ unit: TemperatureUnit) -> String {
    let week = Week.standard(unit)
    return [Period.wake, .leave].compactMap { week[RowAddress(.monday, $0)][side]?.description }
      .joined(separator: ",")
  }
}

extension Week {
  /// Returns the week with exactly `sides`; added sides get `levels`.
  ///
  /// - Throws: `Refusal` if levels are missing or unused, or if the result breaks a setpoint rule that the week does
  ///   not break.
  package func changed(
    to sides: Sides, _ levels: [Side: SideLevels]
  ) throws(Refusal) -> Week {
    for side in Side.allCases {
      let isAdded = sides.contains(side) && !self.sides.contains(side)
      if isAdded, levels[side] == nil {
        throw Refusal(
          "\(side.name) setpoints are needed for occupied and set-back times, such as "
            + SideLevels.example(of: side, unit))
      }
      if !isAdded, levels[side] != nil {
        throw Refusal("no \(side.name) setpoints are added")
      }
    }
    let result = with(sides) { side, row in
      let level = levels[side]
      let isOccupied = row.period == .wake || row.period == .return
      return (isOccupied ? level?.occupied : level?.setback) ?? Temperature(0)
    }
    let findings = WeekCheck.findings(in: DraftWeek(result), options: CheckOptions())
    let known = Set(WeekCheck.findings(in: DraftWeek(self)).map { "\($0.code) \($0.cell)" })
    let broken = findings.first { finding in
      (finding.severity == .error || finding.code == SP302Deadband.info.code)
        && !known.contains("\(finding.code) \(finding.cell)")
    }
    if let broken { throw Refusal(broken.message) }
    return result
  }
}
