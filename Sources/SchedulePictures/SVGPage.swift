package import ScheduleModel

/// Weeks as one SVG 1.1 picture: seven bars of 24 hours each.
///
/// Text is kept as text; every day has a title and a description for screen readers. Colours follow the reader's light
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

  // Lengths in units of the picture; a minute is 0.62 units.
  private static let (width, left, right) = (1000, 84, 976)
  private static let (top, step) = (84, 62)
  private static let week = top + 7 * step + 62
  private static let scale = DayBar.Scale(
    x: { decimal(left * 10_000 + $0 * (right - left) * 10_000 / 1440) },
    width: { decimal($0 * (right - left) * 10_000 / 1440) })

  /// Converts ten-thousandths of a unit to a decimal with three digits.
  private static func decimal(_ length: Int) -> String {
    let thousandths = (length + 5) / 10
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000)" + (thousandths % 1000 == 0 ? "" : ".\(fraction)")
  }

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
    let segments = WeekSegments(entry.schedule.week)
    // Shrink long names; a character is at most as wide as high.
    let size = max(6, min(24, 680 / max(1, entry.title.unicodeScalars.count)))
    var text = """
      <text class="word" x="24" y="42" font-size="\(size)" font-weight="bold">\
      \(entry.title.markup)</text>
      <text class="soft" x="\(Self.right)" y="42" font-size="14" text-anchor="end">\
      \(segments.sides.order), \(segments.unit.symbol)</text>

      """
    for hour in stride(from: 0, through: 24, by: 3) {
      let x = Self.scale.x(hour * 60)
      text += """
        <line class="hour" x1="\(x)" y1="\(Self.top - 6)" x2="\(x)" \
        y2="\(Self.top + 7 * Self.step)"/>
        <text class="soft" x="\(x)" y="\(Self.top - 14)" font-size="12" text-anchor="middle">\
        \(clock.text(ofMinute: hour * 60))</text>

        """
    }
    for (place, day) in Weekday.week(from: firstDay).enumerated() {
      let bar = DayBar(day: day, pieces: segments[day], unit: segments.unit, clock: clock)
      text += self.bar(bar, "week-\(number)-\(day.name)", y: Self.top + place * Self.step)
    }
    for (line, side) in segments.sides.each.enumerated() {
      text += legend(side, segments.unit, y: Self.top + 7 * Self.step + 14 + line * 22)
    }
    return text
  }

  private func bar(_ bar: DayBar, _ id: String, y: Int) -> String {
    let height = DayBar.height
    return """
      <g id="\(id)" role="img" aria-labelledby="\(id)-title \(id)-desc">
      <title id="\(id)-title">\(bar.day.title)</title>
      <desc id="\(id)-desc">\(bar.sentences.markup)</desc>
      <clipPath id="\(id)-clip"><rect x="\(Self.left)" y="\(y)" \
      width="\(Self.right - Self.left)" height="\(height)" rx="7"/></clipPath>
      <text class="word" x="24" y="\(y + 28)" font-weight="600">\(bar.day.abbreviation)</text>
      <g clip-path="url(#\(id)-clip)">
      \(bar.parts.map { bar.rectangles($0.side, Self.scale, y: y + $0.y, height: $0.height) }.joined())\
      \(bar.edges(Self.scale, y: y, height: height))</g>
      \(bar.parts.map { words(bar, $0.side, y: y + $0.y, height: $0.height) }.joined())\
      </g>

      """
  }

  /// The numbers of a side whose part of the bar begins at `y`; those of the first side are larger.
  private func words(_ bar: DayBar, _ side: Side, y: Int, height: Int) -> String {
    let isFirst = side == bar.parts.first?.side
    return bar.pieces.map {
      words($0, bar, side, y: y + (isFirst ? height / 2 + 5 : 13), isFirst ? 15 : 11)
    }.joined()
  }

  /// The number in a segment, and its start time if there is room.
  private func words(
    _ piece: DaySegment, _ bar: DayBar, _ side: Side, y: Int, _ size: Int
  ) -> String {
    let number = piece.setpoint[side]?.description ?? ""
    let isFirst = side == bar.parts.first?.side
    let room = piece.minutes.count * (Self.right - Self.left) / 1440 - 12
    // Digits of these fonts are at most 0.7 of their size wide.
    let width = number.utf8.count * size * 7 / 10
    guard width <= room else { return "" }
    let time = isFirst ? bar.beginning(piece) : nil
    let fitting = time.flatMap { width + 8 + $0.utf8.count * 8 <= room ? $0 : nil }
    return """
      <text class="\(bar.style(piece, side))" x="\(Self.scale.x(piece.minutes.lowerBound))" dx="8" \
      y="\(y)" font-size="\(size)"\(isFirst ? " font-weight=\"bold\"" : "")>\(number)\
      \(fitting.map { " <tspan font-size=\"12\" font-weight=\"normal\">\($0)</tspan>" } ?? "")</text>

      """
  }

  private func legend(_ side: Side, _ unit: TemperatureUnit, y: Int) -> String {
    let bands = TemperatureBand.all(side).map { band in
      let x = Self.left + band.number * 100
      return """
        <rect class="\(band.style)" x="\(x)" y="\(y)" width="14" height="14" rx="3"/>
        <text class="soft" x="\(x + 20)" y="\(y + 11)" font-size="11">\
        \(band.words(unit).markup)</text>

        """
    }
    return """
      <text class="soft" x="24" y="\(y + 11)" font-size="11">\(side.name) \(unit.symbol)</text>
      \(bands.joined())
      """
  }
}
