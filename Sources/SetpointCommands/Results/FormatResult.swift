import DeviceFormats
import JSONText
import ScheduleModel
import ScheduleRules

/// The JSON output of `setpoint formats`.
enum FormatResult {
  static func json(_ formats: [any DeviceFormat]) -> JSONValue {
    .array(
      formats.map { format in
        .object([
          "id": .string(format.id), "title": .string(format.title),
          "isReadBack": .boolean(format.isImportable),
          "devices": .array(format.profiles.map(json(of:))),
          "forms": .array(
            format.forms.map { .object(["id": .string($0.id), "title": .string($0.title)]) }),
          "instructions": .strings(format.instructions),
        ])
      })
  }

  private static func json(of device: DeviceProfile) -> JSONValue {
    let limits = device.capabilities
    return .object([
      "id": .string(device.id), "aliases": .strings(device.aliases),
      "title": .string(device.title), "periods": .optional(limits.periods),
      "minutes": .integer(limits.timeGrid),
      "setpoints": .strings(limits.sides.each.map(\.name)),
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
}
