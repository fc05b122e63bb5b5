import Diagnostics
package import ScheduleModel

/// Calendars as an SVG picture or an HTML page: a block of days for each month, and a legend.
package struct CalendarPage {
  package typealias Entry = (calendar: ShownCalendar, file: String?)

  private let calendars: [Entry]
  private let firstDay: Weekday

  package init(_ calendars: [Entry], firstDay: Weekday = .monday) {
    (self.calendars, self.firstDay) = (calendars, firstDay)
  }

  // Lengths in units of the picture.
  private static let (margin, width, height, day) = (24, 252, 262, 36)

  private var title: String {
    calendars.count == 1 ? Self.title(of: calendars[0]) : "\(calendars.count) calendars"
  }

  private static func title(of entry: Entry) -> String {
    "Calendar of \(entry.calendar.title)" + (entry.file.map { " (\($0))" } ?? "")
  }

  /// The picture, with four months of a year in a row.
  package var svg: String {
    let columns = calendars.contains { $0.calendar.isYear } ? 4 : 1
    let titleSize = columns == 1 ? 16 : 20
    var (body, y) = ("", 0)
    for entry in calendars {
      body += """
        <text class="word" x="\(Self.margin)" y="\(y + 40)" font-size="\(titleSize)" \
        font-weight="bold">\(Self.title(of: entry).markup)</text>

        """
      y += 62
      for (index, month) in entry.calendar.months.enumerated() {
        let x = Self.margin + index % columns * (Self.width + Self.margin)
        body += block(of: month, entry.calendar, at: "x=\"\(x)\" y=\"\(y)\"")
        if (index + 1) % columns == 0 { y += Self.height }
      }
      body += legend(of: entry.calendar, at: "x=\"\(Self.margin)\" y=\"\(y)\"")
      y += entry.calendar.legend.count * 24 + Self.margin
    }
    // A month is wider by the numbers of its weeks, and may be narrower than its title.
    let longest = calendars.map { Self.title(of: $0).count }.max() ?? 0
    let width = max(
      columns * (Self.width + Self.margin) + (columns == 1 ? 24 : 0),
      longest * titleSize * 7 / 10 + Self.margin)
    return PageStyle.svg(
      title: title, description: "Days in the colours of their schedules.",
      width: width + Self.margin, height: y, body: body)
  }

  /// The page without scripts; also lists the days in words.
  package var html: String {
    let sections = calendars.map { entry in
      let (calendar, kind) = (entry.calendar, entry.calendar.isYear ? "year" : "month")
      let items = calendar.months.map { "<li>\(words(of: $0, calendar).markup)</li>\n" }
      return """
        <section>
        <h1>\(Self.title(of: entry).markup)</h1>
        <div class="calendar \(kind)">
        \(calendar.months.map { block(of: $0, calendar) }.joined())\(legend(of: calendar))</div>
        <ul class="soft">
        \(items.joined())</ul>
        </section>

        """
    }
    return PageStyle.html(title: title, body: "<main>\n\(sections.joined())</main>\n")
  }

  /// A month: its name, the days of the week, and the days with the letters of their schedules.
  private func block(
    of month: ShownCalendar.Line, _ calendar: ShownCalendar, at place: String = ""
  ) -> String {
    let firstDay = calendar.firstDay(usual: firstDay)
    let names = Weekday.week(from: firstDay).enumerated().map { column, day in
      text("soft", column * Self.day + 17, 36, 11, "middle", day.abbreviation)
    }
    // A month alone has its name above, and the numbers of the weeks to the left.
    let inset = calendar.isYear ? 0 : 24
    let title = calendar.isYear ? text("word", 2, 18, 16, "start", month.title) : ""
    let weeks = month.weeks(from: firstDay).enumerated().map { row, week in
      let y = 44 + row * Self.day
      let number = calendar.isYear ? "" : text("soft", -6, y + 22, 11, "end", week.title)
      let days = week.days.enumerated().map { index, entry in
        let x = (week.column + index) * Self.day
        let schedule = calendar.schedules[entry.schedule]
        let style = schedule.band.style
        return """
          <rect class="\(style)" x="\(x)" y="\(y)" width="34" height="34" rx="5"/>
          \(text(style, x + 5, y + 16, 13, "start", "\(entry.day.parts.day)"))\
          \(text(style, x + 29, y + 29, 10, "end", schedule.mark))
          """
      }
      return number + days.joined()
    }
    return """
      <svg \(place) width="\(Self.width + inset)" height="\(Self.height)" \
      viewBox="\(-inset) 0 \(Self.width + inset) \(Self.height)" \
      role="img" aria-label="\(words(of: month, calendar).markup)">
      \(title)\(names.joined())\(weeks.joined())</svg>

      """
  }

  private func legend(of calendar: ShownCalendar, at place: String = "") -> String {
    let lines = calendar.legend.enumerated().map { line, entry in
      """
      <rect class="\(entry.band.style)" x="0" y="\(line * 24)" width="18" height="18" rx="4"/>
      \(text(entry.band.style, 9, line * 24 + 13, 11, "middle", entry.mark))\
      \(text("soft", 26, line * 24 + 14, 13, "start", entry.title))
      """
    }
    let height = calendar.legend.count * 24
    return """
      <svg \(place) width="\(Self.width)" height="\(height)" viewBox="0 0 \(Self.width) \(height)" overflow="visible">
      \(lines.joined())</svg>

      """
  }

  private func text(
    _ style: String, _ x: Int, _ y: Int, _ size: Int, _ anchor: String, _ text: String
  ) -> String {
    """
    <text class="\(style)" x="\(x)" y="\(y)" font-size="\(size)" text-anchor="\(anchor)">\(text.markup)</text>

    """
  }

  /// A month in words, `December 2026: 1 to 23 Winter, 24 to 31 Away`.
  private func words(of month: ShownCalendar.Line, _ calendar: ShownCalendar) -> String {
    let days = month.days.map { day, schedule in
      (first: day.parts.day, last: day.parts.day, schedule: schedule)
    }
    let runs = days.joiningNeighbors {
      $0.schedule == $1.schedule ? ($0.first, $1.last, $0.schedule) : nil
    }
    let texts = runs.map { first, last, schedule in
      (first == last ? "\(first) " : "\(first) to \(last) ") + calendar.schedules[schedule].name
    }
    return "\(month.title): \(texts.joined(separator: ", "))"
  }
}
