import Diagnostics
import ScheduleModel
import TwoWayTable

/// The pane beside the table on a wide screen: the setpoint in force, equal days, whether the week fits the device, and
/// the last edits.
struct SidePane {
  private var lines: [StyledText] = []

  init(_ state: EditorState, _ glyphs: Glyphs) {
    if let now = state.now {
      lines.append(Self.heading("Now", "\(now.day.abbreviation) \(now.time.text(state.clock))"))
      lines += Self.plan(now, state)
      lines.append(StyledText())
    }
    let groups = DayGroup.alike(from: state.layout.week[0]) {
      state.week.day($0).elementsEqual(state.week.day($1))
    }
    let alike = groups.filter { $0.days.count > 1 }.map(\.label)
    lines.append(
      Self.heading("Alike", alike.isEmpty ? "none" : alike.joined(separator: glyphs.separator)))
    if let device = state.device {
      var line = Self.heading("Device", device.name.printable)
      if device.device == nil {
        line.append("  not known here", .problem)
      } else if device.misfits.isEmpty {
        line.append("  \(glyphs.check)fits", .good)
      } else {
        line.append("  \(device.misfitCount) of \(device.valueCount) values do not fit", .problem)
      }
      lines.append(line)
    }
    let edits = state.editNames.map { Self.shortText(of: $0, state.clock, glyphs) }
    guard let last = edits.first else { return }
    lines.append(StyledText())
    lines.append(Self.heading("Edits", last))
    lines += edits.dropFirst().map { StyledText(Self.indent + $0, .faint) }
  }

  /// A short form of a step's name, `Tue leave heat 62 → 64`.
  private static func shortText(
    of name: StepName, _ clock: ClockStyle, _ glyphs: Glyphs
  ) -> String {
    guard case .value(let cell, let old, let new) = name else { return name.text(clock) }
    return "\(cell.day.abbreviation) \(cell.period.name) \(cell.field.name) "
      + "\(old.text(clock)) \(glyphs.arrow) \(new.text(clock))"
  }

  private static let indent = String(repeating: " ", count: 8)

  private static func heading(_ title: String, _ text: String) -> StyledText {
    StyledText(title + indent.dropFirst(title.count), .heading) + StyledText(text, .faint)
  }

  /// The setpoint in force, and the next one.
  private static func plan(_ now: WeekTime, _ state: EditorState) -> [StyledText] {
    let week = state.week
    let (row, next) = (week.row(at: now), week.nextRow(after: now).row)
    let role = { (side: Side) -> StyleRole in side == .heat ? .warm : .cool }
    var first = StyledText()
    for (side, degrees) in week[row].temperatures {
      first.append("\(first.isEmpty ? "" : "  ")\(side.name) ")
      first.append("\(degrees)", role(side), .bold)
    }
    first.append("  since \(week[row].time.text(state.clock))", .faint)
    var second = StyledText("next ", .faint)
    for (side, degrees) in week[next].temperatures {
      if side != week.sides.first { second.append("  \(side.name) ", .faint) }
      second.append("\(degrees)", role(side))
    }
    second.append(
      "  \(next.day == now.day ? "" : "\(next.day.abbreviation) ")"
        + "\(week[next].time.text(state.clock)) \(next.period.name)", .faint)
    return [first, second]
  }

  /// Draws as many lines as fit, to the right of a vertical line.
  func draw(in area: ScreenRectangle, _ glyphs: Glyphs, into surface: inout Surface) {
    for line in 0..<area.rows {
      let row = area.row + line
      surface.write(
        glyphs.line, at: ScreenPoint(row: row, column: area.column), style: Style(.faint))
      guard lines.indices.contains(line) else { continue }
      surface.write(
        lines[line], at: ScreenPoint(row: row, column: area.column + 2), width: area.columns - 2,
        glyphs)
    }
  }
}
