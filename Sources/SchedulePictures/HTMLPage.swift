import Diagnostics
package import ScheduleModel

/// Weeks as a self-contained HTML page: bars of 24 hours, and a table of all values.
///
/// Without scripts, fonts or external images. The bars scale with the window, and scroll on a phone; each week prints on
/// one page.
package struct HTMLPage {
  private let schedules: [PagedSchedule]
  private let clock: ClockStyle
  private let days: [Weekday]

  /// Creates a page of schedules, with an index if there are several.
  package init(
    _ schedules: [PagedSchedule], clock: ClockStyle, firstDay: Weekday = .monday
  ) {
    self.schedules = schedules
    self.clock = clock
    days = Weekday.week(from: firstDay)
  }

  /// The HTML.
  package var text: String {
    let title =
      schedules.count == 1
      ? "\(schedules[0].title): the week in \(schedules[0].schedule.week.unit.symbol)"
      : "\(schedules.count) schedules"
    let index = schedules.count > 1 ? self.index : ""
    let sections = schedules.enumerated().map { section($1, $0 + 1) }
    return Self.text(title: title, body: "\(index)<main>\n\(sections.joined())</main>\n")
  }

  /// A page with the colours and layout of pages.
  static func text(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="setpoint">
    <title>\(title.markup)</title>
    <style>
    \(PageStyle.text)</style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }

  private var index: String {
    let items = schedules.enumerated().map { number, entry in
      "<li><a href=\"#week-\(number + 1)\">\(entry.schedule.name.markup)</a>"
        + (entry.file.map { " <span class=\"soft\">\($0.markup)</span>" } ?? "") + "</li>\n"
    }
    return """
      <nav aria-label="Schedules">
      <h1>\(schedules.count) schedules</h1>
      <ol>
      \(items.joined())</ol>
      </nav>

      """
  }

  // MARK: A week

  private func section(_ entry: PagedSchedule, _ number: Int) -> String {
    let schedule = entry.schedule
    let id = "week-\(number)"
    let level = schedules.count > 1 ? 2 : 1
    let file = entry.file.map { "<p class=\"soft\">\($0.markup)</p>\n" } ?? ""
    let bars = WeekBars(schedule.week, clock: clock, firstDay: days[0], id: id)
    let notes = schedule.notes.map { "<p>\($0.markup)</p>\n" } ?? ""
    return """
      <section id="\(id)" aria-labelledby="\(id)-name">
      <h\(level) id="\(id)-name">\(schedule.name.markup) <span class="soft">\
      (\(schedule.week.unit.symbol))</span></h\(level)>
      \(file)\(notes)<p class="soft">Each bar is a day of 24 hours: \(schedule.week.sides.order).</p>
      <div class="week"><svg viewBox="0 \(WeekBars.top) \(WeekBars.width) \(WeekBars.bottom - WeekBars.top)">
      \(bars.text)</svg></div>
      \(table(schedule.week))</section>

      """
  }

  private func table(_ week: Week) -> String {
    let periods = Period.allCases.map { "<th scope=\"col\">\($0.title)</th>" }
    let rows = days.map { day in
      let cells = week.day(day).map { setpoint in
        let values = setpoint.temperatures.map { side, degrees in
          let band = TemperatureBand(of: degrees, side, week.unit)
          return
            "<span class=\"value \(band.style)\"><span class=\"side\">\(side.name) </span>"
            + "\(degrees)</span>"
        }
        return "<td><span class=\"time\">\(setpoint.time.text(clock))</span> "
          + "\(values.joined(separator: " "))</td>"
      }
      return "<tr><th scope=\"row\">\(day.title)</th>\(cells.joined(separator: "\n"))</tr>\n"
    }
    return """
      <table>
      <caption>When each period begins, and what it is \(week.sides.verbs) to in \(week.unit.symbol)</caption>
      <thead><tr><th scope="col">Day</th>\(periods.joined())</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
  }
}

extension Sides {
  fileprivate var verbs: String { each.map { $0 == .heat ? "heated" : "cooled" }.listed("and") }
}
