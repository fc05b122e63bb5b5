import Diagnostics
package import ScheduleModel

/// Weeks as one SVG 1.1 picture or a self-contained HTML page: seven bars of 24 hours each, in HTML also as a table.
///
/// Text is kept as text; screen readers read every day in words. Colours follow the reader's light or dark scheme. Nothing
/// is loaded or executed. In HTML, the bars scale with the window, and scroll on a phone; each week prints on one page.
package struct WeekPage {
  /// A schedule, with the name of its file if the page has several, and when it applies.
  package typealias Entry = (schedule: Schedule, file: String?, when: String?)

  private let schedules: [Entry]
  private let clock: ClockStyle
  private let firstDay: Weekday

  /// Creates a page with an index if there are several schedules.
  package init(_ schedules: [Entry], clock: ClockStyle, firstDay: Weekday = .monday) {
    (self.schedules, self.clock, self.firstDay) = (schedules, clock, firstDay)
  }

  private static func title(of entry: Entry) -> String {
    entry.schedule.name + (entry.file.map { " (\($0))" } ?? "")
  }

  private var sides: Sides { schedules.reduce(into: []) { $0.formUnion($1.schedule.week.sides) } }

  package var svg: String {
    let index = schedules.count > 1 ? 60 + schedules.count * 22 : 0
    var body = index > 0 ? svgIndex : ""
    for (number, entry) in schedules.enumerated() {
      body += """
        <g id="week-\(number + 1)" transform="translate(0 \(index + number * WeekBars.bottom))">
        \(week(entry, number + 1))</g>

        """
    }
    return PageStyle.svg(
      title: schedules.count == 1 ? Self.title(of: schedules[0]) : "\(schedules.count) schedules",
      description: "The week as bars of 24 hours: \(sides.order).", width: WeekBars.width,
      height: index + schedules.count * WeekBars.bottom, body: body)
  }

  private var svgIndex: String {
    let links = schedules.enumerated().map { index, entry in
      """
      <a xlink:href="#week-\(index + 1)"><text class="word" x="24" y="\(62 + index * 22)" \
      text-decoration="underline">\(Self.title(of: entry).markup)</text></a>

      """
    }
    return "<text class=\"word\" x=\"24\" y=\"36\" font-size=\"20\">Schedules</text>\n"
      + links.joined()
  }

  private func week(_ entry: Entry, _ number: Int) -> String {
    let (week, title) = (entry.schedule.week, Self.title(of: entry))
    // Shrink long names; a character is at most as wide as high.
    let size = max(6, min(24, 680 / max(1, title.unicodeScalars.count)))
    return """
      <text class="word" x="24" y="42" font-size="\(size)" font-weight="bold">\
      \(title.markup)</text>
      <text class="soft" x="\(WeekBars.right)" y="42" font-size="14" text-anchor="end">\
      \(week.sides.order), \(week.unit.symbol)</text>
      \(WeekBars(week, clock: clock, firstDay: firstDay, id: "week-\(number)").text)
      """
  }

  package var html: String {
    let title =
      schedules.count == 1
      ? "\(Self.title(of: schedules[0])): the week in \(schedules[0].schedule.week.unit.symbol)"
      : "\(schedules.count) schedules"
    let index = schedules.count > 1 ? htmlIndex : ""
    let sections = schedules.enumerated().map { section($1, $0 + 1) }
    return PageStyle.html(title: title, body: "\(index)<main>\n\(sections.joined())</main>\n")
  }

  private var htmlIndex: String {
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

  private func section(_ entry: Entry, _ number: Int) -> String {
    let schedule = entry.schedule
    let id = "week-\(number)"
    let level = schedules.count > 1 ? 2 : 1
    let origin = [entry.file, entry.when].compactMap(\.self)
      .map { "<p class=\"soft\">\($0.markup)</p>\n" }
    let bars = WeekBars(schedule.week, clock: clock, firstDay: firstDay, id: id)
    let notes = schedule.notes.map { "<p>\($0.markup)</p>\n" } ?? ""
    return """
      <section id="\(id)" aria-labelledby="\(id)-name">
      <h\(level) id="\(id)-name">\(schedule.name.markup) <span class="soft">\
      (\(schedule.week.unit.symbol))</span></h\(level)>
      \(origin.joined())\(notes)<p class="soft">Each bar is a day of 24 hours: \(schedule.week.sides.order).</p>
      <div class="week"><svg viewBox="0 \(WeekBars.top) \(WeekBars.width) \(WeekBars.bottom - WeekBars.top)">
      \(bars.text)</svg></div>
      \(table(schedule.week))</section>

      """
  }

  private func table(_ week: Week) -> String {
    let periods = Period.allCases.map { "<th scope=\"col\">\($0.title)</th>" }
    let rows = Weekday.week(from: firstDay).map { day in
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
      <caption>Start times and setpoints, \(week.unit.symbol)</caption>
      <thead><tr><th scope="col">Day</th>\(periods.joined())</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
  }
}

extension Sides {
  /// The vertical order of the sides, in words.
  fileprivate var order: String { self == .both ? "heat above, cool below" : name }
}

extension String {
  /// The text escaped for XML and HTML, for content and quoted attributes.
  ///
  /// Control characters and noncharacters are written as `\u{1B}`.
  var markup: String {
    let escapes: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return printable.replacingScalars(escapes).unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.isNoncharacterCodePoint {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
