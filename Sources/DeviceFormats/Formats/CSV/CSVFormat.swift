import ScheduleModel

/// Writes and reads comma-separated values: a line for each of the 28 rows.
///
/// RFC 4180 with LF line ends; the columns are those of `setpoint show --format csv`. A text that a spreadsheet could
/// interpret as a formula gets a leading apostrophe (OWASP, CSV Injection).
struct CSVFormat: ImportableFormat {
  let id = "csv"
  let fileSuffix = "csv"
  let title = "comma-separated values (spreadsheets)"
  let options: Set<DeviceOption> = [.program, .oneSide]

  let profiles = [
    DeviceProfile(
      "csv", title: "spreadsheets",
      scales: [TemperatureScale(.fahrenheit, step: 10), TemperatureScale(.celsius, step: 10)])
  ]

  let instructions = [
    "setpoint export FILE --to csv -o schedule.csv",
    "Read back: setpoint import schedule.csv --from csv   (columns in any order; commas or semicolons)",
  ]

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let sides = week.sides.each
    let columns = ["schedule", "day", "period", "time"] + sides.map(\.name) + ["unit"]
    let comma = UInt8(ascii: ",")
    var text: [UInt8] = []
    text.reserveCapacity(4096)
    text += columns.joined(separator: ",").utf8
    text.append(UInt8(ascii: "\n"))
    let name = Self.field(QuotedText.csv(name))
    let unit = Array("\(week.scale.unit.rawValue)\n".utf8)
    for day in Weekday.allCases {
      for (period, entry) in zip(Self.periods, week.entries(of: day)) {
        text += name
        text += Self.days[day.rawValue]
        text += period
        text += entry.time.description.utf8
        text.append(comma)
        for side in sides {
          text += entry[side].description.utf8
          text.append(comma)
        }
        text += unit
      }
    }
    return WrittenText(text)
  }

  func key(of name: String, _ options: ExportOptions) -> String? { QuotedText.csv(name) }

  func joined(_ texts: [[UInt8]], _ options: ExportOptions) -> [UInt8] {
    let sides = texts.map { text in
      Side.allCases.filter { text.prefix { $0 != 10 }.contains("\($0.name)".utf8) }
    }
    guard sides.contains(where: { $0 != sides[0] }) else { return joined(texts, droppingLines: 1) }
    return joined(zip(texts, sides).map(Self.withBothSides), droppingLines: 1)
  }

  /// The table with a column for each side; an absent one is empty below its heading.
  private static func withBothSides(_ text: [UInt8], _ sides: [Side]) -> [UInt8] {
    guard let absent = sides.first?.other, sides.count == 1 else { return text }
    return text.split(separator: 10).enumerated().flatMap { index, line -> [UInt8] in
      var fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      // Counted from the end, since a name may have commas.
      let value = index == 0 ? Array(absent.name.utf8) : []
      fields.insert(value[...], at: fields.count - (absent == .heat ? 2 : 1))
      return fields.joined(separator: [UInt8(ascii: ",")]) + [10]
    }
  }

  private static let days = Weekday.allCases.map { field($0.name) }
  private static let periods = Period.allCases.map { field($0.name) }

  private static func field(_ text: String) -> [UInt8] { Array("\(text),".utf8) }
}
