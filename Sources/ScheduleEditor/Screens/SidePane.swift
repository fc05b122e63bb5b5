import ScheduleModel
import SchedulePictures
import TwoWayTable

/// What a wide screen tells of the week beside its table.
struct SidePane {
  /// A heading and what it is about.
  private struct Section {
    let title: String
    /// What stands behind the heading; shorter where there is little room.
    var text = ""
    var shortText: String?
    /// What stands below it.
    var lines: [String] = []
    /// Whether lines may be left out at the end.
    var isOpen = false
  }

  private let sections: [Section]

  /// Tells of the week on the screen.
  init(_ state: EditorState, _ segments: WeekSegments, _ glyphs: Glyphs) {
    let groups = DayGroup.alike(from: state.layout.week[0]) {
      state.week.day($0).elementsEqual(state.week.day($1))
    }
    let summary = WeekSummary(segments)
    let unit = "\(glyphs.degree)\(segments.unit.rawValue)"
    let edits = state.editNames.map(glyphs.plain)
    sections =
      [
        state.now.map {
          Section(
            title: Self.title($0, state.clock), text: "as of the last key",
            lines: Self.plan($0, state))
        },
        Section(
          title: "This week",
          lines: [
            "heat \(glyphs.atLeast) \(summary.comfort) \(unit) for \(summary.comfortHours) h, "
              + "mean \(summary.meanHeat)"
          ]),
        Section(title: "Alike", text: groups.map(\.label).joined(separator: ", ")),
        state.device.map { Section(title: "Device", text: $0.sentence, shortText: $0.title) },
        Section(
          title: "Edits", text: edits.isEmpty ? "none yet" : "H lists them", lines: edits,
          isOpen: true),
      ].compactMap { $0 }
  }

  private static func title(_ now: WeekTime, _ clock: ClockStyle) -> String {
    "\(now.day.title) \(now.time.text(clock))"
  }

  /// What holds, and what comes next.
  private static func plan(_ now: WeekTime, _ state: EditorState) -> [String] {
    let week = state.week
    let (row, next) = (week.row(at: now), week.nextRow(after: now))
    let (hours, minutes) = next.minutes.quotientAndRemainder(dividingBy: 60)
    let wait = (hours > 0 ? " \(hours) h" : "") + (minutes > 0 ? " \(minutes) min" : "")
    return [
      (row, "since \(week[row].time.text(state.clock))"),
      (next.row, "\(week[next.row].time.text(state.clock)), in\(wait)"),
    ].map { row, text in
      "\(row.period.name.padded(to: 6))  \("\(week[row].heat)".padded(to: 4)) "
        + "\("\(week[row].cool)".padded(to: 4)) \(text)"
    }
  }

  /// Draws as many sections as there is room for, one area after the other.
  func draw(in areas: [ScreenRectangle], _ glyphs: Glyphs, into surface: inout Surface) {
    var rest = sections[...]
    for area in areas {
      surface.clear(area)
      var line = area.row
      let end = area.row + area.rows
      // Without room for blank lines there are none.
      let gap = rest.reduce(rest.count - 1) { $0 + $1.lines.count + 1 } <= area.rows ? 1 : 0
      // What has most to say gets the most room.
      while let section = rest.first, !section.isOpen || area == areas.last {
        let least = 1 + (section.isOpen ? min(1, section.lines.count) : section.lines.count)
        guard line + least <= end else { break }
        rest.removeFirst()
        let place = ScreenPoint(row: line, column: area.column)
        let column = surface.write(section.title, at: place, style: Style(.heading)) + 1
        let room = area.column + area.columns - column
        let text = section.text.terminalColumns > room ? section.shortText : nil
        surface.write(
          glyphs.fit(text ?? section.text, room), at: ScreenPoint(row: line, column: column))
        line += 1
        for text in section.lines.prefix(end - line) {
          surface.write(
            glyphs.fit(text, area.columns), at: ScreenPoint(row: line, column: area.column))
          line += 1
        }
        line += gap
      }
    }
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
