import ScheduleModel
import TwoWayTable

/// A block of cells as text: what is copied and pasted.
struct CellBlock: Hashable {
  /// The texts, line by line; lines may differ in length.
  let lines: [[String]]

  /// Takes the range of an editor; times in the form of files, so that any program reads them.
  init(_ state: EditorState) {
    lines = state.selectedLines.map { line in
      line.map { state.week[state.layout.cell(at: $0)].description }
    }
  }

  /// Reads pasted text: tabs part cells, or commas where no tab is; line ends part lines.
  init(pasted text: String) {
    let separator: Character = text.contains("\t") ? "\t" : ","
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines.map { line in
      line.split(separator: separator, omittingEmptySubsequences: false).map(Self.cell)
    }
  }

  /// The block without what a sheet has around its values: lines of headings at the top, and names of
  /// days in the first column.
  var withoutTitles: CellBlock {
    let isHeading = { (line: [String]) in
      line.contains { !$0.isEmpty } && !line.contains(where: Self.isValue)
    }
    let body = lines.drop(while: isHeading)
    guard !body.isEmpty else { return self }
    let hasDays = body.allSatisfy { $0.count > 1 && Weekday($0[0]) != nil }
    return CellBlock(lines: body.map { hasDays ? Array($0.dropFirst()) : $0 })
  }

  /// The values of rows that the block names, as `setpoint show --format csv` writes them: below headings that
  /// have a day and a period, of the schedule with that name where there are several; nil for another block.
  func namedValues(
    of schedule: String, in unit: TemperatureUnit
  ) -> [(cell: CellAddress, text: String)]? {
    let headings = lines.first?.map { $0.lowercased() } ?? []
    guard let day = headings.firstIndex(of: "day"), let period = headings.firstIndex(of: "period")
    else { return nil }
    let body = lines.dropFirst().filter { line in line.contains { !$0.isEmpty } }
    let names = headings.firstIndex(of: "schedule").map { column in
      body.map { column < $0.count ? $0[column] : "" }
    }
    let hasOthers = Set(names ?? []).count > 1
    var values: [(cell: CellAddress, text: String)] = []
    for (number, line) in body.enumerated() where !hasOthers || names?[number] == schedule {
      guard line.count == headings.count, let day = Weekday(line[day]),
        let period = Period(line[period])
      else { return nil }
      let other = headings.firstIndex(of: "unit").flatMap { TemperatureUnit(line[$0]) }
      for field in Field.allCases {
        guard let column = headings.firstIndex(of: field.name) else { continue }
        let scale = field == .time || other == unit ? nil : other
        values.append((CellAddress(day, period, field), line[column] + (scale?.rawValue ?? "")))
      }
    }
    return values.isEmpty ? nil : values
  }

  private init(lines: [[String]]) { self.lines = lines }

  private static func isValue(_ text: String) -> Bool {
    TimeOfDay(text) != nil || text.contains { $0.isNumber }
  }

  /// Tabs between cells, a line end behind every line: what spreadsheets paste.
  var text: String {
    lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// A cell without blanks around it and without the quotes that CSV may put there.
  private static func cell(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.count > 1, text.first == "\"", text.last == "\"" {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}
