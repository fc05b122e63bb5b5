package import ScheduleModel
package import TerminalScreen

/// The line that says what the bands of a half mean.
package struct BandLegend {
  private let side: Side
  private let unit: TemperatureUnit
  private let marks: BandMarks

  /// Explains the bands of `side`.
  package init(_ side: Side, _ unit: TemperatureUnit, _ marks: BandMarks) {
    self.side = side
    self.unit = unit
    self.marks = marks
  }

  /// The columns that it needs.
  package static let columns = 39

  /// Draws it into a line, each band as strips show it.
  package func draw(at point: ScreenPoint, into surface: inout Surface) {
    var column = surface.write(side.name, at: point, style: Style(.faint)) + 1
    for band in TemperatureBand.all(side) {
      let place = ScreenPoint(row: point.row, column: column)
      let title = band.title(unit)
      column =
        marks == .colors
        ? surface.write(" \(title) ", at: place, style: Style(band.role))
        : surface.write("\(marks.mark(of: band))\(title) ", at: place)
    }
    if marks == .colors { column += 1 }
    surface.write(
      "\(marks.degree)\(unit.rawValue)", at: ScreenPoint(row: point.row, column: column),
      style: Style(.faint))
  }
}
