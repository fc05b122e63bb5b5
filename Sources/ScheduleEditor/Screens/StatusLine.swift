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

  private func cellDescription(_ glyphs: Glyphs) -> String {
    let value = shown(week[cursor], glyphs)
    // As wide for every cell, so that what does not change stands still.
    let tag = String(repeating: " ", count: 3 - "\(cursor.tag)".count) + "\(cursor.tag)"
    var parts = [
      "\(tag) \(cursor.day.abbreviation) \(cursor.period.name) \(cursor.field.name) \(value)"
    ]
    if savedWeek[cursor] != week[cursor] { parts.append("was \(shown(savedWeek[cursor], glyphs))") }
    return parts.joined(separator: glyphs.separator) + " (\(allowed(glyphs)))"
  }

  /// The values that break no rule, as the rest of the week stands.
  private func allowed(_ glyphs: Glyphs) -> String {
    switch cursor.field {
    case .time:
      let range = WeekCheck.allowedTimes(for: cursor, in: week)
      return "\(range.earliest.text(clock))\(glyphs.dash)\(range.latest.text(clock))"
    case .heat, .cool:
      let range = WeekCheck.allowedTemperatures(for: cursor, in: week)
      return "\(range.lowest)\(glyphs.dash)\(range.highest)"
    }
  }

  private func shown(_ value: CellValue, _ glyphs: Glyphs) -> String {
    switch value {
    case .time(let time): time.text(clock)
    case .temperature(let value): "\(value) \(glyphs.degree)\(week.unit.rawValue)"
    }
  }
}
