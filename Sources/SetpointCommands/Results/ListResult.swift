import JSONText
import ScheduleRules
import ScheduleModel

/// What `setpoint list` prints as JSON.
enum ListResult {
  private typealias Parts = SchemaParts

  /// A schedule of the file at `path`, with how much was found in the file.
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

  static let schema = Parts.array(
    of: Parts.object(
      [
        ("file", Parts.type("string")), ("schedule", Parts.type("string", "null")),
        ("unit", Parts.any(CellResult.unit, Parts.type("null"))),
        ("device", Parts.type("string", "null")),
        ("errors", Parts.number("integer", in: 0...Int.max, "The errors in the file.")),
        ("warnings", Parts.number("integer", in: 0...Int.max, "The warnings in the file.")),
      ], "A schedule; null stands for what the file does not say."))
}
