import DeviceFormats
import JSONText
import ScheduleModel
import ScheduleRules

/// What `setpoint formats` prints as JSON.
enum FormatResult {
  private typealias Parts = SchemaParts

  static func json(_ formats: [any DeviceFormat]) -> JSONValue {
    .array(
      formats.map { format in
        .object([
          "id": .string(format.id), "title": .string(format.title),
          "isReadBack": .boolean(format.isImportable),
          "devices": .array(format.profiles.map(json(of:))),
          "forms": .array(
            format.forms.map { .object(["id": .string($0.id), "title": .string($0.title)]) }),
          "instructions": Parts.strings(format.instructions),
        ])
      })
  }

  static let schema = Parts.array(
    of: Parts.object([
      ("id", Parts.type("string")), ("title", Parts.type("string")),
      ("isReadBack", Parts.type("boolean", description: "Whether `setpoint import` reads it.")),
      ("devices", Parts.array(of: device, "The kinds of device, the usual one first.")),
      (
        "forms",
        Parts.array(
          of: Parts.object([("id", Parts.type("string")), ("title", Parts.type("string"))]))
      ),
      ("instructions", Parts.array(of: Parts.type("string"), "How an export gets onto a device.")),
    ]))

  private static func json(of device: DeviceProfile) -> JSONValue {
    let limits = device.capabilities
    return .object([
      "id": .string(device.id), "aliases": Parts.strings(device.aliases),
      "title": .string(device.title), "periods": .optional(limits.periods),
      "minutes": .integer(limits.timeGrid),
      "setpoints": Parts.strings(limits.sides.each.map(\.name)),
      "scales": .array(limits.scales.map { json(of: $0, limits.sides) }),
      "carriesOverMidnight": .boolean(limits.midnight == .carriesOver),
      "pairs": .optional(limits.pairs),
    ])
  }

  private static func json(of scale: TemperatureScale, _ sides: Sides) -> JSONValue {
    let ranges = Side.allCases.map { side in
      JSONValue.Member(
        side.name,
        (sides.each.contains(side) ? scale.range(of: side) : nil).map {
          .object(["lowest": number($0.lowerBound), "highest": number($0.upperBound)])
        } ?? .null)
    }
    return .object(
      [.init("unit", .string(scale.unit.rawValue)), .init("step", number(scale.step))]
        + ranges + [.init("deadband", scale.deadband.map(number) ?? .null)])
  }

  private static func number(_ value: Hundredths) -> JSONValue {
    value.count % 100 == 0 ? .integer(value.count / 100) : .real(Double(value.count) / 100)
  }

  private static let device = Parts.object([
    ("id", Parts.type("string")), ("aliases", Parts.array(of: Parts.type("string"))),
    ("title", Parts.type("string")),
    ("periods", Parts.type("integer", "null", description: "The most a day; null for any number.")),
    ("minutes", Parts.type("integer", description: "The grid of times.")),
    ("setpoints", Parts.array(of: Parts.oneOf(Side.allCases.map(\.name)))),
    ("scales", Parts.array(of: scale, "The temperatures that it can be set to.")),
    (
      "carriesOverMidnight",
      Parts.type("boolean", description: "Whether the evening goes on; else 00:00 needs an entry.")
    ),
    ("pairs", Parts.type("integer", "null", description: "The most pairs of heat and cool.")),
  ])

  private static let scale = Parts.object([
    ("unit", CellResult.unit), ("step", Parts.type("number")), ("heat", range), ("cool", range),
    ("deadband", Parts.type("number", "null")),
  ])

  private static let range = Parts.any(
    Parts.object([("lowest", Parts.type("number")), ("highest", Parts.type("number"))]),
    Parts.type("null"))
}
