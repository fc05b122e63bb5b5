import DeviceFormats
import Diagnostics
import Reporting
import ScheduleModel

/// The output of `setpoint formats`, from the data of the checks.
enum FormatsText {
  /// A table with a line for each kind of device, ready to print; without the last column beyond `room` columns.
  static func table(
    _ formats: [any DeviceFormat] = DeviceFormats.all, fitting room: Int? = nil
  ) -> String {
    var table = ColumnTable()
    table.add("FORMAT", "DEVICE", "A DAY", "TIMES", "TEMPERATURES", "SETPOINTS", "MIDNIGHT")
    for format in formats {
      for profile in format.profiles {
        table.add(
          format.id, profile.id, profile.periodsText, "\(profile.timeGrid) min",
          profile.scales.map { "\($0.step) \($0.unit.symbol)" }.joined(separator: ", "),
          profile.sidesText,
          profile.needsMidnightEntry ? "00:00 entry" : "goes on")
      }
    }
    return table.text(fitting: room)
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
    let member = ZigbeeRequest(kind: device)?.member ?? ""
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
