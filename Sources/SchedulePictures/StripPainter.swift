package import ScheduleModel
package import TerminalScreen

/// Draws days as strips. Each column has the band of the value in force at its last minute, so that a period that
/// begins within it is visible.
package struct StripPainter: Sendable {
  /// The columns of a day; a divisor of 1440.
  package let columns: Int
  package let clock: ClockStyle
  package let marks: BandMarks
  package var minuteMark = "│"

  /// The possible widths: 8, 10, 15, 20, 30, 40 or 60 minutes per column.
  private static let widths = [180, 144, 96, 72, 48, 36, 24]

  /// Chooses the widest strips that fit into `columns`; nil if none does.
  package init?(fitting columns: Int, clock: ClockStyle, marks: BandMarks) {
    guard let width = Self.widths.first(where: { $0 <= columns }) else { return nil }
    self.columns = width
    self.clock = clock
    self.marks = marks
  }

  private var minutesPerColumn: Int { 1440 / columns }

  // MARK: Strips

  /// Draws a day's values of a side on `lines` lines: its bands with their numbers and, if there is room, their start
  /// times. Without a side, draws the bands of the first one with the numbers of all sides if there is room.
  ///
  /// Emphasizes the rows `marked`, writes a `*` before the numbers of rows with `changed` cells, draws a line at `now`. A
  /// single number is that of cool, in its band, if only cool changed.
  package func draw(
    _ pieces: [DaySegment], _ unit: TemperatureUnit, side: Side? = nil,
    marked: Set<RowAddress> = [], changed: Set<CellAddress> = [], now: Int? = nil, lines: Int = 1,
    at point: ScreenPoint, into surface: inout Surface
  ) {
    guard let shown = side ?? pieces.first?.setpoint.sides.first else { return }
    for row in point.row..<(point.row + lines) {
      for piece in pieces {
        let columns = columns(of: piece)
        guard !columns.isEmpty, let band = TemperatureBand(of: piece.setpoint, shown, unit) else {
          continue
        }
        let start = point.column + columns.lowerBound
        let role = marks == .colors ? band.role : .heading
        if marks == .colors {
          let span = start..<(start + columns.count)
          surface.clear(row: row, columns: span, style: Style(band.role))
        } else {
          let fill = String(repeating: marks.mark(of: band), count: columns.count)
          surface.write(fill, row: row, column: start)
        }
        let fields = changed.filter { $0.row == piece.row }.map(\.field)
        let isChanged = !fields.isEmpty
        let line = now.map { $0 / minutesPerColumn }.flatMap { columns.contains($0) ? $0 : nil }
        // A label is indented by one column, that of the mark of a change, and beside the line at `now` if there is
        // room. The mark is drawn even if the label does not fit.
        let isCool = fields.contains(.cool) && !fields.contains(.heat)
        let labels = labels(of: piece, side, isCool)
        let beside = line.map { [columns.lowerBound..<$0, ($0 + 1)..<columns.upperBound] } ?? []
        let placed =
          [beside, [columns]].flatMap { places in
            labels.flatMap { text in places.map { (text, $0) } }
          }
          .first { $0.utf8.count < $1.count }.map { ($0, $1.lowerBound + 1) }
          ?? (isChanged ? ("", columns.lowerBound + min(2, columns.count)) : nil)
        if row == point.row, let (text, column) = placed {
          let isShort = isCool && text == labels.last
          let band = isShort ? TemperatureBand(of: piece.setpoint, .cool, unit) ?? band : band
          surface.write(
            isChanged ? "*\(text)" : text, row: row,
            column: point.column + column - (isChanged ? 1 : 0),
            marks == .colors ? band.role : .heading,
            marked.contains(piece.row) ? [.bold, .underline] : [])
        }
        let covered = placed.map { $1..<($1 + $0.utf8.count) }
        if let line, row != point.row || covered?.contains(line) != true {
          surface.write(minuteMark, row: row, column: point.column + line, role, .bold)
        }
      }
    }
  }

  /// The labels of a segment, from the longest to the shortest; of both sides, the shortest is heat or cool.
  private func labels(of piece: DaySegment, _ side: Side?, _ hasCool: Bool) -> [String] {
    guard let side else {
      let numbers = piece.setpoint.temperatures.map(\.degrees.description)
      return [numbers.joined(separator: " / "), numbers[hasCool ? numbers.count - 1 : 0]]
    }
    let number = piece.setpoint[side]?.description ?? ""
    guard side == piece.setpoint.sides.first, !piece.isCarriedOver else { return [number] }
    return ["\(number) \(clock.text(ofMinute: piece.minutes.lowerBound))", number]
  }

  /// The columns of a segment, from the left edge of its strip.
  package func columns(of piece: DaySegment) -> Range<Int> {
    (piece.minutes.lowerBound / minutesPerColumn)..<(piece.minutes.upperBound / minutesPerColumn)
  }

  // MARK: Axis

  /// Draws the hours above strips that begin at the column of `point`, with a pointer at a minute.
  package func drawAxis(
    at point: ScreenPoint, pointingAt minute: Int? = nil, by pointer: String = "▼",
    into surface: inout Surface
  ) {
    let column = minute.map { place(ofMinute: $0, point).column }
    for hour in stride(from: 0, to: 24, by: columns < 48 ? 6 : 3) {
      let (text, place) = (clock.text(ofHour: hour), place(ofMinute: hour * 60, point))
      let room = place.column - 1...place.column + text.utf8.count
      // Omit the hour under the pointer.
      if column.map(room.contains) != true { surface.write(text, at: place, style: Style(.faint)) }
    }
    guard let column else { return }
    surface.write(pointer, row: point.row, column: column, .accent)
  }

  private func place(ofMinute minute: Int, _ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(row: point.row, column: point.column + minute / minutesPerColumn)
  }
}

extension ClockStyle {
  /// The label of an hour on an axis, `18` or `6p`.
  func text(ofHour hour: Int) -> String {
    switch self {
    case .twentyFourHour: "\(hour)"
    case .twelveHour: "\((hour + 11) % 12 + 1)\(hour < 12 ? "a" : "p")"
    }
  }

  /// Formats a minute of the day, 0...1440; the last one is 24:00.
  func text(ofMinute minute: Int) -> String {
    minute == 1440 && self == .twentyFourHour ? "24:00" : TimeOfDay(wrapping: minute).text(self)
  }
}
