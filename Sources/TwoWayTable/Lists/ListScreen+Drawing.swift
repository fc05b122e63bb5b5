extension ListScreen {
  /// Draws what changed since the list was drawn last, and returns where the terminal's cursor
  /// belongs.
  ///
  /// The last line of the area says how many items there are, what is looked for, or asks.
  public mutating func draw(
    into surface: inout Surface, in area: ScreenRectangle
  ) -> ScreenPoint? {
    guard area.rows > 0, area.columns > 0 else { return nil }
    pageHeight = max(1, area.rows - 1)
    scrollToSelection()
    drawRows(into: &surface, in: area)
    guard area.rows > 1 else { return place(of: selection, in: area) }
    return drawStatus(area.lines.upperBound - 1, in: area, into: &surface)
      ?? place(of: selection, in: area)
  }

  /// Forgets what is drawn, so that the next drawing draws everything: for a surface that shows
  /// something else now.
  public mutating func invalidate() { drawn = nil }

  /// Hands out the places of the items that were drawn, in order, and begins a new log.
  public mutating func takeDrawnRows() -> [Int] {
    defer { log = [] }
    return log
  }

  // MARK: Rows

  private mutating func drawRows(into surface: inout Surface, in area: ScreenRectangle) {
    let new = Drawn(
      area: area, first: firstVisible, rows: rows(in: area), titleWidth: shownTitleWidth(in: area))
    var old = [Row?](repeating: nil, count: pageHeight)
    if let drawn, drawn.area == area, drawn.titleWidth == new.titleWidth {
      old = drawn.rows
      let distance = new.first - drawn.first
      if distance != 0, abs(distance) < pageHeight {
        surface.scroll(area.lines.lowerBound..<(area.row + pageHeight), by: distance, area.span)
        let gap = [Row?](repeating: nil, count: abs(distance))
        old = distance > 0 ? old.dropFirst(distance) + gap : gap + old.dropLast(-distance)
      }
    } else {
      surface.clear(area)
    }
    for line in 0..<pageHeight where new.rows[line] != old[line] {
      surface.clear(row: area.row + line, columns: area.span)
      guard let row = new.rows[line] else { continue }
      log.append(firstVisible + line)
      draw(row, line: area.row + line, in: area, into: &surface)
    }
    drawn = new
    if items.isEmpty {
      surface.write(
        emptyText, at: ScreenPoint(row: area.row, column: area.column + 2), style: Style(.faint),
        width: area.columns - 2)
    }
  }

  private func rows(in area: ScreenRectangle) -> [Row?] {
    (0..<pageHeight).map { line in
      let index = firstVisible + line
      guard items.indices.contains(index) else { return nil }
      return Row(item: items[index], isSelected: index == selection)
    }
  }

  /// A selected title is reversed and has a `>` before it.
  private func draw(
    _ row: Row, line: Int, in area: ScreenRectangle, into surface: inout Surface
  ) {
    let start = ScreenPoint(row: line, column: area.column)
    if row.isSelected { surface.write(">", at: start, width: area.columns) }
    let width = shownTitleWidth(in: area)
    surface.write(
      row.item.title, at: ScreenPoint(row: line, column: start.column + 2),
      style: Style(.plain, row.isSelected ? .reverse : []), width: width)
    let detail = start.column + 2 + width + 2
    guard detail < area.span.upperBound else { return }
    surface.write(
      row.item.detail, at: ScreenPoint(row: line, column: detail), style: Style(.faint),
      width: area.span.upperBound - detail)
  }

  /// Titles take what they need, at most two thirds where there are details.
  private func shownTitleWidth(in area: ScreenRectangle) -> Int {
    let room = max(0, area.columns - 2)
    guard hasDetails else { return room }
    return min(titleWidth, area.columns >= 24 ? max(16, room * 2 / 3) : room)
  }

  // MARK: Last line

  /// Draws the last line; returns the place of the cursor while finding.
  private func drawStatus(
    _ line: Int, in area: ScreenRectangle, into surface: inout Surface
  ) -> ScreenPoint? {
    surface.clear(row: line, columns: area.span)
    let start = ScreenPoint(row: line, column: area.column + 1)
    let room = area.columns - 1
    switch mode {
    case .browsing:
      let count = items.isEmpty ? "" : "\(selection + 1) of \(items.count)"
      surface.write(count, at: start, style: Style(.faint), width: room)
      return nil
    case .asking:
      let question = "\(deleteQuestion) \"\(selectedItem?.title ?? "")\"?"
      let answers = "  y yes  n no"
      // The answers stay in sight however long the title is.
      let end = surface.write(
        question, at: start, style: Style(.title), width: max(0, room - answers.count))
      surface.write(
        answers, at: ScreenPoint(row: line, column: end), style: Style(.title),
        width: area.span.upperBound - end)
      return nil
    case .finding(let typed, _):
      let text = "/\(typed.text)\(findsNothing ? "   ! nothing found" : "")"
      surface.write(text, at: start, style: Style(findsNothing ? .problem : .plain), width: room)
      let before = String(typed.text.unicodeScalars.prefix(typed.cursor))
      let column = start.column + 1 + before.terminalColumns
      return ScreenPoint(row: line, column: min(column, area.span.upperBound - 1))
    }
  }

  private func place(of index: Int, in area: ScreenRectangle) -> ScreenPoint? {
    guard items.indices.contains(index) else { return nil }
    return ScreenPoint(
      row: area.row + index - firstVisible, column: area.column + min(2, area.columns - 1))
  }
}
