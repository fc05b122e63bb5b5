import DeviceFormats
import ScheduleModel

/// The limits of device formats as text, from the data that the checks use.
enum FormatTable {
  /// Writes a line for every format.
  static func list(_ formats: [any DeviceFormat]) -> String {
    let rows = formats.map { format in
      let limits = format.capabilities
      return [
        format.id, "\(limits.periods)", "\(limits.timeGrid) min",
        "\(degrees(limits.step)) \(limits.unit.symbol)", range(limits.heat),
        limits.cool.map(range) ?? "no", format is any ImportableFormat ? "yes" : "no", format.title,
      ]
    }
    let header = ["id", "periods", "times", "step", "heat", "cool", "import", "devices"]
    return aligned([header] + rows)
  }

  /// Writes all that is known of one format.
  static func details(of format: any DeviceFormat) -> String {
    let limits = format.capabilities
    let unit = limits.unit.symbol
    var rows = [
      ["devices", format.title],
      ["periods a day", "\(limits.periods)"],
      ["time grid", "\(limits.timeGrid) min"],
      ["temperature step", "\(degrees(limits.step)) \(unit)"],
      ["heat", "\(range(limits.heat)) \(unit)"],
      ["cool", limits.cool.map { "\(range($0)) \(unit)" } ?? "not supported"],
      [
        "deadband",
        limits.deadband == 0 ? "cool above heat" : "\(degrees(limits.deadband * 10)) \(unit)",
      ],
      ["before the first period", limits.midnight.rawValue],
      ["import", format is any ImportableFormat ? "yes" : "no"],
    ]
    rows = rows.map { [$0[0] + ":", $0[1]] }
    let howTo = format.howTo.map { "  \($0)\n" }.joined()
    return aligned(rows) + "\nhow to put it on the device:\n" + howTo
  }

  private static func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func range(_ tenths: ClosedRange<Int>) -> String {
    "\(Temperature(tenths: tenths.lowerBound))–\(Temperature(tenths: tenths.upperBound))"
  }

  /// Writes hundredths of a degree, `0.5`.
  private static func degrees(_ hundredths: Int) -> String {
    hundredths % 10 == 0
      ? "\(Temperature(tenths: hundredths / 10))" : "0.\(hundredths < 10 ? "0" : "")\(hundredths)"
  }
}
