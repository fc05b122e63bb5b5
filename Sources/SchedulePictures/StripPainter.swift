import Diagnostics
package import ScheduleModel
package import TerminalScreen

/// Draws days as strips. Each column has the band of its last minute, so that a period that begins within it is visible.
package struct StripPainter: Sendable {
  /// The columns of a day; a divisor of 1440.
  package let columns: Int
  package let clock: ClockStyle
  package let marks: BandMarks
  package var minuteMark = "│"

  /// The widest strips that fit into `columns`: 8, 10, 15, 20, 30, 40 or 60 minutes per column. Nil if none does.
  package static func width(fitting columns: Int) -> Int? {
    [180, 144, 96, 72, 48, 36, 24].first { $0 <= columns }
  }

  /// Chooses the widest strips that fit into `columns`; nil if none does.
  package init?(fitting columns: Int, clock: ClockStyle, marks: BandMarks) {
    guard let width = Self.width(fitting: columns) else { return nil }
    self.columns = width
    self.clock = clock
    self.marks = marks
  }

  private var minutesPerColumn: Int { 1440 / columns }

  /// Draws a day's values of a side on `lines` lines: its bands with their numbers and, if there is room, their start
  /// times. Without a side, draws the bands of the first one with the numbers of all sides if there is room.
  ///
  /// Emphasizes the rows `marked`, writes a `*` before the numbers of rows with `changed` cells, draws a line at `now`. If
  /// only cool changed and there is room for one number, it is that of cool, `c78`.
  package func draw(
    _ pieces: [DaySegment], _ unit: TemperatureUnit, side: Side? = nil,
    marked: Set<RowAddress> = [], changed: Set<CellAddress> = [], now: Int? = nil, lines: Int = 1,
    at point: ScreenPoint, into surface: inout Surface
  ) {
    guard let shown = side ?? pieces.first?.setpoint.sides.first else { return }
    for piece in pieces {
      let columns = columns(of: piece)
      guard !columns.isEmpty, let band = TemperatureBand(of: piece.setpoint, shown, unit) else {
        continue
      }
      drawBand(band, columns, lines, at: point, into: &surface)
      let fields = changed.filter { $0.row == piece.row }.map(\.field)
      let isCool = fields.contains(.cool) && !fields.contains(.heat)
      let line = now.map { $0 / minutesPerColumn }.flatMap { columns.contains($0) ? $0 : nil }
      let labels = labels(of: piece, side, isCool)
      let label = placedLabel(labels, columns, beside: line, isChanged: !fields.isEmpty)
      if let label {
        let mark = fields.isEmpty ? "" : "*"
        surface.write(
          mark + label.text, row: point.row,
          column: point.column + label.column - mark.utf8.count, role(of: band),
          marked.contains(piece.row) ? [.bold, .underline] : [])
      }
      guard let line else { continue }
      let isCovered = label.map { ($0.column..<($0.column + $0.text.utf8.count)).contains(line) }
      for row in (point.row + (isCovered == true ? 1 : 0))..<(point.row + lines) {
        surface.write(minuteMark, row: row, column: point.column + line, role(of: band), .bold)
      }
    }
  }

  private func role(of band: TemperatureBand) -> StyleRole {
    marks == .colors ? band.role : .heading
  }

  private func drawBand(
    _ band: TemperatureBand, _ columns: Range<Int>, _ lines: Int, at point: ScreenPoint,
    into surface: inout Surface
  ) {
    let start = point.column + columns.lowerBound
    for row in point.row..<(point.row + lines) {
      if marks == .colors {
        let span = start..<(start + columns.count)
        surface.clear(row: row, columns: span, style: Style(band.role))
      } else {
        let fill = String(repeating: marks.mark(of: band), count: columns.count)
        surface.write(fill, row: row, column: start)
      }
    }
  }

  /// Chooses the longest label that fits into `columns`, beside the line at `now` if there is room; returns it with its
  /// first column. It is indented by one column, that of the mark of a change, which is drawn even if no label fits.
  private func placedLabel(
    _ labels: [String], _ columns: Range<Int>, beside line: Int?, isChanged: Bool
  ) -> (text: String, column: Int)? {
    let beside = line.map { [columns.lowerBound..<$0, ($0 + 1)..<columns.upperBound] } ?? []
    for places in [beside, [columns]] {
      for text in labels {
        let place = places.first { text.utf8.count < $0.count }
        if let place { return (text, place.lowerBound + 1) }
      }
    }
    return isChanged ? ("", columns.lowerBound + min(2, columns.count)) : nil
  }

  /// The labels of a segment, from the longest to the shortest; of both sides, the shortest is heat or cool.
  private func labels(of piece: DaySegment, _ side: Side?, _ hasCool: Bool) -> [String] {
    guard let side else {
      let numbers = piece.setpoint.temperatures.map(\.degrees.description)
      let isOfCool = hasCool && numbers.count > 1
      return [numbers.joined(separator: " / "), isOfCool ? "c\(numbers[1])" : numbers[0]]
    }
    let number = piece.setpoint[side]?.description ?? ""
    guard side == piece.setpoint.sides.first, !piece.isCarriedOver else { return [number] }
    return ["\(number) \(clock.text(ofMinute: piece.minutes.lowerBound))", number]
  }

  /// The columns of a segment, from the left edge of its strip.
  package func columns(of piece: DaySegment) -> Range<Int> {
    (piece.minutes.lowerBound / minutesPerColumn)..<(piece.minutes.upperBound / minutesPerColumn)
  }

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
    self == .twentyFourHour ? "\(hour)" : ClockText.twelveHour(hour)
  }

  /// Formats a minute of the day, 0...1440; the last one is 24:00.
  func text(ofMinute minute: Int) -> String {
    minute == 1440 && self == .twentyFourHour ? "24:00" : TimeOfDay(wrapping: minute).text(self)
  }
}
