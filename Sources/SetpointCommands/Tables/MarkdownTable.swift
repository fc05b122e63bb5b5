import Diagnostics
import ScheduleModel

/// The week as a table in GitHub Flavored Markdown: days down, periods across.
enum MarkdownTable {
  /// Writes a heading and the table, which begins with `firstDay`.
  static func text(of schedule: Schedule, clock: ClockStyle, firstDay: Weekday) -> String {
    let periods = Period.allCases.map(\.title)
    var lines = [
      "## \(escaped(schedule.name))", "",
      row(["\(schedule.week.unit.symbol)"] + periods),
      row(Array(repeating: "---", count: periods.count + 1)),
    ]
    let (before, from) = (
      Weekday.allCases[..<firstDay.rawValue], Weekday.allCases[firstDay.rawValue...]
    )
    for day in from + before {
      let cells = schedule.week.day(day).map { setpoint in
        "\(setpoint.time.text(clock)) \(setpoint.heat)/\(setpoint.cool)"
      }
      lines.append(row([day.title] + cells))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }

  /// Takes their meaning from the characters that Markdown or HTML would act on.
  private static func escaped(_ text: String) -> String {
    text.printable.reduce(into: "") { result, character in
      if "\\`*_{}[]<>()#+-.!|&~".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
