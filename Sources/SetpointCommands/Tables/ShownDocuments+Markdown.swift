import Diagnostics
import ScheduleModel

extension ShownDocuments {
  /// Returns a table of each week in GitHub Flavored Markdown: days down, periods across. The file names are headings if
  /// there are several.
  func markdown(clock: ClockStyle, firstDay: Weekday) -> String {
    documents.flatMap { document in
      document.schedules.enumerated().map { number, schedule in
        (areSeveral && number == 0 ? "# \(Self.escaped(document.path))\n\n" : "")
          + Self.markdown(of: schedule, clock: clock, firstDay: firstDay)
      }
    }.joined(separator: "\n")
  }

  /// Returns a heading and the table, which starts with `firstDay`.
  private static func markdown(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday
  ) -> String {
    let periods = Period.allCases.map(\.title)
    var lines = [
      "## \(escaped(schedule.name))", "",
      row(["\(schedule.week.unit.symbol)"] + periods),
      row(Array(repeating: "---", count: periods.count + 1)),
    ]
    for day in Weekday.week(from: firstDay) {
      let cells = schedule.week.day(day).map { setpoint in
        "\(setpoint.time.text(clock)) "
          + setpoint.temperatures.map(\.degrees.description).joined(separator: "/")
      }
      lines.append(row([day.title] + cells))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }

  /// Escapes the characters with a meaning in Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    text.printable.reduce(into: "") { result, character in
      if "\\`*_{}[]<>()#+-.!|&~".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
