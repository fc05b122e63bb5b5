import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The line above the hints: a question, a message, or what there is to know of the cell.
  func statusLine(_ glyphs: Glyphs) -> (text: String, style: Style) {
    if mode == .askingToSave {
      return (
        "Save changes to \(options.fileName.printable)?  y yes  n no  Esc stay", Style(.title)
      )
    }
    if let message {
      return (glyphs.plain(message.text), Style(message.isProblem ? .problem : .plain))
    }
    if let finding = problems(at: cursor).first {
      return (glyphs.plain("\(finding.message) [\(finding.code)]"), Style(.problem))
    }
    return (glyphs.plain(cellDescription(glyphs)), .plain)
  }

  /// The title's left part: which schedule, which file.
  func title(_ glyphs: Glyphs) -> String {
    schedule.name + glyphs.separator + options.fileName
      + (options.isReadOnly ? " [read-only]" : "")
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
  private func cellDescription(_ glyphs: Glyphs) -> String {
    let tag = String(repeating: " ", count: 3 - "\(cursor.tag)".count) + "\(cursor.tag)"
    var text =
      "\(tag) \(cursor.day.abbreviation) \(cursor.period.name) \(cursor.field.name) "
      + shown(week[cursor])
    if savedWeek[cursor] != week[cursor] {
      text += "\(glyphs.separator)was \(shown(savedWeek[cursor]))"
    }
    guard cursor.field != .time else { return text }
    let range = WeekCheck.allowedTemperatures(for: cursor, in: week)
    return text + " (\(range.lowest)-\(range.highest))"
  }

  private func shown(_ value: CellValue) -> String {
    switch value {
    case .time(let time): time.text(clock)
    case .temperature(let value): value.description
    }
  }
}
