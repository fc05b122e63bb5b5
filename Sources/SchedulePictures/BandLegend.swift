package import ScheduleModel
package import TerminalScreen

/// The legend of the bands, each as in the strips.
package enum BandLegend {
  /// The width of a side in columns.
  package static let columns = 39

  /// Draws the legends of the sides, `gap` columns apart if `lines` is 1, otherwise below each other.
  package static func draw(
    _ sides: Sides, _ unit: TemperatureUnit, _ marks: BandMarks, degree: String, lines: Int,
    gap: Int, at point: ScreenPoint, into surface: inout Surface
  ) {
    for (index, side) in sides.each.enumerated() {
      let place =
        lines == 1
        ? ScreenPoint(row: point.row, column: point.column + index * (columns + gap))
        : ScreenPoint(row: point.row + index, column: point.column)
      draw(side, unit, marks, degree, at: place, into: &surface)
    }
  }

  private static func draw(
    _ side: Side, _ unit: TemperatureUnit, _ marks: BandMarks, _ degree: String,
    at point: ScreenPoint, into surface: inout Surface
  ) {
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
      "\(degree)\(unit.rawValue)", at: ScreenPoint(row: point.row, column: column),
      style: Style(.faint))
  }
}
