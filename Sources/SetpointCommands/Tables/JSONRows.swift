import JSONText
import ScheduleModel
import ScheduleRules

/// The rows of schedules as flat JSON objects, for `jq` and the like.
enum JSONRows {
  private typealias Parts = SchemaParts

  static let schema = Parts.array(
    of: Parts.object(
      [
        ("schedule", Parts.type("string")), ("day", CellResult.day), ("period", CellResult.period),
        ("time", CellResult.time), ("heat", Parts.type("number")), ("cool", Parts.type("number")),
        ("unit", CellResult.unit),
      ], "A row: a period of a day."))

  /// Makes an array with an object for every row.
  static func value(of schedules: [Schedule]) -> JSONValue {
    .array(
      schedules.flatMap { schedule in
        RowAddress.all.map { row in
          let setpoint = schedule.week[row]
          return .object([
            "schedule": .string(schedule.name),
            "day": .string(row.day.name),
            "period": .string(row.period.name),
            "time": setpoint[.time].json,
            "heat": setpoint[.heat].json,
            "cool": setpoint[.cool].json,
            "unit": .string(schedule.week.unit.rawValue),
          ])
        }
      })
  }
}
