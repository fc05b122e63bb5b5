import ScheduleModel
import TwoWayTable

/// A block of cells as text, for copying and pasting.
struct CellBlock: Hashable {
  /// The texts, line by line; lines may differ in length.
  let lines: [[String]]

  /// Creates a block from the selection; times have the form of files, which any program can read.
  init(_ state: EditorState) {
    lines = state.selectedLines.map { line in
      line.map { state.week[state.layout.cell(at: $0)].description }
    }
  }

  /// Parses pasted text: cells are separated by tabs, or else by commas; lines by line ends.
  init(pasted text: String) {
    let separator: Character = text.contains("\t") ? "\t" : ","
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines.map { line in
      line.split(separator: separator, omittingEmptySubsequences: false).map(Self.cell)
    }
  }

  /// The block without headings at the top and day names in the first column.
  var withoutTitles: CellBlock {
    let isHeading = { (line: [String]) in
      line.contains { !$0.isEmpty } && !line.contains(where: Self.isValue)
    }
    let body = lines.drop(while: isHeading)
    guard !body.isEmpty else { return self }
    let hasDays = body.allSatisfy { $0.count > 1 && Weekday($0[0]) != nil }
    return CellBlock(lines: body.map { hasDays ? Array($0.dropFirst()) : $0 })
  }

  /// The values of a block that names its rows, as in `setpoint show --format csv`: below headings with a day and a
  /// period, for the schedule with that name if there are several; nil for any other block.
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

  /// Cells separated by tabs, lines terminated by line ends, as in spreadsheets.
  var text: String {
    lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// A cell without surrounding spaces and CSV quotes.
  private static func cell(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.count > 1, text.first == "\"", text.last == "\"" {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}
