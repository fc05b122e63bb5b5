import DeviceFormats
import Diagnostics
import ScheduleModel
import TwoWayTable

/// The lines below the table and the strips: problems, status, hints, and frames above them.
extension EditorScreen {
  /// Draws the status line: the text typed after `:`, below the reason why it was refused, or the status.
  mutating func drawStatus(
    _ state: EditorState, _ choices: EditorState.CommandChoices, hintsLine: Int?
  ) {
    let line = hintsLine.map { $0 - 1 } ?? state.screen.statusLine
    var columns = surface.size.columns - 2
    if case .commandLine(let command) = state.mode {
      surface.clearBar(row: line)
      let (visible, before) = command.line.window(columns: max(1, columns))
      surface.write(":", row: line, column: 0, .accent, .raised)
      surface.write(visible, row: line, column: 1, .plain, .raised)
      cursor = ScreenPoint(row: line, column: 1 + before)
      guard state.message?.isProblem == true else { return }
      let lines = glyphs.plain(state.status).folded(columns: columns, lines: 2)
      return surface.write(bar: lines, upFrom: line - 1, glyphs)
    }
    let status = status(of: state, choices)
    var lines = [status]
    let showsKey = hintsLine == nil && columns >= 14
    if showsKey { columns -= 2 }
    // A message may be over the table, but not over the cursor; a question may, and its end matters most.
    let isOver = state.message != nil && cursor?.row != line - 1
    if state.isAsking {
      lines = Array(status.folded(columns: columns).suffix(max(2, line / 2)))
    } else if state.screen.canFoldStatus || isOver {
      lines = status.folded(columns: columns, lines: 2)
    }
    surface.write(bar: lines, upFrom: line, margin: showsKey ? 2 : 0, glyphs)
    guard showsKey, let key = state.keymap.keyNames["help"] else { return }
    // Without a line of hints, show the key of help at the end.
    surface.write(key, row: line, column: surface.size.columns - key.count, .accent, .raised)
  }

  /// The status, with the day if the table does not show it, or the keys that can follow.
  private func status(of state: EditorState, _ choices: EditorState.CommandChoices) -> StyledText {
    let layout = state.screen
    let height = choices.height(above: layout.statusLine)
    let isListed = !layout.canFoldStatus && height > choices.lines.count + 1
    if let keys = choices.title, !isListed {
      // The list of keys covers the line above, or does not show all.
      return StyledText("\(keys), then \(choices.lines.map(\.word).listed("or"))")
    }
    let status = glyphs.plain(state.status)
    let (hasDays, day) = (layout.grid?.headingLines != 0, state.cursor.day.abbreviation)
    if hasDays || state.isAsking || status.text.contains(day) { return status }
    return StyledText("\(day): ", .heading) + status
  }

  /// Draws the problems, or the hint for a new document, next to the status line.
  mutating func drawProblems(_ state: EditorState) {
    let (lines, (shown, hidden)) = (state.screen.problemLines, state.listedProblems)
    var texts = shown.map { "\($0.mark) \($0.sentence.text(state.clock)) [\($0.code)]" }
    if hidden > 0 {
      let key = state.keymap.way(to: "problems") ?? "problems"
      if lines.count == 1, let only = texts.first {
        let rest = " (+\(hidden), \(key) lists)"
        texts = [only.cut(to: surface.size.columns - 2 - rest.count, with: glyphs.ellipsis) + rest]
      } else {
        texts.append("… and \(hidden) more; \(key) lists them")
      }
    }
    let removals = state.conflictsShown.filter { $0.removedByUs != nil }
    texts = removals.map { "! \($0.text(in: state.contents))" } + texts
    let isWelcome = state.problems.isEmpty
    if isWelcome, let welcome = state.welcome { texts = [welcome] }
    if texts.count == 1, lines.count > 1 {
      texts = texts[0].wrapped(columns: surface.size.columns - 2, indent: "  ")
    }
    // A long status needs the last line.
    let place = state.screen.canFoldStatus ? lines.prefix(texts.count) : lines.suffix(texts.count)
    for (line, text) in zip(place, texts) {
      surface.write(line: text, row: line, isWelcome ? .title : .problem, glyphs)
    }
  }

