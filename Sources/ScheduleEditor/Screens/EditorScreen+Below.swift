import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// What stands below the table and the strips: problems, the status, hints, and frames above them.
extension EditorScreen {
  mutating func drawBelow(_ state: EditorState, _ layout: ScreenLayout) {
    drawProblems(state, layout.problemLines)
    drawStatus(state, layout)
    if let line = layout.hintsLine {
      surface.clear(row: line)
      surface.writeHints(state.hints(glyphs), row: line, glyphs)
    }
  }

  /// The line of the status: what is typed behind `:`, or what there is to say.
  private mutating func drawStatus(_ state: EditorState, _ layout: ScreenLayout) {
    let line = layout.statusLine
    surface.clear(row: line)
    // The line above may hold the beginning of what was said before.
    if layout.canFoldStatus, !layout.problemLines.contains(line - 1) {
      surface.clear(row: line - 1)
    }
    if case .commandLine(let command) = state.mode {
      let room = max(1, surface.size.columns - 2)
      let (visible, before) = command.line.window(columns: room)
      surface.write(":", at: ScreenPoint(row: line, column: 0))
      surface.write(visible, at: ScreenPoint(row: line, column: 1))
      cursor = ScreenPoint(row: line, column: 1 + before)
      return
    }
    let day = state.cursor.day
    let hasDays = layout.grid?.namesSections == true
    if case .asking(let question) = state.mode, layout.hintsLine == nil {
      return drawQuestion(question, state, after: hasDays ? "" : "\(day.abbreviation): ", layout)
    }
    let status = state.statusLine(glyphs)
    let namesDay =
      hasDays || status.text.contains(day.title)
      || status.text.contains(day.abbreviation) || status.text.contains(day.name)
    let text = namesDay ? status.text : "\(day.abbreviation): \(status.text)"
    // Where no line of hints has it, the way to the keys stands at the end.
    let hasHelp = layout.hintsLine == nil && surface.size.columns >= 16
    if hasHelp {
      surface.write(
        "?", at: ScreenPoint(row: line, column: surface.size.columns - 1), style: Style(.heading))
    }
    let columns = surface.size.columns - (hasHelp ? 4 : 2)
    var lines = [text]
    if layout.canFoldStatus, text.terminalColumns > columns {
      let folded = text.folded(columns: columns)
      lines = [folded[0], folded.dropFirst().joined(separator: " ")]
      surface.clear(row: line - 1)
    }
    for (index, text) in lines.enumerated() {
      surface.write(
        glyphs.fit(text, columns + 1),
        at: ScreenPoint(row: line + 1 - lines.count + index, column: 1), style: status.style)
    }
  }

  /// A question with all its answers, over the table where there is no other room: whoever does not see an answer
  /// cannot give it.
  private mutating func drawQuestion(
    _ question: Question, _ state: EditorState, after day: String, _ layout: ScreenLayout
  ) {
    let columns = surface.size.columns - 2
    let title = day + question.title(state.options.fileName.printable)
    let lines =
      (glyphs.plain(title).folded(columns: columns) + [question.hints])
      .suffix(layout.statusLine + 1)
    for (index, line) in lines.enumerated() {
      let row = layout.statusLine + 1 - lines.count + index
      surface.clear(row: row)
      surface.write(
        glyphs.fit(line, columns + 1), at: ScreenPoint(row: row, column: 1), style: Style(.title))
    }
    // It covers what the next drawing must bring back.
    drawn = nil
  }

  private mutating func drawProblems(_ state: EditorState, _ lines: Range<Int>) {
    if let line = lines.first, let welcome = state.welcome, state.foldedProblems.isEmpty {
      for line in lines { surface.clear(row: line) }
      surface.write(
        glyphs.fit(welcome, surface.size.columns - 1), at: ScreenPoint(row: line, column: 1),
        style: Style(.title))
      return
    }
    let problems = state.foldedProblems
    for (index, line) in lines.enumerated() {
      surface.clear(row: line)
      guard index < problems.count else { continue }
      let hidden = problems.count - index
      let text =
        line == lines.upperBound - 1 && hidden > 1
        ? "\(glyphs.ellipsis) and \(hidden) more; ! lists them"
        : "\(problems[index].mark) \(problems[index].sentence) [\(problems[index].elements[0].code)]"
      surface.write(
        glyphs.fit(glyphs.plain(text), surface.size.columns - 1),
        at: ScreenPoint(row: line, column: 1), style: Style(.problem))
    }
  }

  /// A frame with the keys that can follow, above the status line.
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
    // The frame covers what the next drawing must bring back.
    drawn = nil
  }

  /// A frame with the commands that what is typed may mean, above the status line.
  mutating func drawCommands(_ state: EditorState, _ layout: ScreenLayout) {
    let commands = state.commandsToChoose
    // A part of the week stays in sight.
    let height = min(commands.count + 2, layout.statusLine / 2)
    guard height > 2 else { return }
    let area = surface.drawFrame(
      ScreenRectangle(
        row: layout.statusLine - height, column: 0, rows: height, columns: surface.size.columns),
      title: "commands", showsUnicode: showsUnicode)
    for (line, command) in commands.prefix(area.rows).enumerated() {
      let place = ScreenPoint(row: area.row + line, column: area.column + 1)
      let isLast = line == area.rows - 1 && commands.count > area.rows
      guard !isLast else {
        surface.write(
          "\(glyphs.ellipsis) and \(commands.count - line) more; type to find", at: place,
          style: Style(.faint))
        continue
      }
      let keys = state.keymap.keys(for: command)
      surface.write(command.name, at: place, style: Style(.heading))
      let text = ScreenPoint(row: place.row, column: place.column + 18)
      let room = area.columns - 20 - (keys.isEmpty ? 0 : keys.terminalColumns + 2)
      surface.write(glyphs.fit(glyphs.plain(command.help), max(1, room)), at: text)
      surface.write(
        keys, at: ScreenPoint(row: place.row, column: area.column + area.columns - keys.count - 1),
        style: Style(.heading))
    }
    // The frame covers what the next drawing must bring back.
    drawn = nil
  }

  mutating func drawTooSmall(_ state: EditorState) {
    drawn = nil
    surface.clear()
    let need = GridFrame.minimumSize(for: state.layout.table)
    let keys = state.mode == .browsing ? "  ? keys" : ""
    surface.write(
      "needs \(need.columns)x\(need.rows + 1)\(keys)", at: ScreenPoint(row: 0, column: 0))
    cursor = nil
    // What is asked must be seen, or there is no way out.
    guard case .asking(let question) = state.mode else { return }
    let text = "\(question.title(state.options.fileName.printable))  \(question.hints)"
    var rest = glyphs.plain(text).unicodeScalars[...]
    for row in 1..<max(2, surface.size.rows) {
      let line = String(rest.prefix(surface.size.columns))
      surface.write(line, at: ScreenPoint(row: row, column: 0), style: Style(.title))
      rest = rest.dropFirst(surface.size.columns)
    }
  }
}
