extension Form {
  /// The size that shows the whole form, except for longer values.
  public var fittingSize: ScreenSize {
    let values = entries.map { entry in
      let placeholder = placeholder(of: entry).terminalColumns
      return max(
        entry.shown.terminalColumns, entry.line?.text.terminalColumns ?? 0,
        entry.isSeveral ? entry.boxes.last?.end ?? 0 : 0,
        placeholder == 0 ? 0 : placeholder + 18)
    }
    let width = max(
      labelWidth(in: 200) + max(24, values.max() ?? 0) + 3, buttonsWidth + 1,
      configuration.title.terminalColumns + 12)
    return ScreenSize(rows: fittingRows(in: width), columns: width)
  }

  /// The rows that show the whole form in `columns`.
  package func fittingRows(in columns: Int) -> Int {
    (configuration.title.isEmpty ? 0 : 1) + lines.count + messageLines(columns).count + 1
  }

  /// The headings and fields from top to bottom; a line with a heading precedes its first field.
  private var lines: [(heading: String?, field: Int)] {
    entries.enumerated().flatMap { index, entry -> [(heading: String?, field: Int)] in
      (entry.field.heading.map { [($0, index)] } ?? []) + [(nil, index)]
    }
  }

  /// Draws the form; returns the cursor position, nil to hide it.
  ///
  /// The field with the focus is always visible. From the top: title, fields, message, buttons; a long message has
  /// several lines. With few lines the title is omitted first, then other fields, the buttons, and the message.
  public func draw(into surface: inout Surface, in area: ScreenRectangle) -> ScreenPoint? {
    surface.clear(area)
    guard area.rows > 0, area.columns > 0 else { return nil }
    let (visible, hasTitle, message, hasButtons) = parts(in: area)
    if hasTitle {
      drawTitle(visible.filter { $0.heading == nil }.map(\.field), in: area, into: &surface)
    }
    var cursor: ScreenPoint?
    for (number, line) in visible.enumerated() {
      let place = ScreenPoint(row: area.row + (hasTitle ? 1 : 0) + number, column: area.column)
      if let heading = line.heading {
        surface.write(
          heading, row: place.row, column: place.column + 1, .title, .underline,
          cutTo: area.columns - 1)
      } else {
        let end = drawField(line.field, at: place, in: area, into: &surface)
        if focus == .field(line.field) { cursor = end }
      }
    }
    let last = area.lines.upperBound - 1
    let first = last + (hasButtons ? 0 : 1) - message.count
    for (number, text) in message.enumerated() {
      drawMessage(text, first + number, in: area, into: &surface)
    }
    if hasButtons {
      let place = drawButtons(last, in: area, into: &surface)
      cursor = cursor ?? place
    }
    return isAsking ? nil : cursor
  }

  /// The visible lines, and for what else the area has room.
  private func parts(
    in area: ScreenRectangle
  ) -> (
    lines: ArraySlice<(heading: String?, field: Int)>, hasTitle: Bool, message: [String],
    hasButtons: Bool
  ) {
    let lines = lines
    var (isOnButton, focused) = (false, 0)
    switch focus {
    case .field(let index): focused = lines.firstIndex { $0 == (nil, index) } ?? 0
    case .button: (isOnButton, focused) = (true, lines.count - 1)
    }
    let message =
      area.rows < 3 ? [] : messageLines(area.columns, upTo: area.rows - (isOnButton ? 2 : 1))
    let left = area.rows - message.count
    let hasTitle = left >= 4 && !configuration.title.isEmpty
    let hasButtons = left >= 2 || isOnButton
    let room = max(0, left - [hasTitle, hasButtons].count { $0 })
    // Centre the field with the focus as far as possible: the drawing does not depend on an earlier one.
    let first = max(0, min(focused - room / 2, lines.count - room))
    return (lines[first..<min(lines.count, first + room)], hasTitle, message, hasButtons)
  }

  func element(at place: ScreenPoint, in area: ScreenRectangle) -> Focus? {
    guard area.lines.contains(place.row), area.span.contains(place.column) else { return nil }
    let (visible, hasTitle, _, hasButtons) = parts(in: area)
    if hasButtons, place.row == area.lines.upperBound - 1 {
      return placedButtons(in: area).first { $0.columns.contains(place.column) }
        .map { .button($0.button) }
    }
    let number = visible.startIndex + place.row - area.row - (hasTitle ? 1 : 0)
    guard visible.indices.contains(number), visible[number].heading == nil else { return nil }
    return .field(visible[number].field)
  }

