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
  /// Take the last edit back, or make it again.
  case undo, redo
  /// Add a row below, or remove the one under the cursor.
  case addRow, removeRow
  /// Change the place of the row under the cursor.
  case moveRowUp, moveRowDown
  /// List the rows, to be reordered.
  case listRows
  /// Hand the table to whoever saves it.
  case save
  /// Leave; asks where something is not saved.
  case quit
  /// Stop the program, as the shell's `fg` expects.
  case suspend
  /// List the keys.
  case help
  /// A command of the app's own, by name.
  case own(String)

  /// The keys that people know.
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

  /// What it is called in the list of keys; nil for a command of the app's own, which has a title.
  var word: Word? {
    switch self {
    case .move(.up): .moveUp
    case .move(.down): .moveDown
    case .move(.left): .moveLeft
    case .move(.right): .moveRight
    case .move(.next): .moveNext
    case .move(.previous): .movePrevious
    case .move(.home): .moveHome
    case .move(.end): .moveEnd
    case .move(.top): .moveTop
    case .move(.bottom): .moveBottom
    case .move(.pageUp): .movePageUp
    case .move(.pageDown): .movePageDown
    case .accept: .acceptHelp
    case .edit: .editHelp
    case .leave: .leaveHelp
    case .stepUp: .stepUpHelp
    case .stepDown: .stepDownHelp
    case .undo: .undoHelp
    case .redo: .redoHelp
    case .addRow: .addRowHelp
    case .removeRow: .removeRowHelp
    case .moveRowUp: .moveRowUpHelp
    case .moveRowDown: .moveRowDownHelp
    case .listRows: .listRowsHelp
    case .save: .saveHelp
    case .quit: .quitHelp
    case .suspend: .suspendHelp
    case .help: .helpHelp
    case .own: nil
    }
  }

  /// Whether it is of use only where rows can be added.
  var needsNewRows: Bool {
    switch self {
    case .addRow, .removeRow, .moveRowUp, .moveRowDown, .listRows: true
    default: false
    }
  }
}
