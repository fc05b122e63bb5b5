extension Form {
  /// Draws a field; returns the cursor position in it.
  func drawField(
    _ index: Int, at place: ScreenPoint, in area: ScreenRectangle, into surface: inout Surface
  ) -> ScreenPoint {
    let entry = entries[index]
    let hasFocus = focus == .field(index)
    let labels = labelWidth(in: area.columns)
    if labels > 0 {
      surface.write(
        entry.field.label, row: place.row, column: place.column + 1, .heading, cutTo: labels - 1)
    }
    let start = ScreenPoint(row: place.row, column: place.column + labels + 1)
    let room = area.span.upperBound - start.column - 1
    guard room > 0 else { return ScreenPoint(row: place.row, column: area.column) }
    let problem = entry.problem != nil
    let role: StyleRole = problem ? .problem : .plain
    let mark = problem ? "!" : hasFocus ? brackets.left : " "
    surface.write(mark, row: start.row, column: start.column - 1, role)
    var (cursor, style) = (start, Style(role))
    if hasFocus {
      if entry.isSeveral { return drawBoxes(entry, at: start, room: room, into: &surface) }
      // The next typed character replaces the value.
      if entry.line == nil { style = focusStyle } else if isColored { style.emphasis = .underline }
      drawEndOfField(entry, at: start, room: room, style, into: &surface)
    }
    if let line = entry.line, hasFocus {
      let (visible, before) = line.window(columns: room)
      surface.write(visible, at: start, style: style)
      cursor.column += before
    } else if let text = entry.line?.text ?? (entry.value.isEmpty ? nil : entry.shown) {
      surface.write(
        text, row: start.row, column: start.column, style.role, style.emphasis, cutTo: room)
    } else if !hasFocus {
      drawPlaceholder(entry, row: start.row, column: start.column, room: room, into: &surface)
    }
    return cursor
  }

  /// The marks on both sides of the focus.
  var brackets: (left: String, right: String) { isColored ? (" ", " ") : ("[", "]") }
  var focusStyle: Style { isColored ? Style(.cursor) : Style(.plain, .reverse) }

  func placeholder(of entry: Entry) -> String {
    entry.isMixed ? configuration.words[.differ] : entry.field.placeholder
  }

  /// In parentheses, to distinguish it from a value.
  private func drawPlaceholder(
    _ entry: Entry, row: Int, column: Int, room: Int, into surface: inout Surface
  ) {
    let text = placeholder(of: entry)
    guard !text.isEmpty, room > 2 else { return }
    surface.write("(\(text))", row: row, column: column, .faint, cutTo: room)
  }

  /// Draws all choices with boxes, scrolled to the choice that the space bar ticks; returns its position.
  private func drawBoxes(
    _ entry: Entry, at start: ScreenPoint, room: Int, into surface: inout Surface
  ) -> ScreenPoint {
    let (boxes, first) = (entry.boxes, entry.firstBox(in: room))
    var cursor = start
    for (index, box) in boxes.enumerated().dropFirst(first) {
      let place = ScreenPoint(row: start.row, column: start.column + box.start - boxes[first].start)
      guard place.column < start.column + room else { break }
      if index == entry.candidate { cursor = ScreenPoint(row: place.row, column: place.column + 1) }
      surface.write(
        box.text, at: place, style: index == entry.candidate ? focusStyle : .plain,
        width: start.column + room - place.column)
    }
    surface.write(brackets.right, row: start.row, column: start.column + room)
    return cursor
  }

  /// The choice at a column of a field with the focus whose choices have boxes.
  func choice(of index: Int, at column: Int, in area: ScreenRectangle) -> Int? {
    let (entry, start) = (entries[index], area.column + labelWidth(in: area.columns) + 1)
    let (boxes, first) = (entry.boxes, entry.firstBox(in: area.span.upperBound - start - 1))
    let place = column - start + boxes[first].start
    return boxes.indices.dropFirst(first).first { boxes[$0].start..<boxes[$0].end ~= place }
  }

  /// Colours the field with the focus, or closes its brackets.
  private func drawEndOfField(
    _ entry: Entry, at start: ScreenPoint, room: Int, _ style: Style, into surface: inout Surface
  ) {
    let text = entry.line?.text ?? entry.shown
    let width = min(room, max(entry.isChoice ? 1 : 10, text.terminalColumns))
    let end = start.column + width
    if isColored { surface.clear(row: start.row, columns: start.column..<end, style: style) }
    surface.write(
      brackets.right, row: start.row, column: end, entry.problem == nil ? .plain : .problem)
    var gap = width + 2
    // Yes and no need no number.
    let count = entry.field.editor is ToggleEditor ? 0 : entry.field.editor.choices.count
    let place = (entry.field.editor.choices.firstIndex(of: entry.value) ?? -1) + 1
    let hint = count > 1 ? "\(place)/\(count)" : entry.field.opens != nil ? ">" : ""
    if !hint.isEmpty {
      guard gap + hint.terminalColumns <= room else { return }
      surface.write(hint, row: start.row, column: start.column + gap, .faint)
      gap += hint.terminalColumns + 1
    }
    guard text.isEmpty else { return }
    drawPlaceholder(
      entry, row: start.row, column: start.column + gap, room: room - gap, into: &surface)
  }
}

extension Form.Entry {
  /// The first box that `room` columns show.
  fileprivate func firstBox(in room: Int) -> Int {
    boxes.firstIndex { boxes[candidate].end - $0.start <= room } ?? candidate
  }

  /// The choices with boxes, side by side, and their columns.
  var boxes: [(text: String, start: Int, end: Int)] {
    var start = 0
    return field.editor.choices.map { choice in
      let text = "\(ticked.contains(choice) ? "[x]" : "[ ]") \(field.editor.display(choice))"
      defer { start += text.terminalColumns + 2 }
      return (text, start, start + text.terminalColumns)
    }
  }
}
