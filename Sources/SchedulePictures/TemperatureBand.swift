package import ScheduleModel
package import TerminalScreen

/// One of seven temperature bands in pictures, shown as a colour, a shade or a character.
package struct TemperatureBand: Hashable, Sendable {
  /// The side; each has its own bands.
  package let side: Side
  /// The band, from 0 for the lowest temperatures to 6 for the highest.
  package let number: Int

  package init(of temperature: Temperature, _ side: Side, _ unit: TemperatureUnit) {
    self.init(side, Self.bounds(side, unit).count { $0 <= temperature })
  }

  /// Returns the band of a side of a setpoint; nil if the setpoint does not have the side.
  package init?(of setpoint: Setpoint, _ side: Side, _ unit: TemperatureUnit) {
    guard let degrees = setpoint[side] else { return nil }
    self.init(of: degrees, side, unit)
  }

  private init(_ side: Side, _ number: Int) {
    self.side = side
    self.number = number
  }

  /// The bands of a side, lowest first.
  package static func all(_ side: Side) -> [TemperatureBand] {
    (0...bounds(side, .celsius).count).map { TemperatureBand(side, $0) }
  }

  /// The lower bounds of the bands above the lowest.
  ///
  /// Whole degrees in each unit, close to each other. The values of the ENERGY STAR program (heat 62 and 70, cool 78,
  /// 82 and 85 °F) are in different bands, and frost protection is in the lowest.
  private static func bounds(_ side: Side, _ unit: TemperatureUnit) -> [Temperature] {
    switch (side, unit) {
    case (.heat, .fahrenheit): [54, 60, 64, 68, 70, 74].map { Temperature($0) }
    case (.heat, .celsius): [12, 15, 18, 20, 21, 23].map { Temperature($0) }
    case (.cool, .fahrenheit): [72, 74, 77, 80, 84, 88].map { Temperature($0) }
    case (.cool, .celsius): [22, 23, 25, 27, 29, 31].map { Temperature($0) }
    }
  }

  /// The lower bound of the comfort bands: 68 °F or 20 °C.
  package static func comfort(_ unit: TemperatureUnit) -> Temperature { bounds(.heat, unit)[3] }

  /// The name in a legend: its lower bound, or `<` its upper bound.
  package func title(_ unit: TemperatureUnit) -> String {
    let bounds = Self.bounds(side, unit)
    guard number > 0 else { return "<\(bounds[0])" }
    return "\(bounds[number - 1])" + (number == bounds.count ? "+" : "")
  }

  /// The band in words, `54 to 59.9`.
  package func words(_ unit: TemperatureUnit) -> String {
    let bounds = Self.bounds(side, unit)
    return switch number {
    case 0: "below \(bounds[0])"
    case bounds.count: "\(bounds[number - 1]) and up"
    default: "\(bounds[number - 1]) to \(bounds[number] - Temperature(tenths: 1))"
    }
  }

  package var role: StyleRole {
    side == .heat ? StyleRole.warmScale[number] : StyleRole.coolScale[number]
  }

  /// The CSS class of the band, `h0` to `h6` and `c0` to `c6`.
  var style: String { "\(side == .heat ? "h" : "c")\(number)" }
}

/// How bands are drawn: as background colours or as characters.
package enum BandMarks: Sendable {
  /// Coloured spaces, for terminals with sixteen colours or more.
  case colors
  /// Unicode shades, for terminals without colours.
  case shades
  case ascii

  /// The character of a band; lower bands have less ink.
  package func mark(of band: TemperatureBand) -> Character {
    switch self {
    case .colors: " "
    case .shades: Self.shadeMarks[band.number]
    case .ascii: Self.asciiMarks[band.number]
    }
  }

  private static let shadeMarks = Array("·:=░▒▓█")
  private static let asciiMarks = Array(".:-=+*#")
}

package enum BandLegend {
  /// The width of a side in columns.
  package static let columns = 39

  /// Draws the legends of the sides, `gap` columns apart if `lines` is 1, otherwise below each other.
  package static func draw(
    _ sides: Sides, _ unit: TemperatureUnit, _ marks: BandMarks, degree: String, lines: Int,
    gap: Int, at point: ScreenPoint, into surface: inout Surface
  ) {
    for (index, side) in sides.each.enumerated() {
      let row = lines == 1 ? point.row : point.row + index
      var column = lines == 1 ? point.column + index * (columns + gap) : point.column
      column = surface.write(side.name, row: row, column: column, .faint) + 1
      for band in TemperatureBand.all(side) {
        let title = band.title(unit)
        column =
          marks == .colors
          ? surface.write(" \(title) ", row: row, column: column, band.role)
          : surface.write("\(marks.mark(of: band))\(title) ", row: row, column: column)
      }
      if marks == .colors { column += 1 }
      surface.write("\(degree)\(unit.rawValue)", row: row, column: column, .faint)
    }
  }
}
