import ScheduleModel
import TerminalScreen

/// A day as a bar of 24 hours in SVG: heat above cool, the numbers in the pieces.
struct DayBar {
  let day: Weekday
  let pieces: [DaySegment]
  let unit: TemperatureUnit
  let clock: ClockStyle

  /// How a place in the day becomes a coordinate.
  struct Scale: Sendable {
    /// The left edge of a minute.
    let x: @Sendable (Int) -> String
    /// How wide so many minutes are.
    let width: @Sendable (Int) -> String
  }

  /// The rectangles of a half, one for each piece.
  func rectangles(_ side: Side, _ scale: Scale, y: Int, height: Int) -> String {
    pieces.map { piece in
      let band = TemperatureBand(of: piece.setpoint[side], side, unit)
      let (minutes, count) = (piece.minutes.lowerBound, piece.minutes.count)
      return """
        <rect x="\(scale.x(minutes))" y="\(y)" width="\(scale.width(count))" height="\(height)" \
        fill="\(band.fill)"><title>\(sentence(piece))</title></rect>

        """
    }.joined()
  }

  /// The edges between pieces, which may have the same colour on both sides.
  func edges(_ scale: Scale, y: Int, height: Int) -> String {
    pieces.dropFirst().map { piece in
      let x = scale.x(piece.minutes.lowerBound)
      return """
        <line class="edge" x1="\(x)" y1="\(y)" x2="\(x)" y2="\(y + height)"/>

        """
    }.joined()
  }

  // MARK: Words

  /// What holds in a piece, `06:00 to 08:00 wake: heat 70, cool 78`.
  func sentence(_ piece: DaySegment) -> String {
    let setpoint = piece.setpoint
    let period =
      piece.isCarriedOver
      ? "\(piece.row.period.name) of \(piece.row.day.title)"
      : piece.row.period.name
    return
      "\(clock.text(ofMinute: piece.minutes.lowerBound)) to "
      + "\(clock.text(ofMinute: piece.minutes.upperBound)) \(period): "
      + "heat \(setpoint.heat), cool \(setpoint.cool)"
  }

  /// The whole day in words.
  var sentences: String { pieces.map(sentence).joined(separator: "; ") }

  /// When and why a piece began, in as many words as there may be room for; none where it began on the
  /// day before.
  func beginning(_ piece: DaySegment) -> [String] {
    guard !piece.isCarriedOver else { return [] }
    let time = clock.text(ofMinute: piece.minutes.lowerBound)
    return ["\(time) \(piece.row.period.name)", time]
  }
}

extension TemperatureBand {
  /// The colour of the band on pages, that of the theme `default`.
  var fill: String { Theme.standard[role].background.hexadecimal }

  /// The colour of text on it.
  var ink: String { Theme.standard[role].foreground.hexadecimal }
}

extension TerminalColor {
  /// The colour as HTML and SVG spell it, `#ff8700`; black where it is the terminal's own.
  fileprivate var hexadecimal: String {
    let (red, green, blue) = components ?? (0, 0, 0)
    return "#"
      + [red, green, blue].map { part in
        (part < 16 ? "0" : "") + String(part, radix: 16)
      }.joined()
  }
}
