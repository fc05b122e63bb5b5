import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Pastes a block as one undo step: repeatedly over the selected range, or from the cursor on.
  ///
  /// Empty texts leave their cell unchanged. Headings are skipped unless they name other columns; a line that began
  /// with a day is pasted into the line of that day, or into that day if it has all columns. If anything does not fit,
  /// nothing is pasted, and the rejected texts are listed. `unit` is that of the temperatures.
  mutating func paste(_ block: CellBlock, in unit: TemperatureUnit) {
    guard let width = block.lines.map(\.count).max() else { return say("nothing to paste") }
    let area = selectedLines
    let lineWidth = layout.table.lineWidth(in: arrangement)
    // Lines with a day and all columns need no lines in the table.
    let dayWidth = layout.periods.count * layout.table.columns.count
    let isWhole = !block.days.isEmpty && block.lines.allSatisfy { $0.count == dayWidth }
    if !isWhole, let day = block.days.first(where: { line(of: $0) == nil }) {
      return refuse(Refusal("nothing pasted; the table has no line for \(day.title) alone"))
    }
    let corner = isWhole ? 0 : layout.table.number(of: area[0][0])
    let titled = block.titles.isEmpty ? 0 : max(block.titles.count, area[0].count)
    let room = isWhole ? width : lineWidth - corner % lineWidth
    if let other = misplacedTitle(of: block, from: corner, columns: min(titled, room)) {
      return refuse(other)
    }
    let scale = unit == week.unit ? "" : unit.rawValue
    var values: [(cell: CellAddress, text: String)] = []
    var beyond = 0
    let targets = isWhole ? dayTargets(of: block) : tableTargets(of: block, width, over: area)
    for (text, cells) in targets where !text.isEmpty {
      if cells.isEmpty { beyond += 1 }
      values += cells.map { ($0, $0.field == .time ? text : text + scale) }
    }
    lastEdit = (week.unit, { $0.paste(block, in: unit) })
    paste(values, beyond: beyond, note: block.titles.isEmpty ? "" : "; titles skipped")
  }

  /// A text and its cells: several for a line of several days, none beyond the table.
  private typealias PasteTarget = (text: String, cells: [CellAddress])

  private func dayTargets(of block: CellBlock) -> [PasteTarget] {
    zip(block.days, block.lines).flatMap { day, texts in
      texts.enumerated().map { column, text in
        let cell = layout.cell(at: layout.table.position(numbered: column))
        return (text, [CellAddress(day, cell.period, cell.field)])
      }
    }
  }

  /// The cells for a block with a width: in the lines of its days, or repeated from the first line of `area` on.
  private func tableTargets(
    of block: CellBlock, _ width: Int, over area: [[TablePosition]]
  ) -> [PasteTarget] {
    let (table, lineWidth) = (layout.table, layout.table.lineWidth(in: arrangement))
    let (top, left) = table.number(of: area[0][0]).quotientAndRemainder(dividingBy: lineWidth)
    let lineCount = table.rowCount * table.columns.count / lineWidth
    var targets: [PasteTarget] = []
    for line in 0..<max(area.count, block.lines.count) {
      let texts = block.lines[line % block.lines.count]
      let row = block.days.isEmpty ? nil : self.line(of: block.days[line % block.days.count])
      let target = row ?? top + line
      let columns = area[0].count > width ? area[0].count : texts.count
      for column in 0..<columns where column % width < texts.count {
        let isInside = target < lineCount && left + column < lineWidth
        let number = target * lineWidth + left + column
        let cells = isInside ? layout.cells(at: table.position(numbered: number)) : []
        targets.append((texts[column % width], cells))
      }
    }
    return targets
  }

  /// Refuses a heading that names another column than that of the cell below it, numbered from `start` on.
  private func misplacedTitle(of block: CellBlock, from start: Int, columns: Int) -> Refusal? {
    let table = layout.table
    let known =
      Period.allCases.map(\.name) + Field.allCases.map(\.name)
      + table.columns.map { $0.title.lowercased() }
    for column in 0..<columns {
      let position = table.position(numbered: start + column)
      let cell = layout.cell(at: position)
      let own = [
        cell.period.name, cell.field.name, table.columns[position.column].title.lowercased(),
      ]
      let words = block.titles[column % block.titles.count]
      if let other = words.first(where: { known.contains($0) && !own.contains($0) }) {
        let place = "\(cell.period.name) \(cell.field.name)"
        return Refusal("nothing pasted; the column \(other.quoted()) would be in \(place)")
      }
    }
    return nil
  }

  /// The line of a day in a table that has one line for each day; nil in another.
  private func line(of day: Weekday) -> Int? {
    guard arrangement == .across, layout.days.allSatisfy({ $0.count == 1 }) else { return nil }
    return layout.days.firstIndex(of: [day])
  }

  /// Sets cells to texts, unless one of them is rejected or was `beyond` the table.
  private mutating func paste(
    _ values: [(cell: CellAddress, text: String)], beyond: Int, note: String
  ) {
    guard !values.isEmpty || beyond > 0 else { return say("nothing to paste") }
    var changed = week
    var refused: [(cell: CellAddress, refusal: Refusal)] = []
    for (cell, text) in values {
      do {
        changed[cell] = try value(of: text, for: cell, in: changed, isData: true)
      } catch {
        refused.append((cell, error))
      }
    }
    guard refused.isEmpty, beyond == 0 else { return refuse(refused, beyond: beyond) }
    let isSame = changed == week
    let cells = counted(Set(values.map(\.cell)).count, "cell")
    apply(changed, name: .words("paste \(cells)"))
    anchor = nil
    say(isSame ? "the cells have these values already" : "pasted \(cells)\(note)")
  }

  /// Lists the texts that no cell accepted; choosing one goes to its cell.
  private mutating func refuse(_ refused: [(cell: CellAddress, refusal: Refusal)], beyond: Int) {
    var reasons: [String] = []
    if let first = refused.first {
      let more = refused.count > 1 ? " and \(refused.count - 1) more" : ""
      reasons.append("\(first.cell): \(first.refusal)\(more)")
    }
    if beyond > 0 { reasons.append("\(counted(beyond, "cell")) beyond the table") }
    let text = "nothing pasted; " + reasons.joined(separator: "; ")
    say(text, isProblem: true)
    // Also for a single text if its reason does not fit in the line.
    guard refused.count > 1 || !refused.isEmpty && text.count > size.columns - 2 else { return }
    open("Refused", ListDetail(hints: [Hint("Enter", "go to the cell")])) { _ in
      refused.enumerated().map {
        ListItem(id: "\($0)", title: "\($1.cell)", detail: $1.refusal.reason)
      }
    } choose: { state, outcome throws(Refusal) in
      guard case .open(let id) = outcome, let index = Int(id) else { return state.refuse(outcome) }
      try state.go(to: refused[index].cell)
      state.dialogs.close()
    }
  }
}

