package import ScheduleModel

/// Weeks as one SVG picture (SVG 1.1): seven bars of 24 hours each, a minute to a unit.
///
/// Text stays text; every day has a title and a description for those who cannot see it. Colours follow
/// the reader's choice of light or dark; nothing is loaded and nothing runs.
package struct SVGPage {
  private let schedules: [PagedSchedule]
  private let clock: ClockStyle

  /// Makes a page of schedules, with an index where there are several.
  package init(_ schedules: [PagedSchedule], clock: ClockStyle) {
    self.schedules = schedules
    self.clock = clock
  }

  // Lengths in units of the picture, of which a day's bar has 1440.
  private static let width = 1640
  private static let left = 160
  private static let top = 130
  private static let heat = 44
  private static let cool = 34
  private static let step = 96
  private static let inset = 8
  private static let week = top + 7 * step + 130

  private static let scale = DayBar.Scale(
    x: { "\(left + $0)" }, width: { "\($0)" })

  /// The whole file.
  package var text: String {
    let index = schedules.count > 1 ? 70 + schedules.count * 34 : 0
    let height = index + schedules.count * Self.week
    let title = schedules.count == 1 ? schedules[0].title : "\(schedules.count) schedules"
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="277mm" height="\(Self.millimetres(height))mm" viewBox="0 0 \(Self.width) \(height)" \
      font-family="system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif" font-size="24">
      <title>\(title.markup)</title>
      <desc>The week as bars of 24 hours: what it is heated to above, cooled to below.</desc>
      <style>
      .page { fill: #ffffff } .word { fill: #1b1d20 } .soft { fill: #575c63 }
      .hour { stroke: #d5d8dc } .edge { stroke: #ffffff; stroke-width: 2 }
      @media screen and (prefers-color-scheme: dark) {
      .page { fill: #15181c } .word { fill: #f2f3f5 } .soft { fill: #b3b9c1 }
      .hour { stroke: #3a3f46 } .edge { stroke: #15181c }
      }
      </style>
      <rect class="page" width="\(Self.width)" height="\(height)"/>

      """
    if index > 0 { text += self.index }
    for (number, entry) in schedules.enumerated() {
      text += """
        <g id="week-\(number + 1)" transform="translate(0 \(index + number * Self.week))">
        \(week(entry, number + 1))</g>

        """
    }
    return text + "</svg>\n"
  }

  /// A length on paper: the width of the picture is that of a sheet of A4 without its margins, 277 mm.
  private static func millimetres(_ length: Int) -> String {
    let thousandths = String(length * 277_000 / width)
    return "\(thousandths.dropLast(3)).\(thousandths.suffix(3))"
  }

  private var index: String {
    schedules.enumerated().reduce(
      "<text class=\"word\" x=\"20\" y=\"50\" font-size=\"32\">Schedules</text>\n"
    ) {
      $0 + """
        <a xlink:href="#week-\($1.offset + 1)"><text class="word" x="20" y="\(92 + $1.offset * 34)" \
        text-decoration="underline">\($1.element.title.markup)</text></a>

        """
    }
  }

  // MARK: A week

  private func week(_ entry: PagedSchedule, _ number: Int) -> String {
    let segments = WeekSegments(entry.schedule.week)
    // A long name gets smaller letters, of which each is at most as wide as high.
    let size = max(8, min(36, 1600 / max(1, entry.title.unicodeScalars.count)))
    var text = """
      <text class="word" x="20" y="52" font-size="\(size)" font-weight="bold">\
      \(entry.title.markup)</text>
      <text class="soft" x="\(Self.left + 1440)" y="\(Self.top + 7 * Self.step + 38)" \
      text-anchor="end">heat above, cool below, in \(segments.unit.symbol)</text>

      """
    for hour in stride(from: 0, through: 24, by: 3) {
      let x = Self.left + hour * 60
      let time = clock.text(ofMinute: hour * 60)
      text += """
        <line class="hour" x1="\(x)" y1="\(Self.top - 16)" x2="\(x)" \
        y2="\(Self.top + 7 * Self.step - 10)"/>
        <text class="soft" x="\(x)" y="\(Self.top - 24)" font-size="20" text-anchor="middle">\
        \(time)</text>

        """
    }
    for day in Weekday.allCases {
      let bar = DayBar(day: day, pieces: segments[day], unit: segments.unit, clock: clock)
      text += self.bar(bar, "week-\(number)-\(day.name)", y: Self.top + day.rawValue * Self.step)
    }
    for (line, side) in Side.allCases.enumerated() {
      text += legend(side, segments.unit, y: Self.top + 7 * Self.step + 14 + line * 46)
    }
    return text
  }

  private func bar(_ bar: DayBar, _ id: String, y: Int) -> String {
    let cool = y + Self.heat
    return """
      <g id="\(id)" role="img" aria-labelledby="\(id)-title \(id)-desc">
      <title id="\(id)-title">\(bar.day.title)</title>
      <desc id="\(id)-desc">\(bar.sentences.markup)</desc>
      <text class="word" x="\(Self.left - 70)" y="\(y + 34)" font-weight="bold" text-anchor="end">\
      \(bar.day.abbreviation)</text>
      <text class="soft" x="\(Self.left - 12)" y="\(y + 30)" font-size="18" text-anchor="end">heat</text>
      <text class="soft" x="\(Self.left - 12)" y="\(cool + 24)" font-size="18" text-anchor="end">cool</text>
      \(bar.rectangles(.heat, Self.scale, y: y, height: Self.heat - 2))\
      \(bar.rectangles(.cool, Self.scale, y: cool, height: Self.cool))\
      \(bar.edges(Self.scale, y: y, height: Self.heat + Self.cool))\
      \(bar.pieces.map { words($0, bar, .heat, y: y + 32, size: 28) }.joined())\
      \(bar.pieces.map { words($0, bar, .cool, y: cool + 25, size: 22) }.joined())\
      </g>

      """
  }

  /// The number in a piece, and where there is room when and why it holds.
  private func words(
    _ piece: DaySegment, _ bar: DayBar, _ side: Side, y: Int, size: Int
  ) -> String {
    let number = "\(piece.setpoint[side])"
    let room = piece.minutes.count - 2 * Self.inset
    // Digits of the fonts named above are at most 0.7 of their size wide.
    let width = number.utf8.count * size * 7 / 10
    guard width <= room else { return "" }
    let more = side == .heat ? bar.beginning(piece) : []
    let fitting = more.first { width + 8 + $0.utf8.count * 12 <= room }
    return """
      <text x="\(Self.left + piece.minutes.lowerBound + Self.inset)" y="\(y)" \
      fill="\(TemperatureBand(of: piece.setpoint[side], side, bar.unit).ink)" font-size="\(size)" \
      font-weight="bold">\(number)\
      \(fitting.map { " <tspan font-size=\"18\" font-weight=\"normal\">\($0)</tspan>" } ?? "")</text>

      """
  }

  private func legend(_ side: Side, _ unit: TemperatureUnit, y: Int) -> String {
    let bands = TemperatureBand.all(side).map { band in
      let x = Self.left + band.number * 130
      return """
        <rect x="\(x)" y="\(y)" width="130" height="36" fill="\(band.fill)"/>
        <text x="\(x + 65)" y="\(y + 25)" fill="\(band.ink)" font-size="18" text-anchor="middle">\
        \(band.words(unit).markup)</text>

        """
    }
    return """
      <text class="soft" x="\(Self.left - 12)" y="\(y + 25)" font-size="18" text-anchor="end">\
      \(side.name) \(unit.symbol)</text>
      \(bands.joined())
      """
  }
}
