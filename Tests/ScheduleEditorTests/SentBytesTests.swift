import ScheduleEditor
import ScheduleModel
import Terminal
import TestSupport
import Testing
import TwoWayTable

/// What keys cost on a terminal of 80x24, without one.
@Suite("The bytes of a key")
struct SentBytesTests {
  private static let moves = [
    "Up", "Down", "Right", "Left", "Home", "End", "PgUp", "PgDn", "Tab", "Shift-Tab",
  ]

  /// Themes in which the editor draws the same picture.
  private static let likeThemes = [[Theme.terminal], [.dark, .light]]

  /// An editor's screen, and for each theme the writer that keeps a terminal in step with it.
  private final class Line {
    let editor: EditorHarness
    private var shown: Surface?
    private var terminals: [(writer: TerminalWriter, screen: ScreenInterpreter)]

    init(
      rows: Int = 24, _ unit: TemperatureUnit = .fahrenheit, _ clock: ClockStyle = .twentyFourHour,
      themes: [Theme]
    ) throws {
      var settings = EditorSettings()
      settings.mouse = true
      let editors = themes.map { theme in
        EditorHarness(
          .standard(unit, name: "Winter"), rows: rows, clock: clock, color: true,
          settings: settings
        ).command("theme \(theme.name)").press("Right")
      }
      editor = editors[0]
      let (surface, size) = (editor.backend.surface, editor.backend.size)
      #expect(editors.allSatisfy { $0.backend.surface == surface })
      terminals = try themes.map { theme in
        let writer = TerminalWriter(
          try Terminfo(type: "xterm-256color", output: -1), theme: theme, exactColors: true,
          showsUnicode: true, size: size, width: { Unicode.Scalar($0)?.terminalColumns ?? 1 })
        return (writer, ScreenInterpreter(rows: rows))
      }
      _ = send("Left")
    }

    /// Presses a key; returns how many bytes that sends to each terminal. The screens show the picture then, which is
    /// looked at unless the next key is only on its way.
    func send(_ keys: String, isLookedAt: Bool = true) -> [Int] {
      if !keys.isEmpty { editor.press(keys) }
      let backend = editor.backend
      defer { shown = backend.surface }
      return terminals.indices.map { index in
        let bytes = terminals[index].writer.frame(
          from: shown, to: backend.surface, cursor: backend.cursor)
        terminals[index].screen.feed(bytes)
        guard isLookedAt else { return bytes.count }
        let screen = terminals[index].screen
        #expect(screen.lines == backend.lines && screen.unknown.isEmpty)
        if let cursor = backend.cursor { #expect(screen.cursor == (cursor.row, cursor.column)) }
        return bytes.count
      }
    }
  }

  /// The places of the cells on the screen, by row and column.
  private static func places(_ editor: EditorHarness) -> [[ScreenPoint?]] {
    (0..<7).map { row in
      editor.press("Home")
      return (0..<12).map { column in
        defer { editor.press(column < 11 ? "Right" : row < 6 ? "Down" : "") }
        return editor.backend.cursor
      }
    }
  }

  /// A time, a heat and a cool setpoint for each period.
  private static let typed = [
    "6:15", "66", "80", "8:15", "61", "86", "18:15", "66", "80", "22:15", "61", "83",
  ]

  /// The keys that move the cursor to a cell from anywhere, from the nearer edges.
  private static func way(toRow row: Int, _ column: Int) -> String {
    let down =
      row < 4
      ? ["PgUp"] + Array(repeating: "Down", count: row)
      : ["PgDn"] + Array(repeating: "Up", count: 6 - row)
    let right =
      column < 6
      ? ["Home"] + Array(repeating: "Right", count: column)
      : ["End"] + Array(repeating: "Left", count: 11 - column)
    return (down + right).joined(separator: " ")
  }

  @Test(
    "are 1,400 at most, one packet, for each key of an edit and for undo",
    arguments: [24, 15], likeThemes)
  func edit(rows: Int, themes: [Theme]) throws {
    let line = try Line(rows: rows, themes: themes)
    for (column, text) in Self.typed.enumerated() {
      _ = line.send(Self.way(toRow: column % 7, column), isLookedAt: false)
      let counts = (text.map(String.init) + ["Enter", "u"]).flatMap { line.send($0) }
      #expect(counts.allSatisfy { $0 <= 1400 }, "\(text): \(counts)")
    }
  }

  @Test(
    "have a median of 140 at most for a move",
    arguments: [(TemperatureUnit.fahrenheit, ClockStyle.twentyFourHour), (.celsius, .twelveHour)],
    likeThemes)
  func everyMove(unit: (TemperatureUnit, ClockStyle), themes: [Theme]) throws {
    let line = try Line(unit.0, unit.1, themes: themes)
    let places = Self.places(line.editor)
    var all = themes.map { _ in [(count: Int, what: String)]() }
    for move in Self.moves {
      for row in 0..<7 {
        // Of the four cells of a field that a row has, one or two.
        for column in stride(from: row % 3, to: 12, by: 3) {
          let place = try #require(places[row][column])
          line.editor.handle([.mouse(MouseEvent(.press, at: place))])
          _ = line.send("", isLookedAt: false)
          #expect(line.editor.backend.cursor == place)
          for (index, count) in line.send(move).enumerated() {
            all[index].append((count, "\(move) from \(row), \(column)"))
          }
        }
      }
    }
    for (theme, counts) in zip(themes, all) { check(counts, theme) }
  }

  private func check(_ moves: [(count: Int, what: String)], _ theme: Theme) {
    var counts = moves
    // Up and down move the highlight of a row, and so repaint two rows.
    for move in Self.moves {
      let own = counts.filter { $0.what.hasPrefix("\(move) from") }.map(\.count).sorted()
      let isVertical = ["Up", "Down", "PgUp", "PgDn"].contains(move) && theme != .terminal
      #expect(own[own.count / 2] <= (isVertical ? 700 : 160), "\(move): \(own[own.count / 2])")
    }
    counts.sort { $0.count < $1.count }
    let median = counts[counts.count / 2].count
    #expect(counts.count == 280 && median <= 140, "\(median)")
    let beyond = counts.filter { $0.count > 1400 }
    #expect(beyond.isEmpty, "\(beyond)")
  }
}
