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
