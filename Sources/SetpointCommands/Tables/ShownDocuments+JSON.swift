import JSONText
import ScheduleModel
import ScheduleRules

extension ShownDocuments {
  /// The rows of the schedules as flat JSON objects, for `jq` and others, with their files if there are several.
  var json: JSONValue {
    .array(
      documents.flatMap { document in
        let file = areSeveral ? [JSONValue.Member("file", .string(document.path))] : []
        return document.schedules.flatMap { schedule in
          RowAddress.all.map { JSONValue.object(file + Self.members(of: $0, in: schedule)) }
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
