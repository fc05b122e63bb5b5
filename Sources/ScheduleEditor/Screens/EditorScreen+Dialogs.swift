import Diagnostics
import ScheduleModel
import SchedulePictures
import TwoWayTable

extension Form {
  /// The area of the form: in a frame above the table, or the screen if that is too small; at the top with a preview.
  func area(hasPreview: Bool, in size: ScreenSize) -> (
    area: ScreenRectangle, frame: ScreenRectangle?
  ) {
    let (wanted, atTop) = (fittingSize, fittingRows(in: size.columns))
    let isAtTop = hasPreview && size.rows > atTop + 2
    if !isAtTop, wanted.rows + 4 <= size.rows, wanted.columns + 4 <= size.columns {
      let frame = ScreenRectangle(size)
        .centered(rows: wanted.rows + 2, columns: max(40, wanted.columns + 2))
      return (frame.inset, frame)
    }
    let rows = isAtTop ? atTop : size.rows > 4 ? size.rows - 1 : size.rows
    return (ScreenRectangle(row: 0, column: 0, rows: rows, columns: size.columns), nil)
  }
}

extension EditorState {
  /// A form with what the screen adds to it: the reason of a refusal.
  func shown(_ form: Form) -> Form {
    var form = form
    form.showsAnswers = size.rows <= 4
    form.refusal = message.flatMap { $0.isProblem ? text(of: $0) : nil }
    return form
  }
}

/// Dialogs above the table or in its place.
extension EditorScreen {
  /// Draws a form, and as much of its preview as fits below it.
  mutating func drawForm(_ form: Form, _ preview: [String]?) {
    let screen = surface.size
    let (area, frame) = form.area(hasPreview: preview != nil, in: screen)
    if let preview, screen.rows > area.rows + 2 {
      surface.clear(ScreenRectangle(screen))
      let room = screen.rows - area.rows - 2
      let lines = preview.flatMap { $0.wrapped(columns: screen.columns - 2) }
      for (index, line) in lines.prefix(room).enumerated() {
        let isCut = index == room - 1 && lines.count > room
        surface.write(
          line: isCut ? "… and \(lines.count - index) more lines; F1 shows all" : line,
          row: area.rows + 1 + index, index == 0 ? .heading : .plain, margin: 1, glyphs)
      }
    } else if let frame {
      // Beside a cut value, the rest of it would look like another value.
      surface.clear(
        ScreenRectangle(
          row: frame.row, column: frame.column - 1, rows: frame.rows, columns: frame.columns + 2))
      _ = surface.drawFrame(frame, showsUnicode: glyphs.showsUnicode)
    }
    var form = form
    form.isColored = grid.isColored
    form.configuration.title = glyphs.plain(form.configuration.title)
    cursor = form.draw(into: &surface, in: area)
  }

  mutating func drawList(
    _ list: inout ListScreen, _ task: ListTask<EditorState>, _ state: EditorState
  ) -> ScreenPoint? {
    let items = list.items
    list.items = items.map(glyphs.plain)
    defer { list.items = items }
    let size = surface.size
    let top = size.rows > 4 ? 2 : 0
    list.showsAnswers = top == 0
    if top > 0 {
      let title = StyledText(task.title, .title) + StyledText(" · \(state.fileTitle)", .faint)
      surface.write(bar: [title], upFrom: 0, glyphs)
    }
    var rows = size.rows - (top > 0 ? top + 1 : 0)
    // The list keeps the lines it needs, at most half.
    var room = rows - min(list.items.count + 1, (rows + 1) / 2)
    // The end of a title that the list cuts; its beginning is in the list.
    let ends = rows >= 6 && !list.isAsking && !list.isFinding
    for line in (ends ? list.endOfTitle(columns: size.columns) : []).suffix(room).reversed() {
      (rows, room) = (rows - 1, room - 1)
      surface.write(line: line, row: top + rows, margin: 2, glyphs)
    }
    let id = list.selectedItem?.id
    let schedule = state.contents.schedules[id.flatMap { task.detail.schedule?(state, $0) }]
    let comparison =
      task.detail.compares(state, id).first?.comparison
      ?? schedule.map { WeekComparison(from: $0.week, to: $0.week) }
    let preview =
      comparison.map { drawPreview(of: $0, above: top + rows, room, state) }
      ?? task.detail.entry(state, id).map { drawMonth(of: $0, above: top + rows, room, state) }
    let place = list.draw(
      into: &surface,
      in: ScreenRectangle(row: top, column: 0, rows: rows - (preview ?? 0), columns: size.columns),
      cuttingWith: glyphs.ellipsis)
    // The message is over the end of the list, but not over the cursor. A form over the list shows it itself.
    if top > 0, case .list = state.dialogs.top, state.message != nil {
      let count = place?.row == size.rows - 3 ? 1 : 2
      let lines = state.status.folded(columns: size.columns - 2, lines: count)
      surface.write(bar: lines, upFrom: size.rows - 2, glyphs)
    }
    return place
  }

  /// Draws a comparison, or a whole week, in the last `room` lines above `end`; returns the height.
  private mutating func drawPreview(
    of comparison: WeekComparison, above end: Int, _ room: Int, _ state: EditorState
  ) -> Int {
    let (look, isWeek) = (look(state), comparison.changes.isEmpty)
    let strips = comparison.strips(from: look.firstDay).filter { isWeek || !$0.isAlike }
    guard room >= (isWeek ? strips.count + 1 : 3),
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

  /// Draws the month in which an entry next decides, or else applies, in the `room` lines above `end`, with `*` on its
  /// days; returns the height.
  private mutating func drawMonth(
    of entry: CalendarEntry, above end: Int, _ room: Int, _ state: EditorState
  ) -> Int {
    let today = state.host.now.day
    let start = entry.firstDay(from: today) ?? today
    let day =
      (start...start.advanced(by: 366)).first { day in
        state.contents.calendar.last { $0.applies(on: day) } == entry
      } ?? start
    var picture = look(state)
    (picture.columns, picture.rows) = (surface.size.columns - 1, room + 1)
    let first = day.advanced(by: 1 - day.parts.day)
    guard let calendar = try? ShownCalendar(state.contents, months: [first])
    else { return 0 }
    let painter = CalendarPainter(calendar, picture, today: today, marking: entry.applies)
    let size = painter.size
    guard size.rows <= room, size.columns < surface.size.columns else { return 0 }
    painter.draw(from: end - size.rows, column: 1, into: &surface)
    return size.rows
  }
}
