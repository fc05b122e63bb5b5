package import ScheduleModel

/// Weeks as one SVG 1.1 picture: seven bars of 24 hours each.
///
/// Text is kept as text; screen readers read every day in words. Colours follow the reader's light
/// or dark scheme. Nothing is loaded or executed.
package struct SVGPage {
  private let schedules: [PagedSchedule]
  private let clock: ClockStyle
  private let firstDay: Weekday

  /// Creates a page of schedules, with an index if there are several.
  package init(
    _ schedules: [PagedSchedule], clock: ClockStyle, firstDay: Weekday = .monday
  ) {
    self.schedules = schedules
    self.clock = clock
    self.firstDay = firstDay
  }

  private static let (width, week) = (WeekBars.width, WeekBars.bottom)

  private var sides: Sides { schedules.reduce(into: []) { $0.formUnion($1.schedule.week.sides) } }

  /// The SVG.
  package var text: String {
    let index = schedules.count > 1 ? 60 + schedules.count * 22 : 0
    var body = index > 0 ? self.index : ""
    for (number, entry) in schedules.enumerated() {
      body += """
        <g id="week-\(number + 1)" transform="translate(0 \(index + number * Self.week))">
        \(week(entry, number + 1))</g>

        """
    }
    return Self.text(
      title: schedules.count == 1 ? schedules[0].title : "\(schedules.count) schedules",
      description: "The week as bars of 24 hours: \(sides.order).", width: Self.width,
      height: index + schedules.count * Self.week, body: body)
  }

  /// A picture with the colours of pages, 254 mm wide, which fits A4 and Letter.
  static func text(
    title: String, description: String, width: Int, height: Int, body: String
  ) -> String {
    let micrometres = String(height * 254_000 / width)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="254mm" height="\(micrometres.dropLast(3)).\(micrometres.suffix(3))mm" viewBox="0 0 \(width) \(height)" \
      font-family="system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif" font-size="15">
      <title>\(title.markup)</title>
      <desc>\(description)</desc>
      <style>
      \(PageStyle.colors { "." + $0 + " { fill: " + $1 + " } " })
      .hour { stroke-width: 1 } .edge { stroke-width: 2; fill: none }
      \(PageStyle.pictureBands)
      </style>
      <rect class="page" width="\(width)" height="\(height)"/>
      \(body)</svg>

      """
  }

  private var index: String {
    schedules.enumerated().reduce(
      "<text class=\"word\" x=\"24\" y=\"36\" font-size=\"20\">Schedules</text>\n"
    ) {
      $0 + """
        <a xlink:href="#week-\($1.offset + 1)"><text class="word" x="24" y="\(62 + $1.offset * 22)" \
        text-decoration="underline">\($1.element.title.markup)</text></a>

        """
    }
  }

  // MARK: A week

  private func week(_ entry: PagedSchedule, _ number: Int) -> String {
    let week = entry.schedule.week
    // Shrink long names; a character is at most as wide as high.
    let size = max(6, min(24, 680 / max(1, entry.title.unicodeScalars.count)))
    return """
      <text class="word" x="24" y="42" font-size="\(size)" font-weight="bold">\
      \(entry.title.markup)</text>
      <text class="soft" x="\(WeekBars.right)" y="42" font-size="14" text-anchor="end">\
      \(week.sides.order), \(week.unit.symbol)</text>
      \(WeekBars(week, clock: clock, firstDay: firstDay, id: "week-\(number)").text)
      """
  }
}

/// A schedule on a page, with the name of its file if the page has several.
package struct PagedSchedule: Sendable {
  let schedule: Schedule
  let file: String?

  /// Creates an entry; `file` is shown beside the name.
  package init(_ schedule: Schedule, file: String? = nil) {
    self.schedule = schedule
    self.file = file
  }

  /// The name, with the file.
  var title: String { file.map { "\(schedule.name) (\($0))" } ?? schedule.name }
}

extension Sides {
  /// The vertical order of the sides, in words.
  var order: String { self == .both ? "heat above, cool below" : name }
}
