import JSONText
import ScheduleModel

/// Radio Thermostat CT30 and CT50, also sold as 3M-50: JSON over HTTP in the house.
///
/// Facts: Radio Thermostat Company of America, Wi-Fi USNAP Module API 1.3 (22 March 2012), sections
/// 2.5.6 to 2.5.8. The range of 45 to 95 °F is that of openHAB's binding; the document states none.
package struct RadioThermostat: DeviceFormat {
  package let id = "radiotherm"
  package let title = "Radio Thermostat CT30, CT50, 3M-50"
  package let capabilities = DeviceCapabilities(
    unit: .fahrenheit, step: 100, heat: 450...950, cool: 450...950)
  package let howTo = [
    "setpoint export home.json --to radiotherm --program heat |",
    "  curl --data-binary @- http://THERMOSTAT/tstat/program/heat",
    "setpoint export home.json --to radiotherm --program cool |",
    "  curl --data-binary @- http://THERMOSTAT/tstat/program/cool",
  ]

  /// Makes the format.
  package init() {}

  /// Writes the body that the device takes for one program, or both under their names.
  package func encode(
    _ schedule: DeviceSchedule, name: String, options: ExportOptions
  ) -> [UInt8] {
    let value =
      switch options.program {
      case .heat: program(schedule, \.heat, options.day)
      case .cool: program(schedule, \.cool, options.day)
      case .both:
        JSONValue.object([
          "heat": program(schedule, \.heat, options.day),
          "cool": program(schedule, \.cool, options.day),
        ])
      }
    return value.encoded() + [UInt8(ascii: "\n")]
  }

  /// An object of days, "0" for Monday, each an array of minutes and °F in turn.
  private func program(
    _ schedule: DeviceSchedule, _ mode: KeyPath<DeviceSchedule.Row, Int>, _ day: Weekday?
  ) -> JSONValue {
    let days = day.map { [$0] } ?? Weekday.allCases
    return .object(
      days.map { day in
        let pairs = schedule.day(day).flatMap { row in
          [JSONValue.integer(row.minutes), Self.degrees(row[keyPath: mode])]
        }
        return JSONValue.Member("\(day.rawValue)", .array(pairs))
      })
  }

  private static func degrees(_ hundredths: Int) -> JSONValue {
    hundredths % 100 == 0 ? .integer(hundredths / 100) : .real(Double(hundredths) / 100)
  }
}
