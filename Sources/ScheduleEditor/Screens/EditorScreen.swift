import ScheduleModel
import ScheduleRules
package import TwoWayTable

/// Draws the editor's state into a surface, row by row: only rows that show something else than
/// before are drawn again.
package struct EditorScreen {
  /// The screen as it should be.
  package private(set) var surface: Surface
  /// Where the terminal's cursor belongs, nil to hide it.
  package private(set) var cursor: ScreenPoint?
  private let glyphs: Glyphs
  private var grid = GridRenderer(layout: WeekTable.layout)
  private var drawn: Drawn?

  /// What stands on the surface now, as far as drawing depends on it.
  private struct Drawn {
    var table: WeekTable
    var layout: ScreenLayout
    var selection: TablePosition
  }

  /// Begins with a blank screen.
  package init(size: ScreenSize, showsUnicode: Bool) {
    surface = Surface(size: size)
    glyphs = showsUnicode ? .unicode : .ascii
  }

  /// Hands out the numbers (section * 4 + row) of the rows drawn since the last call.
  package mutating func takeDrawnRows() -> [Int] { grid.takeDrawnRows() }

  /// Goes on with a screen of another size.
  package mutating func resize(to size: ScreenSize) {
    surface = Surface(size: size)
    drawn = nil
  }

  /// Brings the surface up to date with `state`.
  package mutating func update(_ state: EditorState) {
    if case .help(let line) = state.mode {
      drawHelp(from: line)
      return
    }
    let selection = state.cursor.position
    let layout = ScreenLayout(size: surface.size, table: WeekTable.layout, selection: selection)
    guard layout.grid != nil else {
      drawTooSmall()
      return
    }
    drawGrid(state, layout, selection)
    drawTitle(state, layout)
    drawBelow(state, layout)
  }

  // MARK: Parts

  private mutating func drawGrid(
    _ state: EditorState, _ layout: ScreenLayout, _ selection: TablePosition
  ) {
    let table = WeekTable(state.week, clock: state.clock, problems: state.problems)
    if let drawn, drawn.layout == layout {
      let changed = table.rowsDiffering(from: drawn.table)
      grid.deselect(drawn.selection, from: table, into: &surface)
      grid.reload(rows: changed, from: table, into: &surface)
    } else {
      surface.clear()
      grid.draw(table, frame: layout.grid, into: &surface)
    }
    if case .editing(let edit) = state.mode {
      cursor = grid.type(edit.line, at: selection, from: table, into: &surface)
    } else {
      cursor = grid.select(selection, from: table, into: &surface)
    }
    drawn = Drawn(table: table, layout: layout, selection: selection)
  }

  private mutating func drawTitle(_ state: EditorState, _ layout: ScreenLayout) {
    guard layout.hasTitle else { return }
    surface.clear(row: 0)
    let columns = surface.size.columns
    let summary = state.titleSummary(glyphs)
    let start = columns - summary.terminalColumns - 1
    let showsSummary = start >= 24
    // At the corner, where the terminal's cursor goes with three bytes.
    if state.isModified { surface.write("[+]", at: ScreenPoint(row: 0, column: 0)) }
    surface.write(
      state.title(glyphs), at: ScreenPoint(row: 0, column: 4), style: Style(.title),
      width: (showsSummary ? start : columns) - 5)
    if showsSummary {
      surface.write(summary, at: ScreenPoint(row: 0, column: start), style: .plain)
    }
  }

  private mutating func drawBelow(_ state: EditorState, _ layout: ScreenLayout) {
    if let line = layout.barLine {
      surface.clear(row: line)
      HoursBar(state.week, day: state.cursor.day, glyphs: glyphs)
        .draw(at: ScreenPoint(row: line, column: 1), into: &surface)
    }
    drawProblems(state, layout.problemLines)
    surface.clear(row: layout.statusLine)
    let status = state.statusLine(glyphs)
    surface.write(
      status.text, at: ScreenPoint(row: layout.statusLine, column: 1), style: status.style)
    if let line = layout.hintsLine {
      surface.clear(row: line)
      surface.write(Self.hints, at: ScreenPoint(row: line, column: 1), style: Style(.faint))
    }
  }

  private mutating func drawProblems(_ state: EditorState, _ lines: Range<Int>) {
    let problems = state.problems
    for (index, line) in lines.enumerated() {
      surface.clear(row: line)
      guard index < problems.count else { continue }
      let hidden = problems.count - index
      let text =
        line == lines.upperBound - 1 && hidden > 1
        ? "\(glyphs.ellipsis) and \(hidden) more; n goes to the next"
        : "! \(problems[index].message) [\(problems[index].code)]"
      surface.write(
        glyphs.plain(text), at: ScreenPoint(row: line, column: 1), style: Style(.problem))
    }
  }

  private mutating func drawTooSmall() {
    drawn = nil
    surface.clear()
    let need = GridFrame.minimumSize(for: WeekTable.layout)
    surface.write(
      "needs \(need.columns)x\(need.rows + 1)", at: ScreenPoint(row: 0, column: 0))
    cursor = nil
  }

  private mutating func drawHelp(from line: Int) {
    drawn = nil
    surface.clear()
    HelpText.draw(from: line, into: &surface)
    cursor = nil
  }

  private static let hints =
    "Enter edit  +/- step  u undo  r redo  t clock  ^S save  ? help  q quit"
}
