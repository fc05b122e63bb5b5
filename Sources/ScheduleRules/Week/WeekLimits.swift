package import ScheduleModel

/// The limits of the rules about values, in one unit.
package struct WeekLimits: Sendable {
  package let unit: TemperatureUnit
  /// The lowest and highest plausible setpoint of a home.
  package let plausible: ClosedRange<Temperature>
  /// The lowest heat setpoint that protects pipes from freezing.
  package let freezeGuard: Temperature
  /// The smallest difference of cool and heat: by default 3 °F or 1.5 °C, the least that common residential thermostats
  /// keep; ASHRAE 90.1 requires 5 °F in commercial buildings. At least a tenth, since heat must be below cool.
  package let deadband: Temperature
  /// The largest rise of heat from one period to the next: 10 °F, or 5.5 °C, which is 10 °F (5.56 °C) rounded down to
  /// the half degrees of thermostats.
  let step: Temperature
  /// The comfort setpoints of the ENERGY STAR program.
  let comfort: (heat: Temperature, cool: Temperature)
  /// The setbacks of the ENERGY STAR program: heat while away or asleep, cool while away, cool while asleep.
  let setback: (heat: Temperature, coolAway: Temperature, coolAsleep: Temperature)

  /// Applies `options` to the defaults of a unit.
  package init(_ unit: TemperatureUnit, options: borrowing CheckOptions = CheckOptions()) {
    self.unit = unit
    let deadband = options.deadband[unit].map { max($0, Temperature(tenths: 1)) }
    switch unit {
    case .fahrenheit:
      plausible = Temperature(35)...Temperature(99)
      freezeGuard = Temperature(45)
      self.deadband = deadband ?? Temperature(3)
      step = Temperature(10)
      comfort = (Temperature(70), Temperature(78))
      setback = (Temperature(8), Temperature(7), Temperature(4))
    case .celsius:
      plausible = Temperature(2)...Temperature(37)
      freezeGuard = Temperature(7)
      self.deadband = deadband ?? Temperature(tenths: 15)
      step = Temperature(tenths: 55)
      comfort = (Temperature(21), Temperature(26))
      setback = (Temperature(4), Temperature(4), Temperature(2))
    }
  }
}
