import Diagnostics
import ScheduleModel
import SchedulePictures
import TwoWayTable

/// Dialogs above the table or in its place.
extension EditorScreen {
  /// Draws a form in a frame above the table, or on the full screen if that is too small.
  ///
  /// A form with a preview is at the top, and as much of the preview as fits is below it.
  mutating func drawForm(_ form: Form, _ preview: [String]?, _ state: EditorState) {
    let screen = ScreenRectangle(surface.size)
    let wanted = form.fittingSize
    let fits = wanted.rows + 4 <= screen.rows && wanted.columns + 4 <= screen.columns
    var area = screen
    if let preview, screen.rows > wanted.rows + 2 {
      surface.clear(ScreenRectangle(surface.size))
      area = ScreenRectangle(row: 0, column: 0, rows: wanted.rows, columns: screen.columns)
      drawLines(
        preview,
        in: ScreenRectangle(
          row: wanted.rows + 1, column: 1, rows: screen.rows - wanted.rows - 2,
          columns: screen.columns - 2))
    } else if fits {
      let frame = screen.centered(rows: wanted.rows + 2, columns: max(40, wanted.columns + 2))
      area = surface.drawFrame(frame, showsUnicode: showsUnicode)
    } else if screen.rows > 4 {
      area = ScreenRectangle(row: 0, column: 0, rows: screen.rows - 1, columns: screen.columns)
    }
    cursor = form.draw(into: &surface, in: area)
    let line = screen.rows - 1
    guard fits || screen.rows > 4 else { return }
    surface.clear(row: line)
    // The error may be wider than the form.
    let reason = form.firstProblem?.problem.reason
    let problem =
      state.message?.isProblem == true
      ? state.message.map(state.text)
      : reason.flatMap { $0.terminalColumns + 4 > area.columns ? $0 : nil }
    hasFormProblem = problem != nil
    guard let problem else { return }
    // Use the line above as well if it is free.
    let folded = glyphs.plain(problem).folded(columns: screen.columns - 2)
    let isFree = fits || screen.rows > wanted.rows + 2
    let lines =
      folded.count > 1 && isFree
      ? [folded[0], folded.dropFirst().joined(separator: " ")] : [glyphs.plain(problem)]
    for (index, text) in lines.enumerated() {
      let row = line + 1 - lines.count + index
      surface.clear(row: row)
      surface.write(
        glyphs.fit(text, screen.columns - 1), at: ScreenPoint(row: row, column: 1),
        style: Style(.problem))
    }
  }

  /// Draws as many lines as fit, the first one emphasized, and the number of further lines.
  private mutating func drawLines(_ lines: [String], in area: ScreenRectangle) {
    for (index, line) in lines.prefix(area.rows).enumerated() {
      let isCut = index == area.rows - 1 && lines.count > area.rows
      let text =
        isCut ? "\(glyphs.ellipsis) and \(lines.count - index) more; F1 shows all" : line
      surface.write(
        glyphs.fit(glyphs.plain(text), area.columns),
        at: ScreenPoint(row: area.row + index, column: area.column),
        style: Style(index == 0 ? .heading : .plain))
    }
  }

  mutating func drawList(
    _ list: inout ListScreen, _ task: ListTask<EditorState>, _ state: EditorState
  ) -> ScreenPoint? {
    let size = surface.size
    let hasTitle = size.rows > 4
    if hasTitle {
      surface.write(
        glyphs.fit(
          glyphs.plain("\(task.title)\(glyphs.separator)\(state.fileTitle)"), size.columns - 1),
        at: ScreenPoint(row: 0, column: 1),
        style: Style(.title))
      // Keep the message apart from the hints, which must stay visible.
      if let message = state.message {
        surface.write(
          glyphs.fit(glyphs.plain(state.text(of: message)), size.columns - 1),
          at: ScreenPoint(row: 1, column: 1),
          style: Style(message.isProblem ? .problem : .plain))
      }
    }
    let area = ScreenRectangle(
      row: hasTitle ? 2 : 0, column: 0, rows: size.rows - (hasTitle ? 3 : 0),
      columns: size.columns)
    let id = list.selectedItem?.id
    let preview =
      task.detail.compares(state, id).first.map {
        drawPreview(of: $0, in: area, below: list.items.count + 1, state)
      }
      ?? task.detail.entry(state, id).map {
        drawMonth(of: $0, in: area, below: list.items.count + 1, state)
      }
    return list.draw(
      into: &surface,
      in: ScreenRectangle(
        row: area.row, column: 0, rows: area.rows - (preview ?? 0), columns: area.columns),
      cuttingWith: glyphs.ellipsis)
  }

  /// Draws a comparison in the lower part of a list's area; returns its height.
  private mutating func drawPreview(
    of compared: ComparedWeeks, in area: ScreenRectangle, below lines: Int, _ state: EditorState
  ) -> Int {
    let look = look(state)
    let room = Self.roomForPreview(in: area, below: lines)
    let strips = ComparisonPainter.strips(
      of: compared.comparison, from: look.firstDay, onlyDifferent: true)
    guard room >= 3, !strips.isEmpty,
      let painter = ComparisonPainter(
        columns: area.columns, clock: look.clock, marks: look.marks)
    else { return 0 }
    let count = min(room, strips.count + 1)
    let top = area.row + area.rows - count
    painter.drawAxis(row: top, into: &surface)
    for (index, strip) in strips.prefix(count - 1).enumerated() {
      painter.draw(strip, of: compared.comparison, row: top + 1 + index, into: &surface)
    }
    return count
  }

  /// Draws the month in which an entry next applies in the lower part of a list's area, with a `*` on its days; returns
  /// the height.
  private mutating func drawMonth(
    of entry: CalendarEntry, in area: ScreenRectangle, below lines: Int, _ state: EditorState
  ) -> Int {
    let today = state.options.today()
    let room = Self.roomForPreview(in: area, below: lines)
    let day = entry.firstDay(from: today) ?? today
    var picture = look(state)
    (picture.columns, picture.rows) = (area.columns, room + 1)
    guard let first = day.adding(1 - day.parts.day),
      let calendar = try? ShownCalendar(state.contents, months: [first])
    else { return 0 }
    let painter = CalendarPainter(calendar, picture, today: today, marking: entry.applies)
    guard painter.size.rows <= room, painter.size.columns <= area.columns else { return 0 }
    painter.draw(from: area.row + area.rows - painter.size.rows, into: &surface)
    return painter.size.rows
  }

  /// The lines of a list's area for a preview: the list keeps the lines it needs, at most half.
  private static func roomForPreview(in area: ScreenRectangle, below lines: Int) -> Int {
    area.rows - min(lines, (area.rows + 1) / 2)
  }
}