  /// Draws the title, and which of the fields are visible if not all are.
  private func drawTitle(_ fields: [Int], in area: ScreenRectangle, into surface: inout Surface) {
    let end = surface.write(
      configuration.title, row: area.row, column: area.column + 1, .title, cutTo: area.columns - 1)
    guard fields.count < entries.count, let first = fields.first, let last = fields.last else {
      return
    }
    let count = configuration.words.text(
      .fieldsShown, "\(first + 1)", "\(last + 1)", "\(entries.count)")
    let column = area.span.upperBound - count.terminalColumns - 1
    guard column > end else { return }
    surface.write(count, row: area.row, column: column, .faint)
  }

  private func drawMessage(
    _ text: String, _ line: Int, in area: ScreenRectangle, into surface: inout Surface
  ) {
    let (column, width) = (area.column + 1, area.columns - 1)
    guard isAsking else {
      surface.write(text, row: line, column: column, .problem, cutTo: width)
      return
    }
    let answers = showsAnswers ? configuration.words[.answers] : ""
    surface.write(text, answeredBy: answers, row: line, column: column, width: width)
  }

  /// At most `rows` lines with the message of a form of `columns`; one line is reserved for it.
  private func messageLines(_ columns: Int, upTo rows: Int = .max) -> [String] {
    if isAsking { return [configuration.deleteQuestion ?? configuration.words[.deleteThis]] }
    guard let reason else { return [""] }
    let lines = "! \(reason)".wrapped(columns: columns - 2, indent: "  ")
    guard lines.count > rows else { return lines }
    // Longer than the form, so that it is drawn with a mark at its end.
    return lines.prefix(rows - 1) + ["\(lines[rows - 1]) \(lines[rows].dropFirst(2))"]
  }

  /// The message: why a value is invalid, or the values cannot be saved.
  private var reason: String? {
    if let refusal { return refusal }
    let words = configuration.words
    if case .field(let index) = focus, let problem = problem(of: index) {
      return problem.reason(in: words)
    }
    if let (index, problem) = firstProblem, entries[index].problem != nil {
      let (label, reason) = (entries[index].field.label, problem.reason(in: words))
      return reason.hasPrefix(label) ? reason : "\(label): \(reason)"
    }
    return brokenRule.map { $0.problem.reason(in: words) }
  }

  /// Why the value of a field is invalid: after leaving it, or when the typed text cannot become valid.
  private func problem(of index: Int) -> FieldProblem? {
    let entry = entries[index]
    if let problem = entry.problem { return problem }
    guard entry.line != nil, case .failure(let problem) = entry.checked else { return nil }
    return problem
  }

  /// Draws the buttons; returns the position of the one with the focus.
  ///
  /// The focus looks as in fields; a button in parentheses is disabled.
  private func drawButtons(
    _ line: Int, in area: ScreenRectangle, into surface: inout Surface
  ) -> ScreenPoint? {
    if isAsking, area.rows < 3 {
      drawMessage(messageLines(area.columns)[0], line, in: area, into: &surface)
      return nil
    }
    var focused: ScreenPoint?
    for (button, columns) in placedButtons(in: area) {
      let enabled = button != .save || canSave
      let hasFocus = focus == .button(button)
      let (left, right) = hasFocus ? brackets : enabled ? (" ", " ") : ("(", ")")
      let style = hasFocus ? focusStyle : Style(enabled ? .plain : .faint)
      let text = left + label(of: button) + right
      let (column, end) = (columns.lowerBound, area.span.upperBound)
      if hasFocus { focused = ScreenPoint(row: line, column: min(column + 1, end - 1)) }
      surface.write(
        text, row: line, column: column, style.role, style.emphasis, cutTo: end - column)
    }
    return focused
  }

  /// All buttons if they fit; otherwise those from the one with the focus on.
  private func placedButtons(
    in area: ScreenRectangle
  ) -> [(button: Button, columns: Range<Int>)] {
    var (shown, column) = (buttons[...], area.column + 1)
    if buttonsWidth > area.columns, case .button(let button) = focus,
      let index = buttons.firstIndex(of: button)
    {
      shown = buttons[index...]
    }
    return shown.map { button in
      let width = label(of: button).terminalColumns + 2
      defer { column += width + 1 }
      return (button, column..<(column + width))
    }
  }

  private var buttonsWidth: Int { buttons.reduce(1) { $0 + label(of: $1).terminalColumns + 3 } }

  func label(of button: Button) -> String {
    switch button {
    case .save: configuration.saveLabel ?? configuration.words[.save]
    case .cancel: configuration.cancelLabel ?? configuration.words[.cancel]
    case .delete: configuration.deleteLabel ?? configuration.words[.delete]
    }
  }

  /// The width of the labels, at most half of the form.
  func labelWidth(in columns: Int) -> Int {
    guard configuration.showsLabels else { return 0 }
    let longest = entries.map(\.field.label.terminalColumns).max() ?? 0
    return min(longest + 2, columns / 2)
  }
}
