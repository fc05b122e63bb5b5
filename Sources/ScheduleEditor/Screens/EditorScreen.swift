import Diagnostics
import ScheduleModel
import SchedulePictures
import ScheduleRules
package import TwoWayTable

/// Draws the editor's state into a surface. Of the table only the rows are drawn again that the state
/// names; everything else is drawn from the state alone.
package struct EditorScreen {
  /// The screen as it should be.
  package internal(set) var surface: Surface
  /// Where the terminal's cursor belongs, nil to hide it.
  package internal(set) var cursor: ScreenPoint?
  /// The numbers of the rows that the last update drew, counted through the sections.
  package private(set) var drawnRows: [Int] = []
  let glyphs: Glyphs
  let showsUnicode: Bool
  private let showsColor: Bool
  private var grid: GridRenderer
  var drawn: Drawn?
  private var segments: (week: Week, pieces: WeekSegments)?

  /// The table and the strips as they stand on the surface; nil there when they have to be drawn as a
  /// whole.
  struct Drawn {
    var layout: ScreenLayout
    var selection: TablePosition
    var strips: WeekStrips?
  }

  /// Begins with a blank screen.
  package init(_ state: EditorState, showsUnicode: Bool, showsColor: Bool = false) {
    surface = Surface(size: state.size)
    glyphs = showsUnicode ? .unicode : .ascii
    self.showsUnicode = showsUnicode
    self.showsColor = showsColor
    grid = GridRenderer(layout: state.layout.table)
  }

  /// Draws everything anew with the next update.
  package mutating func reset(to size: ScreenSize) {
    surface = Surface(size: size)
    drawn = nil
  }

  /// Brings the surface up to date with `state`, which keeps how far its lists are scrolled.
  package mutating func update(_ state: inout EditorState) {
    drawnRows = []
    if state.showsTable { drawWeek(&state) }
    for dialog in state.visibleDialogs.dropLast() { _ = draw(dialog, state) }
    guard let top = state.dialogs.last else { return }
    state.replaceTop(with: draw(top, state))
    // The table is covered, or not there.
    drawn = nil
  }

  /// Draws what lies above the table; returns it with how far it is scrolled.
  private mutating func draw(_ dialog: Dialog, _ state: EditorState) -> Dialog {
    switch dialog {
    case .help(let help):
      surface.clear()
      cursor = help.draw(glyphs, into: &surface)
    case .page(let page):
      surface.clear()
      page.draw(glyphs, into: &surface)
      cursor = nil
    case .comparison(let screen):
      surface.clear()
      screen.draw(look(state), glyphs, into: &surface)
      cursor = nil
    case .form(let form, let task): drawForm(form, task.preview?(state, form), state)
    case .list(var list, let task):
      surface.clear()
      cursor = drawList(&list, task, state)
      return .list(list, task)
    }
    return dialog
  }

  // MARK: The week

  private mutating func drawWeek(_ state: inout EditorState) {
    let layout = ScreenLayout(state)
    guard let frame = layout.grid else {
      drawTooSmall(state)
      return
    }
    state.firstLine = frame.firstLine
    if grid.layout != state.layout.table {
      grid = GridRenderer(layout: state.layout.table)
      drawn = nil
    }
    drawGrid(state, layout, frame)
    state.edited.rowsToReload = []
    drawTitle(state, layout)
    drawRibbon(state, layout)
    drawPictures(state, layout)
    drawBelow(state, layout)
    if case .awaiting(let keys) = state.mode { drawContinuations(of: keys, state, layout) }
    drawCommands(state, layout)
  }

  private mutating func drawGrid(_ state: EditorState, _ layout: ScreenLayout, _ frame: GridFrame) {
    let table = WeekTable(
      state.week, saved: state.savedWeek, before: state.edited.savedWeekBefore,
      layout: state.layout, clock: state.clock, problems: state.problems)
    var strips: WeekStrips?
    let range = state.anchor == nil ? [] : Set(state.selectedLines.joined())
    let highlighted = grid.highlight(range)
    if let drawn, drawn.layout.isAlike(layout), let rows = state.edited.rowsToReload {
      grid.deselect(drawn.selection, from: table, into: &surface)
      if drawn.layout.grid != frame {
        grid.scroll(to: frame, table, into: &surface)
        drawnRows = grid.drawnRows
      }
      let changed = Set(state.layout.rowNumbers(showing: rows)).union(highlighted)
      grid.reload(rows: changed.sorted(), from: table, into: &surface)
      strips = drawn.strips
    } else {
      surface.clear()
      grid.draw(table, frame: frame, into: &surface)
    }
    drawnRows += grid.drawnRows
    if case .editing(let edit) = state.mode {
      cursor = grid.type(edit.line, at: state.position, from: table, into: &surface)
    } else {
      cursor = grid.select(state.position, from: table, into: &surface)
    }
    drawn = Drawn(layout: layout, selection: state.position, strips: strips)
  }

  private mutating func drawTitle(_ state: EditorState, _ layout: ScreenLayout) {
    guard layout.hasTitle else { return }
    surface.clear(row: 0)
    let columns = surface.size.columns
    let title = glyphs.plain(state.title(glyphs))
    let summary = state.titleSummary(
      // Of the title a narrow screen shows less where a device is to be named.
      glyphs,
      columns: columns - 7
        - min(title.terminalColumns, state.device == nil ? columns / 2 : columns * 3 / 10))
    let start = columns - summary.terminalColumns - 1
    // At the corner, where the terminal's cursor goes with three bytes.
    if state.isModified { surface.write("[+]", at: ScreenPoint(row: 0, column: 0)) }
    surface.write(
      glyphs.fit(title, (summary.isEmpty ? columns : start - 1) - 4),
      at: ScreenPoint(row: 0, column: 4), style: Style(.title))
    surface.write(summary, at: ScreenPoint(row: 0, column: start), style: .plain)
  }

  /// The days of the week as letters, the one under the cursor reversed.
  private mutating func drawRibbon(_ state: EditorState, _ layout: ScreenLayout) {
    guard let line = layout.ribbonLine else { return }
    surface.clear(row: line)
    for (index, day) in state.layout.week.enumerated() {
      surface.write(
        " \(day.title.prefix(1)) ", at: ScreenPoint(row: line, column: 1 + index * 3),
        style: Style(.heading, day == state.cursor.day ? .reverse : []))
    }
  }

  private mutating func drawPictures(_ state: EditorState, _ layout: ScreenLayout) {
    guard layout.strips != nil || !layout.panes.isEmpty else { return }
    if segments?.week != state.week { segments = (state.week, WeekSegments(state.week)) }
    guard let pieces = segments?.pieces else { return }
    if let place = layout.strips {
      let strips = WeekStrips(state, pieces, place, marks: marks(state))
      strips.draw(over: drawn?.strips, place, glyphs, into: &surface)
      drawn?.strips = strips
    }
    if !layout.panes.isEmpty {
      SidePane(state, pieces, glyphs).draw(in: layout.panes, glyphs, into: &surface)
    }
  }

  /// How a comparison's strips look.
  func look(_ state: EditorState) -> ComparisonScreen.Look {
    .init(clock: state.clock, marks: marks(state), firstDay: state.layout.week[0])
  }

  /// What fills strips: colours only where the theme has them.
  private func marks(_ state: EditorState) -> BandMarks {
    let theme = state.options.settings.theme(named: state.themeName) ?? .standard
    return showsColor && theme.showsScales ? .colors : showsUnicode ? .shades : .ascii
  }
}
