import ScheduleModel

/// Writes and reads comma-separated values: a line for each of the 28 rows.
///
/// RFC 4180 with LF line ends, as every other text here; the columns are those of `setpoint show --format csv`. A text that a
/// spreadsheet would take for a formula gets a leading apostrophe (OWASP, CSV Injection).
struct CSVFormat: ImportableFormat {
  let id = "csv"
  let fileSuffix = "csv"
  let title = "comma-separated values (spreadsheets)"
  let options: DeviceOptionSet = .program

  let profiles = [
    DeviceProfile(
      "csv", title: "spreadsheets",
      capabilities: DeviceCapabilities(
        periods: nil,
        scales: [TemperatureScale(.fahrenheit, step: 10), TemperatureScale(.celsius, step: 10)],
        midnight: .carriesOver))
  ]

  let instructions = [
    "setpoint export FILE --to csv -o schedule.csv",
    "Read back: setpoint import schedule.csv --from csv   (columns in any order; commas or semicolons)",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let sides = week.sides.each
    let columns = ["schedule", "day", "period", "time"] + sides.map(\.name) + ["unit"]
    var text = Array((columns.joined(separator: ",") + "\n").utf8)
    let name = Self.field(QuotedText.csv(name))
    let days = Weekday.allCases.map { name + Self.field($0.name) }
    let periods = Period.allCases.map { Self.field($0.name) }
    let unit = Array("\(week.scale.unit.rawValue)\n".utf8)
    // Values repeat, and making a text of each takes longer than all the rest.
    var times: [(TimeOfDay, [UInt8])] = []
    var degrees: [(Hundredths, [UInt8])] = []
    for day in Weekday.allCases {
      for (period, entry) in zip(periods, week.entries(of: day)) {
        text += days[day.rawValue]
        text += period
        text += Self.field(of: entry.time, &times)
        for side in sides { text += Self.field(of: entry[side], &degrees) }
        text += unit
      }
    }
    return WrittenText(text)
  }

  private static func field(_ text: String) -> [UInt8] { Array("\(text),".utf8) }

  private static func field<Value: Equatable & CustomStringConvertible>(
    of value: Value, _ known: inout [(Value, [UInt8])]
  ) -> [UInt8] {
    for index in known.indices where known[index].0 == value { return known[index].1 }
    let text = field(value.description)
    known.append((value, text))
    return text
  }
}
