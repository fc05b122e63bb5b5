/// A command of a key in a table.
public enum TableCommand: Hashable, Sendable {
  /// Moves to another cell; accepts the typed text first.
  case move(TableMove)
  /// Accepts the typed text and moves down; without one, opens the form of the row.
  case accept
  /// Edits the value in place.
  case edit
  /// Discards the typed text.
  case leave
  /// Steps to the next greater or smaller value.
  case stepUp, stepDown
  /// Undoes or redoes an edit.
  case undo, redo
  /// Adds a row below, or removes the current one.
  case addRow, removeRow
  /// Moves the current row.
  case moveRowUp, moveRowDown
  /// Lists the rows, to reorder them.
  case listRows
  /// Saves the table.
  case save
  /// Quits; asks if there are unsaved changes.
  case quit
  /// Stops the program until the shell's `fg`.
  case suspend
  /// Lists the key bindings.
  case help
  /// A command of the app, by name.
  case own(String)

  /// The default key bindings.
  public static let standardKeys: [Key: TableCommand] = [
    .named(.left): .move(.left), .named(.right): .move(.right), .named(.up): .move(.up),
    .named(.down): .move(.down), .named(.tab): .move(.next), .named(.backTab): .move(.previous),
    .named(.home): .move(.home), .named(.end): .move(.end), .named(.pageUp): .move(.pageUp),
    .named(.pageDown): .move(.pageDown), .alt("<"): .move(.top), .alt(">"): .move(.bottom),
    .named(.enter): .accept, .named(.function(2)): .edit, .named(.escape): .leave,
    .control("c"): .leave, .shift(.up): .stepUp, .shift(.down): .stepDown,
    .alt("u"): .undo, .control("_"): .undo, .alt("r"): .redo, .control("r"): .redo,
    .named(.insert): .addRow, .alt("a"): .addRow, .alt("d"): .removeRow,
    .alt("k"): .moveRowUp, .alt("j"): .moveRowDown, .alt("l"): .listRows,
    .control("s"): .save, .control("q"): .quit, .control("z"): .suspend,
    .named(.function(1)): .help,
  ]

  /// The description in English, for the list of keys.
  var help: String {
    switch self {
    case .move(.up): "a cell up"
    case .move(.down): "a cell down"
    case .move(.left): "a cell to the left"
    case .move(.right): "a cell to the right"
    case .move(.next): "the next cell of all"
    case .move(.previous): "the cell before"
    case .move(.home): "the first cell of the line"
    case .move(.end): "the last cell of the line"
    case .move(.top): "the first line"
    case .move(.bottom): "the last line"
    case .move(.pageUp): "a page up"
    case .move(.pageDown): "a page down"
    case .accept: "accept the text; open the row"
    case .edit: "edit the value in place"
    case .leave: "discard the text"
    case .stepUp: "the next greater value"
    case .stepDown: "the next smaller value"
    case .undo: "undo the last edit"
    case .redo: "redo it"
    case .addRow: "add a row"
    case .removeRow: "remove the row"
    case .moveRowUp: "move the row up"
    case .moveRowDown: "move the row down"
    case .listRows: "list the rows"
    case .save: "save the table"
    case .quit: "leave"
    case .suspend: "suspend the program; fg continues"
    case .help: "this list"
    case .own(let name): name
    }
  }

  /// Whether it requires a table whose rows can change.
  var needsNewRows: Bool {
    switch self {
    case .addRow, .removeRow, .moveRowUp, .moveRowDown, .listRows: true
    default: false
    }
  }
}
