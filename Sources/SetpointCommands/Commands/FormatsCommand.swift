import ArgumentParser
import DeviceFormats
import JSONText
import Reporting
import ScheduleModel
import TerminalScreen

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

  @Option(help: .format) var format = ResultFormat.text

  func run() throws {
    let named = try name.map { try DeviceChoice($0) }
    switch format {
    case .json:
      Console.print(
        .array(named.map { [$0.format.json(for: $0.kind)] } ?? DeviceFormats.all.map { $0.json() }))
    case .text:
      let room = Console.size(of: .output)?.columns
      let text =
        named.map { FormatsText.wrapped(FormatsText.details(of: $0.format, $0.profile), at: room) }
        ?? FormatsText.table(fitting: room)
      Console.write(text.inLocale, to: .output)
    }
  }
}

extension DeviceFormat {
  fileprivate func json(for device: String? = nil) -> JSONValue {
    [
      "id": .string(id), "title": .string(title),
      "devices": .array(profiles.map(\.json)),
      "forms": .array(
        forms.map { ["id": .string($0.id), "title": .string($0.title.textWithOptions)] }),
      "instructions": .strings(instructions(for: device)),
    ]
  }
}

extension DeviceProfile {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "aliases": .strings(aliases), "title": .string(title),
      "periods": .optional(periods), "minutes": .integer(timeGrid),
      "setpoints": .strings(sides.each.map(\.name)),
      "scales": .array(scales.map { $0.json(sides) }),
      "carriesOverMidnight": .boolean(!needsMidnightEntry),
      "pairs": .optional(pairs),
    ]
  }
}

extension TemperatureScale {
  fileprivate func json(_ sides: Sides) -> JSONValue {
    let ranges = Side.allCases.map { side in
      JSONValue.Member(
        side.name,
        (sides.contains(side) ? range(of: side) : nil).map {
          ["lowest": .degrees($0.lowerBound), "highest": .degrees($0.upperBound)]
        } ?? .null)
    }
    return .object(
      [.init("unit", .string(unit.rawValue)), .init("step", .degrees(step))]
        + ranges + [.init("deadband", deadband.map { .degrees($0) } ?? .null)])
  }
}

/// The output of `setpoint formats`, from the data of the checks.
enum FormatsText {
  /// A table with a line for each kind of device, ready to print. Beyond `room` columns, the formats and the last columns
  /// are omitted, and the other names of a device follow on lines of their own, so that no name is cut.
  static func table(
    _ formats: [any DeviceFormat] = DeviceFormats.all, fitting room: Int? = nil
  ) -> String {
    let heading = ["FORMAT", "DEVICE", "PER DAY", "TIMES", "TEMPERATURES", "SETPOINTS"]
    let rows = formats.flatMap { format in
      format.profiles.map { profile in
        [
          format.id, profile.id, profile.periodsText, "\(profile.timeGrid) min",
          profile.scales.map { "\($0.step) \($0.unit.symbol)" }.joined(separator: ", "),
          profile.sidesText, profile.aliases.joined(separator: ", "),
        ]
      }
    }
    let whole = ColumnTable([heading + ["ALSO CALLED"]] + rows)
    guard let room, whole.width > room else { return whole.text() }
    let tables = (2...6).map { end in ColumnTable(([heading] + rows).map { Array($0[1..<end]) }) }
    let table = tables.last { $0.width <= room } ?? tables[0]
    let names = [""] + rows.map { $0[6].isEmpty ? "" : "  also \($0[6])" }
    let lines = zip(table.text().split(separator: "\n"), names).flatMap { line, names in
      [String(line)] + names.wrapped(columns: room, indent: "  ").filter { !$0.isEmpty }
    }
    let footer = "`setpoint formats NAME` prints all about one device.".wrapped(columns: room)
    return (lines + [""] + footer).map { $0 + "\n" }.joined()
  }

