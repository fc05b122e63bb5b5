import Diagnostics
import ScheduleModel
import SchedulePictures
package import TwoWayTable

/// Draws the editor's state into a surface. Of the table, only the changed rows are drawn.
package struct EditorScreen {
  package internal(set) var surface: Surface
  /// The position of the cursor; nil to hide it.
  package internal(set) var cursor: ScreenPoint?
  let glyphs: Glyphs
  private let showsColor: Bool
  package private(set) var grid = GridRenderer()
  /// Until when the schedule in the title applies, and what it was found from.
  var due: (source: ([CalendarEntry], [String], Int, CalendarDay), lastDay: CalendarDay?)?

  package init(_ state: EditorState, showsUnicode: Bool, showsColor: Bool = false) {
    surface = Surface(size: state.size)
    glyphs = Glyphs(showsUnicode: showsUnicode)
    self.showsColor = showsColor
  }

  /// Makes the next update draw every row of the table.
  mutating func reset() { grid = GridRenderer() }

  /// Draws `state`, which keeps the scroll positions of its lists.
  package mutating func update(_ state: inout EditorState) {
    surface = Surface(size: state.size)
    cursor = nil
    grid.isColored =
      showsColor
      && [StyleRole.plain, .cursor].contains { state.theme[$0].background != .standard }
    let hints = state.dialogs.showsTable ? state.placedHints : []
    if state.dialogs.showsTable { drawWeek(state, hintsLine: hints.first?.row) }
    var dialogs = state.dialogs
    dialogs.draw { dialog in
      switch dialog {
      case .page(.help(var help)):
        cursor = help.draw(glyphs, into: &surface)
        dialog = .page(.help(help))
      case .page(.text(let page)): page.draw(look(state), glyphs, into: &surface)
      case .form(let form, let task):
        drawForm(state.shown(form), task.preview?(state, form))
      case .list(var list, let task):
        cursor = drawList(&list, task, state)
        dialog = .list(list, task)
      }
    }
    state.dialogs = dialogs
    drawHints(dialogs.isEmpty ? hints : state.placedHints)
  }

  private mutating func drawWeek(_ state: EditorState, hintsLine: Int?) {
    let layout = state.screen
    guard let frame = layout.grid else { return drawTooSmall(state) }
    drawGrid(state, frame)
    if layout.titleLines > 0 { drawTitle(state) }
    if let line = layout.ribbonLine {
      // The days as letters, the current one reversed.
      for (index, day) in state.layout.week.enumerated() {
        surface.write(
          " \(day.title.prefix(1)) ", row: line, column: 1 + index * 3, .heading,
          day == state.cursor.day ? .reverse : [])
      }
    }
    if let strips = layout.strips { drawStrips(state, strips) }
    if let pane = layout.pane { drawPane(state, in: pane) }
    drawProblems(state)
    let choices = state.commandChoices
    drawStatus(state, choices, hintsLine: hintsLine)
    drawCommands(choices, above: layout.statusLine)
  }

  private mutating func drawGrid(_ state: EditorState, _ frame: GridFrame) {
    let table = WeekTable(
      state.week, saved: state.savedWeek, before: state.edited.savedWeekBefore,
      layout: state.layout, clock: state.clock, findings: state.findings,
      conflicts: state.conflictsShown.compactMap(\.conflict.cell))
    grid.changedMark = glyphs.plain("•")
    var typed: TextLine?
    if case .editing(let typing) = state.mode { typed = typing.line }
    cursor = grid.update(
      table, in: frame, selection: state.position, typing: typed,
      highlighted: state.anchor == nil ? [] : Set(state.selectedLines.joined()), into: &surface)
    let right = (state.screen.pane?.column ?? surface.size.columns + 1) - 1
    if let cursor { surface.raise(row: cursor.row, columns: 0..<right) }
    drawToday(state, frame)
  }

  /// Marks today's line of the table, its name in bold; in a list, the heading above its first visible row.
  private mutating func drawToday(_ state: EditorState, _ frame: GridFrame) {
    let today = state.host.now.day.weekday
    if frame.arrangement == .list {
      let section = state.layout.days.firstIndex { $0.contains(today) } ?? 0
      let row = frame.rows.lazy.compactMap { frame.origin(section: section, row: $0) }.first?.row
      surface.write(glyphs.plain("▸"), row: (row ?? 0) - 1, column: frame.area.column, .accent)
    }
    guard frame.arrangement == .across else { return }
    for (section, days) in state.layout.days.enumerated() {
      guard let row = frame.origin(section: section, row: frame.rows.lowerBound)?.row else {
        continue
      }
      let raised: Emphasis = section == state.position.section ? .raised : []
      let isToday = days.contains(today)
      let title = state.layout.table.sections[section]
      surface.write(isToday ? glyphs.plain("▸") : " ", row: row, column: 0, .accent, raised)
      surface.write(
        frame.usesShortTitles ? title.short : title.full, row: row, column: frame.area.column + 1,
        isToday ? .heading : .plain, raised, width: frame.labelWidth - 1)
    }
  }

  /// The look of pictures in dialogs.
  func look(_ state: EditorState) -> TerminalPicture {
    var picture = TerminalPicture()
    (picture.clock, picture.marks) = (state.clock, marks(state))
    (picture.firstDay, picture.showsUnicode) = (state.layout.week[0], glyphs.showsUnicode)
    return picture
  }

  /// The marks of strips: colours only if the theme has them.
  func marks(_ state: EditorState) -> BandMarks {
    showsColor && state.theme.showsScales ? .colors : glyphs.showsUnicode ? .shades : .ascii
  }
}
