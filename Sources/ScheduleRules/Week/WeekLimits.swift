package import ScheduleModel

/// The numbers that the rules about values compare with, in one scale.
package struct WeekLimits: Sendable {
  /// The scale of all of them.
  package let unit: TemperatureUnit
  /// The lowest and highest setpoint that a home can mean.
  package let plausible: ClosedRange<Temperature>
  /// The lowest heat setpoint at which pipes are safe.
  package let freezeGuard: Temperature
  /// The smallest difference of cool and heat.
  package let deadband: Temperature
  /// The largest rise of heat from one period to the next.
  package let step: Temperature
  /// The comfort setpoints of the ENERGY STAR program.
  let comfort: (heat: Temperature, cool: Temperature)
  /// How far the ENERGY STAR program sets back: heat while away or asleep, cool while away, cool
  /// while asleep.
  let setback: (heat: Temperature, coolAway: Temperature, coolAsleep: Temperature)

  /// Takes the standards of a scale and what `options` change of them.
  package init(_ unit: TemperatureUnit, options: CheckOptions = CheckOptions()) {
    self.unit = unit
    deadband = options.deadband[unit] ?? Self.standardDeadband(unit)
    step = options.step[unit] ?? Self.standardStep(unit)
    switch unit {
    case .fahrenheit:
      plausible = Temperature(35)...Temperature(99)
      freezeGuard = Temperature(45)
      comfort = (Temperature(70), Temperature(78))
      setback = (Temperature(8), Temperature(7), Temperature(4))
    case .celsius:
      plausible = Temperature(2)...Temperature(37)
      freezeGuard = Temperature(7)
      comfort = (Temperature(21), Temperature(26))
      setback = (Temperature(4), Temperature(4), Temperature(2))
    }
  }

  /// The value of a side nearest to `other`, that of the other side, which breaks none of SP301 to
  /// SP304; nil where there is none.
  func nearest(_ side: Side, beside other: Temperature) -> Temperature? {
    let value = side == .heat ? other - deadband : other + deadband
    let lowest = side == .heat ? freezeGuard : plausible.lowerBound
    return lowest...plausible.upperBound ~= value ? value : nil
  }

  /// The deadband without an option: 3 °F or 1.5 °C, the least that common residential thermostats
  /// keep; ASHRAE 90.1 asks commercial buildings for 5 °F.
  package static func standardDeadband(_ unit: TemperatureUnit) -> Temperature {
    unit == .fahrenheit ? Temperature(3) : Temperature(tenths: 15)
  }

  /// The step without an option: 10 °F, or 5.5 °C, which is 10 °F (5.56 °C) rounded down to the half
  /// degree that thermostats step by.
  package static func standardStep(_ unit: TemperatureUnit) -> Temperature {
    unit == .fahrenheit ? Temperature(10) : Temperature(tenths: 55)
  }
}
