import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// The JSON output of `setpoint now`.
enum NowResult {
  /// Describes the setpoints in force and the next change.
  static func json(of moment: ShownMoment) -> JSONValue {
    let (week, time) = (moment.week, moment.time)
    let next = week.nextRow(after: time)
    let date = moment.day.map { [JSONValue.Member("date", .string($0.description))] } ?? []
    return .object(
      [
        .init("schedule", .string(moment.name(on: time.day))),
        .init("unit", .string(week.unit.rawValue)),
      ] + date + [
        .init("day", .string(time.day.name)), .init("time", .string(time.time.description)),
        .init("now", .object(members(of: week.row(at: time), moment))),
        .init(
          "next",
          .object(members(of: next.row, moment) + [.init("minutes", .integer(next.minutes))])),
      ])
  }

  private static func members(of row: RowAddress, _ moment: ShownMoment) -> [JSONValue.Member] {
    let name = moment.day.map { _ in
      [JSONValue.Member("schedule", .string(moment.name(on: row.day)))]
    }
    return (name ?? [])
      + [.init("day", .string(row.day.name)), .init("period", .string(row.period.name))]
      + moment.week[row].sides.fields.map {
        .init($0.name, moment.week[CellAddress(row, $0)].json)
      }
  }
}
