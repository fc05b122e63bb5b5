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
    let (name, unit) = (QuotedText.csv(name), week.scale.unit.rawValue)
    // Values repeat, and making a text of each takes longer than all the rest.
    var times: [(TimeOfDay, String)] = []
    var degrees: [(Hundredths, String)] = []
    for day in Weekday.allCases {
      for (period, entry) in zip(Period.allCases, week.entries(of: day)) {
        for field in [name, day.name, period.name] {
          text += field.utf8
          text.append(UInt8(ascii: ","))
        }
        text += Self.text(of: entry.time, &times).utf8
        for side in sides {
          text.append(UInt8(ascii: ","))
          text += Self.text(of: entry[side], &degrees).utf8
        }
        text.append(UInt8(ascii: ","))
        text += unit.utf8
        text.append(UInt8(ascii: "\n"))
      }
    }
    return WrittenText(text)
  }

  private static func text<Value: Equatable & CustomStringConvertible>(
    of value: Value, _ known: inout [(Value, String)]
  ) -> String {
    for index in known.indices where known[index].0 == value { return known[index].1 }
    let text = value.description
    known.append((value, text))
    return text
  }
}
