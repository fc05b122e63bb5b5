import ScheduleModel
import SchedulePictures
package import TwoWayTable

enum MouseDrag {
  /// A range of cells, from the pressed one.
  case range(from: TablePosition)
  /// The start of a row in a strip, with the document before the drag. Any other change ends the drag.
  case boundary(RowAddress, before: EditedDocument)
}

extension EditorState {
  /// Handles a mouse event, if mouse support is on.
  ///
  /// A press goes to a cell, selects the line of a day's name, goes to the cell under a strip, or presses the key of a
  /// hint. In a list, it selects an item, or opens the selected one; in a form, it goes to a field, changes the choice
  /// there, or presses a button. Dragging selects cells, or moves the start of a segment in a strip. The wheel steps the
  /// cell under the cursor and scrolls dialogs.
  package mutating func handle(_ mouse: MouseEvent) {
    guard usesMouse else { return }
    // A press outside the table does not start a range.
    if mouse.action != .drag { drag = nil }
    if mouse.action == .press {
      let pressed = placedHints.first {
        $0.row == mouse.place.row && $0.columns.contains(mouse.place.column)
      }
      if let key = pressed?.hint.key { return handle(key) }
    }
    if let dialog = dialogs.top {
      if mouse.action == .press { press(dialog, at: mouse.place) }
      // In a form, up and down would do more than scroll.
      guard dialog.coversScreen else { return }
      if mouse.action == .wheelUp { pressInDialog(.named(.up)) }
      if mouse.action == .wheelDown { pressInDialog(.named(.down)) }
      return
    }
    let pointed = screen.grid?.position(at: mouse.place)
    // A press on a cell accepts a typed value, as the arrow keys do.
    if case .editing(let typing) = mode, mouse.action == .press, pointed != nil, !take(typing) {
      return
    }
    guard mode == .browsing else { return }
    message = nil
    switch (mouse.action, drag) {
    case (.press, _): press(pointed, at: mouse.place)
    case (.drag, .range(let origin)):
      guard let pointed, pointed != origin || anchor != nil else { break }
      anchor = origin
      position = pointed
    case (.drag, .boundary(let row, let before)):
      if allowsEdits(), drag != nil { move(row, to: mouse.place.column, in: before) }
    case (.drag, nil): break
    // Elsewhere it would change a value that the user is not pointing at.
    case (.wheelUp, _), (.wheelDown, _):
      guard pointed == position else { break }
      run(line: mouse.action == .wheelUp ? "step up" : "step down")
    }
  }

  private mutating func press(_ dialog: Dialog<EditorState>, at place: ScreenPoint) {
    switch dialog {
    case .form(let form, let task):
      let (area, _) = shown(form).area(hasPreview: task.preview?(self, form) != nil, in: size)
      message = nil
      handleInForm { $0.press(at: place, in: area) }
    case .list(var list, let task) where !list.isAsking:
      guard let index = list.index(onLine: place.row) else { return }
      let (isSelected, key) = (index == list.selection, task.detail.clickKey)
      list.select(index)
      dialogs.replaceTop(with: .list(list, task))
      if isSelected || key != .named(.enter) { pressInDialog(key) }
    case .page(.help(var help)):
      let isSelected = help.press(line: place.row)
      dialogs.replaceTop(with: .page(.help(help)))
      if isSelected { pressInDialog(.named(.enter)) }
    default: break
    }
  }

  private mutating func press(_ pointed: TablePosition?, at place: ScreenPoint) {
    if let pointed {
      drag = .range(from: pointed)
      anchor = nil
      position = pointed
    } else if let line = screen.grid.flatMap({ self.line(namedAt: place, $0) }) {
      position = line
      run(line: "select line")
    } else if let (cell, isBeginning) = cell(stripAt: place) {
      try? go(to: cell)
      if isBeginning { drag = .boundary(cell.row, before: edited) }
    }
  }

  /// The first cell of the line whose label is at a point.
  private func line(namedAt place: ScreenPoint, _ grid: GridFrame) -> TablePosition? {
    guard place.column < grid.area.column + grid.labelWidth else { return nil }
    let column = grid.area.column + grid.labelWidth + 1
    return grid.position(at: ScreenPoint(row: place.row, column: column))
  }

  private var stripPainter: StripPainter? {
    StripPainter(fitting: size.columns - StripsLayout.column, clock: clock, marks: .ascii)
  }

  /// The cell in force at a point of a strip, and whether its row starts there; at a day's name, a cell of that day.
  private func cell(stripAt place: ScreenPoint) -> (cell: CellAddress, isBeginning: Bool)? {
    guard let strips = screen.strips, let painter = stripPainter else { return nil }
    let days = strips.isWeek ? layout.week : [cursor.day]
    let found = days.indices.first { number in
      let line = strips.line(ofDay: number)
      return (line..<(line + strips.height)).contains(place.row)
    }
    let column = place.column - StripsLayout.column
    guard let found, column < painter.columns else { return nil }
    guard column >= 0 else { return (CellAddress(days[found], cursor.period, cursor.field), false) }
    let pieces = WeekSegments(week)[days[found]]
    let piece = pieces.first { painter.columns(of: $0).contains(column) } ?? pieces[0]
    let isBeginning = !piece.isCarriedOver && painter.columns(of: piece).lowerBound == column
    return (CellAddress(piece.row, cursor.field), isBeginning)
  }

  /// Moves the start of a row, and of rows edited with it, to the nearest allowed quarter of an hour, as one step.
  private mutating func move(_ row: RowAddress, to column: Int, in before: EditedDocument) {
    guard let painter = stripPainter else { return }
    edited = before
    let cell = CellAddress(row, .time)
    let minute = (column - StripsLayout.column) * (1440 / painter.columns)
    let cells = layout.position(of: cell).map(layout.cells) ?? [cell]
    let quarter = (max(0, min(minute, 1425)) + 7) / 15 * 15
    let time = nearestInRange(to: .time(TimeOfDay(wrapping: quarter)), at: cells, in: week)
    // Back where it was: the rows edited with it have their own times again.
    if week[cell] == time { return recheck() }
    var changed = week
    for cell in cells { changed[cell] = time }
    apply(changed, name: stepName("move", cells, time))
  }
}
