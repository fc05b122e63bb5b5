import ScheduleModel

/// The output of `setpoint formats`, from the data of the checks.
package enum FormatsText {
  /// A table with a line for each kind of device, ready to print.
  package static func table(_ formats: [any DeviceFormat] = DeviceFormats.all) -> String {
    var rows = [
      ["FORMAT", "DEVICE", "A DAY", "TIMES", "TEMPERATURES", "SETPOINTS", "MIDNIGHT", "READ"]
    ]
    for format in formats {
      for profile in format.profiles {
        let limits = profile
        rows.append([
          format.id, profile.id, limits.periodsText, "\(limits.timeGrid) min", limits.stepsText,
          limits.sidesText, limits.needsMidnightEntry ? "00:00 entry" : "goes on",
          "yes",
        ])
      }
    }
    return aligned(rows)
  }

  /// The details of one format: its devices with their limits, its forms, its usage; only `device` unless that has the
  /// format's name.
  package static func details(
    of format: any DeviceFormat, _ device: DeviceProfile? = nil
  ) -> String {
    var lines = ["\(format.id): \(format.title)", ""]
    let isAlone = device.map { $0.id != format.id } ?? false
    for profile in format.profiles where !isAlone || profile.id == device?.id {
      lines += ["\(profile.id): \(profile.title)"]
      if !profile.aliases.isEmpty {
        lines += ["  also called    \(profile.aliases.joined(separator: ", "))"]
      }
      lines += profile.lines.map { "  \($0)" } + [""]
    }
    if !format.forms.isEmpty {
      lines.append("forms (--to \(format.id)/FORM):")
      lines += format.forms.map { "  \(padded($0.id, 12)) \($0.title)" } + [""]
    }
    lines += ["read back: yes", "", "how to use it:"]
    lines += format.instructions.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { padded($0, $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension DeviceProfile {
  var periodsText: String { periods.map { "\($0)" } ?? "any" }

  var stepsText: String {
    scales.map { "\($0.step) \($0.unit.symbol)" }.joined(separator: ", ")
  }

  var sidesText: String {
    sides == .both ? "heat, cool" : sides == .heat ? "heat only" : "cool only"
  }

  private var daysText: String {
    switch grouping {
    case .eachDay: "each separately"
    case .equalDays: "equal days share one entry"
    case .workdays: "one program for Mon-Fri (or Mon-Sat), one for the rest"
    }
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
      if let deadband = scale.deadband {
        lines.append("  deadband     \(deadband) \(unit)")
      }
    }
    lines.append(
      needsMidnightEntry
        ? "midnight       an entry at 00:00 repeats the evening's setpoints"
        : "midnight       the evening's setpoints go on")
    lines.append("days           \(daysText)")
    if let pairs { lines.append("pairs          at most \(pairs) of heat and cool") }
    return lines
  }
}
