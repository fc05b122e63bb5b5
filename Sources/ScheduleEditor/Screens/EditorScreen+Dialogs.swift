import ScheduleModel
import TwoWayTable

/// What lies above the table, or in place of it.
extension EditorScreen {
  /// A form stands in a frame above the table, or fills a screen that is too small for that.
  mutating func drawForm(_ form: Form, _ state: EditorState) {
    let screen = ScreenRectangle(surface.size)
    let wanted = form.fittingSize
    let fits = wanted.rows + 4 <= screen.rows && wanted.columns + 4 <= screen.columns
    var area = screen
    if fits {
      let frame = screen.centered(rows: wanted.rows + 2, columns: max(40, wanted.columns + 2))
      area = surface.drawFrame(frame, showsUnicode: showsUnicode)
    } else if screen.rows > 4 {
      area = ScreenRectangle(row: 0, column: 0, rows: screen.rows - 1, columns: screen.columns)
    }
    cursor = form.draw(into: &surface, in: area)
    let line = screen.rows - 1
    guard fits || screen.rows > 4 else { return }
    surface.clear(row: line)
    // What is wrong may be longer than the form is wide.
    let reason = form.firstProblem?.problem.reason
    let problem =
      state.message?.isProblem == true
      ? state.message?.text : reason.flatMap { $0.terminalColumns + 4 > area.columns ? $0 : nil }
    guard let problem else {
      surface.writeHints(Self.formHints, row: line, glyphs)
      return
    }
    surface.write(
      glyphs.fit(glyphs.plain(problem), screen.columns - 1), at: ScreenPoint(row: line, column: 1),
      style: Style(.problem))
  }

  mutating func drawList(
    _ list: inout ListScreen, _ task: ListTask, _ state: EditorState
  ) -> ScreenPoint? {
    let size = surface.size
    let hasTitle = size.rows > 4
    if hasTitle {
      surface.clear(row: 0)
      surface.write(
        glyphs.fit(glyphs.plain(task.title + glyphs.separator + state.fileTitle), size.columns - 1),
        at: ScreenPoint(row: 0, column: 1),
        style: Style(.title))
      // What there is to say stands apart from the keys: without those a user would be stuck.
      surface.clear(row: 1)
      if let message = state.message {
        surface.write(
          glyphs.fit(glyphs.plain(message.text), size.columns - 1),
          at: ScreenPoint(row: 1, column: 1),
          style: Style(message.isProblem ? .problem : .plain))
      }
      surface.clear(row: size.rows - 1)
      surface.writeHints(task.hints, row: size.rows - 1, glyphs)
    }
    let area = ScreenRectangle(
      row: hasTitle ? 2 : 0, column: 0, rows: size.rows - (hasTitle ? 3 : 0),
      columns: size.columns)
    return list.draw(into: &surface, in: area)
  }

  private static let formHints = "Tab next  Enter take, next  ^S save  Esc cancel"
}
