import JSONText
import ScheduleModel

/// The rows of schedules as flat JSON objects, for `jq` and the like.
enum JSONRows {
  /// Makes an array with an object for every row.
  static func value(of schedules: [NamedSchedule]) -> JSONValue {
    .array(
      schedules.flatMap { schedule in
        RowAddress.all.map { row in
          let setpoint = schedule.week[row]
          return .object([
            "schedule": .string(schedule.name),
            "day": .string(row.day.name),
            "period": .string(row.period.name),
            "time": .string(setpoint.time.description),
            "heat": .number(setpoint.heat),
            "cool": .number(setpoint.cool),
            "unit": .string(schedule.week.unit.rawValue),
          ])
        }
      })
  }
}

extension JSONValue {
  fileprivate static func number(_ temperature: Temperature) -> JSONValue {
    temperature.isWhole ? .integer(temperature.tenths / 10) : .real(temperature.degrees)
  }
}
