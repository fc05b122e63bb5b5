import ScheduleModel

/// A day's bar on a page of HTML, which grows with the window: places are parts of a hundred.
struct HTMLDayBar {
  let bar: DayBar

  /// The bars of a page are at least so many pixels wide on a large window, and on a telephone.
  private static let widths = (large: 640, small: 270)

  private static let scale = DayBar.Scale(x: { percent($0) }, width: { percent($0) })

  /// A number of minutes as a part of the day, to a millionth.
  private static func percent(_ minutes: Int) -> String {
    let parts = (minutes * 1_000_000 + 720) / 1440
    let fraction = String(parts % 10_000 + 10_000).dropFirst()
    return "\(parts / 10_000)\(parts % 10_000 == 0 ? "" : ".\(fraction)")%"
  }

  /// The line of the page: the day's name and the picture; which half is which is said only to browsers
  /// that show text alone.
  var text: String {
    """
    <div class="day"><span class="name" aria-hidden="true">\(bar.day.abbreviation)</span>
    <svg role="img" aria-label="\(bar.day.title), \(bar.sentences.markup)" width="100%" height="\(DayBar.height)">
    \(bar.parts.map { bar.rectangles($0.side, Self.scale, y: $0.y, height: $0.height) }.joined())\
    \(bar.edges(Self.scale, y: 0, height: DayBar.height))\
    \(bar.parts.map { words($0.side, y: $0.y == 0 ? $0.height / 2 + 5 : $0.y + 14) }.joined())\
    </svg></div>

    """
  }

  private func words(_ side: Side, y: Int) -> String {
    """
    <text class="side">\(side.name)</text>
    \(bar.pieces.map { words($0, side, y: y) }.joined())
    """
  }

  /// The number in a piece, marked with the windows that are too small for it.
  private func words(_ piece: DaySegment, _ side: Side, y: Int) -> String {
    let number = piece.setpoint[side]?.description ?? ""
    func fits(_ pixels: Int, _ window: Int) -> Bool {
      pixels * 1440 <= piece.minutes.count * window
    }
    // As large as PageStyle makes digits on either.
    let width = number.utf8.count * 10 + 6
    guard fits(width, Self.widths.large) else { return "" }
    let kind = fits(number.utf8.count * 8 + 5, Self.widths.small) ? "" : " large"
    let more = (side == bar.parts.first?.side ? bar.beginning(piece) : nil).flatMap {
      fits(width + $0.utf8.count * 7 + 8, Self.widths.large) ? $0 : nil
    }
    return """
      <text class="\(bar.style(piece, side))\(kind)" x="\(Self.scale.x(piece.minutes.lowerBound))" \
      dx="6" y="\(y)">\(number)\
      \(more.map { "<tspan class=\"large more\"> \($0)</tspan>" } ?? "")</text>

      """
  }
}
