import JSONText
import ScheduleModel
import ScheduleRules

/// Cells and their values as JSON, for `setpoint get`.
enum CellResult {
  /// The values of cells of the file at `path`.
  static func json(
    _ cells: [CellAddress], of schedule: Schedule, in path: String
  ) -> [JSONValue] {
    cells.map { cell in
      .object(
        [.init("file", .string(path)), .init("schedule", .string(schedule.name))]
          + members(of: cell) + [
            .init("value", schedule.week[cell].json), .init("unit", unit(of: cell, schedule.week)),
          ])
    }
  }

  /// The members that identify a cell.
  static func members(of cell: CellAddress) -> [JSONValue.Member] {
    [
      .init("path", .string(cell.path)), .init("tag", .integer(cell.tag.rawValue)),
      .init("day", .string(cell.day.name)), .init("period", .string(cell.period.name)),
      .init("field", .string(cell.field.name)),
    ]
  }

  private static func unit(of cell: CellAddress, _ week: Week) -> JSONValue {
    cell.field == .time ? .null : .string(week.unit.rawValue)
  }
}

/// The JSON output of `setpoint tag`.
enum TagResult {
  static func json(_ cells: [CellAddress]) -> JSONValue {
    .array(cells.map { .object(CellResult.members(of: $0)) })
  }
}
