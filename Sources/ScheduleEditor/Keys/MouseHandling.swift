import ScheduleModel
import SchedulePictures
package import TwoWayTable

extension EditorState {
  /// Does what the mouse asks for, once a person wants it.
  ///
  /// A press goes to a cell, selects the line of a day's name, goes to what a strip shows, or does what a
  /// hint on the screen says; dragging selects; the wheel steps the cell under the cursor and scrolls what lies above the
  /// table.
  package mutating func handle(_ mouse: MouseEvent, on shown: Surface) -> EditorRequest? {
    guard usesMouse else { return nil }
    // What is pressed outside the table begins no range in it.
    if mouse.action == .press { dragOrigin = nil }
    if mouse.action == .press, let key = hintedKey(at: mouse.place, on: shown) {
      return handle(key)
    }
    if let dialog = dialogs.last {
      guard let key = Self.key(scrollingBy: mouse.action), dialog.isScrolledByWheel else {
        return nil
      }
      return handle(key, in: dialog)
    }
    guard mode == .browsing else { return nil }
    let layout = ScreenLayout(self)
    let pointed = layout.grid?.position(at: mouse.place)
    switch mouse.action {
    case .press: press(pointed, at: mouse.place, layout)
    case .drag:
      guard let origin = dragOrigin, let pointed, pointed != origin || anchor != nil else { break }
      message = nil
      anchor = origin
      position = pointed
    // Elsewhere it would change a value that nobody looks at.
    case .wheelUp, .wheelDown:
      guard pointed == position else { break }
      message = nil
      return run(line: mouse.action == .wheelUp ? "step up" : "step down")
    }
    return nil
  }

  private mutating func press(
    _ pointed: TablePosition?, at place: ScreenPoint, _ layout: ScreenLayout
  ) {
    dragOrigin = pointed
    if let pointed {
      message = nil
      anchor = nil
      position = pointed
    } else if let line = layout.grid.flatMap({ self.line(namedAt: place, $0) }) {
      message = nil
      position = line
      _ = run(line: "select line")
    } else if let cell = cell(stripAt: place, layout) ?? day(inRibbonAt: place, layout) {
      message = nil
      try? go(to: cell)
    }
  }

  /// The first cell of the line whose name is pointed at.
  private func line(namedAt place: ScreenPoint, _ grid: GridFrame) -> TablePosition? {
    guard place.column < grid.labelWidth else { return nil }
    let rows = grid.sections.flatMap { section in grid.rows.map { (section, $0) } }
    return rows.first { grid.origin(section: $0.0, row: $0.1)?.row == place.row }.map {
      TablePosition(section: $0.0, row: $0.1, column: 0)
    }
  }

  /// The cell in force at the minute of a strip that is pointed at; at its name, of its day.
  private func cell(stripAt place: ScreenPoint, _ layout: ScreenLayout) -> CellAddress? {
    guard let strips = layout.strips else { return nil }
    let days = strips.isWeek ? self.layout.week : [cursor.day]
    let found = days.indices.first { number in
      let line = strips.line(ofDay: number)
      return (line..<(line + min(strips.pitch, 2))).contains(place.row)
    }
    guard let found else { return nil }
    let room = size.columns - strips.column
    let columns = StripPainter(fitting: room, clock: clock, marks: .ascii)?.columns ?? 24
    let column = place.column - strips.column
    guard column < columns else { return nil }
    guard column >= 0 else { return CellAddress(days[found], cursor.period, cursor.field) }
    // A column shows its last minute.
    let time = TimeOfDay(wrapping: (column + 1) * 1440 / columns - 1)
    return CellAddress(week.row(at: WeekTime(days[found], time)), cursor.field)
  }

  private func day(inRibbonAt place: ScreenPoint, _ layout: ScreenLayout) -> CellAddress? {
    let number = (place.column - 1) / 3
    guard layout.ribbonLine == place.row, place.column > 0,
      self.layout.week.indices.contains(number)
    else { return nil }
    return CellAddress(self.layout.week[number], cursor.period, cursor.field)
  }

  // MARK: Hints

  /// The key of the hint that is pointed at; nil for none, and for a hint of several keys.
  private func hintedKey(at place: ScreenPoint, on shown: Surface) -> Key? {
    let line = dialogs.isEmpty ? ScreenLayout(self).hintsLine : size.rows - 1
    guard place.row == line, shown.size.rows > place.row else { return nil }
    var column = 1
    for hint in shown.lines[place.row].dropFirst().split(separator: "  ") {
      let end = column + String(hint).terminalColumns
      if (column..<end).contains(place.column) {
        let words = hint.split(separator: " ")
        guard words.count > 1, !Surface.isKey(words[1]) else { return nil }
        return Key(name: String(words[0]))
      }
      column = end + 2
    }
    return nil
  }

  private static func key(scrollingBy action: MouseEvent.Action) -> Key? {
    switch action {
    case .wheelUp: .named(.up)
    case .wheelDown: .named(.down)
    case .press, .drag: nil
    }
  }
}

extension Dialog {
  /// Whether up and down only show more of it.
  fileprivate var isScrolledByWheel: Bool {
    if case .form = self { false } else { true }
  }
}
