/// What a key does in a table, besides typing.
public enum TableCommand: Hashable, Sendable {
  /// To another cell; what is typed is taken first.
  case move(TableMove)
  /// Take what is typed and go down; where nothing is typed, open the form of the row.
  case accept
  /// Edit the value in place.
  case edit
  /// Drop what is typed.
  case leave
  /// The next greater or smaller value.
  case stepUp, stepDown
  /// Undo the last edit, or redo it.
  case undo, redo
  /// Add a row below, or remove the one under the cursor.
  case addRow, removeRow
  /// Change the place of the row under the cursor.
  case moveRowUp, moveRowDown
  /// List the rows, to be reordered.
  case listRows
  /// Save the table.
  case save
  /// Leave; asks where something is not saved.
  case quit
  /// Stop the program, as the shell's `fg` expects.
  case suspend
  /// List the keys.
  case help
  /// A command of the app's own, by name.
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

  /// What it does, in English, for the list of keys.
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
    case .accept: "take what is typed; open the row"
    case .edit: "edit the value in place"
    case .leave: "drop what is typed"
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
    case .suspend: "stop the program; fg goes on"
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