  /// The details of a format: its devices with their limits, forms, usage; only `device` unless that is the format.
  static func details(of format: any DeviceFormat, _ device: DeviceProfile? = nil) -> String {
    var lines = ["\(format.id): \(format.title)", ""]
    let single = device.flatMap { $0.id == format.id ? nil : $0.id }
    for profile in format.profiles where single == nil || profile.id == single {
      lines += ["\(profile.id): \(profile.title)"]
      if !profile.aliases.isEmpty {
        lines += ["  also called    \(profile.aliases.joined(separator: ", "))"]
      }
      lines += profile.lines.map { "  \($0)" } + [""]
    }
    if !format.forms.isEmpty {
      lines.append("forms (--to \(format.id)/FORM):")
      lines += format.forms.map { id, title in
        "  \(id)\(String(repeating: " ", count: max(1, 13 - id.count)))\(title.textWithOptions)"
      }
      lines.append("")
    }
    lines.append("how to use it:")
    lines += format.instructions(for: single).map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Wraps long lines between words; a command to paste, only before its comment.
  fileprivate static func wrapped(_ text: String, at room: Int?) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.flatMap { line -> [String] in
      guard let room, line.terminalColumns > room else { return [line] }
      let isCommand = ["  setpoint ", "  curl "].contains(where: line.hasPrefix)
      return isCommand
        ? [line.replacing("   (", with: "\n    (")] : line.wrapped(columns: room, indent: "  ")
    }.joined(separator: "\n")
  }

  /// The instructions of each format, by its id, and for its devices: `FORMAT/DEVICE`, or `FORMAT/KIND` for the others.
  static let instructions: [String: [String]] = Dictionary(
    uniqueKeysWithValues: String(decoding: PackageResources.instructions_txt, as: UTF8.self)
      .split(separator: "\n\n").map { part in
        let lines = part.split(separator: "\n").map(String.init)
        return (lines[0], Array(lines.dropFirst()))
      })
}

extension DeviceFormat {
  /// How to transfer the output to a kind of device, by default to any of the format, as lines to paste.
  func instructions(for device: String? = nil) -> [String] {
    let all = FormatsText.instructions
    let lines = device.flatMap { all["\(id)/\($0)"] ?? all["\(id)/KIND"] } ?? all[id] ?? []
    guard let device else { return lines }
    let member = DeviceFormats.device(named: device)?.profile.zigbee?.request ?? ""
    return lines.map { $0.replacing("KIND", with: device).replacing("MEMBER", with: member) }
  }
}

extension DeviceProfile {
  fileprivate var periodsText: String { periods.map { "\($0)" } ?? "any" }

  fileprivate var sidesText: String {
    sides == .both ? "heat, cool" : sides == .heat ? "heat only" : "cool only"
  }

  fileprivate var lines: [String] {
    var lines = [
      "periods a day  \(periodsText)",
      "times          every \(timeGrid == 1 ? "minute" : "\(timeGrid) minutes")"
        + (firstMinute > 0 ? ", from \(TimeOfDay(wrapping: firstMinute))" : ""),
      "setpoints      \(sidesText)",
    ]
    for scale in scales {
      let unit = scale.unit.symbol
      lines.append("temperatures   steps of \(scale.step) \(unit)")
      for side in sides.each {
        guard let range = scale.range(of: side) else { continue }
        lines.append("  \(side.name)         \(range.lowerBound) to \(range.upperBound) \(unit)")
      }
      if let deadband = scale.deadband { lines.append("  deadband     \(deadband) \(unit)") }
    }
    lines.append(
      needsMidnightEntry
        ? "midnight       an entry at 00:00 repeats the evening's setpoints"
        : "midnight       the evening's setpoints continue")
    let days =
      switch grouping {
      case .eachDay: "each separately"
      case .equalDays: "equal days share one entry"
      case .workdays: "one program for Mon-Fri (or Mon-Sat), one for the rest"
      }
    lines.append("days           \(days)")
    if let pairs { lines.append("pairs          at most \(pairs) of heat and cool") }
    return lines
  }
}
