import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The line above the hints: a question, a message, or what there is to know of the cell.
  func statusLine(_ glyphs: Glyphs) -> (text: String, style: Style) {
    if case .asking(let question) = mode {
      return (glyphs.plain(question.text(options.fileName.printable)), Style(.title))
    }
    if let message {
      return (glyphs.plain(message.text), Style(message.isProblem ? .problem : .plain))
    }
    if anchor != nil {
      let lines = selectedLines
      return ("\(lines.count) x \(lines[0].count) cells selected", .plain)
    }
    if let finding = problems(at: cursor).first {
      return (glyphs.plain("\(finding.message) [\(finding.code)]"), Style(.problem))
    }
    return (glyphs.plain(cellDescription(glyphs)), .plain)
  }

  /// The title's left part: which schedule, which file.
  func title(_ glyphs: Glyphs) -> String { schedule.name + glyphs.separator + fileTitle }

  /// The file, and whether it may be changed.
  var fileTitle: String { options.fileName + (readOnlyReason == nil ? "" : " [read-only]") }

  /// The line at the bottom: what keys do now.
  func hints(_ glyphs: Glyphs) -> String {
    switch mode {
    case .browsing where anchor != nil:
      fitting(
        ["type fill", "y copy", "p paste", "f fill", "+- step", "< > shift times", "R revert"],
        "Esc end")
    // The same while typing: a line that changed with every edit would cost more bytes than the edit.
    case .browsing, .asking, .editing:
      fitting(
        ["Enter edit", "+- step", "u undo", "v select", "c copy", ": more", "^S save"],
        "? help  q quit")
    case .awaiting: "one of these keys  Esc back"
    case .commandLine(let command):
      candidates(of: command)
    }
  }

  /// As many hints as there is room for on the screen, and always the last.
  private func fitting(_ hints: [String], _ last: String) -> String {
    var text = ""
    var free = size.columns - 1 - last.terminalColumns
    for hint in hints {
      free -= hint.terminalColumns + 2
      guard free >= 0 else { break }
      text += hint + "  "
    }
    return text + last
  }

  /// What Tab would go through, the chosen one in brackets and in sight.
  private func candidates(of command: TypedCommand) -> String {
    guard !command.candidates.isEmpty else {
      let words = CommandTable.completions(of: command.line.text, in: self)
      let verb = command.line.text.split(separator: " ").first.map(String.init) ?? ""
      guard let found = CommandTable.command(named: verb), command.line.text.contains(" ") else {
        return "Tab: " + words.prefix(24).joined(separator: " ")
      }
      return found.usage.isEmpty ? found.help : "\(found.name) \(found.usage)"
    }
    return command.candidates.indices.dropFirst(max(0, command.chosen - 2)).map { index in
      let word = command.candidates[index].split(separator: " ").last.map(String.init) ?? ""
      return index == command.chosen ? "[\(word)]" : word
    }.joined(separator: " ")
  }

  /// The title's right part: scale, clock, number of problems.
  func titleSummary(_ glyphs: Glyphs) -> String {
    let count = problems.count
    let problems = count == 0 ? "ok" : count == 1 ? "1 problem" : "\(count) problems"
    return "\(glyphs.degree)\(week.unit.rawValue)  \(clock.rawValue)h  \(problems)"
  }

  /// The cell's tag, name and value, the value in the file where that differs, and the temperatures
  /// that break no rule.
  ///
  /// What neighbouring cells share stands at the same columns, and what the table shows anyway is
  /// left out, since every byte of this line is sent with every move.
  func cellDescription(_ glyphs: Glyphs) -> String {
    let tag = String(repeating: " ", count: 3 - "\(cursor.tag)".count) + "\(cursor.tag)"
    let days = layout.cells(at: position)
    let value = week[cursor].text(clock)
    guard days.allSatisfy({ week[$0] == week[cursor] }) else {
      return "\(tag) \(cursor.period.name) \(cursor.field.name) differs: \(valuesByDays(days))"
    }
    var text =
      "\(tag) \(cursor.day.abbreviation) \(cursor.period.name) \(cursor.field.name) \(value)"
    if days.count > 1 { text += " on \(days.count) days" }
    if let saved = savedWeek?[cursor], saved != week[cursor] {
      text += "\(glyphs.separator)was \(saved.text(clock))"
    } else if let before = weekBeforeOutsideChange?[cursor], before != week[cursor] {
      text += "\(glyphs.separator)changed outside, was \(before.text(clock))"
    }
    guard cursor.field != .time else { return text }
    let range = WeekCheck.allowedTemperatures(for: cursor, in: week)
    return text + " (\(range.lowest)-\(range.highest))"
  }

  /// What cells of several days hold, each value once: `70 Mon Wed Thu Fri, 68 Tue`.
  private func valuesByDays(_ cells: [CellAddress]) -> String {
    var values: [CellValue] = []
    for cell in cells where !values.contains(week[cell]) { values.append(week[cell]) }
    return values.map { value in
      let days = cells.filter { week[$0] == value }.map(\.day.abbreviation)
      return "\(value.text(clock)) \(days.joined(separator: " "))"
    }.joined(separator: ", ")
  }
}
