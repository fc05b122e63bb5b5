import JSONText
import ScheduleRules
import ScheduleModel

/// The JSON output of `setpoint list`.
enum ListResult {
  /// A schedule of the file at `path`, with the number of findings in the file.
  static func json(
    _ schedule: DraftSchedule, _ unit: TemperatureUnit?, of path: String, _ errors: Int,
    _ warnings: Int
  ) -> JSONValue {
    .object([
      "file": .string(path), "schedule": schedule.name.map { .string($0) } ?? .null,
      "unit": unit.map { .string($0.rawValue) } ?? .null,
      "device": schedule.device.map { .string($0) } ?? .null, "errors": .integer(errors),
      "warnings": .integer(warnings),
    ])
  }
}
