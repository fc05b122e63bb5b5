import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// The lines below the table and the strips: problems, status, hints, and frames above them.
extension EditorScreen {
  mutating func drawBelow(_ state: EditorState, _ layout: ScreenLayout) {
    drawProblems(state, layout.problemLines)
    drawStatus(state, layout)
    if let line = layout.hintsLine { surface.draw(state.hints, row: line, glyphs) }
  }

  /// Draws the status line: the text typed after `:`, or the status.
  private mutating func drawStatus(_ state: EditorState, _ layout: ScreenLayout) {
    let line = layout.statusLine
    clearStatus(row: line)
    if case .commandLine(let command) = state.mode {
      let room = max(1, surface.size.columns - 2)
      let (visible, before) = command.line.window(columns: room)
      surface.write(":", at: ScreenPoint(row: line, column: 0), style: Style(.accent, .raised))
      surface.write(visible, at: ScreenPoint(row: line, column: 1), style: Style(.plain, .raised))
      cursor = ScreenPoint(row: line, column: 1 + before)
      return
    }
    let day = state.cursor.day
    let hasDays = layout.grid?.namesSections == true
    if case .asking(let question) = state.mode, layout.hintsLine == nil {
      return drawQuestion(question, state, after: hasDays ? "" : "\(day.abbreviation): ", layout)
    }
    var status = state.status(glyphs)
    let said = status.text
    let namesDay = hasDays || said.contains(day.abbreviation)
    if !namesDay { status = StyledText("\(day.abbreviation): ", .heading) + status }
    // Without a line of hints, show the key of help at the end.
    let hasHelp = layout.hintsLine == nil && surface.size.columns >= 16
    if hasHelp, let key = state.keymap.keys(boundTo: "help") {
      surface.write(
        key, at: ScreenPoint(row: line, column: surface.size.columns - key.count),
        style: Style(.accent, .raised))
    }
    let columns = surface.size.columns - (hasHelp ? 4 : 2)
    var lines = [status]
    if layout.canFoldStatus, status.columns > columns {
      let folded = status.folded(columns: columns)
      lines = [
        folded[0],
        folded.dropFirst().reduce(StyledText()) { $0.isEmpty ? $1 : $0 + StyledText(" ") + $1 },
      ]
      clearStatus(row: line - 1)
    }
    for (index, text) in lines.enumerated() {
      surface.write(
        text, at: ScreenPoint(row: line + 1 - lines.count + index, column: 1), width: columns + 1,
        on: .raised, glyphs)
    }
  }

  /// Clears a line of the status, which has the background of the bar below it.
  private mutating func clearStatus(row: Int) {
    surface.clear(row: row, columns: 0..<surface.size.columns, style: Style(.plain, .raised))
  }

  /// Draws a question with all its answers, over the table if necessary: the user must see every answer.
  private mutating func drawQuestion(
    _ question: Question, _ state: EditorState, after day: String, _ layout: ScreenLayout
  ) {
    let columns = surface.size.columns - 2
    let title = day + question.title(state.options.fileName.printable)
    let lines =
      (glyphs.plain(title).folded(columns: columns) + [question.answers])
      .suffix(layout.statusLine + 1)
    for (index, line) in lines.enumerated() {
      let row = layout.statusLine + 1 - lines.count + index
      clearStatus(row: row)
      surface.write(
        glyphs.fit(line, columns + 1), at: ScreenPoint(row: row, column: 1),
        style: Style(.title, .raised))
    }
  }

  private mutating func drawProblems(_ state: EditorState, _ lines: Range<Int>) {
    if let line = lines.first, let welcome = state.welcome, state.problems.isEmpty {
      surface.write(
        glyphs.fit(welcome, surface.size.columns - 1), at: ScreenPoint(row: line, column: 1),
        style: Style(.title))
      return
    }
    let (shown, hidden) = state.listedProblems
    for (index, line) in lines.enumerated() {
      let text: String
      if shown.indices.contains(index) {
        text = "\(shown[index].mark) \(shown[index].sentence) [\(shown[index].elements[0].code)]"
      } else if index == shown.count, hidden > 0 {
        let key = state.keymap.keys(boundTo: "problems") ?? ":problems"
        text = "\(glyphs.ellipsis) and \(hidden) more; \(key) lists them"
      } else {
        continue
      }
      surface.write(
        glyphs.fit(glyphs.plain(text), surface.size.columns - 1),
        at: ScreenPoint(row: line, column: 1), style: Style(.problem))
    }
  }

