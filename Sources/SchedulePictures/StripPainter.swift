package import ScheduleModel
package import TerminalScreen

/// Draws days as strips: a day is a line of so many columns, and each column has the band of the value
/// in force at its last minute, so that a period which begins within it is seen.
package struct StripPainter: Sendable {
  /// The columns of a day; they divide 1440 minutes.
  package let columns: Int
  /// How hours are written.
  package let clock: ClockStyle
  /// What fills the strips.
  package let marks: BandMarks

  /// The widths that a day may have: 10, 15, 20, 30, 40 or 60 minutes to a column.
  private static let widths = [144, 96, 72, 48, 36, 24]

  /// Makes a painter of the widest strips that have room in `columns`; nil where none has.
  package init?(fitting columns: Int, clock: ClockStyle, marks: BandMarks) {
    guard let width = Self.widths.first(where: { $0 <= columns }) else { return nil }
    self.columns = width
    self.clock = clock
    self.marks = marks
  }

  private var minutesPerColumn: Int { 1440 / columns }

  // MARK: Strips

  /// Draws a day's heat or cool values, each with its number where there is room; those of the rows
  /// `marked` are underlined.
  package func draw(
    _ pieces: [DaySegment], _ side: Side, _ unit: TemperatureUnit, marked: Set<RowAddress> = [],
    at point: ScreenPoint, into surface: inout Surface
  ) {
    draw(pieces, side, unit, marked, at: point, into: &surface) { ["\($0[side])"] }
  }

  /// Draws a day on one line: the bands of its heat values, with both numbers where there is room, and a
  /// `*` before those of the rows `changed`.
  package func draw(
    _ pieces: [DaySegment], _ unit: TemperatureUnit, marked: Set<RowAddress> = [],
    changed: Set<RowAddress> = [], at point: ScreenPoint, into surface: inout Surface
  ) {
    draw(pieces, .heat, unit, marked, changed, at: point, into: &surface) {
      ["\($0.heat)-\($0.cool)", "\($0.heat)"]
    }
  }

  private func draw(
    _ pieces: [DaySegment], _ side: Side, _ unit: TemperatureUnit, _ marked: Set<RowAddress>,
    _ changed: Set<RowAddress> = [],
    at point: ScreenPoint, into surface: inout Surface, labels: (Setpoint) -> [String]
  ) {
    for piece in pieces {
      let begin = piece.minutes.lowerBound / minutesPerColumn
      let width = piece.minutes.upperBound / minutesPerColumn - begin
      guard width > 0 else { continue }
      let band = TemperatureBand(of: piece.setpoint[side], side, unit)
      let place = ScreenPoint(row: point.row, column: point.column + begin)
      let role = marks == .colors ? band.role : .plain
      let emphasis: Emphasis = marked.contains(piece.row) ? .underline : []
      let isChanged = changed.contains(piece.row)
      // A number leaves a column of the band beside it; the mark of a change stands however little room
      // there is.
      let label =
        labels(piece.setpoint).map { isChanged ? "*\($0)" : $0 }.first { $0.utf8.count < width }
        ?? (isChanged ? "*" : nil)
      let style = Style(role, label == nil ? emphasis : [])
      if marks == .colors {
        surface.clear(row: place.row, columns: place.column..<(place.column + width), style: style)
      } else {
        surface.write(
          String(repeating: marks.mark(of: band), count: width), at: place, style: style)
      }
      guard let label else { continue }
      let inset = marks == .colors && label.utf8.count + 1 < width ? 1 : 0
      let start = ScreenPoint(row: place.row, column: place.column + inset)
      let labelRole = marks == .colors ? role : .heading
      surface.write(label, at: start, style: Style(labelRole))
      guard !emphasis.isEmpty else { continue }
      // The first number stands for the piece: a line below all of it costs a move six bytes more.
      surface.write(
        label, at: start, style: Style(labelRole, emphasis),
        width: "\(piece.setpoint[side])".utf8.count)
    }
  }

  // MARK: Axis

  /// Writes the hours above strips that begin at the column of `point`, with a pointer at a minute.
  package func drawAxis(
    at point: ScreenPoint, pointingAt minute: Int? = nil, by pointer: String? = nil,
    into surface: inout Surface
  ) {
    let step = columns < 48 ? 6 : 3
    for hour in stride(from: 0, to: 24, by: step) {
      surface.write(
        clock.text(ofHour: hour), at: place(ofMinute: hour * 60, point), style: Style(.faint))
    }
    guard let minute else { return }
    // The hour that the pointer would stand in makes room.
    let column = place(ofMinute: minute, point).column
    for hour in stride(from: 0, to: 24, by: step) {
      let text = place(ofMinute: hour * 60, point).column
      let width = clock.text(ofHour: hour).utf8.count
      if (text - 1...text + width).contains(column) {
        surface.clear(row: point.row, columns: text..<(text + width))
      }
    }
    surface.write(
      pointer ?? marks.pointer, at: ScreenPoint(row: point.row, column: column),
      style: Style(.heading))
  }

  private func place(ofMinute minute: Int, _ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(row: point.row, column: point.column + minute / minutesPerColumn)
  }
}

extension TemperatureBand {
  /// The role that a theme colours it by.
  package var role: StyleRole {
    side == .heat ? StyleRole.warmScale[number] : StyleRole.coolScale[number]
  }
}
