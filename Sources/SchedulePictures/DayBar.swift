import ScheduleModel

/// A day as a bar of 24 hours: heat above cool, the numbers in the pieces.
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
      let (minutes, count) = (piece.minutes.lowerBound, piece.minutes.count)
      return """
        <rect class="\(style(piece, side))" x="\(scale.x(minutes))" y="\(y)" \
        width="\(scale.width(count))" height="\(height)"><title>\(sentence(piece))</title></rect>

        """
    }.joined()
  }

  /// The class of the colours of a piece, which `PageStyle` defines.
  func style(_ piece: DaySegment, _ side: Side) -> String {
    TemperatureBand(of: piece.setpoint, side, unit)?.style ?? ""
  }

  /// The sides of the bar from top to bottom: heat takes 28 of its 46 units and cool 18, or one side all.
  var parts: [(side: Side, y: Int, height: Int)] {
    let sides = pieces.first?.setpoint.sides ?? []
    guard sides == .both else { return sides.each.map { ($0, 0, Self.height) } }
    return [(.heat, 0, 28), (.cool, 28, Self.height - 28)]
  }

  /// The height of a bar.
  static let height = 46

  /// The gaps between pieces.
  func edges(_ scale: Scale, y: Int, height: Int) -> String {
    pieces.dropFirst().map { piece in
      let x = scale.x(piece.minutes.lowerBound)
      return """
        <line class="edge" x1="\(x)" y1="\(y)" x2="\(x)" y2="\(y + height)"/>

        """
    }.joined()
  }

  // MARK: Words

  /// What is in force in a piece, `06:00 to 08:00 wake: heat 70, cool 78`.
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

  /// The whole day in words.
  var sentences: String { pieces.map(sentence).joined(separator: "; ") }

  /// When a piece began; nil where it began on the day before.
  func beginning(_ piece: DaySegment) -> String? {
    piece.isCarriedOver ? nil : clock.text(ofMinute: piece.minutes.lowerBound)
  }
}

extension TemperatureBand {
  /// The class of the band's colours on pages, `h0` to `h6` and `c0` to `c6`.
  var style: String { "\(side == .heat ? "h" : "c")\(number)" }
}
