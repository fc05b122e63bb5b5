import ScheduleModel

/// The bar on an HTML page; it scales with the window, so positions are percentages.
extension DayBar {
  /// The minimum widths of a bar in pixels, in a large window and on a phone.
  private static let widths = (large: 640, small: 270)

  private static let percentages = Scale(x: { percent($0) }, width: { percent($0) })

  /// A number of minutes as a percentage of the day, to a millionth.
  private static func percent(_ minutes: Int) -> String {
    let parts = (minutes * 1_000_000 + 720) / 1440
    let fraction = String(parts % 10_000 + 10_000).dropFirst()
    return "\(parts / 10_000)\(parts % 10_000 == 0 ? "" : ".\(fraction)")%"
  }

  /// The HTML of the day: its name and bar. The names of the sides are only for text browsers.
  var html: String {
    """
    <div class="day"><span class="name" aria-hidden="true">\(day.abbreviation)</span>
    <svg role="img" aria-label="\(day.title), \(sentences.markup)" width="100%" height="\(Self.height)">
    \(parts.map { rectangles($0.side, Self.percentages, y: $0.y, height: $0.height) }.joined())\
    \(edges(Self.percentages, y: 0, height: Self.height))\
    \(parts.map { words($0.side, y: $0.y == 0 ? $0.height / 2 + 5 : $0.y + 14) }.joined())\
    </svg></div>

    """
  }

  private func words(_ side: Side, y: Int) -> String {
    """
    <text class="side">\(side.name)</text>
    \(pieces.map { words($0, side, y: y) }.joined())
    """
  }

  /// The number in a segment, with classes that hide it in windows that are too small.
  private func words(_ piece: DaySegment, _ side: Side, y: Int) -> String {
    let number = piece.setpoint[side]?.description ?? ""
    func fits(_ pixels: Int, _ window: Int) -> Bool {
      pixels * 1440 <= piece.minutes.count * window
    }
    // The width of digits in PageStyle.
    let width = number.utf8.count * 10 + 6
    guard fits(width, Self.widths.large) else { return "" }
    let kind = fits(number.utf8.count * 8 + 5, Self.widths.small) ? "" : " large"
    let more = (side == parts.first?.side ? beginning(piece) : nil).flatMap {
      fits(width + $0.utf8.count * 7 + 8, Self.widths.large) ? $0 : nil
    }
    return """
      <text class="\(style(piece, side))\(kind)" x="\(Self.percentages.x(piece.minutes.lowerBound))" \
      dx="6" y="\(y)">\(number)\
      \(more.map { "<tspan class=\"large more\"> \($0)</tspan>" } ?? "")</text>

      """
  }
}
