import DeviceFormats
import Diagnostics
import JSONText
import ScheduleModel
import SchedulePictures
import ScheduleRules

extension ShownDocuments {
  /// The rows of the schedules as comma-separated values (RFC 4180, with LF line ends): a heading and a line for every
  /// row; the file comes first if there are several.
  var csv: String {
    let sides = schedules.reduce(into: Sides()) { $0.formUnion($1.schedule.week.sides) }
    var text = Array(((areSeveral ? "file," : "") + CSVText.heading(sides)).utf8)
    for (schedule, file, _) in schedules {
      let file = file.map { QuotedText.csv($0) + "," } ?? ""
      let week = schedule.week
      CSVText.append(schedule.name, week.unit, after: file, to: &text) { row in
        ["\(week[row].time)"] + sides.each.map { week[row][$0]?.description ?? "" }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The rows of the schedules as flat JSON objects, for `jq` and others, with their files if there are several.
  var json: JSONValue {
    .array(
      schedules.flatMap { schedule, file, _ in
        let file = file.map { [JSONValue.Member("file", .string($0))] } ?? []
        return RowAddress.all.map { row in
          let setpoint = schedule.week[row]
          let place: [JSONValue.Member] = [
            .init("schedule", .string(schedule.name)), .init("day", .string(row.day.name)),
            .init("period", .string(row.period.name)),
          ]
          let unit = JSONValue.Member("unit", .string(schedule.week.unit.rawValue))
          let values = setpoint.sides.fields.map { JSONValue.Member($0.name, setpoint[$0].json) }
          return JSONValue.object(file + place + values + [unit])
        }
      })
  }

  /// Returns a table of each week in GitHub Flavored Markdown: days down, periods across, several under file names.
  func markdown(clock: ClockStyle, firstDay: Weekday) -> String {
    documents.flatMap { document in
      document.schedules.enumerated().map { number, entry in
        (areSeveral && number == 0 ? "# \(Self.escaped(document.path))\n\n" : "")
          + Self.markdown(of: entry, clock: clock, firstDay: firstDay)
      }
    }.joined(separator: "\n")
  }

  /// Returns a heading and the table, which starts with `firstDay`.
  private static func markdown(
    of entry: WeekPage.Entry, clock: ClockStyle, firstDay: Weekday
  ) -> String {
    let schedule = entry.schedule
    let periods = Period.allCases.map(\.title)
    var lines = [
      "## \(escaped(schedule.name))", "",
    ]
    if let when = entry.when { lines += [escaped(when), ""] }
    if let notes = schedule.notes {
      // Indented lines would be code.
      lines += notes.split(whereSeparator: \.isNewline).map {
        escaped(String($0.drop { $0 == " " }))
      }
      lines.append("")
    }
    lines += [
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

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// Escapes the characters with a meaning in Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    text.printable.unicodeScalars.reduce(into: "") { result, scalar in
      if "\\`*_{}[]<>()#+-.!|&~".unicodeScalars.contains(scalar) { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
  }
}
