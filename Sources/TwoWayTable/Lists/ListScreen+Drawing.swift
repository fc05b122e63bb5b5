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
    return drawStatus(area.lines.upperBound - 1, mark, in: area, into: &surface)
      ?? place(of: selection, in: area)
  }

  /// Draws the visible items; the selected title looks like the cursor, after a `>`.
  private func drawRows(_ mark: String, into surface: inout Surface, in area: ScreenRectangle) {
    surface.clear(area)
    let (width, title) = (titleWidth(in: area.columns), area.column + 2)
    let detail = title + width + 2
    for (line, item) in items.dropFirst(firstVisible).prefix(pageHeight).enumerated() {
      let (row, isSelected) = (area.row + line, firstVisible + line == selection)
      if isSelected { surface.write(">", row: row, column: area.column, width: area.columns) }
      surface.write(
        item.title, row: row, column: title,
        isSelected ? .cursor : isCounted(item) ? .plain : .heading,
        cutTo: item.detail.isEmpty ? area.columns - 2 : width, with: mark)
      let room = area.span.upperBound - detail
      surface.write(item.detail, row: row, column: detail, .faint, cutTo: room, with: mark)
    }
    if items.isEmpty {
      let width = area.columns - 2
      surface.write(words[.nothingHere], row: area.row, column: title, .faint, width: width)
    }
  }

  /// The width of the titles: as much as needed, but at most half if the details need the rest.
  package func titleWidth(in columns: Int) -> Int {
    let room = max(0, columns - 2)
    let detail = items.reduce(0) { max($0, $1.detail.terminalColumns) }
    guard detail > 0 else { return room }
    let titleWidth = items.reduce(0) { max($0, $1.title.terminalColumns) }
    return min(titleWidth, columns >= 24 ? max(16, room / 2, room - detail - 2) : room)
  }

  /// The lines with the end of the selected title, if a list of `columns` cuts it.
  package func endOfTitle(columns: Int) -> [String] {
    let (title, hasDetail) = (selectedItem?.title ?? "", selectedItem?.detail.isEmpty == false)
    let width = hasDetail ? titleWidth(in: columns) : columns - 2
    guard title.terminalColumns > width else { return [] }
    let words = title.wrapped(columns: width - 1).dropFirst().joined(separator: " ")
    // A long word is cut.
    let rest = title.dropFirst(title.cut(to: width - 1, with: "").count)
    return (words.isEmpty ? String(rest) : words).wrapped(columns: columns - 3)
  }

  /// Draws the last line; returns the cursor position while finding.
  private func drawStatus(
    _ line: Int, _ mark: String, in area: ScreenRectangle, into surface: inout Surface
  ) -> ScreenPoint? {
    let start = area.column + 1
    let room = area.columns - 1
    switch mode {
    case .browsing:
      let number = items.prefix(selection + 1).count(where: isCounted)
      let all = items.count(where: isCounted)
      let count = items.isEmpty ? "" : words.text(.itemOf, "\(number)", "\(all)")
      surface.write(count, row: line, column: start, .faint, width: room)
      return nil
    case .asking:
      let question =
        selectedItem?.deleteQuestion ?? words.text(.deleteItem, selectedItem?.title ?? "")
      let answers = showsAnswers ? words[.answers] : ""
      surface.write(
        question, answeredBy: answers, row: line, column: start, width: room, cuttingWith: mark)
      return nil
    case .finding(let typed, _):
      let message = findsNothing ? "   ! \(words[.nothingFound])" : ""
      let (visible, before) = typed.window(columns: max(1, room - 1 - message.terminalColumns))
      surface.write(
        "/\(visible)\(message)", row: line, column: start, findsNothing ? .problem : .plain,
        width: room)
      return ScreenPoint(row: line, column: min(start + 1 + before, area.span.upperBound - 1))
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
    _ text: String, row: Int, column: Int, _ role: StyleRole = .plain, _ emphasis: Emphasis = [],
    cutTo width: Int, with mark: String = ">"
  ) -> Int {
    write(text.cut(to: width, with: mark), row: row, column: column, role, emphasis, width: width)
  }

  /// Writes a question and its answers, which always stay visible; of a long question, a quoted name loses its end.
  mutating func write(
    _ question: String, answeredBy answers: String, row: Int, column: Int, width: Int,
    cuttingWith mark: String = ">"
  ) {
    let room = max(0, width - answers.terminalColumns - (answers.isEmpty ? 0 : 2))
    let tail = question.lastIndex(of: "\"").map { question[$0...] } ?? question.suffix(1)
    let head = String(question.dropLast(tail.count))
      .cut(to: max(10, room - tail.terminalColumns), with: mark)
    let end = write(head + tail, row: row, column: column, .title, cutTo: room, with: mark)
    write("  \(answers)", row: row, column: end, .title, width: column + width - end)
  }
}
