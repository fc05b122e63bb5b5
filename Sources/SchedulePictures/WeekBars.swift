import ScheduleModel

/// A week in SVG: seven bars of 24 hours, heat above cool with numbers, between the hours and a legend of the colours.
struct WeekBars {
  private let segments: WeekSegments
  private let clock: ClockStyle
  private let firstDay: Weekday
  /// The beginning of the ids of the days.
  private let id: String

  init(_ week: Week, clock: ClockStyle, firstDay: Weekday, id: String) {
    segments = WeekSegments(week)
    (self.clock, self.firstDay, self.id) = (clock, firstDay, id)
  }

  // Lengths in units of the picture; a minute is 0.62 units.
  static let (width, left, right, top) = (1000, 84, 976, 56)
  static let bottom = days + 7 * step + 62
  private static let (days, step, height) = (84, 62, 46)

  private static func x(_ minute: Int) -> String { decimal(left * 10_000 + length(minute)) }

  /// The length of some minutes in ten-thousandths of a unit.
  private static func length(_ minutes: Int) -> Int { minutes * (right - left) * 10_000 / 1440 }

  /// Converts ten-thousandths of a unit to a decimal with three digits.
  private static func decimal(_ length: Int) -> String {
    let thousandths = (length + 5) / 10
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000)" + (thousandths % 1000 == 0 ? "" : ".\(fraction)")
  }

  /// The elements, between the lines `top` and `bottom`.
  var text: String {
    let last = Self.days + 7 * Self.step
    let hours = stride(from: 0, through: 24, by: 3).map { hour in
      let x = Self.x(hour * 60)
      return """
        <line class="hour" x1="\(x)" y1="\(Self.days - 6)" x2="\(x)" y2="\(last)"/>
        <text class="soft" x="\(x)" y="\(Self.days - 14)" font-size="12" text-anchor="middle">\
        \(clock.text(ofMinute: hour * 60))</text>

        """
    }
    let bars = Weekday.week(from: firstDay).enumerated().map { place, day in
      bar(day, "\(id)-\(day.name)", y: Self.days + place * Self.step)
    }
    let legends = segments.sides.each.enumerated().map { line, side in
      legend(side, y: last + 14 + line * 22)
    }
    return (hours + bars + legends).joined()
  }

  private func bar(_ day: Weekday, _ id: String, y: Int) -> String {
    let pieces = segments[day]
    let edges = pieces.dropFirst().map { piece in
      let x = Self.x(piece.minutes.lowerBound)
      return """
        <line class="edge" x1="\(x)" y1="\(y)" x2="\(x)" y2="\(y + Self.height)"/>

        """
    }
    return """
      <g id="\(id)" role="img" aria-label="\(day.title), \(pieces.map(sentence).joined(separator: "; "))">
      <clipPath id="\(id)-clip"><rect x="\(Self.left)" y="\(y)" \
      width="\(Self.right - Self.left)" height="\(Self.height)" rx="7"/></clipPath>
      <text class="word" x="24" y="\(y + 28)" font-weight="600">\(day.abbreviation)</text>
      <g clip-path="url(#\(id)-clip)">
      \(parts.map { rectangles(pieces, $0.side, y: y + $0.y, height: $0.height) }.joined())\
      \(edges.joined())</g>
      \(parts.map { words(pieces, $0.side, y: y + $0.y, height: $0.height) }.joined())\
      </g>

      """
  }

  /// The sides of a bar from top to bottom: heat has 28 of the 46 units and cool 18; a single side has all.
  private var parts: [(side: Side, y: Int, height: Int)] {
    guard segments.sides == .both else { return segments.sides.each.map { ($0, 0, Self.height) } }
    return [(.heat, 0, 28), (.cool, 28, Self.height - 28)]
  }

  private func rectangles(_ pieces: [DaySegment], _ side: Side, y: Int, height: Int) -> String {
    pieces.map { piece in
      """
      <rect class="\(style(piece, side))" x="\(Self.x(piece.minutes.lowerBound))" y="\(y)" \
      width="\(Self.decimal(Self.length(piece.minutes.count)))" height="\(height)">\
      <title>\(sentence(piece))</title></rect>

      """
    }.joined()
  }

  /// The CSS class of a segment; see `PageStyle`.
  private func style(_ piece: DaySegment, _ side: Side) -> String {
    TemperatureBand(of: piece.setpoint, side, segments.unit)?.style ?? ""
  }

  /// The numbers of a side whose part of the bar begins at `y`; those of the first side are larger, with the time at which
  /// the segment begins if there is room.
  private func words(_ pieces: [DaySegment], _ side: Side, y: Int, height: Int) -> String {
    let isFirst = side == segments.sides.first
    let size = isFirst ? 15 : 11
    return pieces.map { piece in
      let number = piece.setpoint[side]?.description ?? ""
      let room = piece.minutes.count * (Self.right - Self.left) / 1440 - 12
      // Digits of these fonts are at most 0.7 of their size wide.
      let width = number.utf8.count * size * 7 / 10
      guard width <= room else { return "" }
      let time = clock.text(ofMinute: piece.minutes.lowerBound)
      let hasTime =
        isFirst && !piece.isCarriedOver && width + 8 + time.utf8.count * 8 <= room
      return """
        <text class="\(style(piece, side))" x="\(Self.x(piece.minutes.lowerBound))" dx="8" \
        y="\(y + (isFirst ? height / 2 + 5 : 13))" font-size="\(size)"\
        \(isFirst ? " font-weight=\"bold\"" : "")>\(number)\
        \(hasTime ? " <tspan font-size=\"12\" font-weight=\"normal\">\(time)</tspan>" : "")</text>

        """
    }.joined()
  }

  /// Describes a segment, `06:00 to 08:00 wake: heat 70, cool 78`.
  private func sentence(_ piece: DaySegment) -> String {
    let period = piece.row.period.name
    return "\(clock.text(ofMinute: piece.minutes.lowerBound)) to "
      + "\(clock.text(ofMinute: piece.minutes.upperBound)) "
      + "\(piece.isCarriedOver ? "\(period) of \(piece.row.day.title)" : period): "
      + piece.setpoint.words
  }

  private func legend(_ side: Side, y: Int) -> String {
    let bands = TemperatureBand.all(side).map { band in
      let x = Self.left + band.number * 100
      return """
        <rect class="\(band.style)" x="\(x)" y="\(y)" width="14" height="14" rx="3"/>
        <text class="soft" x="\(x + 20)" y="\(y + 11)" font-size="11">\
        \(band.words(segments.unit).markup)</text>

        """
    }
    return """
      <text class="soft" x="24" y="\(y + 11)" font-size="11">\(side.name) \(segments.unit.symbol)</text>
      \(bands.joined())
      """
  }
}
