import TestSupport
import Testing
import TwoWayTable

@Suite("An app without a terminal")
struct TableAppTests {
  private let file = try? TableLayoutFile(
    reading: LayoutFileTests.medication, file: "medication.json")

  /// The app of the medication plan, and the screen on which `events` happen.
  private func app(
    _ events: [TerminalEvent], rows: Int = 13, columns: Int = 90
  ) throws -> (TableApp<KeyedTable>, InMemoryBackend) {
    let file = try #require(file)
    let app = TableApp(KeyedTable(file), layout: file)
    let size = ScreenSize(rows: rows, columns: columns)
    return (app, InMemoryBackend(size: size, events: events))
  }

  private func keys(_ names: String) -> [TerminalEvent] { Key.typed(names).map(TerminalEvent.key) }

  @Test("edits in place, and the weekend as both days; each key changes few lines")
  func isEdited() throws {
    let (app, screen) = try app(
      keys("i b Tab 900 Enter Esc 9 Tab Up Down Down Down Down Down a Enter"))
    app.save = { _ in }
    #expect(app.run(on: screen) == .endOfInput)
    #expect(
      app.table.values == [
        TableAddress("mon", "morning", "drug"): "ibuprofen",
        TableAddress("mon", "morning", "dose"): "9",
        TableAddress("sat", "noon", "drug"): "aspirin",
        TableAddress("sun", "noon", "drug"): "aspirin",
      ])
    let text = screen.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/medication-90x13.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
    // Title, status, and the lines of the cells left and entered.
    #expect(screen.changedLines.dropFirst().allSatisfy { $0.count <= 4 }, "\(screen.changedLines)")
  }

  @Test(
    "a narrow screen shows the answers to the question on quitting; a list that can change shows its keys"
  )
  func narrowQuestions() throws {
    let (app, screen) = try app(keys("i Enter ^q"), rows: 10, columns: 40)
    app.save = { _ in }
    app.run(on: screen)
    #expect(screen.lines.contains { $0.hasSuffix("  s save and quit  q quit  Esc stay") })
    screen.enqueue(keys("Esc Alt-l"))
    app.run(on: screen)
    #expect(!screen.lines.joined().contains("a add"))
    let layout = NumberedTable(sections: 1, rows: 2, columns: 1).layout
    let changing = TableApp(KeyedTable(TableLayoutFile(layout, allowsNewRows: true)))
    let wide = InMemoryBackend(typing: "Alt-l")
    changing.run(on: wide)
    #expect(wide.lines.last?.contains("a add  e rename  d delete  J K move") == true)
  }

  @Test("shows more rows in a list than side by side, unless as many fit")
  func arrangement() {
    for (sections, rows, keys) in [(1, 50, "Down"), (3, 50, "PgDn"), (5, 12, "End Down")] {
      let layout = TableLayout(
        sections: (0..<sections).map { .init("Day \($0)") },
        rows: (0..<rows).map { .init("r\($0)") },
        columns: [TableColumn(title: "n", width: 5), TableColumn(title: "m", width: 20)])
      let app = TableApp(KeyedTable(TableLayoutFile(layout)))
      let screen = InMemoryBackend(typing: keys)
      app.run(on: screen)
      let shown = screen.lines.count { $0.contains(#/^[ ^v]r\d+/#) }
      #expect(shown >= 19, "\(screen.lines)")
      #expect(app.cursor.section + app.cursor.row == 1)
    }
    let few = TableLayout(
      sections: ["a", "b"].map { .init($0) }, rows: ["x", "y"].map { .init($0) },
      columns: [TableColumn(title: "n", width: 5)])
    let app = TableApp(KeyedTable(TableLayoutFile(few)))
    app.run(on: InMemoryBackend(typing: "Right"))
    #expect(app.cursor.row == 1)
  }

  @Test("says why typed text is not a value only if Enter would")
  func statusWhileTyping() throws {
    let layout = TableLayout(
      sections: [.init("Weekend", keys: ["sat", "sun"])], rows: [.init("r")],
      columns: [TableColumn(title: "n", width: 5), TableColumn(title: "t", width: 5)])
    let file = TableLayoutFile(
      layout, editors: ["n": try NumberEditor(max: 9), "t": TimeEditor()])
    let values = [TableAddress("sat", "r", "n"): "5", TableAddress("sun", "r", "n"): "7"]
    for (keys, status) in [
      ("+1", " Weekend r n"), ("+3", " 10 is too large: at most 9"), ("Right ␣", " Weekend r t"),
      ("Right x", " Weekend r t"), ("Right 99", " \"99\" is not a time; try 6:30 or 630p"),
    ] {
      let screen = InMemoryBackend(typing: keys)
      TableApp(KeyedTable(file, values: values)).run(on: screen)
      #expect(screen.lines[22] == status, "\(keys)")
    }
  }

  @Test("goes from the last choice to the first with the space bar, and stops there with Shift-Up")
  func lastChoice() throws {
    for (keys, value) in [("␣ ␣", "false"), ("␣ ␣ ␣", "true"), ("␣ Shift-Up Shift-Up", "false")] {
      let (app, screen) = try people("Right \(keys)")
      app.run(on: screen)
      #expect(app.table[TableAddress("mon", "ann", "late")] == value, "\(keys)")
    }
  }

  @Test("shows the focus in colours on a terminal that has them, in the table and in forms")
  func colors() throws {
    let form = #", "forms": {"row": {"fields": [{"key": "post"}]}}"#
    for keys in ["", "Enter"] {
      let (app, screen) = try people(keys, more: form)
      screen.showsColor = true
      app.run(on: screen)
      let place = try #require(screen.cursor)
      #expect(screen.surface[place].style.role == .cursor, "\(keys)")
      #expect(!screen.lines.joined().contains("["))
    }
  }

  @Test("leaves out keys without an effect: in a table that cannot be edited, or is not saved")
  func keysWithEffect() {
    let layout = NumberedTable(sections: 1, rows: 2, columns: 1).layout
    let app = TableApp(ReadOnly(layout: layout))
    var screen = InMemoryBackend()
    app.run(on: screen)
    #expect(screen.lines[23] == " Tab next  F1 keys  ^Q quit")
    screen = InMemoryBackend(typing: "F1")
    app.run(on: screen)
    #expect(!screen.lines.contains { $0.contains(#/save|undo|edit|add a row/#) })
    let other = TableApp(KeyedTable(TableLayoutFile(layout)))
    screen = InMemoryBackend()
    other.run(on: screen)
    #expect(screen.lines[23] == " Enter edit  Tab next  Alt-u undo  F1 keys  ^Q quit")
  }

  @Test("has the area that the app leaves, with its title, messages and questions")
  func area() throws {
    let (app, screen) = try people("x Enter ^q")
    app.save = { _ in }
    app.layOut = { surface in
      surface.write("mine", row: 0, column: 0)
      return ScreenRectangle(row: 1, column: 5, rows: 10, columns: 54)
    }
    app.run(on: screen)
    #expect(screen.lines[0] == "mine" && screen.lines[1] == "       *")
    #expect(screen.lines[9].hasPrefix("      not saved yet:") && screen.lines[11].isEmpty)
    #expect(screen.lines[2...8].allSatisfy { $0.hasPrefix("     ") || $0.isEmpty })
    app.layOut = { _ in ScreenRectangle(row: 3, column: 0, rows: 0, columns: 0) }
    screen.enqueue([.resized])
    app.run(on: screen)
    #expect(screen.lines.joined().isEmpty)
  }

  @Test("draws one row for an edit, also for an undone edit")
  func oneRow() throws {
    let (app, _) = try app([])
    final class Log { var rows: [[Int]] = [] }
    let log = Log()
    app.addCommand("log", key: .named(.function(9)), title: "note what was drawn") { _ in }
    let screen = Recorder(size: ScreenSize(rows: 13, columns: 90)) {
      log.rows.append(app.grid.drawnRows)
    }
    screen.inner.enqueue(keys("Down Right 9 Enter Alt-u Alt-r"))
    app.run(on: screen)
    // Everything, two moves, a character, the edit, its undoing, its redoing.
    #expect(log.rows.dropFirst() == [[], [], [], [4], [4], [4]])
    #expect(log.rows[0].count == 24)
  }

  @Test("looks the same after random keys, pastes and sizes as a screen drawn from nothing")
  func drawnFromNothing() throws {
    let names =
      "Up Down Left Right Tab Shift-Tab a i 9 0 Enter Esc Backspace Del F2 Alt-u Alt-r F1 ^s ␣ "
      + "Shift-Up Shift-Down y Home End PgUp PgDn"
    let choices = keys(names)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<Rounds.of(20) {
      var (app, screen) = try app([])
      app.save = { _ in }
      var events: [TerminalEvent] = []
      for _ in 0..<60 {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: events.append(.paste("asp\t1\n", isCut: false))
        case 1: events.append(.resized)
        default: events.append(choices.randomElement(using: &generator) ?? .endOfInput)
        }
      }
      var sizes: [ScreenSize] = []
      for event in events where event == .resized {
        _ = event
        sizes.append(
          ScreenSize(
            rows: Int.random(in: 1...30, using: &generator),
            columns: Int.random(in: 1...100, using: &generator)))
      }
      let recorder = Recorder(size: screen.size, sizes: sizes) {}
      recorder.inner.enqueue(events)
      app.run(on: recorder)
      screen = recorder.inner
      let shown = screen.lines
      // After a resize event, the same app draws everything.
      screen.enqueue([.continued])
      app.run(on: screen)
      #expect(screen.lines == shown, "after \(events)")
      app = try self.app([]).0
    }
  }

  @Test("survives a resize, a paste and a stop, and ends on request")
  func survives() throws {
    let (app, screen) = try app(
      keys("a") + [.resized, .paste("spi\nrin", isCut: false), .continued]
        + keys(
          "^z Backspace Backspace Backspace Backspace Backspace Backspace Backspace Backspace a Enter"
        )
        + [.terminate(signal: 15)])
    #expect(app.run(on: screen) == .terminated(signal: 15))
    #expect(screen.suspensions == 1)
    #expect(app.table.values == [TableAddress("mon", "morning", "drug"): "aspirin"])
    #expect(app.table.hasUnsavedChanges)
  }

  @Test("removes its last message at a paste as at a key")
  func pasteClearsMessage() throws {
    let (app, screen) = try app(keys("Right Alt-u") + [.paste("many", isCut: false)])
    app.run(on: screen)
    #expect(screen.lines[11] == " \"many\" is not a number")
  }

  @Test("reports why a text is not a value and the nearest value, and keeps the typed text")
  func refuses() throws {
    let (app, screen) = try app(keys("Right 900 Enter"))
    app.run(on: screen)
    #expect(screen.lines[11] == " ! 900 is too large: at most 800")
    #expect(screen.lines[3].contains("[900"))
    #expect(app.table.values.isEmpty && app.cursor.column == 1)
  }

  @Test("saves by a closure, shows its error, and asks before it leaves unsaved edits")
  func saving() throws {
    struct Full: Error, CustomStringConvertible { var description: String { "no space left" } }
    var (app, screen) = try app(keys("a Enter ^s ^q s"))
    app.save = { _ in throw Full() }
    #expect(app.run(on: screen) == .endOfInput && app.table.hasUnsavedChanges)
    #expect(screen.lines[11] == " ! no space left")
    (app, screen) = try self.app(keys("a Enter ^q x n ^q s"))
    nonisolated(unsafe) var saved: [TableAddress: String] = [:]
    app.save = { saved = $0.values }
    #expect(app.run(on: screen) == .quit && saved.count == 1 && !app.table.hasUnsavedChanges)
    (app, screen) = try self.app(keys("a Enter ^q q"))
    app.save = { _ in Issue.record("it was told not to save") }
    #expect(app.run(on: screen) == .quit)
  }

  @Test("ends after a command that quits")
  func quits() throws {
    let (app, screen) = try app(keys("F5 a"))
    app.addCommand("leave", key: .named(.function(5)), title: "leave") { $0.quit() }
    #expect(app.run(on: screen) == .quit)
  }

  @Test("shows success and failure in different roles, and failure with a glyph")
  func messageRoles() throws {
    func shown(_ keys: String, more: String = "") throws -> String {
      let (app, screen) = try people(keys, more: more)
      app.save = { _ in }
      app.addCommand("say", key: .alt("s"), title: "say") { $0.message = "said" }
      app.addCommand("fail", key: .alt("f"), title: "fail") { _ in throw FieldProblem("failed") }
      app.run(on: screen)
      let row = screen.lines[11].hasPrefix(" Enter edit") ? 10 : 11
      let role = screen.surface[ScreenPoint(row: row, column: 3)].style.role
      return "\(role.name):\(screen.lines[row])"
    }
    for (keys, text) in [
      ("^s", " saved"), ("desk Enter Alt-u", " undone"), ("desk Enter Alt-u Alt-r", " redone"),
      ("Alt-d", " Ann was removed; undo brings it back"), ("Alt-s", " said"),
      ("Alt-f Alt-s", " said"), ("Alt-l d y", " Ann was removed; undo brings it back"),
    ] {
      #expect(try shown(keys) == "good:\(text)", "\(keys)")
    }
    for (keys, text) in [
      ("Alt-f", " ! failed"), ("^s Alt-f", " ! failed"), ("Alt-u", " ! nothing to undo"),
      ("Alt-r", " ! nothing to redo"), ("Alt-d Alt-d Alt-d", " ! the last row cannot be removed"),
    ] {
      #expect(try shown(keys) == "problem:\(text)", "\(keys)")
    }
    let form = #", "forms": {"row": {"fields": [{"key": "post", "opens": "fail"}]}}"#
    #expect(try shown("Enter Enter", more: form) == "problem: ! failed")
  }

  @Test("reports a paste that does not fit, in a cell, a form and a list")
  func longPaste() throws {
    let form = #", "forms": {"row": {"fields": [{"key": "post"}]}}"#
    for keys in ["", "x", "Enter", "Alt-l /"] {
      for (count, isShown) in [(10_000 - (keys == "x" ? 1 : 0), false), (10_001, true)] {
        let (app, screen) = try people(keys, more: form)
        screen.enqueue([.paste(String(repeating: "y", count: count), isCut: false)])
        app.run(on: screen)
        let text = " ! the paste was too long; its end is missing"
        #expect(screen.lines.contains(text) == isShown, "\(keys) \(count)")
      }
    }
  }

  @Test("a pasted empty line changes no value, but keeps typed text")
  func emptyPaste() throws {
    let form = #", "forms": {"row": {"fields": [{"key": "post"}]}}"#
    for keys in ["", "Enter"] {
      let (app, screen) = try people("desk Enter Up", more: form)
      screen.type(keys)
      screen.enqueue([.paste("\r\n", isCut: false)])
      screen.type(keys.isEmpty ? "Down" : "^s")
      app.run(on: screen)
      #expect(app.table.values.map(\.value) == ["desk"] && app.dialogs.isEmpty)
    }
    let (app, screen) = try people("desk")
    screen.enqueue([.paste("\n", isCut: false)])
    screen.type("Enter")
    app.run(on: screen)
    #expect(app.table.values.map(\.value) == ["desk"])
  }

  @Test("is suspended from every question and dialog")
  func suspends() throws {
    for keys in ["", "x", "x Enter ^q", "Alt-l", "Alt-l d", "Enter", "F1"] {
      let (app, screen) = try people(keys + " ^Z")
      app.save = { _ in }
      app.run(on: screen)
      #expect(screen.suspensions == 1, "\(keys)")
    }
  }

  @Test("watches a descriptor anew each time, also one of the same number")
  func watchesAnew() throws {
    let (app, _) = try app([])
    let screen = Recorder(size: ScreenSize(rows: 13, columns: 90)) {}
    app.watch(9) { $0.watch(9) { $0.stopWatching() } }
    screen.inner.enqueue([.descriptorReady] + keys("Down") + [.descriptorReady])
    app.run(on: screen)
    #expect(screen.watches == [9, 9, nil])
    // Another terminal does not know of it yet.
    app.watch(7) { _ in }
    app.run(on: screen)
    app.run(on: screen)
    #expect(screen.watches.suffix(2) == [7, 7])
  }

  @Test("continues typed text and an open form in the next run")
  func runsAgain() throws {
    let form = #", "forms": {"row": {"fields": [{"key": "post"}]}}"#
    let (app, screen) = try people("Enter de", more: form)
    app.run(on: screen)
    screen.type("sk ^s Down Down door")
    app.run(on: screen)
    screen.type("man Enter")
    app.run(on: screen)
    #expect(
      app.table.values == [
        TableAddress("mon", "ann", "post"): "desk", TableAddress("mon", "cyd", "post"): "doorman",
      ])
  }

  @Test("opens the form of the row, whose changes are one step")
  func rowForm() throws {
    let (app, screen) = try app(
      keys("Down Down Down Down Down Enter Right Tab 50 Tab ward ^s Enter Esc Alt-u"))
    app.run(on: screen)
    #expect(app.table.values.isEmpty && !app.table.hasUnsavedChanges)
    app.edit { $0.redo() }
    #expect(app.table.values.count == 6)
    #expect(app.table.values[TableAddress("sun", "morning", "note")] == "ward")
  }

  @Test("has your own commands and keys, and lists its keys")
  func ownCommands() throws {
    let (app, screen) = try app(keys("Alt-x ^e F1"))
    app.addCommand("fill", key: .alt("x"), title: "fill in a drug") { app in
      try app.edit { try $0.type("aspirin", at: app.cursorWhenAsked) }
      throw FieldProblem("done")
    }
    app.keys[.control("e")] = .undo
    app.run(on: screen)
    #expect(app.table.values.isEmpty && !app.table.hasUnsavedChanges)
    #expect(screen.lines.contains { $0.contains("fill in a drug") && $0.contains("Alt-x") })
  }

  @Test("reacts to a descriptor that can be read")
  func watches() throws {
    let (app, screen) = try app([.descriptorReady])
    app.watch(9) { app in
      let cell = TablePosition(section: 2, row: 0, column: 0)
      app.edit { $0.set($0.layout.addresses(of: cell).map { ($0, "aspirin") }) }
    }
    app.run(on: screen)
    #expect(screen.watched == 9 && app.table.values.count == 1)
    #expect(screen.lines[5].contains("aspirin"))
  }

  /// People as rows, on two days; `y` of a toggle.
  private func people(
    _ keys: String, section: String = #"{"keys": ["mon"], "title": "Monday"}"#, more: String = ""
  ) throws -> (TableApp<KeyedTable>, InMemoryBackend) {
    let text = """
      {"newRows": true, "sections": [\(section)], "arrangement": "list",
       "rows": [{"keys": ["ann"], "title": "Ann"}, {"keys": ["bob"], "title": "Bob"}, {"keys": ["cyd"], "title": "Cyd"}],
       "fields": [{"key": "post", "width": 8}, {"key": "late", "width": 5, "editor": "toggle"}]
       \(more)}
      """
    let file = try TableLayoutFile(reading: Array(text.utf8), file: "people.json")
    let app = TableApp(KeyedTable(file), layout: file)
    let screen = InMemoryBackend(size: ScreenSize(rows: 12, columns: 60), typing: keys)
    return (app, screen)
  }

  /// Removes Ann, as another program may.
  private func removesAnn(_ app: TableApp<KeyedTable>, _ screen: InMemoryBackend, then keys: String)
  {
    app.watch(9) { app in app.edit { $0.removeRow("ann") } }
    screen.enqueue([.descriptorReady])
    screen.type(keys)
    app.run(on: screen)
  }

  @Test(
    "typed text stays with its row if another row is removed, and is dropped with its own")
  func typingKeepsItsRow() throws {
    var (app, screen) = try people("Down desk")
    removesAnn(app, screen, then: "Enter")
    #expect(app.table.values == [TableAddress("mon", "bob", "post"): "desk"])
    (app, screen) = try people("desk")
    removesAnn(app, screen, then: "")
    #expect(app.table.values.isEmpty && screen.lines[10] == " ! this row no longer exists")
    screen.type("Enter Esc late Enter")
    app.run(on: screen)
    #expect(app.table.values == [TableAddress("mon", "bob", "post"): "late"])
  }

  @Test(
    "a form stays with its row, and refuses to save or delete a removed row",
    arguments: [
      "x ^s", "PgDn Right Right Enter y",
    ])
  func formKeepsItsRow(keys: String) throws {
    let form = #", "forms": {"row": {"fields": [{"key": "post"}]}}"#
    var (app, screen) = try people("Enter", more: form)
    removesAnn(app, screen, then: keys)
    #expect(app.table.layout.rows.map(\.full) == ["Bob", "Cyd"] && app.table.values.isEmpty)
    #expect(screen.lines.contains { $0.contains("this row no longer exists") })
    #expect(app.dialogs.count == 1)
    (app, screen) = try people("Down Enter", more: form)
    removesAnn(app, screen, then: keys)
    #expect(app.table.layout.rows.count == (keys.hasSuffix("y") ? 1 : 2))
    #expect(!app.table.layout.rows.map(\.full).contains("Ann"))
    #expect(app.table[section: "mon", row: "bob"]["post"] == (keys.hasSuffix("y") ? nil : "x"))
  }

  @Test(
    "the list of rows refuses outdated actions, and selects a restored row")
  func rowList() throws {
    var (app, screen) = try people("Alt-l e")
    removesAnn(app, screen, then: "Z ^s")
    #expect(app.table.layout.rows.map(\.full) == ["Bob", "Cyd"])
    #expect(screen.lines[11] == " ! this row no longer exists")
    // A change of the data shows at once, and the keys still belong to the search.
    (app, screen) = try people("Alt-l /")
    app.watch(9) { app in app.edit { _ = $0.addRow("Eve") } }
    app.run(on: screen)
    screen.enqueue([.descriptorReady])
    app.run(on: screen)
    #expect(screen.lines.contains { $0.hasPrefix("> Eve") })
    screen.type("Eve Enter Enter")
    app.run(on: screen)
    #expect(app.table.layout.rows.count == 4 && app.cursor.row == 3)
    (app, screen) = try people("Alt-l Down d y Alt-u e")
    app.run(on: screen)
    // Above the list, which stays in sight.
    #expect(screen.lines[1].hasPrefix("  Ann") && screen.lines.contains { $0.contains("[Bob") })
    #expect(screen.lines[11].contains("^S save"))
  }

  @Test("undo discards typed text first") func undoWhileTyping() throws {
    let (app, screen) = try people("desk Enter door Alt-u")
    app.run(on: screen)
    #expect(app.table.values.map(\.value) == ["desk"] && app.cursor.row == 1)
    screen.type("Alt-u")
    app.run(on: screen)
    #expect(app.table.values.isEmpty && app.cursor.row == 0)
  }

  @Test(
    "a cell of days that differ starts empty; Enter alone is not an edit, and a form leaves the cell"
  )
  func mixedCells() throws {
    let weekend = #"{"keys": ["sat", "sun"], "title": "Weekend"}"#
    let form =
      #", "forms": {"row": {"fields": [{"key": "post", "required": true}, {"key": "late"}]}}"#
    let (app, screen) = try people("F2 Enter", section: weekend)
    app.edit { $0.set([(TableAddress("sat", "ann", "post"), "desk")]) }
    app.run(on: screen)
    #expect(
      app.table.values == [TableAddress("sat", "ann", "post"): "desk"]
        && screen.lines[2].contains("~"))
    let (other, shown) = try people("Enter", section: weekend, more: form)
    other.edit { $0.set([(TableAddress("sat", "ann", "post"), "desk")]) }
    other.run(on: shown)
    #expect(shown.lines.contains { $0.contains("(differ)") })
    shown.type("Tab Space ^s")
    other.run(on: shown)
    #expect(
      other.table.values.count == 3 && other.table[section: "sun", row: "ann"] == ["late": "true"])
    shown.type("Enter desk ^s")
    other.run(on: shown)
    #expect(other.table[section: "sun", row: "ann"]["post"] == "desk")
  }

  @Test("a field runs the command that it names; an unknown command is refused by name")
  func opens() throws {
    let form =
      #", "forms": {"row": {"fields": [{"key": "post", "opens": "posts"}, {"key": "late"}]}}"#
    let (app, screen) = try people("Enter Enter", more: form)
    app.run(on: screen)
    #expect(screen.lines[11] == " ! \"posts\" is not a command")
    app.addCommand("posts", title: "list the posts") { app in
      app.open("Posts") { _ in
        [ListItem(id: "desk", title: "Desk")]
      } choose: { app, outcome in
        guard case .open(let id) = outcome else { return }
        app.closeDialog()
        #expect(app.setFormField("post", to: id))
      }
    }
    screen.type("Enter Enter ^s")
    app.run(on: screen)
    #expect(app.table[section: "mon", row: "ann"] == ["post": "desk"])
    #expect(!app.setFormField("post", to: "x"))
  }

  @Test(
    "title and message stay visible around a form; hints are never cut, and name the form's button"
  )
  func linesAround() throws {
    let form =
      #", "title": "People", "forms": {"row": {"save": "Keep", "fields": [{"key": "post"}]}}"#
    let (app, screen) = try people("Enter", more: form)
    app.run(on: screen)
    #expect(screen.lines[0] == " People" && screen.lines[11] == " Enter next  ^S keep  Esc back")
    screen.type("x")
    app.run(on: screen)
    #expect(screen.lines[11].hasSuffix("Esc keep the old value"))
    screen.type("Esc")
    app.run(on: screen)
    screen.size = ScreenSize(rows: 12, columns: 40)
    screen.enqueue([.resized])
    screen.type("Esc")
    app.run(on: screen)
    #expect(screen.lines[11] == " Enter edit  Tab next  Alt-u undo")
  }

  @Test("a move costs about the same in 5,000 rows as in 50")
  func manyRows() throws {
    let times = [50, 5_000].map { count in
      let file = TableLayoutFile(
        TableLayout(
          sections: [.init("A", short: "A")],
          rows: (0..<count).map { .init("Row \($0)", short: "\($0)") },
          columns: [TableColumn(title: "p", width: 4)]))
      let app = TableApp(KeyedTable(file))
      let screen = InMemoryBackend(size: ScreenSize(rows: 12, columns: 60))
      app.run(on: screen)
      return ThreadTime.of {
        for _ in 0..<20 { screen.type("Down Down Down Up Up Up") }
        app.run(on: screen)
      }
    }
    #expect(times[1] < 4 * times[0], "\(times)")
  }

  @Test("a command can set words and a watch")
  func setLater() throws {
    let (app, screen) = try people("Right Space Alt-x")
    app.addCommand("other", key: .alt("x"), title: "other") { app in
      app.words = Words([.hints: "F1 Tasten"])
      app.watch(7) { _ in }
    }
    app.run(on: screen)
    #expect(screen.lines[11] == " F1 Tasten" && screen.watched == 7)
  }

  @Test("a form of the app runs its commands, and shows each problem once and whole")
  func ownForm() throws {
    let (app, screen) = try app(keys("Alt-x Enter"), columns: 60)
    app.addCommand("form", key: .alt("x"), title: "form") { app in
      let hours = FormField(
        key: "hours", label: "Hours", editor: try NumberEditor(max: 24, step: 0.25, isExact: true))
      let fields = [FormField(key: "who", label: "Who", opens: "people"), hours]
      app.open(Form(fields, configuration: FormConfiguration())) { _, outcome in
        throw FieldProblem("\(outcome)")
      }
    }
    app.run(on: screen)
    let problem = "! \"people\" is not a command"
    #expect(screen.lines.filter { $0.contains(problem) } == [" " + problem])
    screen.enqueue(keys("Esc Down 7 . 3"))
    app.run(on: screen)
    #expect(
      screen.lines.joined(separator: "\n").contains(
        #/! 7.3 is between two steps; the +│.*\n.*│ +nearest is 7.25/#),
      "\(screen.lines)")
    app.addCommand("people", title: "people") { $0.setFormField("who", to: "Ann") }
    screen.enqueue(keys("Backspace 2 5 Up Enter ^s"))
    app.run(on: screen)
    #expect(screen.lines[12].contains("saved([") && screen.lines[12].contains("Ann"))
  }

  @Test("shows, edits, saves and undoes your own model")
  func ownModel() throws {
    let layout = TableLayout(
      title: "Scores", sections: [.init("Home", short: "H"), .init("Away", short: "A")],
      rows: [.init("First", short: "1")],
      columns: [TableColumn(title: "goals", width: 5)])
    let file = TableLayoutFile(layout, editors: ["goals": try NumberEditor(min: 0)])
    let app = TableApp(Scores(layout: file.layout, editor: file.editors[0]))
    let screen = InMemoryBackend(typing: "3 Enter 4 Enter Alt-u x ^s")
    nonisolated(unsafe) var saved: [Int] = []
    app.save = { saved = $0.goals }
    app.run(on: screen)
    #expect(app.table.goals == [3, 0] && saved == [3, 0])
    #expect(screen.lines[0] == " Scores" && screen.lines[3].contains("3"))
  }

  @Test("shows columns that come and go; the cursor and typed text stay with their column")
  func columns() throws {
    let layouts = [["heat", "cool"], ["time", "heat", "cool"], ["time", "heat"]].map { titles in
      TableLayout(
        sections: [.init("Mon", short: "M")], rows: [.init("Wake", short: "W")],
        columns: titles.map { TableColumn(title: $0, width: 5) })
    }
    let app = TableApp(Board(layout: layouts[0], editor: try NumberEditor()))
    var next = 0
    app.watch(7) { app in
      next += 1
      app.edit { $0.layout = layouts[next % 3] }
    }
    func screen(_ events: [TerminalEvent]) -> String {
      let screen = InMemoryBackend(size: ScreenSize(rows: 10, columns: 40), events: events)
      app.run(on: screen)
      return screen.lines.joined(separator: "\n")
    }
    #expect(screen(keys("Right 7")).contains("heat  cool"))
    #expect(screen([.descriptorReady]).contains("time  heat  cool"))
    let shown = screen(keys("Enter Right 8") + [.descriptorReady])
    #expect(app.table.scores == [TableAddress("Mon", "Wake", "cool"): 7])
    #expect(!shown.contains("cool") && !shown.contains("7") && app.cursor.column == 1)
    #expect(screen([.descriptorReady]).contains("[0"))
  }

  @Test("scrolls wide rows that are more than the screen has lines")
  func manyWideRows() {
    let layout = TableLayout(
      sections: [.init("Mon", short: "Mon")], rows: [.init("r0", short: "r0")],
      columns: [TableColumn(title: "text", width: 30)])
    let file = TableLayoutFile(layout, allowsNewRows: true)
    let app = TableApp(KeyedTable(file), layout: file)
    let adding = (1...9).map { "Alt-a r\($0) ^s" }.joined(separator: " ")
    let screen = InMemoryBackend(size: ScreenSize(rows: 8, columns: 40), typing: adding + " x")
    app.run(on: screen)
    #expect(screen.lines[1].hasPrefix("^Mon text") && screen.lines[5].hasPrefix(" r9 [x"))
  }

  @Test("keeps the cursor in a model whose rows change when it is saved")
  func rowsChangeOutsideEdits() throws {
    let rows = [TableLayout.Title("One", short: "1"), TableLayout.Title("Two", short: "2")]
    let layout = TableLayout(
      sections: [.init("A", short: "A")], rows: rows, columns: [TableColumn(title: "n", width: 4)])
    let app = TableApp(Shrinking(layout: layout))
    app.save = { _ in }
    let screen = InMemoryBackend(typing: "Right  x  Space ^s y Enter")
    app.run(on: screen)
    #expect(app.cursor.row == 0 && app.table.texts == ["One": "y", "Two": "x"])
  }

  @Test("its forms have its words, unless they have their own")
  func wordsOfForms() throws {
    for (own, label) in [(Words.english, "Sichern"), (Words([.save: "Keep"]), "Keep")] {
      let (app, screen) = try app(keys("Alt-x"))
      app.words = Words([.save: "Sichern", .differ: "verschieden"])
      app.addCommand("form", key: .alt("x"), title: "form") { app in
        var configuration = FormConfiguration()
        configuration.words = own
        let fields = [FormField(key: "a", label: "A"), FormField(key: "b", label: "B")]
        app.open(Form(fields, mixed: ["b"], configuration: configuration)) { _, _ in }
      }
      app.run(on: screen)
      let text = screen.lines.joined()
      #expect(text.contains(label) && text.contains("(verschieden)") == (label == "Sichern"))
    }
  }

  @Test("shows other words, also in its help")
  func words() throws {
    let (other, keysShown) = try self.app(keys("F1 / s i c h"))
    other.words[of: .save] = "sichern"
    other.save = { _ in }
    other.run(on: keysShown)
    #expect(keysShown.lines.contains { $0.hasPrefix("> sichern") && $0.contains("^S") })
    let (app, screen) = try app(keys("Alt-u"))
    app.words = Words([.nothingToUndo: "nichts zurückzunehmen", .hints: "F1 Tasten"])
    app.run(on: screen)
    #expect(screen.lines[11] == " ! nichts zurückzunehmen" && screen.lines[12] == " F1 Tasten")
  }
}

