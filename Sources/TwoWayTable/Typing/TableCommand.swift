/// A command of a key in a table.
public enum TableCommand: Hashable, Sendable {
  /// Moves to another cell; accepts the typed text first.
  case move(TableMove)
  /// Accepts the typed text and moves down; without one, opens the form of the row.
  case accept
  case edit
  case leave
  case stepUp, stepDown
  case undo, redo
  /// Adds a row below the current one.
  case addRow
  case removeRow, moveRowUp, moveRowDown, listRows
  case save
  /// Quits; asks if there are unsaved changes.
  case quit
  case suspend, help
  /// A command of the app, by name.
  case own(String)

  /// The commands, the names of their keys, and their descriptions in English.
  private static let table: [(command: TableCommand, keys: String, help: String)] = [
    (.move(.up), "Up", "a cell up"),
    (.move(.down), "Down", "a cell down"),
    (.move(.left), "Left", "a cell to the left"),
    (.move(.right), "Right", "a cell to the right"),
    (.move(.next), "Tab", "next cell (wraps around)"),
    (.move(.previous), "Shift-Tab", "previous cell"),
    (.move(.home), "Home", "the first cell of the line"),
    (.move(.end), "End", "the last cell of the line"),
    (.move(.top), "Alt-<", "the first line"),
    (.move(.bottom), "Alt->", "the last line"),
    (.move(.pageUp), "PgUp", "a page up"),
    (.move(.pageDown), "PgDn", "a page down"),
    (.accept, "Enter", "accept the text; open the row"),
    (.edit, "F2", "edit the value in place"),
    (.leave, "Esc ^C", "discard the text"),
    (.stepUp, "Shift-Up", "the next greater value"),
    (.stepDown, "Shift-Down", "the next smaller value"),
    (.undo, "Alt-u ^_", "undo the last edit"),
    (.redo, "Alt-r ^R", "redo the last undone edit"),
    (.addRow, "Ins Alt-a", "add a row"),
    (.removeRow, "Alt-d", "remove the row"),
    (.moveRowUp, "Alt-k", "move the row back"),
    (.moveRowDown, "Alt-j", "move the row forward"),
    (.listRows, "Alt-l", "list the rows"),
    (.save, "^S", "save the table"),
    (.quit, "^Q", "quit"),
    (.suspend, "^Z", "suspend the program; fg continues"),
    (.help, "F1", "list the keys"),
  ]

  /// The default key bindings.
  public static let standardKeys: [Key: TableCommand] = {
    var keys: [Key: TableCommand] = [:]
    for (command, names, _) in table {
      for key in Key.sequence(named: names) ?? [] { keys[key] = command }
    }
    return keys
  }()

  /// The description in English, for the list of keys.
  var help: String {
    if case .own(let name) = self { return name }
    return Self.table.first { $0.command == self }?.help ?? ""
  }

  /// Whether it requires a table whose rows can change.
  var needsNewRows: Bool {
    [.addRow, .removeRow, .moveRowUp, .moveRowDown, .listRows].contains(self)
  }
}
