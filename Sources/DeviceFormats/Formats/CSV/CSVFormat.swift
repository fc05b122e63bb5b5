import Diagnostics
package import ScheduleModel

/// Writes and reads comma-separated values: a line for each of the 28 rows.
///
/// RFC 4180 with LF line ends; the columns are those of `setpoint show` as CSV. A text that a spreadsheet could
/// interpret as a formula gets a leading apostrophe (OWASP, CSV Injection).
struct CSVFormat: DeviceFormat {
  let title = "comma-separated values (spreadsheets)"
  let options: Set<RequestOption> = [.program]

  let profiles = [
    DeviceProfile(
      id: "csv", title: "spreadsheets",
      scales: [TemperatureScale(.fahrenheit, step: 10), TemperatureScale(.celsius, step: 10)])
  ]

  func fileSuffix(ofForm form: String?) -> String { "csv" }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let entries = Weekday.allCases.flatMap { week.entries(of: $0) }
    var text = Array(CSVText.heading(week.sides).utf8)
    CSVText.append(name, week.scale.unit, to: &text) { row in
      [entries[row.index].time.description]
        + week.sides.each.map { entries[row.index][$0].description }
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

  /// More than a schedule file can contain.
  private static let mostSchedules = 10_000

  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    var records = CSVReader(text)
    guard let header = try records.next() else { throw text.fault(at: 0, "the file is empty") }
    let columns = try Self.columns(header, in: text)
    var tables: [CSVTableRows] = []
    // By bytes, as exports distinguish names.
    var indices: [[UInt8]: Int] = [:]
    while let record = try records.next() {
      if record.allSatisfy(\.word.isEmpty) { continue }
      guard record.count == header.count else {
        throw text.fault(
          at: record[0].offset, "\(record.count) fields; the heading has \(header.count)")
      }
      let row = try CSVRow(record, columns, in: text)
      let name = row.text("schedule")
      let key = Array((name ?? "").utf8)
      if indices[key] == nil {
        guard tables.count < Self.mostSchedules else {
          throw row.fault("schedule", "more than \(Self.mostSchedules) schedules")
        }
        indices[key] = tables.count
        tables.append(CSVTableRows(name: name))
      }
      try tables[indices[key] ?? 0].add(row)
    }
    if tables.isEmpty { throw text.fault(at: nil, "the file contains no weekly program") }
    let zones = tables.map { table in
      DeviceZone([table.name]) { () throws(ImportRefusal) in
        try table.program(in: text, files.options)
      }
    }
    return DevicePrograms(zones: zones)
  }

  private static func columns(
    _ header: [CSVField], in text: DeviceText
  ) throws(ImportRefusal) -> [String: Int] {
    var columns: [String: Int] = [:]
    let known = ["schedule", "day", "period", "time", "heat", "cool", "unit"]
    for (index, field) in header.enumerated() {
      let name = field.word.lowercased()
      guard known.contains(name) else {
        text.leaveOut("column \(name.quoted())", at: field.offset)
        continue
      }
      guard columns.updateValue(index, forKey: name) == nil else {
        throw text.fault(at: field.offset, "column \(name.quoted()) appears twice")
      }
    }
    var missing = ["day", "time"].filter { columns[$0] == nil }
    if columns["heat"] == nil, columns["cool"] == nil { missing.append("heat or cool") }
    if missing.isEmpty { return columns }
    if text.bytes.starts(with: "PK".utf8) {
      throw text.fault(at: 0, "this is not text; save the sheet of a workbook as CSV")
    }
    throw text.fault(
      at: 0,
      "missing columns: \(missing.joined(separator: ", ")) (known: \(known.joined(separator: ", ")))"
    )
  }
}

/// The lines of exported and shown tables.
package enum CSVText {
  package static func heading(_ sides: Sides) -> String {
    "schedule,day,period,time,\(sides.each.map(\.name).joined(separator: ",")),unit\n"
  }

  /// Appends the lines of a schedule, each after `start`; `values` returns the time and the setpoints of a row.
  package static func append(
    _ name: String, _ unit: TemperatureUnit, after start: String = "", to text: inout [UInt8],
    values: (RowAddress) -> [String]
  ) {
    let start = Array((start + QuotedText.csv(name)).utf8)
    for row in RowAddress.all {
      text += start
      for field in [row.day.name, row.period.name] + values(row) + [unit.rawValue] {
        text.append(UInt8(ascii: ","))
        text += field.utf8
      }
      text.append(UInt8(ascii: "\n"))
    }
  }
}

/// The rows of a schedule, in any order.
private struct CSVTableRows {
  /// The value of the column `schedule`, if there is one.
  let name: String?
  var unit: TemperatureUnit?
  var rows: [Weekday: [Row]] = [:]
  var first: CSVRow?

