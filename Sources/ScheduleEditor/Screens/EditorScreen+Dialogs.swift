import Diagnostics
import ScheduleModel
import SchedulePictures
import TwoWayTable

extension Form {
  /// The area of the form: in a frame above the table, or the screen if that is too small; at the top with a preview.
  func area(hasPreview: Bool, in size: ScreenSize) -> (
    area: ScreenRectangle, frame: ScreenRectangle?
  ) {
    let wanted = fittingSize
    let isAtTop = hasPreview && size.rows > wanted.rows + 2
    if !isAtTop, wanted.rows + 4 <= size.rows, wanted.columns + 4 <= size.columns {
      let frame = ScreenRectangle(size)
        .centered(rows: wanted.rows + 2, columns: max(40, wanted.columns + 2))
      return (frame.inset, frame)
    }
    let rows = isAtTop ? wanted.rows : size.rows > 4 ? size.rows - 1 : size.rows
    return (ScreenRectangle(row: 0, column: 0, rows: rows, columns: size.columns), nil)
  }
}

/// Dialogs above the table or in its place.
extension EditorScreen {
  /// Draws a form, and as much of its preview as fits below it.
  mutating func drawForm(_ form: Form, _ preview: [String]?, _ state: EditorState) {
    let (screen, wanted) = (surface.size, form.fittingSize)
    let (area, frame) = form.area(hasPreview: preview != nil, in: screen)
    if let preview, screen.rows > wanted.rows + 2 {
      surface.clear(ScreenRectangle(screen))
      let room = screen.rows - wanted.rows - 2
      let lines = preview.flatMap { $0.folded(columns: screen.columns - 2) }
      for (index, line) in lines.prefix(room).enumerated() {
        let isCut = index == room - 1 && lines.count > room
        surface.write(
          line: isCut ? "… and \(lines.count - index) more lines; F1 shows all" : line,
          row: wanted.rows + 1 + index, index == 0 ? .heading : .plain, margin: 1, glyphs)
      }
    } else if let frame {
      _ = surface.drawFrame(frame, showsUnicode: glyphs.showsUnicode)
    }
    cursor = form.draw(into: &surface, in: area)
    guard frame != nil || screen.rows > 4 else { return }
    surface.clear(row: screen.rows - 1)
    let problem =
      state.message?.isProblem == true
      ? state.message.map(state.text) : form.cutReason(columns: area.columns)
    hasFormProblem = problem != nil
    guard let problem else { return }
    // Use the line above as well if it is free.
    let isFree = frame != nil || screen.rows > wanted.rows + 2
    let lines = isFree ? problem.inTwoLines(columns: screen.columns - 2) : [problem]
    for (index, text) in lines.reversed().enumerated() {
      surface.clear(row: screen.rows - 1 - index)
      surface.write(line: text, row: screen.rows - 1 - index, .problem, glyphs)
    }
  }

  mutating func drawList(
    _ list: inout ListScreen, _ task: ListTask<EditorState>, _ state: EditorState
  ) -> ScreenPoint? {
    let size = surface.size
    let top = size.rows > 4 ? 2 : 0
    if top > 0 {
      surface.write(line: "\(task.title) · \(state.fileTitle)", row: 0, .title, glyphs)
      // Keep the message apart from the hints, which must stay visible. A form over the list shows it itself.
      if case .list = state.dialogs.top, let message = state.message {
        surface.write(
          line: state.text(of: message), row: 1, message.isProblem ? .problem : .plain, glyphs)
      }
    }
    var rows = size.rows - (top > 0 ? top + 1 : 0)
    // The list keeps the lines it needs, at most half.
    var room = rows - min(list.items.count + 1, (rows + 1) / 2)
    // The end of a title that the list cuts; its beginning is in the list.
    let title = list.selectedItem.map(\.title) ?? ""
    let isCut = title.terminalColumns > size.columns - 2 && list.items.allSatisfy(\.detail.isEmpty)
    let rest = isCut ? title.folded(columns: size.columns - 3).dropFirst() : []
    for line in rest.suffix(room).reversed() {
      (rows, room) = (rows - 1, room - 1)
      surface.write(line: line, row: top + rows, margin: 2, glyphs)
    }
    let id = list.selectedItem?.id
    let preview =
      task.detail.compares(state, id).first.map {
        drawPreview(of: $0, above: top + rows, room, state)
      } ?? task.detail.entry(state, id).map { drawMonth(of: $0, above: top + rows, room, state) }
    return list.draw(
      into: &surface,
      in: ScreenRectangle(row: top, column: 0, rows: rows - (preview ?? 0), columns: size.columns),
      cuttingWith: glyphs.ellipsis)
  }

  /// Draws a comparison in the last `room` lines above `end`; returns its height.
  private mutating func drawPreview(
    of compared: ComparedWeeks, above end: Int, _ room: Int, _ state: EditorState
  ) -> Int {
    let look = look(state)
    let strips = compared.comparison.strips(from: look.firstDay).filter { !$0.isAlike }
    guard room >= 3, !strips.isEmpty,
      let painter = ComparisonPainter(
        columns: surface.size.columns, clock: look.clock, marks: look.marks)
    else { return 0 }
    let count = min(room, strips.count + 1)
    painter.drawAxis(row: end - count, into: &surface)
    for (index, strip) in strips.prefix(count - 1).enumerated() {
      painter.draw(strip, row: end - count + 1 + index, into: &surface)
    }
    return count
  }

  /// Draws the month of an entry's next day in the `room` lines above `end`, with `*` on its days; returns the height.
  private mutating func drawMonth(
    of entry: CalendarEntry, above end: Int, _ room: Int, _ state: EditorState
  ) -> Int {
    let today = state.host.now.day
    let day = entry.firstDay(from: today) ?? today
    var picture = look(state)
    (picture.columns, picture.rows) = (surface.size.columns, room + 1)
    let first = day.advanced(by: 1 - day.parts.day)
    guard let calendar = try? ShownCalendar(state.contents, months: [first])
    else { return 0 }
    let painter = CalendarPainter(calendar, picture, today: today, marking: entry.applies)
    let size = painter.size
    guard size.rows <= room, size.columns <= surface.size.columns else { return 0 }
    painter.draw(from: end - size.rows, into: &surface)
    return size.rows
  }
}
