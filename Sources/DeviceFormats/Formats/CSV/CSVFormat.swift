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
    var text = columns.joined(separator: ",") + "\n"
    for day in Weekday.allCases {
      for (period, entry) in zip(Period.allCases, week.entries(of: day)) {
        var fields = [QuotedText.csv(name), day.name, period.name, "\(entry.time)"]
        fields += sides.map { "\(entry[$0])" }
        fields.append(week.scale.unit.rawValue)
        text += fields.joined(separator: ",") + "\n"
      }
    }
    return WrittenText(text)
  }
}
