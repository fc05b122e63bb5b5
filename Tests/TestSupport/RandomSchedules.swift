package import ScheduleModel

extension Sides {
  /// Heat, cool or, one time in two, both.
  package static func random(using generator: inout SeededGenerator) -> Sides {
    [.both, .both, .heat, .cool].randomElement(using: &generator) ?? .both
  }
}

extension Week {
  /// Makes a schedule that breaks no rule: times rise by 15 minutes or more, cool is at least 3 °F
  /// (1.5 °C) above heat, every value is plausible and above the freeze guard.
  /// Times are multiples of `timeGrid` minutes (1...60), temperatures of `step` tenths (1...10).
  package static func random(
    unit: TemperatureUnit, timeGrid: Int = 1, step: Int = 10, using generator: inout SeededGenerator
  ) -> Week {
    let (low, high, gap) = unit == .fahrenheit ? (450, 950, 30) : (70, 350, 15)
    let gridGap = (15 + timeGrid - 1) / timeGrid
    var times: [TimeOfDay] = []
    return Week(unit: unit) { _ in
      Setpoint(time: .midnight, heat: Temperature(tenths: low), cool: Temperature(tenths: high))
    }.mapRows { row in
      if row.period == .wake {
        times = distinctTimes(grid: timeGrid, gap: gridGap, using: &generator)
      }
      let stepsLow = (low + step - 1) / step
      let stepsGap = (gap + step - 1) / step
      let heat = Int.random(in: stepsLow...(high / step - stepsGap), using: &generator)
      let cool = Int.random(in: (heat + stepsGap)...(high / step), using: &generator)
      return Setpoint(
        time: times[row.period.rawValue], heat: Temperature(tenths: heat * step),
        cool: Temperature(tenths: cool * step))
    }
  }

  /// Returns the schedule with no leave warmer than wake in winter or colder in summer, so that not
  /// even a warning about setbacks is left.
  package func withSetbacks() -> Week {
    mapRows { row in
      var setpoint = self[row]
      guard row.period == .leave else { return setpoint }
      let wake = self[RowAddress(row.day, .wake)]
      setpoint.heat = [setpoint.heat, wake.heat].compactMap(\.self).min()
      setpoint.cool = [setpoint.cool, wake.cool].compactMap(\.self).max()
      return setpoint
    }
  }

  /// Returns the schedule with these sides alone.
  package func only(_ sides: Sides) -> Week {
    mapRows { row in
      Setpoint(
        time: self[row].time, heat: sides.contains(Side.heat) ? self[row].heat : nil,
        cool: sides.contains(Side.cool) ? self[row].cool : nil)
    }
  }

  /// Replaces every row by the result of `row` for its address, in order.
  package func mapRows(_ row: (RowAddress) -> Setpoint) -> Week {
    var result = self
    for address in RowAddress.all { result[address] = row(address) }
    return result
  }

  private static func distinctTimes(
    grid: Int, gap: Int, using generator: inout SeededGenerator
  ) -> [TimeOfDay] {
    let slots = 1440 / grid
    let free = slots - 3 * gap
    let places = (0..<4).map { _ in Int.random(in: 0..<free, using: &generator) }.sorted()
    return places.enumerated().map { TimeOfDay(wrapping: ($1 + $0 * gap) * grid) }
  }
}
