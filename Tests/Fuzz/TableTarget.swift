import Diagnostics
import Terminal
import TwoWayTable

extension FuzzTarget {
  /// Keys and pastes through an app with every kind of field and rows that come and go, and the same bytes
  /// as the file of a table: the screen has no control character, written files are read
  /// again, and undoing everything gives the table of the beginning.
  static let table = FuzzTarget("table") { bytes in
    guard let layout = try? TableLayoutFile(reading: Array(layoutText.utf8), file: "a.json") else {
      fatalError("the layout of the target")
    }
    do throws(FileProblems) {
      let table = try KeyedTable(layout, reading: bytes, file: "a.json")
      promise(isReadAgain(table, layout), "a table that was read is not read again")
    } catch {
      for problem in error.problems { promise(problem.summary.isPrintable, "a table's problem") }
    }
    var decoder = InputDecoder(sequences: KeySequences.common)
    decoder.append(bytes)
    let screen = InMemoryBackend(size: ScreenSize(rows: 12, columns: 60))
    for pause in [InputPause.moreMayFollow, .timedOut, .endOfInput] {
      while let event = decoder.next(after: pause) { screen.enqueue([event]) }
    }
    let beginning = KeyedTable(layout)
    let app = TableApp(beginning, layout: layout)
    app.save = { promise(isReadAgain($0, layout), "a table that was saved is not read again") }
    _ = app.run(on: screen)
    promise(screen.lines.allSatisfy(\.isPrintable), "a control character on the screen")
    promise(isReadAgain(app.table, layout), "an edited table is not read again")
    let edited = app.table
    var count = 0
    app.edit { table in
      while table.undo() != nil { count += 1 }
    }
    promise(
      app.table.values == beginning.values && app.table.layout == beginning.layout,
      "undoing everything is not the table of the beginning")
    app.edit { table in
      for _ in 0..<count { table.redo() }
    }
    // What was undone before stays so.
    promise(
      app.table.values == edited.values && app.table.layout == edited.layout,
      "redoing everything is not the edited table")
  }

  private static func isReadAgain(_ table: KeyedTable, _ layout: TableLayoutFile) -> Bool {
    guard let again = try? KeyedTable(layout, reading: Array(table.json.utf8), file: "a.json")
    else {
      return false
    }
    return again.values == table.values && again.layout.rows == table.layout.rows
  }

  private static let layoutText = """
    {"newRows": true, "sections": [{"keys": ["a"], "title": "A"}, {"keys": ["b", "c"], "title": "B"}],
     "rows": [{"keys": ["x"], "title": "X"}, {"keys": ["y"], "title": "Why", "short": "Y"}],
     "fields": [{"key": "t", "width": 6}, {"key": "n", "width": 4, "editor": "number"},
       {"key": "h", "width": 5, "editor": "time"}, {"key": "d", "width": 10, "editor": "date"},
       {"key": "o", "width": 3, "editor": "toggle"},
       {"key": "c", "width": 4, "editor": {"kind": "choice", "choices": ["one", "two"]}},
       {"key": "s", "width": 8, "editor": {"kind": "several", "choices": ["tea", "milk"]}}],
     "forms": {"row": {"sections": [{"title": "P", "fields": [{"key": "t"}, {"key": "d"}]},
       {"title": "Q", "fields": [{"key": "s"}, {"key": "more", "clears": false}]}],
       "rules": [{"anyOf": ["t", "more"]}]}}}
    """
}
