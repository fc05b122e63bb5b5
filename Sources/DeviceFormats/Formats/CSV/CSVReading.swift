import Diagnostics
import ScheduleModel

extension CSVFormat {
  func program(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> DeviceProgram {
    let text = files[0]
    var records = CSVReader(text)
    guard let header = try records.next() else { throw text.fault(at: 0, "the file is empty") }
    let columns = try Self.columns(header, in: text)
    var rows: [Weekday: [CSVRow]] = [:]
    var unit = options.fileUnit
    var name: String?
    while let record = try records.next() {
      guard record.count == header.count else {
        throw text.fault(
          at: record[0].offset, "\(record.count) fields, where the heading has \(header.count)")
      }
      let row = try CSVRow(record, columns, in: text)
      if let read = try row.unit() {
        if let unit, unit != read { throw row.fault("unit", "the unit changes within the file") }
        unit = read
      }
      name = name ?? row.text("schedule")
      if let own = row.text("schedule"), own != name {
        throw row.fault("schedule", "a second schedule; leave one in the file")
      }
      rows[row.day, default: []].append(row)
    }
    guard let unit else { throw .unknownUnit }
    var program = DeviceProgram(unit)
    program.name = name
    for (day, rows) in rows.sorted(by: { $0.key < $1.key }) {
      try Self.checkPeriods(of: rows, day, in: text)
      try program.add(rows.map(\.point), to: day, in: text)
    }
    return program
  }

  /// Checks that a day whose rows name their periods has each of them once, in order.
  private static func checkPeriods(
    of rows: [CSVRow], _ day: Weekday, in text: DeviceText
  ) throws(ImportRefusal) {
    guard rows.contains(where: { $0.period != nil }) else { return }
    for (row, period) in zip(rows, Period.allCases) where row.period != period {
      throw row.fault(
        "period", "expected \(day.name) \(period.name), not \(row.period?.name ?? "nothing")")
    }
    if rows.count > Period.allCases.count {
      throw rows[Period.allCases.count].fault("period", "a second program for \(day.name)")
    }
    if rows.count < Period.allCases.count {
      throw text.fault(
        at: rows.last?.point.offset,
        "\(day.name) \(Period.allCases[rows.count].name) is missing after this row")
    }
  }

  private static func columns(
    _ header: [CSVReader.Field], in text: DeviceText
  ) throws(ImportRefusal) -> [String: Int] {
    var columns: [String: Int] = [:]
    let known = ["schedule", "day", "period", "time", "heat", "cool", "unit"]
    for (index, field) in header.enumerated() {
      let name = field.text.lowercased()
      guard known.contains(name) else {
        text.leaveOut("column \(name.quoted())", at: field.offset)
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
  private(set) var day = Weekday.monday
  /// The period that the row names; nil where the file has no such column.
  private(set) var period: Period?
  private(set) var point = ReadSwitchpoint(minutes: 0)
  private let record: [CSVReader.Field]
  private let columns: [String: Int]
  private let file: DeviceText

  /// Reads a line.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first field that is none of its column.
  init(
    _ record: [CSVReader.Field], _ columns: [String: Int], in file: DeviceText
  ) throws(ImportRefusal) {
    self.record = record
    self.columns = columns
    self.file = file
    day = try parsed("day", "a day") { Weekday($0) }
    if columns["period"] != nil { period = try parsed("period", "a period") { Period($0) } }
    point.offset = record[0].offset
    point.minutes = try parsed("time", "a time; expected HH:MM") { ClockText.minutes($0) }
    for side in Side.allCases where columns[side.name] != nil {
      point[side] = try parsed(side.name, "a temperature") { NumberText.degrees($0) }
    }
  }

  /// The text of a column; nil where the file does not have it.
  func text(_ column: String) -> String? { columns[column].map { record[$0].text } }

  /// The fault that ends the reading, at a column.
  func fault(_ column: String, _ message: String) -> ImportRefusal {
    file.fault(at: record[columns[column] ?? 0].offset, message)
  }

  /// The unit that the row names; nil where the file has no such column.
  ///
  /// - Throws: `ImportRefusal.unreadable` for what is no unit.
  func unit() throws(ImportRefusal) -> TemperatureUnit? {
    guard let text = text("unit") else { return nil }
    guard let unit = TemperatureUnit(text) else {
      throw fault("unit", "unit \(text.quoted()) is not F or C")
    }
    return unit
  }

  private func parsed<Value>(
    _ column: String, _ what: String, _ parse: (String) -> Value?
  ) throws(ImportRefusal) -> Value {
    let text = text(column) ?? ""
    guard let value = parse(text) else { throw fault(column, "\(text.quoted()) is not \(what)") }
    return value
  }
}
