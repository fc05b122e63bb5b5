extension ListScreen {
  /// Draws the list; returns the cursor position; records how many items fit and the scroll position.
  ///
  /// The last line shows the number of items, the search text or a question. Truncated texts end in `mark`.
  public mutating func draw(
    into surface: inout Surface, in area: ScreenRectangle, cuttingWith mark: String = ">"
  ) -> ScreenPoint? {
    guard area.rows > 0, area.columns > 0 else { return nil }
    (firstLine, pageHeight) = (area.row, max(1, area.rows - 1))
    scrollToSelection()
    drawRows(mark, into: &surface, in: area)
    guard area.rows > 1 else { return place(of: selection, in: area) }
    return drawStatus(area.lines.upperBound - 1, in: area, into: &surface)
      ?? place(of: selection, in: area)
  }

  // MARK: Rows

  private func drawRows(_ mark: String, into surface: inout Surface, in area: ScreenRectangle) {
    surface.clear(area)
    let width = titleWidth(in: area)
    for line in 0..<pageHeight where items.indices.contains(firstVisible + line) {
      draw(firstVisible + line, line: area.row + line, width, mark, in: area, into: &surface)
    }
    if items.isEmpty {
      surface.write(
        words[.nothingHere], at: ScreenPoint(row: area.row, column: area.column + 2),
        style: Style(.faint), width: area.columns - 2)
    }
  }

  /// Draws an item; the selected title looks like the cursor, after a `>`.
  private func draw(
    _ index: Int, line: Int, _ width: Int, _ mark: String, in area: ScreenRectangle,
    into surface: inout Surface
  ) {
    let item = items[index]
    let isSelected = index == selection
    let start = ScreenPoint(row: line, column: area.column)
    if isSelected { surface.write(">", at: start, width: area.columns) }
    surface.write(
      item.title.cut(to: width, with: mark), at: ScreenPoint(row: line, column: start.column + 2),
      style: Style(isSelected ? .cursor : .plain), width: width)
    let detail = start.column + 2 + width + 2
    guard detail < area.span.upperBound else { return }
    let room = area.span.upperBound - detail
    surface.write(
      item.detail.cut(to: room, with: mark), at: ScreenPoint(row: line, column: detail),
      style: Style(.faint), width: room)
  }

  /// The width of the titles: as much as needed, but at most two thirds if there are details.
  private func titleWidth(in area: ScreenRectangle) -> Int {
    let room = max(0, area.columns - 2)
    guard items.contains(where: { !$0.detail.isEmpty }) else { return room }
    let titleWidth = items.reduce(0) { max($0, $1.title.terminalColumns) }
    return min(titleWidth, area.columns >= 24 ? max(16, room * 2 / 3) : room)
  }

  // MARK: Last line

  /// Draws the last line; returns the cursor position while finding.
  private func drawStatus(
    _ line: Int, in area: ScreenRectangle, into surface: inout Surface
  ) -> ScreenPoint? {
    let start = ScreenPoint(row: line, column: area.column + 1)
    let room = area.columns - 1
    switch mode {
    case .browsing:
      let count = items.isEmpty ? "" : words.text(.itemOf, "\(selection + 1)", "\(items.count)")
      surface.write(count, at: start, style: Style(.faint), width: room)
      return nil
    case .asking:
      let question = words.text(.deleteItem, selectedItem?.title ?? "")
      surface.write(question, answeredBy: words[.answers], at: start, width: room)
      return nil
    case .finding(let typed, _):
      let message = findsNothing ? "   ! \(words[.nothingFound])" : ""
      let (visible, before) = typed.window(columns: max(1, room - 1 - message.terminalColumns))
      surface.write(
        "/\(visible)\(message)", at: start, style: Style(findsNothing ? .problem : .plain),
        width: room)
      return ScreenPoint(
        row: line, column: min(start.column + 1 + before, area.span.upperBound - 1))
    }
  }

  private func place(of index: Int, in area: ScreenRectangle) -> ScreenPoint? {
    guard items.indices.contains(index) else { return nil }
    return ScreenPoint(
      row: area.row + index - firstVisible, column: area.column + min(2, area.columns - 1))
  }
}

extension Surface {
  /// Writes a text, with a mark at its end if it is cut.
  @discardableResult
  mutating func write(
    _ text: String, at place: ScreenPoint, style: Style, cutTo columns: Int
  ) -> Int {
    write(text.cut(to: columns, with: ">"), at: place, style: style, width: columns)
  }

  /// Writes a question and its answers, which stay visible, however long the question is.
  mutating func write(
    _ question: String, answeredBy answers: String, at place: ScreenPoint, width: Int
  ) {
    let room = max(0, width - answers.terminalColumns - 2)
    let end = write(question, at: place, style: Style(.title), cutTo: room)
    write(
      "  \(answers)", at: ScreenPoint(row: place.row, column: end), style: Style(.title),
      width: place.column + width - end)
  }
}
