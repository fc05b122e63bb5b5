import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorScreen {
  /// Draws the pane beside the table on a wide screen: as many lines as fit, to the right of a vertical line.
  mutating func drawPane(_ state: EditorState, in area: ScreenRectangle) {
    let lines = state.paneLines
    for line in 0..<area.rows {
      let row = area.row + line
      surface.write(glyphs.plain("│"), row: row, column: area.column, .faint)
      guard lines.indices.contains(line) else { continue }
      surface.write(lines[line], row: row, column: area.column + 2, width: area.columns - 2, glyphs)
    }
  }
}

private let indent = String(repeating: " ", count: 8)

extension StyledText {
  /// A line of the pane with a heading of at most 8 columns.
  fileprivate init(heading: String, _ text: String) {
    self.init(heading + indent.dropFirst(heading.count), .heading)
    append(text, .faint)
  }
}

extension EditorState {
  /// The setpoint in force, equal days, whether the week fits the device, and the last edits.
  fileprivate var paneLines: [StyledText] {
    var lines = plan(momentInForce) + [StyledText()]
    let groups = DayGroup.alike(from: layout.week[0]) { week.day($0) == week.day($1) }
    let alike = groups.filter { $0.days.count > 1 }.map(\.label)
    lines.append(
      StyledText(heading: "Alike", alike.isEmpty ? "none" : alike.joined(separator: " · ")))
    if let device {
      var line = StyledText(heading: "Device", device.name.printable)
      if device.device == nil {
        line.append("  unknown device", .problem)
      } else if device.misfits.isEmpty {
        line.append("  ✓ fits", .good)
      } else {
        line.append("  \(device.misfitWords)", .problem)
      }
      lines.append(line)
    }
    // A short form, `Tue leave heat 62 -> 64`.
    let edits = editNames.map { name in
      let text = name.text(clock)
      let day = Weekday.allCases.first { text.hasPrefix("\($0.title) ") }
      return day.map { $0.abbreviation + text.dropFirst($0.title.count) } ?? text
    }
    guard let last = edits.first else { return lines }
    return lines + [StyledText(), StyledText(heading: "Edits", last)]
      + edits.dropFirst().map { StyledText(indent + $0, .faint) }
  }

  /// The moment, the setpoint in force, and the next one.
  private func plan(_ moment: MomentInForce) -> [StyledText] {
    let (week, now) = (moment.week, moment.time)
    let (row, next) = (moment.row, moment.next.row)
    let title = moment.names[row.day].map { "  \($0.printable)" } ?? ""
    let place = StyledText(
      heading: "Now", "\(now.day.abbreviation) \(now.time.text(clock))\(title)")
    let role = { (side: Side) -> StyleRole in side == .heat ? .warm : .cool }
    var first = StyledText()
    for (side, degrees) in week[row].temperatures {
      first.append("\(first.isEmpty ? "" : "  ")\(side.name) ")
      first.append("\(degrees)", role(side), .bold)
    }
    first.append("  since \(week[row].time.text(clock))", .faint)
    var second = StyledText("next ", .faint)
    for (side, degrees) in week[next].temperatures {
      if side != week.sides.first { second.append("  \(side.name) ", .faint) }
      second.append("\(degrees)", role(side))
    }
    second.append(
      "  \(next.day == now.day ? "" : "\(next.day.abbreviation) ")"
        + "\(week[next].time.text(clock)) \(next.period.name)", .faint)
    return [place, first, second]
  }
}
