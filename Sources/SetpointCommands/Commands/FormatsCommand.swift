import ArgumentParser
import DeviceFormats
import JSONText
import Reporting
import ScheduleModel

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the device formats and their limits.",
    discussion: """
      With a name, prints the limits of the device and how to transfer an export to it. --to, --from and \
      --device accept the same names.

      Example:
        setpoint formats ct50
      """)

  @Argument(help: "A format, a device or an alias (default: all).", completion: .devices)
  var name: String?

  @Option(help: "The output format.")
  var format = ResultFormat.text

  func run() throws {
    let named = try name.map(DeviceChoice.init)
    switch format {
    case .json:
      Console.print(
        .array(named.map { [$0.format.json(for: $0.kind)] } ?? DeviceFormats.all.map { $0.json() }))
    case .text:
      let room = Console.size(of: .output)?.columns
      let text =
        named.map { FormatsText.details(of: $0.format, $0.profile) }
        ?? FormatsText.table(fitting: room)
      Console.write(text.inLocale, to: .output)
    }
  }
}

extension DeviceFormat {
  fileprivate func json(for device: String? = nil) -> JSONValue {
    .object([
      "id": .string(id), "title": .string(title),
      "devices": .array(profiles.map(\.json)),
      "forms": .array(
        forms.map { .object(["id": .string($0.id), "title": .string($0.title.textWithOptions)]) }),
      "instructions": .strings(instructions(for: device)),
    ])
  }
}

extension DeviceProfile {
  fileprivate var json: JSONValue {
    .object([
      "id": .string(id), "aliases": .strings(aliases), "title": .string(title),
      "periods": .optional(periods), "minutes": .integer(timeGrid),
      "setpoints": .strings(sides.each.map(\.name)),
      "scales": .array(scales.map { $0.json(sides) }),
      "carriesOverMidnight": .boolean(!needsMidnightEntry),
      "pairs": .optional(pairs),
    ])
  }
}

extension TemperatureScale {
  fileprivate func json(_ sides: Sides) -> JSONValue {
    let ranges = Side.allCases.map { side in
      JSONValue.Member(
        side.name,
        (sides.contains(side) ? range(of: side) : nil).map {
          .object(["lowest": .degrees($0.lowerBound), "highest": .degrees($0.upperBound)])
        } ?? .null)
    }
    return .object(
      [.init("unit", .string(unit.rawValue)), .init("step", .degrees(step))]
        + ranges + [.init("deadband", deadband.map { .degrees($0) } ?? .null)])
  }
}
