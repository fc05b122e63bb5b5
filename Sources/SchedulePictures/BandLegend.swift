package import ScheduleModel
package import TerminalScreen

/// The legend of a side's bands.
package struct BandLegend {
  private let side: Side
  private let unit: TemperatureUnit
  private let marks: BandMarks
  private let degree: String

  package init(
    _ side: Side, _ unit: TemperatureUnit, _ marks: BandMarks, degree: String? = nil
  ) {
    self.side = side
    self.unit = unit
    self.marks = marks
    self.degree = degree ?? marks.degree
  }

  /// The width in columns.
  package static let columns = 39

  /// Draws the legend, with each band as in the strips.
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
      "\(degree)\(unit.rawValue)", at: ScreenPoint(row: point.row, column: column),
      style: Style(.faint))
  }
}
