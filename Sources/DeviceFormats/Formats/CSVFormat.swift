import Diagnostics
import ScheduleModel

/// Writes and reads comma-separated values: a line for each of the 28 rows.
///
/// RFC 4180 with LF line ends; the columns are those of `setpoint show --format csv`. A text that a
/// spreadsheet would take for a formula gets a leading apostrophe (OWASP, CSV Injection).
struct CSVFormat: ImportableFormat {
  let id = "csv"
  let title = "comma-separated values (spreadsheets)"
  let heeds: DeviceOptionSet = .program

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

  func export(
    _ schedule: Schedule, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> ExportOutput {
    let profile = try profile(options.kind)
    _ = try form(options)
    let sides = options.program ?? .both
    let week = try FittedWeek(schedule, to: profile, sides: sides, options: options)
    let columns = ["schedule", "day", "period", "time"] + sides.fields.map(\.name) + ["unit"]
    var text = columns.joined(separator: ",") + "\n"
    for day in Weekday.allCases {
      for (period, entry) in zip(Period.allCases, week.entries(of: day)) {
        var fields = [QuotedText.csv(name), day.name, period.name, "\(entry.time)"]
        fields += sides.fields.map { Hundredths.text(entry.value($0)) }
        fields.append(week.scale.unit.rawValue)
        text += fields.joined(separator: ",") + "\n"
      }
    }
    return week.output(Array(text.utf8))
  }
}

// MARK: Reading

extension CSVFormat {
  func importing(
    _ inputs: [DeviceInput], options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    guard inputs.count == 1 else { throw .usage("csv reads one file") }
    let text = DeviceText(inputs[0])
    var records = CSVReader(text)
    guard let header = try records.next() else { throw text.fault(at: 0, "the file is empty") }
    let columns = try Self.columns(header, in: text)
    var rows: [Weekday: [Switchpoint]] = [:]
    var unit = options.fileUnit
    var name: String?
    while let record = try records.next() {
      guard record.count == header.count else {
        throw text.fault(
          at: record[0].offset, "\(record.count) fields, where the heading has \(header.count)")
      }
      let row = CSVRow(record, columns, in: text)
      if let read = try row.unit() {
        if let unit, unit != read { throw row.fault("unit", "the unit changes within the file") }
        unit = read
      }
      name = name ?? row.text("schedule")
      if let own = row.text("schedule"), own != name {
        throw row.fault("schedule", "a second schedule; leave one in the file")
      }
      rows[try row.day(), default: []].append(try row.switchpoint())
    }
    guard let unit else { throw .usage("the file does not say its unit; add --file-unit C or F") }
    let sides: Sides = [
      columns["heat"] == nil ? [] : .heat, columns["cool"] == nil ? [] : .cool,
    ]
    var program = DeviceProgram(unit, sides: sides)
    for (day, points) in rows.sorted(by: { $0.key < $1.key }) {
      try program.set(points, for: day, in: text)
    }
    var assembly = WeekAssembly(text, options)
    let schedule = try assembly.schedule(from: program)
    return ImportOutput(schedule: schedule, name: name, warnings: text.warnings)
  }

  private static func columns(
    _ header: [CSVReader.Field], in text: DeviceText
  ) throws(ImportRefusal) -> [String: Int] {
    var columns: [String: Int] = [:]
    let known = ["schedule", "day", "period", "time", "heat", "cool", "unit"]
    for (index, field) in header.enumerated() {
      let name = field.text.lowercased()
      guard known.contains(name) else {
        text.warn(.unknownMember, at: field.offset, "column \(name.quoted()) is left out")
        continue
      }
      guard columns.updateValue(index, forKey: name) == nil else {
        throw text.fault(at: field.offset, "column \(name.quoted()) appears twice")
      }
    }
    for name in ["day", "time"] where columns[name] == nil {
      throw text.fault(at: 0, "column \(name.quoted()) is missing")
    }
    guard columns["heat"] != nil || columns["cool"] != nil else {
      throw text.fault(at: 0, "columns \"heat\" and \"cool\" are missing")
    }
    return columns
  }
}

/// A line below the heading.
private struct CSVRow {
  private let record: [CSVReader.Field]
  private let columns: [String: Int]
  private let file: DeviceText

  init(_ record: [CSVReader.Field], _ columns: [String: Int], in file: DeviceText) {
    self.record = record
    self.columns = columns
    self.file = file
  }

  func text(_ column: String) -> String? { columns[column].map { record[$0].text } }

  func fault(_ column: String, _ message: String) -> ImportRefusal {
    file.fault(at: record[columns[column] ?? 0].offset, message)
  }

  func unit() throws(ImportRefusal) -> TemperatureUnit? {
    guard let text = text("unit") else { return nil }
    guard let unit = TemperatureUnit(text) else {
      throw fault("unit", "unit \(text.quoted()) is not F or C")
    }
    return unit
  }

  func day() throws(ImportRefusal) -> Weekday {
    guard let day = Weekday(text("day") ?? "") else {
      throw fault("day", "\((text("day") ?? "").quoted()) is not a day")
    }
    return day
  }

  func switchpoint() throws(ImportRefusal) -> Switchpoint {
    guard let minutes = ClockText.minutes(text("time") ?? "") else {
      throw fault("time", "\((text("time") ?? "").quoted()) is not a time; expected HH:MM")
    }
    var point = Switchpoint(minutes: minutes, offset: record[0].offset)
    for field in [Field.heat, .cool] {
      guard let text = text(field.name) else { continue }
      guard let value = NumberText.hundredths(text) else {
        throw fault(field.name, "\(text.quoted()) is not a temperature")
      }
      point[field] = value
    }
    return point
  }
}
