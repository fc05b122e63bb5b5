import JSONText
import ScheduleModel
import ScheduleRules

/// The rows of schedules as flat JSON objects, for `jq` and others.
enum JSONRows {
  /// Returns an array with an object for every row, with its file if there are several.
  static func value(of shown: ShownDocuments) -> JSONValue {
    .array(
      shown.documents.flatMap { document in
        let file = shown.areSeveral ? [JSONValue.Member("file", .string(document.path))] : []
        return document.schedules.flatMap { schedule in
          RowAddress.all.map { JSONValue.object(file + members(of: $0, in: schedule)) }
        }
      })
  }

  private static func members(of row: RowAddress, in schedule: Schedule) -> [JSONValue.Member] {
    let setpoint = schedule.week[row]
    return [
      .init("schedule", .string(schedule.name)),
      .init("day", .string(row.day.name)),
      .init("period", .string(row.period.name)),
    ] + setpoint.sides.fields.map { .init($0.name, setpoint[$0].json) }
      + [.init("unit", .string(schedule.week.unit.rawValue))]
  }
}