  /// A line until all are read, with the offset of its period.
  typealias Row = (period: Period?, place: Int, point: ReadSwitchpoint)

  /// A row for each minute.
  private static let mostRows = 1440

  mutating func add(_ row: CSVRow) throws(ImportRefusal) {
    for (column, own) in row.units {
      if let unit, unit != own { throw row.fault(column, "the unit changes within the file") }
      unit = own
    }
    first = first ?? row
    if let first, first.point.sides != row.point.sides {
      let lacking = first.point.sides.count < row.point.sides.count ? first : row
      let column = lacking.point.heat == nil ? "heat" : "cool"
      throw lacking.fault(column, "\(column) is empty here, but not in other rows")
    }
    guard rows[row.day, default: []].count < Self.mostRows else {
      throw row.fault("day", "\(row.day.title) has more than \(Self.mostRows) rows")
    }
    rows[row.day, default: []].append((row.period, row.offset(of: "period"), row.point))
  }

  func program(
    in text: DeviceText, _ options: ImportOptions
  ) throws(ImportRefusal) -> DeviceProgram {
    guard let unit = unit ?? options.fileUnit else { throw .unknownUnit }
    var program = DeviceProgram(unit)
    program.name = name
    for (day, rows) in rows.sorted(by: { $0.key < $1.key }) {
      try program.add(Self.sorted(rows, day, in: text).map { $0.point }, to: day, in: text)
    }
    return program
  }

  /// Sorts the rows of a day by period, each exactly once; or by time if the file has no periods.
  private static func sorted(
    _ rows: [Row], _ day: Weekday, in text: DeviceText
  ) throws(ImportRefusal) -> [Row] {
    guard rows.contains(where: { $0.period != nil }) else {
      return rows.sorted { $0.point.minutes < $1.point.minutes }
    }
    var result: [Row] = []
    for period in Period.allCases {
      let own = rows.filter { $0.period == period }
      if own.count > 1 {
        throw text.fault(at: own[1].place, "\(day.title) \(period.name) appears twice")
      }
      guard let row = own.first else {
        throw text.fault(
          at: rows.last?.point.offset,
          "\(day.title) has \(counted(rows.count, "row")) and no \(period.name) "
            + "(this is its \(rows.count == 1 ? "only" : "last") row)")
      }
      result.append(row)
    }
    return result
  }
}

/// A line below the heading.
private struct CSVRow {
  private(set) var day = Weekday.monday
  /// The period; nil if the file has no such column.
  private(set) var period: Period?
  private(set) var point = ReadSwitchpoint(time: (0, nil))
  /// The units after the values and in the row's column.
  private(set) var units: [(column: String, unit: TemperatureUnit)] = []
  private let record: [CSVField]
  private let columns: [String: Int]
  private let file: DeviceText

  init(
    _ record: [CSVField], _ columns: [String: Int], in file: DeviceText
  ) throws(ImportRefusal) {
    (self.record, self.columns, self.file) = (record, columns, file)
    day = try parsed("day", "a day") { Weekday($0) }
    if columns["period"] != nil { period = try parsed("period", "a period") { Period($0) } }
    point.offset = record[0].offset
    point.minutes = try parsed("time", "a time; expected HH:MM") { SpreadsheetText.minutes($0) }
    // A schedule of one side has empty cells where others of the table have the other side.
    for side in Side.allCases where text(side.name) ?? "" != "" {
      let value = try parsed(side.name, "a temperature") { SpreadsheetText.degrees($0) }
      point[side] = value.degrees
      if let unit = value.unit { units.append((side.name, unit)) }
    }
    if point.sides.isEmpty { throw fault("heat", "the row has no temperature") }
    if let text = text("unit") {
      guard let unit = TemperatureUnit(text.hasPrefix("°") ? String(text.dropFirst()) : text) else {
        throw fault("unit", "unit \(text.quoted()) is not F or C")
      }
      units.append(("unit", unit))
    }
  }

  /// The text of a column; nil if the file does not have it. Only a name may begin or end with blanks.
  func text(_ column: String) -> String? {
    columns[column].map { column == "schedule" ? record[$0].text : record[$0].word }
  }

  /// The error that stops the import, at a column.
  func fault(_ column: String, _ message: Sentence) -> ImportRefusal {
    file.fault(at: offset(of: column), message)
  }

  /// The offset of a column's text; the start of the line if the file does not have the column.
  func offset(of column: String) -> Int { record[columns[column] ?? 0].offset }

  private func parsed<Value>(
    _ column: String, _ what: String, _ parse: (String) -> Value?
  ) throws(ImportRefusal) -> Value {
    let text = text(column) ?? ""
    guard let value = parse(text) else { throw fault(column, "\(text.quoted()) is not \(what)") }
    return value
  }
}