  /// Draws a frame with the possible next keys, above the status line.
  mutating func drawContinuations(
    of keys: [Key], _ state: EditorState, _ layout: ScreenLayout
  ) {
    let lines = state.keymap.continuations(of: keys).map { "\($0.key)  \($0.help)" }
    let width = (lines.map(\.terminalColumns).max() ?? 0) + 4
    let height = min(lines.count + 2, layout.statusLine)
    let title = keys.map(\.name).joined(separator: " ")
    let area = surface.drawFrame(
      ScreenRectangle(
        row: layout.statusLine - height, column: 0, rows: height,
        columns: min(width, surface.size.columns)), title: title, showsUnicode: showsUnicode)
    for (line, text) in lines.prefix(area.rows).enumerated() {
      surface.write(
        glyphs.plain(text), at: ScreenPoint(row: area.row + line, column: area.column + 1),
        width: area.columns - 1)
    }
  }

  /// Draws a frame with the matching commands, or with a command's completions, above the status line.
  mutating func drawCommands(_ state: EditorState, _ layout: ScreenLayout) {
    let choices = state.commandChoices
    guard let title = choices.title else { return }
    // Keep a part of the week visible.
    let height = min(choices.lines.count + 2, layout.statusLine / 2)
    guard height > 2 else { return }
    let area = surface.drawFrame(
      ScreenRectangle(
        row: layout.statusLine - height, column: 0, rows: height, columns: surface.size.columns),
      title: glyphs.plain(title), showsUnicode: showsUnicode)
    // Keep the choice that Tab inserted visible.
    let first = max(0, min(choices.chosen ?? 0, choices.lines.count - area.rows))
    for (line, choice) in choices.lines.dropFirst(first).prefix(area.rows).enumerated() {
      let place = ScreenPoint(row: area.row + line, column: area.column + 1)
      let rest = choices.lines.count - first - line
      guard line < area.rows - 1 || rest == 1 else {
        surface.write(
          "\(glyphs.ellipsis) and \(rest) more; type to find", at: place, style: Style(.faint))
        continue
      }
      let isChosen = choices.chosen == first + line
      surface.write(
        glyphs.fit(choice.word, area.columns - 2), at: place,
        style: Style(isChosen ? .accent : .heading, isChosen ? .reverse : []))
      let text = ScreenPoint(row: place.row, column: place.column + 18)
      let room = area.columns - 20 - (choice.keys.isEmpty ? 0 : choice.keys.terminalColumns + 2)
      guard !choice.help.isEmpty, room > 0 else { continue }
      surface.write(glyphs.fit(glyphs.plain(choice.help), room), at: text)
      surface.write(
        choice.keys,
        at: ScreenPoint(
          row: place.row, column: area.column + area.columns - choice.keys.count - 1),
        style: Style(.accent))
    }
  }

  mutating func drawTooSmall(_ state: EditorState) {
    let need = GridFrame.minimumSize(for: state.layout.table)
    let help = state.keymap.keys(boundTo: "help") ?? ":help"
    let keys = state.mode == .browsing ? "  \(help) keys" : ""
    surface.write(
      "needs \(need.columns)x\(need.rows + 1)\(keys)", at: ScreenPoint(row: 0, column: 0))
    // Show the question, or the user would be stuck.
    guard case .asking(let question) = state.mode else { return }
    let text = "\(question.title(state.options.fileName.printable))  \(question.answers)"
    var rest = glyphs.plain(text).unicodeScalars[...]
    for row in 1..<max(2, surface.size.rows) {
      let line = String(rest.prefix(surface.size.columns))
      surface.write(line, at: ScreenPoint(row: row, column: 0), style: Style(.title))
      rest = rest.dropFirst(surface.size.columns)
    }
  }
}