extension TableApp {
  /// The cell of the cursor, read outside of an edit.
  fileprivate var cursorWhenAsked: TablePosition { TablePosition(section: 0, row: 0, column: 0) }
}

/// A screen in memory that changes its size on request, and records each picture.
private final class Recorder: TerminalBackend {
  let inner: InMemoryBackend
  private(set) var watches: [Int32?] = []
  private var sizes: [ScreenSize]
  private let note: () -> Void

  init(size: ScreenSize, sizes: [ScreenSize] = [], note: @escaping () -> Void) {
    inner = InMemoryBackend(size: size)
    inner.showsColor = true
    self.sizes = sizes
    self.note = note
  }

  var size: ScreenSize { inner.size }
  var showsUnicode: Bool { true }
  var showsColor: Bool { true }
  var reportsMouse: Bool {
    get { inner.reportsMouse }
    set { inner.reportsMouse = newValue }
  }
  func present(_ surface: Surface, cursor: ScreenPoint?) {
    inner.present(surface, cursor: cursor)
    note()
  }
  func nextEvent() -> TerminalEvent {
    let event = inner.nextEvent()
    if event == .resized, !sizes.isEmpty { inner.size = sizes.removeFirst() }
    return event
  }
  func suspend() {}
  func ring() {}
  func copyToClipboard(_ text: String) -> Bool { false }
  func use(_ theme: Theme) {}
  func watch(_ descriptor: Int32?) { watches.append(descriptor) }
}

