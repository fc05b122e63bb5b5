package import Diagnostics
import ScheduleModel
package import TerminalScreen

/// Draws a month as a table of weeks, and a year as a line for each month; fits into the columns and rows of a
/// `TerminalPicture` if these are enough.
package struct CalendarPainter {
  private let calendar: ShownCalendar
  private let picture: TerminalPicture
  private let today: CalendarDay?
  private let isMarked: ((CalendarDay) -> Bool)?
  private let lines: [ShownCalendar.Line]
  /// The size of a day, with the gaps to its right and below.
  private let cell: ScreenSize
  private let legend: [[ShownCalendar.Entry]]

  /// Creates a painter. In a month, `today` has a pointer, and the days of an entry, which `isMarked` selects, have a `*`.
  package init(
    _ calendar: ShownCalendar, _ picture: TerminalPicture, today: CalendarDay? = nil,
    marking isMarked: ((CalendarDay) -> Bool)? = nil
  ) {
    var picture = picture
    picture.firstDay = calendar.firstDay(usual: picture.firstDay)
    (self.calendar, self.picture, self.today) = (calendar, picture, today)
    self.isMarked = isMarked
    lines = calendar.isYear ? calendar.months : calendar.months[0].weeks(from: picture.firstDay)
    let columns = max(picture.columns, Self.leastColumns)
    legend = calendar.legend.reduce(into: [[]]) { lines, entry in
      let line = lines[lines.count - 1] + [entry]
      let width = line.reduce(0) { $0 + Self.width(of: $1) }
      if line.count > 1, width > columns { lines.append([]) }
      lines[lines.count - 1].append(entry)
    }
    let room = columns - Self.labelWidth
    let width = calendar.isYear ? min(3, room / 31) : min(16, room / 7)
    // A month has a line for numbers and, if there is room, one for names and a gap. A line is for the shell's prompt.
    let free = (picture.rows ?? 24) - 3 - legend.count
    let height = free >= lines.count * 3 ? 3 : free > lines.count * 2 ? 2 : 1
    let isLow = calendar.isYear || width < 9
    cell = ScreenSize(rows: isLow ? 1 : height, columns: width)
  }

  /// The width that a year needs.
  private static let leastColumns = labelWidth + 31
  /// The width of the months' names or the numbers of the weeks.
  private static let labelWidth = 4

  private static func width(of entry: ShownCalendar.Entry) -> Int {
    entry.title.terminalColumns + 6
  }

  package var size: ScreenSize {
    ScreenSize(
      rows: 2 + lines.count * cell.rows + (cell.rows == 3 ? 0 : 1) + legend.count,
      columns: max(picture.columns, Self.leastColumns))
  }

  package func draw(from row: Int, column: Int = 0, into surface: inout Surface) {
    let end = surface.write(calendar.title, row: row, column: column, .title)
    if isMarked != nil { surface.write("  * this entry", row: row, column: end, .faint) }
    drawHeadings(row: row + 1, column: column + Self.labelWidth, into: &surface)
    for (number, line) in lines.enumerated() {
      draw(line, from: row + 2 + number * cell.rows, column: column, into: &surface)
    }
    for (line, entries) in legend.enumerated() {
      var place = ScreenPoint(row: row + size.rows - legend.count + line, column: column)
      for entry in entries {
        let end = surface.write(" \(entry.mark) ", at: place, style: style(of: entry))
        let excess = max(0, Self.width(of: entry) - size.columns)
        let name = entry.name.cut(to: entry.name.terminalColumns - excess, with: ellipsis)
        surface.write(" \(name)\(entry.days)", row: place.row, column: end)
        place.column += Self.width(of: entry)
      }
    }
  }

  /// Draws the days of the week above a month, and some days of the month above a year.
  private func drawHeadings(row: Int, column: Int, into surface: inout Surface) {
    let step = cell.columns == 1 ? 10 : 5
    let texts =
      calendar.isYear
      ? (1...31).map { $0 == 1 || $0.isMultiple(of: step) ? "\($0)" : "" }
      : Weekday.week(from: picture.firstDay).map { inset + $0.abbreviation }
    for (index, text) in texts.enumerated() {
      surface.write(
        text, row: row, column: column + index * cell.columns,
        calendar.isYear ? .faint : .heading)
    }
  }

  private func draw(
    _ line: ShownCalendar.Line, from row: Int, column: Int, into surface: inout Surface
  ) {
    surface.write(
      calendar.isYear ? String(line.title.prefix(3)) : Self.twoColumns(line.title), row: row,
      column: column, calendar.isYear ? .heading : .faint)
    for (index, (day, schedule)) in line.days.enumerated() {
      var place = ScreenPoint(
        row: row, column: column + Self.labelWidth + (line.column + index) * cell.columns)
      let entry = calendar.schedules[schedule]
      let isFirst = index == 0 || line.days[index - 1].schedule != schedule
      for text in calendar.isYear ? [mark(day, entry, isFirst: isFirst)] : texts(day, entry) {
        let width = cell.columns - (calendar.isYear ? 0 : 1)
        if picture.marks == .colors {
          surface.clear(
            row: place.row, columns: place.column..<(place.column + width), style: style(of: entry))
        }
        surface.write(text, at: place, style: style(of: entry), width: width)
        place.row += 1
      }
    }
  }

  /// A day of a year: the letter of its schedule, in colour only where that changes.
  private func mark(_ day: CalendarDay, _ entry: ShownCalendar.Entry, isFirst: Bool) -> String {
    if isFirst || picture.marks != .colors { return entry.mark }
    return day.weekday != picture.firstDay ? "" : picture.showsUnicode ? "·" : "."
  }

  /// The lines of a day of a month: its number and the letter of its schedule, and the name.
  private func texts(_ day: CalendarDay, _ entry: ShownCalendar.Entry) -> [String] {
    let pointer = picture.showsUnicode ? "▸" : ">"
    let number =
      (day == today && !inset.isEmpty ? pointer : inset) + Self.twoColumns("\(day.parts.day)")
      + (cell.columns < 6 ? "" : " ") + entry.mark + (isMarked?(day) == true ? "*" : "")
    let name = entry.name.cut(to: cell.columns - 2, with: ellipsis)
    return cell.rows == 1 ? [number] : [number, inset + name]
  }

  /// Ends a name that is cut.
  private var ellipsis: String { picture.showsUnicode ? "…" : "." }

  /// The blank before the number of a day, where there is room.
  private var inset: String { cell.columns < 7 ? "" : " " }

  private static func twoColumns(_ number: String) -> String {
    number.count < 2 ? " \(number)" : number
  }

  private func style(of entry: ShownCalendar.Entry) -> Style {
    Style(picture.marks == .colors ? entry.band.role : .plain)
  }
}

extension TerminalPicture {
  package func surface(of calendar: ShownCalendar, today: CalendarDay? = nil) -> Surface {
    let painter = CalendarPainter(calendar, self, today: today)
    var surface = Surface(size: painter.size)
    painter.draw(from: 0, into: &surface)
    return surface
  }
}
