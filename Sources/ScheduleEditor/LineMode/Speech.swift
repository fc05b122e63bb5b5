import Diagnostics
import ScheduleModel
import ScheduleRules

// Descriptions of a week in sentences, without a table.

extension EditorState {
  /// The current cell: `Tuesday leave: heat 64 °F, was 62, allowed 45 to 82`.
  var spokenCell: String {
    let cells = layout.cells(at: position)
    let place =
      "\(DayGroup(cells.map(\.day)).spokenParts.listed("and").sentence) \(cursor.period.name): \(cursor.field.name)"
    guard !isMixed(position) else {
      let values = daysByValue(cells).map {
        "\($0.text(clock)) on \(DayGroup($1).spokenParts.listed("and"))"
      }
      return "\(place) differs: \(values.joined(separator: ", "))"
    }
    let unit = cursor.field == .time ? "" : " \(week.unit.symbol)"
    var text = "\(place) \(week[cursor].text(clock))\(unit)"
    if let saved = savedWeek?[cursor], saved != week[cursor] {
      text += ", was \(saved.text(clock))"
    } else if let before = edited.savedWeekBefore?[cursor], before != week[cursor] {
      text += ", changed by another program, was \(before.text(clock))"
    }
    return "\(text), allowed \(allowedValues(for: cursor).range)"
  }

  /// A group of equal days.
  func spoken(days: [Weekday]) -> [String] {
    ["\(DayGroup(days).spokenParts.listed("and").sentence):"]
      + Period.allCases.map { period in
        let setpoint = week[RowAddress(days[0], period)]
        let end = period == .sleep ? ", until the next morning" : ""
        return "From \(setpoint.time.text(clock)), \(period.name): \(Self.spoken(setpoint))\(end)."
      }
  }

  /// Describes the setpoints in force and the next change.
  func spoken(at moment: WeekTime) -> [String] {
    let (week, names) = weekInForce
    let (row, next) = (week.row(at: moment), week.nextRow(after: moment))
    let title = names[row.day].map { ", \($0.printable)" } ?? ""
    let (hours, minutes) = next.minutes.quotientAndRemainder(dividingBy: 60)
    let wait = [
      hours == 0 ? nil : counted(hours, "hour"),
      minutes == 0 ? nil : counted(minutes, "minute"),
    ].compactMap { $0 }.joined(separator: " and ")
    return [
      "\(moment.day.title), \(moment.time.text(clock))\(title): \(row.period.name) since "
        + "\(week[row].time.text(clock)), \(Self.spoken(week[row])).",
      "Next, in \(wait): \(next.row.period.name) at \(week[next.row].time.text(clock)), "
        + "\(Self.spoken(week[next.row])).",
    ]
  }

  private static func spoken(_ setpoint: Setpoint) -> String {
    setpoint.temperatures.map { "\($0.side.name) to \($0.degrees)" }.joined(separator: ", ")
  }
}

extension FoldedRows<CellFinding> {
  /// A problem, with equal days and periods combined.
  func spoken(_ clock: ClockStyle) -> String {
    "\(elements[0].severity.name.sentence): \(sentence.text(clock)), rule \(elements[0].code)"
  }
}

extension String {
  /// The text with an initial capital.
  var sentence: String { prefix(1).uppercased() + dropFirst() }
}

extension TemperatureUnit {
  var spoken: String { self == .celsius ? "Celsius" : "Fahrenheit" }
}
