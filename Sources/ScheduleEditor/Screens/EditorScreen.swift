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
  private var drawn: Drawn?
  private var segments: (week: Week, pieces: WeekSegments)?

  /// The table and the strips as they stand on the surface; nil there when they have to be drawn as a
  /// whole.
  private struct Drawn {
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
    case .form(let form, _): drawForm(form, state)
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
    drawGrid(state, layout, frame)
    state.rowsToReload = []
    drawTitle(state, layout)
    drawRibbon(state, layout)
    drawPictures(state, layout)
    drawBelow(state, layout)
    if case .awaiting(let keys) = state.mode { drawContinuations(of: keys, state, layout) }
    drawCommands(state, layout)
  }

  private mutating func drawGrid(_ state: EditorState, _ layout: ScreenLayout, _ frame: GridFrame) {
    let table = WeekTable(
      state.week, saved: state.savedWeek, before: state.weekBeforeOutsideChange,
      layout: state.layout, clock: state.clock, problems: state.problems)
    var strips: WeekStrips?
    let range = state.anchor == nil ? [] : Set(state.selectedLines.joined())
    let highlighted = grid.highlight(range)
    if let drawn, drawn.layout.isAlike(layout), let rows = state.rowsToReload {
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
      glyphs, columns: columns - 7 - min(title.terminalColumns, columns / 2))
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

  /// What fills strips: colours only where the theme has them.
  private func marks(_ state: EditorState) -> BandMarks {
    let theme = state.options.settings.theme(named: state.themeName) ?? .standard
    return showsColor && theme.showsScales ? .colors : showsUnicode ? .shades : .ascii
  }

  private mutating func drawBelow(_ state: EditorState, _ layout: ScreenLayout) {
    drawProblems(state, layout.problemLines)
    drawStatus(state, layout)
    if let line = layout.hintsLine {
      surface.clear(row: line)
      surface.writeHints(state.hints(glyphs), row: line, glyphs)
    }
  }

  /// The line of the status: what is typed behind `:`, or what there is to say.
  private mutating func drawStatus(_ state: EditorState, _ layout: ScreenLayout) {
    let line = layout.statusLine
    surface.clear(row: line)
    if case .commandLine(let command) = state.mode {
      let room = max(1, surface.size.columns - 2)
      let (visible, before) = command.line.window(columns: room)
      surface.write(":", at: ScreenPoint(row: line, column: 0))
      surface.write(visible, at: ScreenPoint(row: line, column: 1))
      cursor = ScreenPoint(row: line, column: 1 + before)
      return
    }
    let status = state.statusLine(glyphs, hasHints: layout.hintsLine != nil)
    let day = state.cursor.day
    let namesDay =
      layout.grid?.namesSections == true || status.text.contains(day.title)
      || status.text.contains(day.abbreviation) || status.text.contains(day.name)
    let text = namesDay ? status.text : "\(day.abbreviation): \(status.text)"
    let columns = surface.size.columns - 2
    var lines = [text]
    // The line above may hold the beginning of what was said before.
    if layout.canFoldStatus, !layout.problemLines.contains(line - 1) {
      surface.clear(row: line - 1)
    }
    if layout.canFoldStatus, text.terminalColumns > columns {
      let folded = text.folded(columns: columns)
      lines = [folded[0], folded.dropFirst().joined(separator: " ")]
      surface.clear(row: line - 1)
    }
    for (index, text) in lines.enumerated() {
      surface.write(
        glyphs.fit(text, columns + 1),
        at: ScreenPoint(row: line + 1 - lines.count + index, column: 1), style: status.style)
    }
  }

  private mutating func drawProblems(_ state: EditorState, _ lines: Range<Int>) {
    if let line = lines.first, let welcome = state.welcome, state.foldedProblems.isEmpty {
      for line in lines { surface.clear(row: line) }
      surface.write(
        glyphs.fit(welcome, surface.size.columns - 1), at: ScreenPoint(row: line, column: 1),
        style: Style(.title))
      return
    }
    let problems = state.foldedProblems
    for (index, line) in lines.enumerated() {
      surface.clear(row: line)
      guard index < problems.count else { continue }
      let hidden = problems.count - index
      let text =
        line == lines.upperBound - 1 && hidden > 1
        ? "\(glyphs.ellipsis) and \(hidden) more; ! lists them"
        : "\(problems[index].mark) \(problems[index].sentence) [\(problems[index].elements[0].code)]"
      surface.write(
        glyphs.fit(glyphs.plain(text), surface.size.columns - 1),
        at: ScreenPoint(row: line, column: 1), style: Style(.problem))
    }
  }

  /// A frame with the keys that can follow, above the status line.
  private mutating func drawContinuations(
    of keys: [Key], _ state: EditorState, _ layout: ScreenLayout
  ) {
    let lines = state.keymap.continuations(of: keys).map { "\($0.key)  \($0.help)" }
    let width = (lines.map(\.terminalColumns).max() ?? 0) + 4
    let height = min(lines.count + 2, layout.statusLine)
    let title = keys.map(\.name).joined(separator: " ")
    let area = surface.drawFrame(
      ScreenRectangle(
        row: layout.statusLine - height, column: 0, rows: height,
        columns: min(width, surface.size.columns)), title: title, showsUnicode: showsUnicode)
    for (line, text) in lines.prefix(area.rows).enumerated() {
      surface.write(
        glyphs.plain(text), at: ScreenPoint(row: area.row + line, column: area.column + 1),
        width: area.columns - 1)
    }
    // The frame covers what the next drawing must bring back.
    drawn = nil
  }

  /// A frame with the commands that what is typed may mean, above the status line.
  private mutating func drawCommands(_ state: EditorState, _ layout: ScreenLayout) {
    let commands = state.commandsToChoose
    // A part of the week stays in sight.
    let height = min(commands.count + 2, layout.statusLine / 2)
    guard height > 2 else { return }
    let area = surface.drawFrame(
      ScreenRectangle(
        row: layout.statusLine - height, column: 0, rows: height, columns: surface.size.columns),
      title: "commands", showsUnicode: showsUnicode)
    for (line, command) in commands.prefix(area.rows).enumerated() {
      let place = ScreenPoint(row: area.row + line, column: area.column + 1)
      let isLast = line == area.rows - 1 && commands.count > area.rows
      guard !isLast else {
        surface.write(
          "\(glyphs.ellipsis) and \(commands.count - line) more; type to find", at: place,
          style: Style(.faint))
        continue
      }
      let keys = state.keymap.keys(for: command)
      surface.write(command.name, at: place, style: Style(.heading))
      let text = ScreenPoint(row: place.row, column: place.column + 18)
      let room = area.columns - 20 - keys.terminalColumns
      surface.write(glyphs.fit(glyphs.plain(command.help), max(1, room)), at: text)
      surface.write(
        keys, at: ScreenPoint(row: place.row, column: area.column + area.columns - keys.count - 1),
        style: Style(.heading))
    }
    // The frame covers what the next drawing must bring back.
    drawn = nil
  }

  private mutating func drawTooSmall(_ state: EditorState) {
    drawn = nil
    surface.clear()
    let need = GridFrame.minimumSize(for: state.layout.table)
    surface.write(
      "needs \(need.columns)x\(need.rows + 1)", at: ScreenPoint(row: 0, column: 0))
    cursor = nil
    // What is asked must be seen, or there is no way out.
    guard case .asking(let question) = state.mode else { return }
    let text = "\(question.title(state.options.fileName.printable))  \(question.hints)"
    var rest = glyphs.plain(text).unicodeScalars[...]
    for row in 1..<max(2, surface.size.rows) {
      let line = String(rest.prefix(surface.size.columns))
      surface.write(line, at: ScreenPoint(row: row, column: 0), style: Style(.title))
      rest = rest.dropFirst(surface.size.columns)
    }
  }
}
