import DeviceFormats
import ScheduleModel
import Testing

/// What the suites about programs of devices share.
protocol FormatVectors {}

extension FormatVectors {
  /// Reads a fixture.
  func read(
    _ format: String, _ path: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportOutput {
    let reader = try #require(DeviceFormats.device(named: format)?.format)
    var options = ImportOptions()
    change(&options)
    return try reader.read([try Fixture.input(path)], options: options)
  }

  func export(
    _ schedule: Week, _ format: String, name: String = "Home",
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions()
    change(&options)
    return try #require(DeviceFormats.device(named: format)?.format)
      .export(schedule, name: name, options: options).text
  }

  /// Rows as `06:00 21/25`.
  func rows(_ schedule: Week, _ day: Weekday) -> [String] {
    schedule.day(day).map {
      "\($0.time) \($0.temperatures.map(\.degrees.description).joined(separator: "/"))"
    }
  }

  static var vectorRows: [String] {
    ["06:00 21/25", "08:00 16/28", "18:00 21/23.5", "22:00 19/27"]
  }

  /// The schedule of the Zigbee vector on every day.
  static var vector: Week {
    Week(unit: .celsius) { period in
      let values = [(6, 210, 250), (8, 160, 280), (18, 210, 235), (22, 190, 270)][period.rawValue]
      return Setpoint(
        time: TimeOfDay(wrapping: values.0 * 60), heat: Temperature(tenths: values.1),
        cool: Temperature(tenths: values.2))
    }
  }
}
