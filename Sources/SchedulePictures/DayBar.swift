import ScheduleModel

/// A day as a bar of 24 hours: heat above cool, with the numbers in the segments.
struct DayBar {
  let day: Weekday
  let pieces: [DaySegment]
  let unit: TemperatureUnit
  let clock: ClockStyle

  /// Converts minutes to coordinates.
  struct Scale: Sendable {
    /// The left edge of a minute.
    let x: @Sendable (Int) -> String
    /// The width of a number of minutes.
    let width: @Sendable (Int) -> String
  }

  /// The rectangles of a side, one for each segment.
  func rectangles(_ side: Side, _ scale: Scale, y: Int, height: Int) -> String {
    pieces.map { piece in
      let (minutes, count) = (piece.minutes.lowerBound, piece.minutes.count)
      return """
        <rect class="\(style(piece, side))" x="\(scale.x(minutes))" y="\(y)" \
        width="\(scale.width(count))" height="\(height)"><title>\(sentence(piece))</title></rect>

        """
    }.joined()
  }

  /// The CSS class of a segment; see `PageStyle`.
  func style(_ piece: DaySegment, _ side: Side) -> String {
    TemperatureBand(of: piece.setpoint, side, unit)?.style ?? ""
  }

  /// The sides of the bar from top to bottom: heat has 28 of the 46 units and cool 18; a single side has all.
  var parts: [(side: Side, y: Int, height: Int)] {
    let sides = pieces.first?.setpoint.sides ?? []
    guard sides == .both else { return sides.each.map { ($0, 0, Self.height) } }
    return [(.heat, 0, 28), (.cool, 28, Self.height - 28)]
  }

  static let height = 46

  /// The gaps between segments.
  func edges(_ scale: Scale, y: Int, height: Int) -> String {
    pieces.dropFirst().map { piece in
      let x = scale.x(piece.minutes.lowerBound)
      return """
        <line class="edge" x1="\(x)" y1="\(y)" x2="\(x)" y2="\(y + height)"/>

        """
    }.joined()
  }

  // MARK: Words

  /// Describes a segment, `06:00 to 08:00 wake: heat 70, cool 78`.
  func sentence(_ piece: DaySegment) -> String {
    let period =
      piece.isCarriedOver
      ? "\(piece.row.period.name) of \(piece.row.day.title)"
      : piece.row.period.name
    return
      "\(clock.text(ofMinute: piece.minutes.lowerBound)) to "
      + "\(clock.text(ofMinute: piece.minutes.upperBound)) \(period): "
      + piece.setpoint.words
  }

  /// Describes the whole day.
  var sentences: String { pieces.map(sentence).joined(separator: "; ") }

  /// The start of a segment; nil if it started on the previous day.
  func beginning(_ piece: DaySegment) -> String? {
    piece.isCarriedOver ? nil : clock.text(ofMinute: piece.minutes.lowerBound)
  }
}

extension TemperatureBand {
  /// The CSS class of the band, `h0` to `h6` and `c0` to `c6`.
  var style: String { "\(side == .heat ? "h" : "c")\(number)" }
}
