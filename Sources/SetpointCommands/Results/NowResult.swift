import JSONText
import ScheduleModel
import ScheduleRules

/// The JSON output of `setpoint now`.
enum NowResult {
  /// What is in force at a moment, and what comes next.
  static func json(at moment: WeekTime, in schedule: Schedule) -> JSONValue {
    let week = schedule.week
    let next = week.nextRow(after: moment)
    return .object([
      "schedule": .string(schedule.name), "unit": .string(week.unit.rawValue),
      "day": .string(moment.day.name), "time": .string(moment.time.description),
      "now": .object(members(of: week.row(at: moment), in: week)),
      "next": .object(
        members(of: next.row, in: week) + [.init("minutes", .integer(next.minutes))]),
    ])
  }

  private static func members(of row: RowAddress, in week: Week) -> [JSONValue.Member] {
    [.init("day", .string(row.day.name)), .init("period", .string(row.period.name))]
      + week.sides.fields.map { .init($0.name, week[CellAddress(row, $0)].json) }
  }
}