  /// Draws a frame with the matching commands, a command's completions or the possible next keys, above the status line.
  mutating func drawCommands(_ choices: EditorState.CommandChoices, above line: Int) {
    guard let title = choices.title else { return }
    let height = choices.height(above: line)
    guard height > 2 else { return }
    // Keep the choice that Tab inserted visible. A single line shows it, or what Enter runs.
    let first = max(0, min(choices.chosen ?? 0, choices.lines.count - (height - 2)))
    let isCut = height == 3 && choices.lines.count > 1
    let area = surface.drawFrame(
      ScreenRectangle(
        row: line - height, column: 0, rows: height, columns: surface.size.columns),
      title: glyphs.plain(isCut ? "\(title), \(first + 1) of \(choices.lines.count)" : title),
      showsUnicode: glyphs.showsUnicode)
    let shown = choices.lines.dropFirst(first).prefix(area.rows)
    let indent = shown.reduce(0) { max($0, $1.word.terminalColumns) } + 2
    for (line, choice) in shown.enumerated() {
      let (row, column) = (area.row + line, area.column + 1)
      let rest = choices.lines.count - first - line
      guard line < area.rows - 1 || rest == 1 || isCut else {
        let more = "… and \(rest) more\(choices.isTyped ? "; type to find" : "")"
        surface.write(glyphs.plain(more), row: row, column: column, .faint)
        continue
      }
      let isChosen = choices.chosen == first + line
      surface.write(
        StyledText(choice.word, isChosen ? .accent : .heading, isChosen ? .reverse : []),
        row: row, column: column, width: area.columns - 2, glyphs)
      let room =
        area.columns - indent - 2 - (choice.keys.isEmpty ? 0 : choice.keys.terminalColumns + 2)
      guard !choice.help.isEmpty, room > 0 else { continue }
      surface.write(StyledText(choice.help), row: row, column: column + indent, width: room, glyphs)
      surface.write(
        choice.keys, row: row, column: area.span.upperBound - choice.keys.count - 1, .accent)
    }
  }

  mutating func drawTooSmall(_ state: EditorState) {
    let need = GridFrame.minimumSize(for: state.layout.table)
    let help = state.mode == .browsing ? state.keymap.way(to: "help") : nil
    let keys = help.map { "  \($0) keys" } ?? ""
    surface.write("needs \(need.columns)x\(need.rows + 1)\(keys)", row: 0, column: 0)
    guard state.isAsking else { return }
    let lines = glyphs.plain(state.status.text).wrapped(columns: surface.size.columns)
    for (index, line) in lines.enumerated() {
      surface.write(line, row: 1 + index, column: 0, .title)
    }
  }
}

extension EditorState {
  /// The choices while a line or a sequence of keys is typed: commands, completions of a command's words, or keys.
  struct CommandChoices {
    struct Choice {
      let word: String
      var help = ""
      var keys = ""
    }

    /// The title; nil if there is nothing to show.
    var title: String?
    var lines: [Choice] = []
    /// The index of the choice that Tab inserted.
    var chosen: Int?
    /// Whether they are for a line, not for keys.
    var isTyped = true

    /// The height of the frame above a line, which keeps a part of the week visible.
    func height(above line: Int) -> Int { min(lines.count + 2, line / 2) }
  }

  /// The choices for the line or the keys typed so far.
  var commandChoices: CommandChoices {
    if case .awaiting(let keys) = mode {
      return CommandChoices(
        title: keys.map(\.name).joined(separator: " "),
        lines: keymap.continuations(of: keys).filter { offers($0.command) }
          .map { .init(word: $0.key, help: $0.command.help) },
        isTyped: false)
    }
    guard case .commandLine(let command) = mode, message?.isProblem != true else {
      return CommandChoices()
    }
    let text = command.line.text
    if !command.candidates.isEmpty {
      let words = command.candidates.map { CommandWords($0).words.last ?? "" }
      return CommandChoices(
        title: "Tab: next", lines: words.map { .init(word: $0) }, chosen: command.chosen)
    }
    let verb = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).first
    guard text.utf8.contains(UInt8(ascii: " ")), let verb,
      let found = CommandTable.byName[String(Substring(verb))]
    else {
      let found = CommandTable.matches(text).filter(offers)
      var lines = found.map {
        CommandChoices.Choice(word: $0.name, help: $0.help, keys: keymap.keys(for: $0))
      }
      // Enter goes to a cell, or sets some.
      if found.first?.isBegun(by: text) != true, let bound = try? BoundCommand(parsing: text) {
        let help = Weekday(text).map { "go to \($0.title)" } ?? bound.command.help
        lines.insert(.init(word: text, help: help), at: 0)
      }
      return CommandChoices(title: lines.isEmpty ? nil : "commands", lines: lines)
    }
    let words = CommandTable.completions(of: text, in: self)
    let usage = found.usage.isEmpty ? "" : " \(found.usage)"
    let namesDevice = found.namesDevice && CommandWords(text).words.count < 3
    return CommandChoices(
      title: message?.text ?? found.name + usage,
      lines: words.isEmpty
        ? [.init(word: found.help)]
        : words.map { word in
          let device = namesDevice ? DeviceFormats.device(named: word)?.profile : nil
          return .init(word: word, help: device?.title ?? "")
        })
  }
}