/// A model that loses its last row when it is saved.
private struct Shrinking: TableModel {
  var layout: TableLayout
  var texts: [String: String] = [:]

  func editor(of field: String) -> (any FieldEditor)? { TextEditor() }
  subscript(address: TableAddress) -> String { texts[address.row] ?? "" }
  mutating func set(_ values: [(TableAddress, String)]) {
    for (address, value) in values { texts[address.row] = value }
  }
  mutating func markSaved() { layout = layout.replacing(rows: [layout.rows[0]]) }
}

/// A model that cannot be edited, with the cells that the protocol draws.
private struct ReadOnly: TableModel {
  let layout: TableLayout

  func editor(of field: String) -> (any FieldEditor)? { nil }
  subscript(address: TableAddress) -> String { address.row }
  mutating func set(_ values: [(TableAddress, String)]) {}
}

/// A model that keeps numbers, not texts.
private struct Scores: TableModel {
  let layout: TableLayout
  let editor: any FieldEditor
  var goals = [0, 0]
  var before: [[Int]] = []

  func editor(of field: String) -> (any FieldEditor)? { editor }
  private func place(_ address: TableAddress) -> Int { address.section == "Home" ? 0 : 1 }
  subscript(address: TableAddress) -> String { "\(goals[place(address)])" }
  func cell(at position: TablePosition) -> TableCell { TableCell("\(goals[position.section])") }

  mutating func set(_ values: [(TableAddress, String)]) throws {
    before.append(goals)
    for (address, value) in values { goals[place(address)] = Int(value) ?? 0 }
  }

  mutating func undo() -> [TableAddress]? {
    guard let last = before.popLast() else { return nil }
    goals = last
    return []
  }
}