/// A block of cells as text, for copying and pasting.
struct CellBlock: Hashable {
  /// The texts, line by line; lines may differ in length.
  let lines: [[String]]
  /// The day that each line named.
  private(set) var days: [Weekday] = []
  /// The words of each column's headings, in lower case.
  private(set) var titles: [[String]] = []
}

extension CellBlock {
  /// Creates a block from the selection; times have the form of files, which any program can read.
  init(_ state: EditorState) {
    lines = state.selectedLines.map { line in
      line.map { state.week[state.layout.cell(at: $0)].description }
    }
  }

  /// Reads pasted text as CSV, with tabs, or else semicolons or commas, between the cells. In lines that are
  /// single numbers, such as `68,5`, a comma is the decimal sign.
  static func pasted(_ text: String) throws(Refusal) -> CellBlock {
    let text = text.replacing("\u{A0}", with: " ")
    let hasCells = text.split(whereSeparator: \.isNewline).contains {
      $0.contains(",") && Temperature(single: String($0).trimmed) == nil
    }
    let separator: Character =
      text.contains("\t") ? "\t" : text.contains(";") ? ";" : hasCells ? "," : "\t"
    // After a separator, people type a blank.
    let spelled = text.replacing("\(separator) \"", with: "\(separator)\"")
    guard let rows = CSVReader.rows(of: spelled, separator: separator) else {
      throw Refusal("nothing pasted; a quotation mark is not closed, or text follows it")
    }
    return try CellBlock(lines: rows).withoutTitles()
  }

  /// Returns the block without headings at the top, day names in the first column, and empty lines between days.
  private func withoutTitles() throws(Refusal) -> CellBlock {
    let isEmpty = { (line: [String]) in line.allSatisfy(\.isEmpty) }
    let isValue = { (text: String) in TimeOfDay(text) != nil || text.contains(where: \.isNumber) }
    let isHeading = { (line: [String]) in !isEmpty(line) && !line.contains(where: isValue) }
    var headings = lines.prefix { isHeading($0) || isEmpty($0) }
    if !headings.contains(where: isHeading) { headings = [] }
    let body = lines.dropFirst(headings.count)
    guard !body.isEmpty else { return self }
    var titles = [[String]](repeating: [], count: headings.map(\.count).max() ?? 0)
    for line in headings {
      for (column, text) in line.enumerated() {
        titles[column] += text.lowercased().split { !$0.isLetter }.map(String.init)
      }
    }
    guard body.contains(where: { $0.count > 1 && Weekday($0[0]) != nil }) else {
      return CellBlock(lines: Array(body), titles: titles)
    }
    let rows = body.filter { !isEmpty($0) }
    var days: Set<Weekday> = []
    if let other = rows.first(where: { Weekday($0[0]).map { !days.insert($0).inserted } ?? true }) {
      throw Refusal(
        "nothing pasted; the line \(other[0].quoted()) does not begin with a day, or repeats one")
    }
    return CellBlock(
      lines: rows.map { Array($0.dropFirst()) }, days: rows.compactMap { Weekday($0[0]) },
      titles: Array(titles.dropFirst()))
  }

  /// Cells separated by tabs, lines terminated by line ends, as in spreadsheets.
  var text: String { lines.map { $0.joined(separator: "\t") + "\n" }.joined() }
}
