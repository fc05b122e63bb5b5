import JSONText
import ScheduleModel
import ScheduleRules

/// Cells and their values as JSON, and what `setpoint get` prints of them.
enum CellResult {
  private typealias Parts = SchemaParts

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

  static let schema = Parts.array(
    of: Parts.object(
      [("file", Parts.type("string")), ("schedule", Parts.type("string"))] + memberSchemas + [
        ("value", value), ("unit", Parts.any(Parts.oneOf(["F", "C"]), Parts.type("null"))),
      ], "A cell; a time has no unit."))

  /// What names a cell.
  static func members(of cell: CellAddress) -> [JSONValue.Member] {
    [
      .init("path", .string(cell.path)), .init("tag", .integer(cell.tag.rawValue)),
      .init("day", .string(cell.day.name)), .init("period", .string(cell.period.name)),
      .init("field", .string(cell.field.name)),
    ]
  }

  /// What `members` are.
  static let memberSchemas = [
    ("path", Parts.type("string")), ("tag", Parts.number("integer", in: 1...634)), ("day", day),
    ("period", period), ("field", Parts.oneOf(Field.displayOrder.map(\.name))),
  ]

  static let day = Parts.oneOf(Weekday.allCases.map(\.name))
  static let period = Parts.oneOf(Period.allCases.map(\.name))
  static let time = Parts.text(matching: "^([01][0-9]|2[0-3]):[0-5][0-9]$")
  static let unit = Parts.oneOf(TemperatureUnit.allCases.map(\.rawValue))
  /// A time or a temperature.
  static let value = Parts.any(time, Parts.type("number"))

  private static func unit(of cell: CellAddress, _ week: Week) -> JSONValue {
    cell.field == .time ? .null : .string(week.unit.rawValue)
  }
}

/// What `setpoint tag` prints as JSON.
enum TagResult {
  static func json(_ cells: [CellAddress]) -> JSONValue {
    .array(cells.map { .object(CellResult.members(of: $0)) })
  }

  static let schema = SchemaParts.array(of: SchemaParts.object(CellResult.memberSchemas, "A cell."))
}
