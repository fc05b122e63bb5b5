import JSONText
import ScheduleModel
import ScheduleRules

/// The JSON Schema (draft 2020-12) of the file format, for editors.
///
/// It says less than the rules do: order of times, heat below cool and unique names are beyond it.
/// What it rejects, the checker rejects.
enum ScheduleSchema {
  private typealias Member = FileFormat.Member

  /// The schema, with descriptions that editors show.
  static let json: JSONValue = .object([
    "description": .string("Weekly heating and cooling schedules: seven days of four periods."),
    "type": .string("object"),
    "required": names(FileFormat.document.requiredNames),
    "properties": .object([
      SchemaParts.schemaMember.0: SchemaParts.schemaMember.1,
      Member.format.name: constant(.string(FileFormat.name.description), "Says what the file is."),
      Member.version.name: constant(
        .integer(FileFormat.version), "The version of the file format."),
      Member.unit.name: .object([
        "description": .string("The scale of every temperature in the file."),
        "enum": names(TemperatureUnit.allCases.map(\.rawValue)),
      ]),
      Member.schedules.name: .object([
        "description": .string("The schedules, in the order in which they are listed."),
        "type": .string("array"), "minItems": .integer(1), "items": reference("schedule"),
      ]),
    ]),
    "$defs": .object([
      "schedule": schedule, "week": week, "day": day, "period": period, Field.time.name: time,
      Field.heat.name: temperature("Heat to this temperature when it is colder."),
      Field.cool.name: temperature("Cool to this temperature when it is warmer; above heat."),
    ]),
  ])

  private static let schedule: JSONValue = .object([
    "type": .string("object"), "required": names(FileFormat.schedule.requiredNames),
    "properties": .object([
      Member.name.name: .object([
        "description": .string("The name, unique in the file."),
        "type": .string("string"), "minLength": .integer(1),
        "maxLength": .integer(FileFormat.longestName),
        "pattern": .string("^[^\\u0000-\\u001F\\u007F-\\u009F]*$"),
      ]),
      Member.days.name: reference("week"), Member.notes.name: text("Anything worth remembering."),
      Member.device.name: text("The id of the device format that the schedule is meant for."),
    ]),
  ])

  private static let week = object(
    FileFormat.week.names.map { ($0, reference("day")) }, "All seven days.")

  private static let day = object(
    FileFormat.day.names.map { ($0, reference("period")) },
    "The four periods of a day; each begins after the one before it.")

  private static let period = object(
    FileFormat.period.names.map { ($0, reference($0)) },
    "When a period begins, and its setpoints.")

  private static let time: JSONValue = .object([
    "description": .string("When the period begins, HH:MM, 00:00 to 23:59."),
    "type": .string("string"), "pattern": .string("^([01][0-9]|2[0-3]):[0-5][0-9]$"),
    "examples": names(["06:00"]),
  ])

  /// A temperature: the range is that of both scales together.
  private static func temperature(_ description: String) -> JSONValue {
    let (celsius, fahrenheit) = (WeekLimits(.celsius).plausible, WeekLimits(.fahrenheit).plausible)
    return .object([
      "description": .string(description), "type": .string("number"),
      "minimum": .integer(celsius.lowerBound.tenths / 10),
      "maximum": .integer(fahrenheit.upperBound.tenths / 10),
    ])
  }

  private static func object(
    _ members: [(String, JSONValue)], _ description: String
  ) -> JSONValue {
    .object([
      "description": .string(description), "type": .string("object"),
      "required": names(members.map(\.0)),
      "properties": .object(members.map { JSONValue.Member($0.0, $0.1) }),
    ])
  }

  private static func constant(_ value: JSONValue, _ description: String) -> JSONValue {
    .object(["description": .string(description), "const": value])
  }

  private static func text(_ description: String) -> JSONValue {
    .object(["description": .string(description), "type": .string("string")])
  }

  private static func reference(_ name: String) -> JSONValue {
    .object(["$ref": .string("#/$defs/\(name)")])
  }

  private static func names(_ names: [String]) -> JSONValue {
    .array(names.map { .string($0) })
  }
}
